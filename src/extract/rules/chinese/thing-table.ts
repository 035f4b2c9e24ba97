import type { PatternRule } from '../../text/example.js'

/** Nouns of things of which people have one, and the attribute that each stands for. The first that fits counts. */
export const THINGS: readonly (PatternRule & { attribute: string })[] = [
  {
    example: '我的名字是李雷 → name: 用户的名字是李雷',
    pattern: /^(?:小|大|真)?(?:名字?|姓名|全名)$/u,
    attribute: 'name',
  },
  {
    example: '我英文名叫Tom → nickname: 用户的英文名叫Tom',
    pattern: /昵称|英文名|网名|微信名|曾用名|小名|中文名|日文名|法文名/u,
    attribute: 'nickname',
  },
  {
    example: '我的生日是5月4日 → birthday: 用户的生日是5月4日',
    pattern: /生日/u,
    attribute: 'birthday',
  },
  {
    example: '我的年龄是30岁 → age: 用户的年龄是30岁',
    pattern: /年龄/u,
    attribute: 'age',
  },
  {
    example: '我身高180 → height: 用户的身高180',
    pattern: /身高/u,
    attribute: 'height',
  },
  {
    example: '我鞋码是42 → detail:size: 用户的鞋码是42',
    pattern: /鞋码|鞋号|尺码/u,
    attribute: 'detail:size',
  },
  {
    example: '我月薪是两万 → finance: 用户的月薪是两万',
    pattern: /月薪|年薪|工资|房租|房贷|收入|预算/u,
    attribute: 'finance',
  },
  {
    example: '我体重是70公斤 → detail:weight: 用户的体重是70公斤',
    pattern: /体重/u,
    attribute: 'detail:weight',
  },
  {
    example: '我血型是O型 → detail:blood type: 用户的血型是O型',
    pattern: /血型/u,
    attribute: 'detail:blood type',
  },
  {
    example: '我星座是狮子座 → trait: 用户的星座是狮子座',
    pattern: /星座|属相|生肖|MBTI|性格/iu,
    attribute: 'trait',
  },
  {
    example: '我手机号是13800001111 → phone: 用户的手机号是13800001111',
    pattern: /手机号|电话/u,
    attribute: 'phone',
  },
  {
    example: '我邮箱是a@example.com → email: 用户的邮箱是a@example.com',
    pattern: /邮箱/u,
    attribute: 'email',
  },
  {
    example: '我微信号是abc123 → detail:wechat: 用户的微信号是abc123',
    pattern: /微信/u,
    attribute: 'detail:wechat',
  },
  {
    example: '我地址是幸福路 → address: 用户的地址是幸福路',
    pattern: /地址|住址/u,
    attribute: 'address',
  },
  {
    example: '我老家在湖南 → origin: 用户的老家在湖南',
    pattern: /老家|家乡|籍贯|户口/u,
    attribute: 'origin',
  },
  {
    example: '我国籍是中国 → nationality: 用户的国籍是中国',
    pattern: /国籍|民族/u,
    attribute: 'nationality',
  },
  {
    example: '我职业是护士 → occupation: 用户的职业是护士',
    pattern: /职业|工作|岗位|职位/u,
    attribute: 'occupation',
  },
  {
    example: '我公司是华为 → employer: 用户的公司是华为',
    pattern: /公司|单位/u,
    attribute: 'employer',
  },
  {
    example: '我专业是植物学 → education: 用户的专业是植物学',
    pattern: /专业|学校|母校|学历/u,
    attribute: 'education',
  },
  {
    example: '我母语是粤语 → language: 用户的母语是粤语',
    pattern: /母语/u,
    attribute: 'language',
  },
  {
    example: '我爱好是陶艺 → likes: 用户的爱好是陶艺',
    pattern: /爱好|兴趣|最爱|偶像|口味/u,
    attribute: 'likes',
  },
  {
    example: '我特长是书法 → skill: 用户的特长是书法',
    pattern: /特长|拿手菜/u,
    attribute: 'skill',
  },
  {
    example: '我目标是跑马拉松 → goal: 用户的目标是跑马拉松',
    pattern: /目标|梦想|理想|愿望|计划/u,
    attribute: 'goal',
  },
  {
    example: '我信仰是佛教 → religion: 用户的信仰是佛教',
    pattern: /信仰/u,
    attribute: 'religion',
  },
  {
    example: '我过敏原是花生 → allergy: 用户的过敏原是花生',
    pattern: /过敏/u,
    attribute: 'allergy',
  },
  {
    example: '我车是沃尔沃 → car: 用户的车是沃尔沃',
    pattern: /车/u,
    attribute: 'car',
  },
  {
    example: '我电脑是苹果的 → owns: 用户的电脑是苹果的',
    pattern: /手机|电脑/u,
    attribute: 'owns',
  },
  {
    example: '我编辑器是Helix → uses: 用户的编辑器是Helix',
    pattern: /编辑器|系统/u,
    attribute: 'uses',
  },
  {
    example: '我作息很规律 → habit: 用户的作息很规律',
    pattern: /作息/u,
    attribute: 'habit',
  },
  {
    example: '我饮食习惯是清淡 → diet: 用户的饮食习惯是清淡',
    pattern: /饮食/u,
    attribute: 'diet',
  },
  {
    example: '我时区是东八区 → detail:timezone: 用户的时区是东八区',
    pattern: /时区/u,
    attribute: 'detail:timezone',
  },
  {
    example: '我妹妹的老公是李强 → name: 用户的妹妹的老公是李强',
    pattern: /老婆|老公|女儿|儿子|孩子|妈妈|爸爸/u,
    attribute: 'name',
  },
  {
    example: '我面试在5月4日 → plan: 用户的面试在2027年5月4日',
    pattern: /航班|婚礼|面试|考试|手术|预产期|答辩|婚期|体检|复查/u,
    attribute: 'plan',
  },
]
