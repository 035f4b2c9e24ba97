import { pattern } from '../../../../language/pattern.js'
import type { Rule } from '../rule.js'

const SKILL = pattern('u')`
  (?:
    弹|拉(?!肚)|吹(?!牛)
    |打(?:鼓|架子鼓|篮球|羽毛球|网球|乒乓球|太极|麻将|字|毛衣|拳)
    |说|讲
    |写(?:代码|书法|毛笔字|小说|诗|歌|程序)
    |编程|编曲
    |做(?:饭|菜|甜点|蛋糕|面包|川菜|粤菜|烘焙|视频|PPT|动画|手工|木工|咖啡)
    |开(?:车|飞机|卡车|手动挡|船)
    |游泳|蛙泳|自由泳|画画?|素描|唱|跳|骑(?:马|自行车|车|摩托)|滑|修[\p{Script=Han}]{1,4}
    |织[\p{Script=Han}]{1,3}|种[\p{Script=Han}]{1,3}|酿[\p{Script=Han}]{1,3}|刻[\p{Script=Han}]{1,3}
    |雕[\p{Script=Han}]{1,3}|烘焙|剪辑|剪视频|剪头发|摄影|拍照|下(?:围棋|象棋|棋)|吉他|钢琴|小提琴|二胡|古筝
    |手语|速记|盲打|PS|ps|Python|python|Java|java|C\+\+|Excel|excel|SQL|Photoshop|潜水|冲浪|武术|太极|变魔术
    |魔术|调酒|织毛衣|缝纫|裁缝|急救|心肺复苏|理发|插花|茶艺|按摩|针灸|算命|看五线谱|倒立|后空翻
  )
`
const EXAM = pattern('u')`
  (?:
    法考|司考|CPA|注会|一建|二建|软考|四级|六级|专[四八]|N[1-5]|雅思|托福|GRE|GMAT|教资|教师资格证?|驾照
    |驾考|摩托驾照|科目?[一二三四]|PMP|国考|省考|公务员|事业编|考研|博士|答辩|初级会计|中级会计|中级职称
    |高级职称|CFA|CATTI|执业医师|执业药师|护士证|导游证|消防证|营养师证|健身教练证|潜水证|OW|AOW|无人机证
    |普通话(?:[一二][甲乙])?|[一二三四五六七八九十]级|HSK[1-6]?|雅思[\d.]+
  )
`
export const doing: readonly Rule[] = [
  // In a lookahead: in WebKit 2.50 a reference back that more follows may fail to match.
  {
    example: '我打羽毛球打了十年 → skill: 用户打羽毛球打了十年',
    attribute: 'skill',
    match: pattern('u')`
      ^(?<v>
        (?<verb>学|练|弹|拉|打|踢|跳|画|唱|写|跑|教)[\p{Script=Han}]{1,5}(?=\k<verb>)[\p{Script=Han}]了?
        (?:快|整整)?(?:\d+|[一二三四五六七八九十两几]+)(?:多)?年(?:多)?
      )(?:了)?$
    `,
    subjectless: true,
  },
  {
    example: '会上定了，前端用Vue → uses: 用户前端用Vue',
    attribute: 'uses',
    match: pattern('u')`
      ^(?<w>[\p{Script=Han}A-Za-z]{2,8}?)(?:就|都|统一|改|全部|还是|一律)*用
      (?<v>[A-Z][A-Za-z\d.+#]*(?: [A-Z][A-Za-z\d.+#]*)?)(?:了)?$
    `,
    sentence: /定了|决定|敲定|确定|拍板|结论|商量好/u,
    reject: /^(?:我|你|他|她|谁|能|可以|怎么)/u,
    subjectless: true,
  },
  {
    example: '我会一点木工 → skill: 用户会一点木工',
    attribute: 'skill',
    match: /^(?:也|还)?会(?:一点|点|一些|一点点|些)(?:儿)?(?<v>[\p{Script=Han}A-Za-z]{2,6})$/u,
    reject: /会(?:一点|点|一些)(?:了|头|名|菜$|疼|累|难|贵|慢|乱|紧张|不|的)/u,
    subjectless: true,
  },
  {
    example: '我骑的是小牛电动车 → owns: 用户骑的是小牛电动车',
    attribute: 'owns',
    match: pattern('u')`
      ^(?:平时|一直)?骑(?:的是|的|着)?(?:一?辆|台)?
      (?<v>
        [\p{Script=Han}A-Za-z\d]{0,8}(?:电动车|摩托|摩托车|自行车|单车|山地车|电瓶车|小电驴|公路车|踏板车)
      )$
    `,
    subjectless: true,
  },
  {
    example: '我会弹钢琴 → skill: 用户会弹钢琴',
    attribute: 'skill',
    match: pattern('u')`
      ^(?:从小就?|早就|小时候就)?(?:会|学会了|学会|能)(?:一点|一些|一点点|点|自己|流利地?)?
      (?<v>${SKILL}.{0,14})$
    `,
    reject: pattern('u')`
      会(?:说|讲)(?:话|你|他|我|出|什么|些)
      |会(?:打|开|写|拉|唱|跳|画)(?:开|出|完|好|给|电话|扰|算)
      |能(?:说|讲|写|画|做饭给|打|拉|唱|开)(?!流利|一口)
      |(?:不|吗|么)$
    `,
    list: true,
    subjectless: true,
  },
  {
    example: '我擅长剪辑视频 → skill: 用户擅长剪辑视频',
    attribute: 'skill',
    match: pattern('u')`
      ^(?:比较|最|非常|特别|很|尤其|更)?
      (?:擅长|精通|熟悉|熟练掌握|拿手|善于|对[\p{Script=Han}A-Za-z]{1,8}很在行|精于)(?:的是|的)?
      (?<v>.{1,20})$
    `,
    list: true,
    reject: /^(?:熟悉|擅长)(?:这|那|的人|你)/u,
    subjectless: true,
  },
  {
    example: '我学了五年素描 → skill: 用户学了五年素描',
    attribute: 'skill',
    match: pattern('u')`
      ^(?:已经)?(?<v>
        (?:学|练|弹|拉|打|踢|跳|画|唱|写|玩|教|做|跑|骑)(?:了|过)?(?:\d+|[一二三四五六七八九十两几多]+)
        (?:多)?年(?:的)?(?:多)?[\p{Script=Han}A-Za-z]{1,8}
      )(?:了)?$
    `,
    reject: /年(?:多)?(?:的)?(?:前|后|的人|还|也|都|才|就|结果|终于|了)|[你他她这那没不]/u,
    subjectless: true,
  },
  {
    example: '我钢琴过了十级 → skill: 用户钢琴过了十级',
    attribute: 'skill',
    match: pattern('u')`
      ^(?<v>
        (?:
          钢琴|吉他|小提琴|古筝|二胡|围棋|象棋|跆拳道|英语|雅思|托福|日语|网球|羽毛球|乒乓球|书法|潜水|CPA
          |注会|法考|教师资格证|驾照
        )?(?:过了|考过了|考了|达到|是|拿到了?|已经)(?:.{0,4})
        (?:十级|九级|八级|七级|六级|[黑红蓝]带|业余[一二三四五六七]段|N[1-5]|[\d.]{1,3}分|二级|一级|证|证书)
      )(?:了)?$
    `,
    subjectless: true,
  },
  {
    example: '我有教师资格证 → skill: 用户有教师资格证',
    attribute: 'skill',
    match: pattern('u')`
      ^(?:有|拿到了?|考(?:到|了|下)了?)(?:一个|一本|个)?
      (?<v>
        [\p{Script=Han}A-Za-z\d]{0,10}
        (?:
          驾照|证书|资格证|执照
          |(?:\d+|[一二三四五六七八九十]+)年(?:的)?(?:[\p{Script=Han}A-Za-z]{0,8})经验
          |潜水证|注会证|律师证|教师证
        )
      )(?:了|的)?$
    `,
    subjectless: true,
  },
  {
    example: '我正在学日语 → learning: 用户正在学日语',
    attribute: 'learning',
    match: pattern('u')`
      ^(?:最近|正|目前|现在|刚|刚刚|已经|业余|一直|每天|今年|从.{1,4}){0,3}(?:在|开始|报名|打算开始)?
      (?:自学|在学习?|正在学习?|开始学习?|学着|刚学|在练习?|开始练习?|在自学|学习)
      (?<v>(?!习|的|会|生|校|完|了)[\p{Script=Han}A-Za-z+#\d]{1,14}?)
      (?:
        了|呢|中|(?:快|已经)?(?:\d+|[一二三四五六七八九十两半几]+)(?:个)?(?:多)?(?:年|月|个月|周)(?:多)?了?
      )*$
    `,
    reject: /学习?(?:这|那|怎么|如何|校|生|的|完)/u,
    list: true,
    subjectless: true,
  },
  {
    example: '我报了南山那家岩馆的课 → learning: 用户报了南山那家岩馆的课',
    attribute: 'learning',
    match: pattern('u')`
      ^(?:刚刚?|最近|已经)?(?:报了|报名了|参加了|在上)(?:个|一个|了)?
      (?<v>[\p{Script=Han}A-Za-z]{2,12}(?:班|课|课程|训练营|培训))(?:了)?$
    `,
    subjectless: true,
  },
  {
    example: '我刚考过了法考 → skill: 用户刚考过了法考',
    attribute: 'skill',
    match: pattern('u')`
      ^(?:刚刚?|终于|已经|一次|去年|今年|前年|考了[\p{Script=Han}\d]{1,3}[次回年]才?|才){0,3}
      (?:考过了?|过的|考下来?了?|考出来?了?|过了|拿下了?|通过了?|拿到了?|考到了?)
      (?<v>[\p{Script=Han}A-Za-z]{0,4}${EXAM}(?:证|考试)?)(?:了)?$
    `,
    reject: /没|想|要|能/u,
    subjectless: true,
  },
  {
    example: '我雅思终于过了 → skill: 用户雅思终于过了',
    attribute: 'skill',
    match: pattern('u')`
      ^(?<v>${EXAM}(?:证|考试)?)(?:终于|已经|一次|一把|都|也|低空|擦线)*
      (?:考过|过|到手|拿到|通过|考下来|拿下|考出来)了?$
    `,
    subjectless: true,
  },
  {
    example: '我不会骑自行车 → skill: 用户不会骑自行车',
    attribute: 'skill',
    match: pattern('u')`
      ^(?:完全|一点都?|根本|还|也|都|到现在都?|至今)*不(?:会|懂|太会|怎么会)
      (?<v>(?:${SKILL}|电脑|英语|乐器|方言|普通话|麻将|化妆|打扮|理财|炒股|投篮).{0,8})$
    `,
    reject: /不(?:会|懂)(?:说话|写了|写这|做了|打|画风)|这|那|你|怎么|吗|了$|的(?:题|作业)/u,
    value: (m) => `不会${m.groups?.['v'] ?? ''}`,
  },
  {
    example: '我只会煮泡面 → skill: 用户只会煮泡面',
    attribute: 'skill',
    match: pattern('u')`
      ^(?:只|就|仅)会(?:一点|一些|点)?
      (?<v>
        (?:
          ${SKILL}|[A-Z][A-Za-z+#]{1,12}|中文|英语|普通话
          |(?:炒|煮|做|煎|炖)[\p{Script=Han}]{1,6}
          |[\p{Script=Han}]{2,3}(?:炒|拌|炖)[\p{Script=Han}]{1,3}
        ).{0,6}
      )$
    `,
    reject: /[你他她]|说(?:大话|空话)/u,
    subjectless: true,
  },
  {
    example: '我平时写Go比较多 → skill: 用户平时写Go比较多',
    attribute: 'skill',
    match: /^(?<v>(?:写|用|做)(?:[A-Z][A-Za-z+#]{0,14})(?:比较多|最多|为主|最熟|比较熟))$/u,
    subjectless: true,
  },
  {
    example: '我学韩语两年了 → learning: 用户学韩语两年了',
    attribute: 'learning',
    match: pattern('u')`
      ^(?:最近|正|现在|一直|刚|已经)*(?:在[\p{Script=Han}]{2,8}?)?(?:自学|学|练|练习)(?:着)?
      (?<v>(?!习|会|的|了|校|完|生|过|到|不)[\p{Script=Han}A-Za-z+#]{1,8}?)(?:已经|快|有|学了|练了|都)*
      (?:\d+|[一二三四五六七八九十两半几]+)(?:个)?(?:多)?(?:年|月|个月|周)(?:多)?(?:了)?$
    `,
    reject: /[你这那]/u,
    subjectless: true,
  },
  {
    example: '我最近在夜校练书法 → learning: 用户最近在夜校练书法',
    attribute: 'learning',
    match: pattern('u')`
      ^(?:最近|正|现在|刚|已经|今年)*(?:在(?:[\p{Script=Han}]{2,8}?))(?:学|练)
      (?<v>(?!习|的|完|校|会|到|了|过)[\p{Script=Han}A-Za-z]{2,6}(?:课|班)?)$
    `,
    reject: /[你这那]|学校/u,
    subjectless: true,
  },
  {
    example: '我报了名参加厦门马拉松 → plan: 用户报了名参加厦门马拉松',
    attribute: (m) =>
      /马拉松|半马|全马|比赛|赛$|联赛|考试|旅行|团$|营$/u.test(m.groups?.['v'] ?? '') ? 'plan' : 'learning',
    match: pattern('u')`
      ^(?:刚刚?|已经|终于|今天|昨天|还)*(?:报(?:了)?名(?:了)?(?:参加)?(?:了)?|报了|约了|参加了)
      (?:个|一个|一场|今年的?|明年的?|下个?月的?)*
      (?<v>
        [\p{Script=Han}A-Za-z\d]{0,12}
        (?:
          马拉松|半马|全马|比赛|赛|联赛|考试|课|班|课程|训练营|夏令营|培训|驾校|雅思|托福|CPA|教资|考研
          |研学营|越野跑|健身房|私教|志愿者?|社团|俱乐部
        )
      )(?:了)?$
    `,
    reject: /[你这那]/u,
    subjectless: true,
  },
]
