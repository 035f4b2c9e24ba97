import { pattern } from '../../../../language/pattern.js'
import type { Rule } from '../rule.js'

const SCHOOL = pattern('u')`
  (?:
    大学|学院|中学|高中|初中|小学|幼儿园|附中|一中|二中|清华|北大|复旦|浙大|交大|人大|南大|中大|武大|华科
    |同济|师大|理工|川大|哈工大|中科大|港大|港中文|麻省理工|斯坦福|哈佛|牛津|剑桥|职高|技校|中专|大专
  )
`
export const education: readonly Rule[] = [
  {
    example: '我研究方向是古文字 → education: 用户研究方向是古文字',
    attribute: 'education',
    match: /^(?:研究)?方向(?:是|为)(?<v>[\p{Script=Han}A-Za-z]{2,14})$/u,
    sentence: /研究|读(?:研|博|硕)|硕士|博士|论文|导师|专业|大学|学院/u,
    reject: /是(?:对|错|反|什么|啥|哪)/u,
    subjectless: true,
  },
  {
    example: '我现在跟着闻教授做量子光学 → education: 用户现在跟着闻教授做量子光学',
    attribute: 'education',
    match: /^跟着?(?<v>[\p{Script=Han}]{1,3}(?:教授|老师|导师|师傅|院士|教练)(?:做|学|搞|读|练|研究).{1,12})$/u,
    subjectless: true,
  },
  {
    example: '我妹妹在杭州读书 → education: 用户的妹妹在杭州读书',
    attribute: 'education',
    match: pattern('u')`
      ^(?:是)?(?:现在|目前|正)?在
      (?<v>
        [\p{Script=Han}A-Za-z]{2,16}?
        (?:
          读书|上学|念书|留学|求学|交换|深造
          |读(?:
             大学|研究生|研|博士?|本科|硕士?|高中|初中|小学|大[一二三四]|[研博高初][一二三]
             |[\p{Script=Han}]{2,8}
           )
          |上(?:大学|高中|小学|初中|幼儿园|大[一二三四]|[高初研][一二三])
          |念(?:大学|高中|小学|研究生|初中|博士|[\p{Script=Han}]{2,6})
          |学(?:习)?[\p{Script=Han}]{2,8}
        )
      )(?:的|了|呢)*$
    `,
    reject: /^(?:是)?在(?:家|这|那|网上|线上|b站|B站|图书馆|认真|努力)/u,
    subjectless: true,
  },
  {
    example: '我浙江大学毕业的 → education: 用户浙江大学毕业的',
    attribute: 'education',
    match: pattern('u')`
      ^(?:是)?(?:从)?(?<v>[\p{Script=Han}A-Za-z]{2,16}?)(?:毕业|肄业)(?:的|了|于.*|生)*$
    `,
    reject: /^(?:是)?(?:从)?(?:刚|已经|大学|快|马上|还没|没|准备|去年|今年|明年|即将)毕业/u,
  },
  {
    example: '我毕业于MIT → education: 用户毕业于MIT',
    attribute: 'education',
    match: /^(?:本科|硕士|博士|研究生|大学)?(?:是)?毕业于(?<v>.{2,24})$/u,
    subjectless: true,
  },
  {
    example: '我大学毕业三年了 → education: 用户大学毕业三年了',
    attribute: 'education',
    match: pattern('u')`
      ^(?<v>(?:刚|刚刚|已经)?(?:大学|本科|研究生|硕士|博士|高中)毕业)
      (?:了|\d+年了?|[一二三四五六七八九十]+年了?)*$
    `,
  },
  {
    example: '我本科在武大学测绘 → education: 用户本科在武大学测绘',
    attribute: 'education',
    match: pattern('u')`
      ^(?:本科|硕士|博士|研究生|大学|高中)(?:是)?(?:在|就读于|读的?是?|念的?是?|上的?是?|学的?是?)
      (?<v>.{2,20}?)(?:读的|念的|上的|学的|读|毕业的?|专业的?)?$
    `,
    subjectless: true,
  },
  {
    example: '我就读于MIT → education: 用户就读于MIT',
    attribute: 'education',
    match: /^(?:现)?就读于(?<v>.{2,24})$/u,
    subjectless: true,
  },
  {
    example: '我主修社会学专业 → education: 用户主修社会学专业',
    attribute: 'education',
    match: pattern('u')`
      ^(?:大学|本科|研究生|硕士|博士)?(?:是)?(?:学|读|念|主修|辅修)(?:的)?(?:是)?
      (?<v>[\p{Script=Han}A-Za-z]{2,14}?)(?:专业)(?:的)?$
    `,
    reject: /^(?:学|读)(?:什么|这|那)/u,
    subjectless: true,
  },
  {
    example: '我学的是设计 → education: 用户学的是设计',
    attribute: 'education',
    match: pattern('u')`
      ^(?:大学|本科|研究生|硕士|博士)?(?:是)?(?:学|读|念|主修|辅修)的(?:专业)?(?:是)?
      (?<v>[\p{Script=Han}A-Za-z]{2,14}?)$
    `,
    subjectless: true,
  },
  {
    example: '我妹妹学医的 → education: 用户的妹妹学医的',
    attribute: 'education',
    match: pattern('u')`
      ^(?:是)?学(?<v>
        (?:
          计算机|软件工程|金融|法律|医学?|会计|设计|建筑|物理|数学|化学|生物|历史|哲学|新闻|心理学?|英语
          |日语|中文|机械|土木|电子|艺术|美术|音乐|经济学?|管理|护理|教育|社会学|市场营销|土木工程|通信
          |自动化|材料|人工智能
        )[\p{Script=Han}]{0,4}
      )(?:的|专业的?)$
    `,
  },
  {
    example: '我大学生 → education: 用户大学生',
    attribute: 'education',
    match: pattern('u')`
      ^(?:现在|目前)?(?:是|在)?(?:一?(?:名|个|位))?
      (?<v>
        (?:[\p{Script=Han}A-Za-z]{2,12}?(?:大学|学院|系|专业)?(?:的)?)?(?:在读)?
        (?:
          大[一二三四五]|[研博高初][一二三四]|[一二三四五六]年级|高中|初中|小学|大学|本科|硕士|博士|研究生
          |中专|大专|医学|留|交换|艺术|体育|师范|法学|计算机系?|理科|文科|应届(?:毕业)?|博士研究
        )(?:的)?(?:在读)?(?:学生|生|在读|研究生|毕业生)?
      )(?:在读|的学生|了|学生)?$
    `,
    reject: pattern('u')`
      ^(?:现在|目前)?(?:是|在)?
       (?:高中|初中|小学|大学|本科|硕士|博士|大专|中专|医学|留|艺术|体育|应届|研究生毕业)$
      |医生$|先生|女生|男生
    `,
    subjectless: true,
  },
  {
    example: '我在读研 → education: 用户在读研',
    attribute: 'education',
    match: pattern('u')`
      ^(?:现在|正在|目前|还)?(?:在)?
      (?<v>
        (?:读|念|上)(?:
          博士?|研究生?|研|硕士?|本科|大学|高中|初中|小学|幼儿园|大[一二三四]|[高初研博][一二三]
          |[一二三四五六]年级|MBA|职高|中专|大专|大班|中班|小班
        )
      )(?:了|中|呢|的|在读)*$
    `,
    subjectless: false,
  },
  {
    example: '我被浙江大学录取了 → education: 用户被浙江大学录取了',
    attribute: 'education',
    match: pattern('u')`
      ^(?:刚刚?|终于|已经|今年)?(?:考上|考取|考进|被|收到|保研到?|录取到|申请到)(?:了)?
      (?<v>[\p{Script=Han}A-Za-z]{0,16}?(?:${SCHOOL}|研究生|博士|大学)[\p{Script=Han}]{0,10}?)(?:录取)?
      (?:了|的)*$
    `,
    mode: 'change',
    subjectless: true,
  },
  {
    example: '我有硕士学位 → education: 用户有硕士学位',
    attribute: 'education',
    match: /^(?:有|拿了?|是)(?:个|一个)?(?<v>[\p{Script=Han}A-Za-z]{0,10}(?:学位|学历|文凭))(?:的)?$/u,
  },
  {
    example: '我女儿小升初 → education: 用户的女儿小升初',
    attribute: 'education',
    match: pattern('u')`
      ^(?:我)?(?:今年|现在|开学|马上|刚|快要?|九月)*(?:上|升|读|念|是|在)?
      (?<v>
        (?:
          大[一二三四五]|研[一二三]|博[一二三四五]|[高初][一二三]|[一二三四五六]年级|小升初|准高三|准大一
          |幼儿园[大中小]班
        )(?:了)?(?:[\p{Script=Han}A-Za-z]{2,8}(?:专业|系|方向))?
      )(?:在读|的)?(?:学生|生)?(?:了)?$
    `,
    reject: /老师|班主任|家长/u,
    subjectless: true,
  },
  {
    example: '我女儿考上了北航，读飞行器设计 → education: 用户的女儿读飞行器设计',
    attribute: 'education',
    match: pattern('u')`
      ^(?:现在|目前|正|今年)*(?:在|去)?(?:[\p{Script=Han}A-Za-z]{2,10}?)?读
      (?<v>(?!书|者|懂|完|过|了|一|到|起|得|的)[\p{Script=Han}A-Za-z]{2,10}(?:专业)?)$
    `,
    sentence: /大学|学院|考上|录取|研|博|本科|留学|[北清]大|北航|专业|学校/u,
    reject: /[你这那]/u,
    subjectless: true,
  },
  {
    example: '导师是陈教授 → education: 用户导师是陈教授',
    attribute: 'education',
    match: /^(?:导师|班主任|老板)(?:姓|是|叫)(?<v>[\p{Script=Han}]{1,3}(?:教授|老师|院士)?)$/u,
    reject: /谁|什么|个|好|坏/u,
    subjectless: true,
  },
  {
    example: '我考公上岸了 → education: 用户考公上岸了',
    attribute: 'education',
    match: pattern('u')`
      ^(?:准备|打算|正在|在|要)?(?<v>(?:二战|三战|跨考|脱产|在职)?考(?:研|博|公|编)(?:二战|三战|上岸)?)
      (?:中|了)?$
    `,
    subjectless: true,
  },
  {
    example: '我女儿学雕塑的 → education: 用户的女儿学雕塑的',
    attribute: 'education',
    match: /^(?:是)?学(?<v>(?!习|的|过|会|了)[\p{Script=Han}]{2,6}?)(?:专业)?的$/u,
    reject: /[你他她这那]|怎么/u,
  },
  {
    example: '我大三实习 → education: 用户大三实习',
    attribute: 'education',
    match: pattern('u')`
      ^(?:现在|目前|今年|正)*
      (?<v>(?:大[一二三四五]|研[一二三]|博[一二三四])(?:在)?(?:实习|在读|休学|gap|交换))$
    `,
    subjectless: true,
  },
  {
    example: '我本科浙大 → education: 用户本科浙大',
    attribute: 'education',
    match: pattern('u')`
      ^(?:本科|硕士|博士|研究生|大学|高中|专科)(?<v>[\p{Script=Han}A-Za-z]{0,6}?${SCHOOL})(?:毕业|在读)?$
    `,
    subjectless: true,
  },
]
