import { pattern } from '../../../../language/pattern.js'
import type { Rule } from '../rule.js'
import { PLACE as KNOWN_PLACE } from '../../../text/chinese/vocabulary.js'

const PLACE = '[\\p{Script=Han}A-Za-z\\d·]{2,20}?'
export const home: readonly Rule[] = [
  {
    example: '我是自由插画师，人在昆明 → home: 用户人在昆明',
    attribute: 'home',
    match: pattern('u')`
      ^人(?:就|现在|目前|已经|也)*在(?<v>${KNOWN_PLACE}(?:[\p{Script=Han}]{1,3}[区县市])?)$
    `,
    sentence: /^(?!.*(?:现在人|目前人|出差|回|刚下|刚到|旅游|飞|玩|今天|明天))/u,
    subjectless: true,
  },
  {
    example: '我爸妈都在哈尔滨 → home: 用户的爸妈都在哈尔滨',
    attribute: 'home',
    match: pattern('u')`
      ^(?:人|一个人)?(?:就|现在|目前|已经|也|都|远)*在(?<v>${KNOWN_PLACE})(?:那边)?$
    `,
    who: 'people',
  },
  {
    example: '来成都三年了 → home: 用户来成都三年了',
    attribute: 'home',
    match: pattern('u')`
      ^来(?:到)?(?<v>${KNOWN_PLACE})(?:已经|都|快|也)*(?:\d+|[一二三四五六七八九十两好几]+)(?:多)?年(?:多)?
      了?$
    `,
    subjectless: true,
  },
  {
    example: '我房子在苏州 → home: 用户房子在苏州',
    attribute: 'home',
    match: pattern('u')`
      ^(?:的)?(?:房子|新家|新房|家)(?:就|也)?在(?<v>${KNOWN_PLACE}[\p{Script=Han}]{0,10})$
    `,
    subjectless: true,
  },
  {
    example: '我跟婆婆一起住 → household: 用户跟婆婆一起住',
    attribute: 'household',
    match: pattern('u')`
      ^(?:现在|目前|平时)?
      (?<v>
        (?:和|跟|与)(?!你|他们?说)[\p{Script=Han}]{1,10}?(?:一起住|同住|合租|住在?一起|住|同居)
        |一个人(?:住|生活)|自己(?:一个人)?住|独居|(?:住)?合租|租房住
      )(?:的|了)?$
    `,
    subjectless: true,
  },
  {
    example: '我从北京搬到了上海 → home: 用户从北京搬到了上海',
    attribute: 'home',
    match: pattern('u')`
      ^(?:从|由)(?<p>[\p{Script=Han}A-Za-z]{2,8}?)(?:搬家?|迁|回|移居)(?:到|来|去|回|至)了?(?<v>${PLACE})
      (?:了|这边|来了|去了|住|生活|定居)*$
    `,
    mode: 'change',
    subjectless: true,
  },
  {
    example: '我刚搬到珠海 → home: 用户刚搬到珠海',
    attribute: 'home',
    match: pattern('u')`
      ^(?:家|全家)?(?:已经|刚刚?|才)?(?:搬家?|移居|移民|迁)(?:到|来|去|回|至|进)了?(?<v>${PLACE})
      (?:了|这边|来了|去了|住|生活|定居|\d+年了?|快?[一二三四五六七八九十两]+(?:年|个月)了?)*$
    `,
    reject: /搬(?:到|进)了?(?:桌|箱|这里|那里|楼上)/u,
    mode: 'change',
    subjectless: true,
  },
  {
    example: '我住在上海 → home: 用户住在上海',
    attribute: 'home',
    match: pattern('u')`
      ^(?:家|人|全家|现在人|人现在)?(?:现在|目前|就|一直|都|长期|暂时)*
      (?:
        住在?|定居在?|常驻|常住|长住|落户在?|安家在|居住在|租住在|合租在|合租住在|租房在|租在|base在?
        |Base在?|坐标
      )(?:是|：|:)?(?<v>${PLACE})
      (?:那边|这边|的|了|附近|(?:已经|快)?(?:\d+|[一二三四五六七八九十两]+)(?:多)?(?:年|个月)(?:多)?了?)*$
    `,
    reject: /住(?:在)?(?:[\d一二三四五六七八九十]+楼|酒店|医院|这|那|心里|哪|了|院|手|嘴|不|得|宿|过)/u,
    subjectless: true,
  },
  {
    example: '我家在十八楼 → home: 用户家在十八楼',
    attribute: 'home',
    match: pattern('u')`^(?:的)?家(?:就|也|目前|现在)?(?:在|是)(?<v>${PLACE})(?:的|那边|这边)?$`,
    reject: /家(?:在|是)(?:这|那|哪|上班|休息|办公|带娃|做饭|等|躺)/u,
  },
  {
    example: '我在成都定居了 → home: 用户在成都定居了',
    attribute: 'home',
    match: pattern('u')`
      ^(?:已经)?在(?<v>[\p{Script=Han}A-Za-z]{2,10}?)
      (?:
        生活|定居|安家|租房|租了[\p{Script=Han}]*
        |买了?(?:套|一套)?房[\p{Script=Han}]*
        |落户|漂|扎根|待|住|北漂|沪漂
      )(?:着|了|(?:已经)?(?:\d+|[一二三四五六七八九十两]+)(?:多)?(?:年|个月)(?:多)?了?)*$
    `,
    reject: /^在(?:这|那|哪|家|酒店|医院|学校|公司)/u,
    subjectless: true,
  },
  {
    example: '我是北漂 → home: 用户是北漂',
    attribute: 'home',
    match: /^(?:是)?(?<v>北漂|沪漂|深漂|广漂|杭漂)(?:一族|青年|了|中|\d+年了?)*$/u,
  },
  {
    example: '我住六楼没电梯 → household: 用户住六楼没电梯',
    attribute: 'household',
    match: pattern('u')`
      ^(?:家|就|现在|目前|一直|还)*住(?:在|的是)?
      (?<v>
        (?:学校|公司|员工|单位|厂里|集体|教师)?
         (?:
           宿舍|公寓|单间|隔断|别墅|地下室|老小区|老房子|城中村|合租房|出租屋|自建房|学区房|楼梯房|电梯房
           |四合院
         )(?:里)?
        |校
        |(?:[一二三四五六七八九十]{1,3}|\d{1,2}|顶|底)(?:楼|层)(?:没电梯|无电梯|没有电梯)?
      )$
    `,
    subjectless: true,
  },
  {
    example: '我现在在三亚过冬 → home: 用户现在在三亚过冬',
    attribute: 'home',
    match: pattern('u')`
      ^(?:现在|目前|已经|我)*在(?<v>${KNOWN_PLACE}|[\p{Script=Han}]{2,5}(?:县|镇|村|区|乡下|农村))
      (?:
        过冬|养老|待久了|待着|躺平|隐居|漂着|混|打拼|陪读|带孙子|带娃|读书|长住|常住|安了家|买了房|扎了根
        |(?:待|呆|住|漂)了?(?:快)?(?:\d+|[一二三四五六七八九十两好几半]+)(?:多)?(?:个)?(?:年|月)(?:多)?了?
      )$
    `,
    reject: /出差|旅游/u,
    subjectless: true,
  },
  {
    example: '我去年来台中工作 → home: 用户2025年来台中工作',
    attribute: 'home',
    match: pattern('u')`
      ^(?:才|刚)?(?:来的|到的|来了?|到了?)(?<v>${KNOWN_PLACE})(?:\d+年|[一二三四五六七八九十两半]+年)?
      (?:了|定居|生活|工作|打工|发展)?$
    `,
    sentence: /去年|前年|今年|年前|刚|年了|以后|之后|毕业/u,
    reject: /出差|旅游|玩/u,
  },
  {
    example: '我租的房子在望京 → home: 用户租的房子在望京',
    attribute: 'home',
    match: pattern('u')`
      ^(?:现在|目前|我)*(?:租的?(?:房子?)?(?:在|住在?)|房子租在|在(?=[\p{Script=Han}]{2,8}租(?:房|的)))
      (?<v>[\p{Script=Han}A-Za-z]{2,10}?)(?:租(?:房|的房?)(?:子)?)?(?:的|那边|附近)?$
    `,
    subjectless: true,
  },
  {
    example: '我新家在滨江 → home: 用户新家在滨江',
    attribute: 'home',
    match: pattern('u')`
      ^(?:我)?(?:刚|才|已经)?(?:搬完家了?)?(?:的)?(?:新家|新地址|新住处|住处)(?:就|现在)?(?:在|是)
      (?<v>[\p{Script=Han}A-Za-z\d]{2,20}?)(?:那边|附近|这边)?$
    `,
    subjectless: true,
  },
  {
    example: '我爷爷一个人住山东乡下 → home: 用户的爷爷一个人住山东乡下',
    attribute: 'home',
    match: pattern('u')`
      ^(?:就|一个人|独自|一直|现在|还|老两口|老两口还|俩人)*住(?:在)?
      (?<v>[\p{Script=Han}]{1,8}(?:乡下|农村|老家|县城|镇上|村里|山里|海边|郊区))$
    `,
    reject: /想|要是/u,
    subjectless: true,
  },
]
