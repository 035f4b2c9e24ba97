/**
 * For each attribute of a fact's slot the words that people ask for it with, English and Chinese. They are indexed with
 * the fact, so that "where do I live?" finds "moved to Bristol" by words. Written as in a question; the stop words
 * among them drop out.
 */
const WORDS: Readonly<Record<string, string>> = {
  name: 'name called 名字 姓名 叫什么 称呼',
  nickname: 'nickname name call 昵称 外号 小名 称呼',
  age: 'age old birthday 年龄 年纪 岁数 多大 几岁',
  birthday: 'birthday birth born date age 生日 出生 生辰',
  birthplace: 'birthplace birth born from 出生 出生地',
  origin: 'hometown origin grew up raised from 老家 家乡 故乡 籍贯 来自 哪里人',
  nationality: 'nationality citizen citizenship country passport 国籍 哪国人 护照',
  language: 'language speak native 语言 母语 说 讲',
  trait: 'personality character temperament 性格 脾气 个性',
  religion: 'religion faith believe 宗教 信仰 信教',
  height: 'height tall 身高 多高',
  email: 'email address mail contact 邮箱 邮件 联系',
  phone: 'phone number mobile contact call 电话 手机 号码 联系',
  marital: 'marital status married marriage partner spouse relationship 婚姻 结婚 伴侣 配偶 对象',
  likes: 'like love enjoy hobby interest favorite fun 喜欢 爱好 兴趣 喜爱',
  dislikes: 'dislike hate mind 讨厌 不喜欢 反感',
  favorite: 'favorite like love best 最喜欢 喜欢 最爱',
  allergy: 'allergy allergic intolerance food eat avoid safe 过敏 忌口 不能吃',
  condition: 'health condition illness disease medical sick diagnosed 健康 身体 疾病 生病 毛病',
  diet: 'diet eat food meal 饮食 忌口 吃 吃什么',
  avoids: 'avoid eat drink food 忌口 不吃 不喝 吃 喝',
  home: 'home live residence address city town based location moved 住 住在 住址 地址 哪里 城市 搬 搬家 家',
  address: 'address live home street 地址 住址 住 住在 家',
  household: 'household live home roommate 同住 一起住 家里',
  employer: 'employer company work job employed office 公司 单位 工作 上班 雇主',
  occupation: 'occupation job work profession career living 职业 工作 做什么 职位 行业',
  working: 'work project job working 工作 项目 上班',
  education: 'education study school college university degree major 学校 大学 专业 学历 毕业 上学',
  family: 'family relative children kids sibling parents 家人 家庭 亲人 孩子 家里',
  pet: 'pet animal 宠物 动物 养',
  owns: 'own possess 有 拥有',
  car: 'car vehicle drive 车 汽车 开车 开什么车',
  uses: 'use tool device app software 用 使用 工具 设备 软件',
  skill: 'skill able good play 会 擅长 技能 特长',
  learning: 'learn study practice course 学 学习 在学',
  finance: 'money salary income budget savings rent loan 钱 工资 收入 预算 存款 房租 贷款',
  habit: 'habit routine usually often 习惯 平时 经常 作息',
  goal: 'goal aim dream want 目标 梦想 愿望',
  plan: 'plan upcoming going 计划 打算 安排',
  decision: 'decision decided choose chose 决定 选择',
}

/** The words that a fact with this attribute is asked for with; of the part after a colon, its own words. */
export function attributeWords(attribute: string): string {
  const [base = '', ...part] = attribute.split(':')
  return [Object.hasOwn(WORDS, base) ? WORDS[base] : '', base === 'instruction' ? '' : part.join(' ')].join(' ').trim()
}
