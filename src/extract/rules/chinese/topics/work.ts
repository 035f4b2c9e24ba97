import { pattern } from '../../../../language/pattern.js'
import type { Rule } from '../rule.js'
import { OCCUPATION, PLACE as KNOWN_PLACE } from '../../../text/chinese/vocabulary.js'

// A place where one works is no employer.
const CITY = pattern('u')`
  ^(?:
    北京|上海|广州|深圳|杭州|南京|苏州|成都|重庆|武汉|西安|天津|长沙|郑州|青岛|大连|厦门|宁波|无锡|福州|济南
    |合肥|昆明|沈阳|哈尔滨|长春|石家庄|太原|南昌|南宁|贵阳|兰州|海口|三亚|珠海|东莞|佛山|香港|澳门|台北|高雄
    |新竹|美国|日本|英国|德国|法国|加拿大|澳洲|澳大利亚|新加坡|东京|纽约|伦敦|巴黎|柏林|悉尼|国外|海外|老家
    |外地|一线城市
    |[\p{Script=Han}]{2,4}[市省县区镇村]
  )$
`
const COMPANY = '[\\p{Script=Han}A-Za-z\\d·&]{2,20}?'
export const work: readonly Rule[] = [
  {
    example: '我开网约车三年了 → occupation: 用户开网约车三年了',
    attribute: 'occupation',
    match: pattern('u')`
      ^(?:是)?(?<v>开(?:出租车?|网约车|滴滴|货车|大货车?|卡车|大车|公交车?|地铁|高铁|火车|飞机|挖掘机|吊车))
      (?:的|为生|(?:\d+|[一二三四五六七八九十两几]+)年了?)$
    `,
    subjectless: true,
  },
  {
    example: '我在小米干了五年 → employer: 用户在小米干了五年',
    attribute: 'employer',
    match: pattern('u')`
      ^(?:已经)?在(?<v>[\p{Script=Han}A-Za-z\d]{2,12}?)(?:已经|都)?(?:干|做|混|搬砖)了?(?:快|整整)?
      (?:\d+|[一二三四五六七八九十两好几]+)(?:多)?年(?:多)?了?$
    `,
    reject: /^(?:已经)?在(?:这|那|哪|家|外面|一线|同一|网上|国|行业)/u,
    subjectless: true,
  },
  {
    example: '我在华为干了九年，一直做射频 → occupation: 用户一直做射频',
    attribute: 'occupation',
    match: /^一直(?:在)?(?:做|搞|从事)(?<v>[\p{Script=Han}A-Za-z]{2,8})$/u,
    sentence: /在.{2,12}(?:干|做|工作|上班).{0,6}年/u,
    reject: /梦|饭|作业|不|到|什么/u,
    subjectless: true,
  },
  {
    example: '我下个月起转去深圳分公司 → working: 用户2026年12月起转去深圳分公司',
    attribute: 'working',
    match: pattern('u')`
      ^(?:已经|刚刚?|要|起|就|被|公司)*(?:调|外派|派|转)(?:到|去|往|回)了?
      (?<v>
        ${KNOWN_PLACE}.{0,6}
        |[\p{Script=Han}A-Za-z]{2,8}(?:分公司|厂区|总部|部门?|事业部|组|校区|分店|分行|支行|科室)
      )(?:了|工作|上班)*$
    `,
    reject: /转去看|转回来/u,
    mode: 'change',
    subjectless: true,
  },
  {
    example: '我换工作了，现在在腾讯 → employer: 用户现在在腾讯',
    attribute: 'employer',
    match: pattern('u')`^(?:现在|目前)?(?:在|去了|到了?)(?<v>${COMPANY})(?:了)?$`,
    reject: /^(?:现在)?(?:在|去了|到了?)(?:家|这|那|哪|公司|路上|忙|找|休息|等)/u,
    sentence: /换(?:了)?(?:个|一个|份|新)*(?:工作|公司|单位)|跳槽|离职|辞职|新工作/u,
    mode: 'change',
    subjectless: true,
  },
  {
    example: '我从百度跳槽到腾讯了 → employer: 用户从百度跳槽到腾讯了',
    attribute: 'employer',
    match: pattern('u')`
      ^(?:从|由)(?<p>${COMPANY})(?:跳槽|跳|离职|辞职|换|转)(?:到|去|来|加入)了?(?<v>${COMPANY})
      (?:了|工作了?|上班了?)?$
    `,
    mode: 'change',
    subjectless: true,
  },
  {
    example: '我刚跳槽到美团了 → employer: 用户刚跳槽到美团了',
    attribute: 'employer',
    match: pattern('u')`
      ^(?:已经|刚刚?|才|终于|成功)?(?:跳槽|跳)(?:到|去|来)了?(?<v>${COMPANY})(?:了|工作|上班)*$
    `,
    mode: 'change',
    subjectless: true,
  },
  {
    example: '我今天刚入职比亚迪 → employer: 用户2026年11月30日刚入职比亚迪',
    attribute: 'employer',
    match: pattern('u')`
      ^(?:已经|刚刚?|才|终于)?(?:入职|加入|加盟)了?(?<v>${COMPANY})
      (?:
        了|工作|做[\p{Script=Han}A-Za-z]+|当[\p{Script=Han}A-Za-z]+
        |(?:已经)?(?:\d+|[一二三四五六七八九十两]+)(?:年|个月|周|天)了?
      )*$
    `,
    reject: /(?:加入)了?(?:群|你们|购物车|这|群聊|一个群|会员)/u,
    mode: 'change',
    subjectless: true,
  },
  {
    example: '我换工作了 → employer: 用户换工作了',
    attribute: 'employer',
    match: /^(?:刚刚?|已经|才|终于)?换(?:了)?(?:个|一个|份|一份|新)*(?<v>工作|公司|单位|东家)了?$/u,
    mode: 'change',
    value: () => '新工作',
    subjectless: true,
  },
  {
    example: '我从字节离职了 → employer: 用户从字节离职了',
    attribute: 'employer',
    match: pattern('u')`
      ^(?:已经|刚刚?|才|终于)?(?:从(?<v>[\p{Script=Han}A-Za-z]{2,12}?))?
      (?:离职|辞职|裸辞|辞去?(?:了)?工作|被裁(?:员)?|被优化|失业|下岗|被辞退|被开除)
      (?:了|中|在家|\d+个月了?)*$
    `,
    mode: 'retract',
    value: (m) => m.groups?.['v'] ?? '',
    subjectless: true,
  },
  {
    example: '我爸妈都退休了 → occupation: 用户的爸妈都退休了',
    attribute: 'occupation',
    match: pattern('u')`
      ^(?:已经|刚刚?|才|去年|今年)?(?<v>退休)(?:了|在家|\d+年了?|[一二三四五六七八九十两]年了?|好几年了?)*$
    `,
    mode: 'change',
    value: () => '退休',
    subjectless: true,
  },
  {
    example: '我就职于招商银行 → employer: 用户就职于招商银行',
    attribute: 'employer',
    match: pattern('u')`
      ^(?:现在|目前|已经)?(?:是)?(?:就职于|供职于|任职于|就职在|效力于)(?<v>${COMPANY})$
    `,
    subjectless: true,
  },
  {
    example: '我在腾讯上班 → employer: 用户在腾讯上班',
    attribute: (m) => (CITY.test(m.groups?.['v'] ?? '') ? 'detail:place of work' : 'employer'),
    match: pattern('u')`
      ^(?:是)?(?:一直)?(?:在)(?<v>${COMPANY})(?:这边|那边|里)?
      (?:
        上班|工作|任职|就职|当差|打工|实习|做兼职|兼职|做事|打螺丝|搬砖|站柜台|跑业务|看店|当学徒|任教|教书
        |当.{1,10}
        |做(?:${OCCUPATION}|[\p{Script=Han}A-Za-z]{2,8})
        |担任.{2,10}|负责.{2,10}|搞.{2,8}|写代码|送外卖
        |(?<=[店厂司院校行局所心团社部馆站场园])(?:修|卖|送|跑|管|带|开|看|收)[\p{Script=Han}]{1,4}
      )(?:的|了|过?(?:快)?(?:\d+|[一二三四五六七八九十两]+|好几)(?:多)?(?:年|个月)(?:多)?了?)*$
    `,
    reject: pattern('u')`
      ^(?:是)?在(?:
        家|这|那|哪|网上|外面|线上|线下|努力|认真|加班|里面|学校食堂|周末|晚上|房间|厨房|做|写|改|准备|忙|帮
      )
    `,
    subjectless: true,
  },
  {
    example: '我平时双休 → working: 用户平时双休',
    attribute: 'working',
    match: pattern('u')`
      ^(?:现在|目前|平时|主要|一直)*
      (?<v>
        (?:在家|居家|远程)(?:办公|工作|上班)
        |全职在家|倒班|三班倒|上夜班|上?996|朝九晚五|双休|单休|大小周
        |带(?:一个|着)?(?:\d+|[一二三四五六七八九十几]+)(?:个)?人的?(?:小)?团队
        |带团队|创业|自己创业|在创业|创业中|待业(?:中|在家)?|在找工作|找工作|兼职[\p{Script=Han}]{2,8}
        |全职(?:带娃|妈妈|太太|主妇|奶爸)
      )(?:了|的|中)?$
    `,
    reject: /找工作(?:的)?(?:经验|技巧)/u,
    subjectless: true,
  },
  {
    example: '我是一名焊工 → occupation: 用户是一名焊工',
    attribute: 'occupation',
    match: pattern('u')`
      ^(?:现在|目前|以前)?
      (?:是|当了?|做了?|成为了?|干了?|升(?:为|成|到|任)了?|转行做了?|职业是|转岗做|被提拔为|晋升为)
      (?:
        一?(?:名|个|位)|在职|全职|兼职|资深|高级|初级|刚入行的?|普通|小学|初中|高中|大学|幼儿园|中学
        |\d+年(?:的)?
        |[一二三四五六七八九十]+年(?:的)?
        |自由|独立|外企|国企|互联网
      )*(?:(?!的)[\p{Script=Han}A-Za-z]{1,6}的)?(?<v>${OCCUPATION})
      (?:的|工作的?|了|(?:已经)?(?:\d+|[一二三四五六七八九十两]+)(?:多)?年(?:多)?了?|一枚)*$
    `,
    reject: pattern('u')`
      认识|见过|最好的|身边
      |^(?:是|做|当)(?:这|那|你|我|他|她|什么|好|个好|测试$|翻译$|开发$|销售$|采购$|策划$)
    `,
    subjectless: true,
  },
  {
    example: '我是做外贸的 → occupation: 用户是做外贸的',
    attribute: 'occupation',
    match: pattern('u')`
      ^(?:是)?(?:现在|目前|主要)?(?:是)?(?:做|搞|干|从事)(?<v>[\p{Script=Han}A-Za-z]{2,12}?)
      (?:
        的|工作的?|行业的?|方面的?(?:工作)?|这[一]?行的?|相关的?(?:工作)?
        |(?:\d+|[一二三四五六七八九十]+)年了?
      )$
    `,
    reject: /^(?:是)?(?:做|搞|干)(?:什么|这|那|饭|梦|作业|得|不|我|你|好|完|了|过|错)/u,
    subjectless: true,
  },
  {
    example: '我从事跨境电商 → occupation: 用户从事跨境电商',
    attribute: 'occupation',
    match: /^(?:是)?(?:从事)(?<v>[\p{Script=Han}A-Za-z]{2,14}?)(?:的|工作|行业)*$/u,
    subjectless: true,
  },
  {
    example: '我在重庆开了家小面馆 → occupation: 用户在重庆开了家小面馆',
    attribute: 'occupation',
    match: pattern('u')`
      ^(?:自己)?(?:在(?<w>[\p{Script=Han}]{2,8}?))?(?:跟人|和人|自己|合伙|一起|现在)*
      (?:开了?|经营|运营|管理|打理|盘下|承包)(?:着|了)?
      (?:一?家|个|一个|两家|三家|几家|间|[一二两三四五六七八九十\d]+亩)?
      (?<v>
        [\p{Script=Han}A-Za-z]{0,10}
        (?:
          店|馆|铺|坊|公司|工作室|厂|餐厅|超市|民宿|客栈|诊所|公众号|频道|农场|果园|鱼塘|茶园|养殖场|机构
          |培训班|酒吧|咖啡厅|猫咖|书屋|网店|淘宝店|律所|画室|琴行|驾校|摊子?
        )
      )(?:卖[\p{Script=Han}]{1,6}|了|[\d一二三四五六七八九十两半]+年了?){0,3}$
    `,
    reject: /(?:附近|楼下|对面|小区|门口|新)开|开了?(?:个|一个)?公司(?:年会|大会)/u,
    subjectless: true,
  },
  {
    example: '我教钢琴 → occupation: 用户教钢琴',
    attribute: 'occupation',
    match: pattern('u')`
      ^教(?<v>[\p{Script=Han}]{2,8}?)(?:的|(?:\d+|[一二三四五六七八九十]+)年了?)$
      |^教(?<w>
         小学|初中|高中|大学|语文|数学|英语|物理|化学|生物|历史|地理|体育|音乐|美术|钢琴|舞蹈|编程|游泳|瑜伽
         |书法
       )[\p{Script=Han}]{0,6}$
    `,
    value: (m) => m.groups?.['v'] ?? m.groups?.['w'] ?? '',
  },
  {
    example: '我毕业以后转行做了烘焙 → occupation: 用户毕业以后转行做了烘焙',
    attribute: 'occupation',
    match: pattern('u')`
      ^(?:已经|刚刚?|成功)?(?:转行|转岗)(?:到|做|去|成|当)?了?(?<v>[\p{Script=Han}A-Za-z]{2,10}?)
      (?:了|工作)?$
    `,
    mode: 'change',
    subjectless: true,
  },
  {
    example: '我孙女考上浙大了 → event: 用户的孙女考上浙大了',
    attribute: 'event',
    match: pattern('iu')`
      ^(?:刚刚?|终于|已经)?
      (?<v>
        升职(?:加薪)?|涨薪|加薪|转正
        |升(?:为|到|任)[\p{Script=Han}A-Za-z]{2,10}
        |拿到了?[\p{Script=Han}A-Za-z]{1,12}(?:的)?offer
        |拿到了?驾照
        |考上了?(?!大学|研)[\p{Script=Han}A-Za-z]{2,8}
        |考(?:过|下)了?(?:驾照|[\p{Script=Han}]{2,10}证)
        |考上了?(?:公务员|编制|事业编|教师编)
      )了?$
    `,
    subjectless: true,
  },
  {
    example: '我今年调到市教育局了 → employer: 用户今年调到市教育局了',
    attribute: 'employer',
    match: pattern('u')`
      ^(?:去年|今年|前年|已经|刚刚?|才|终于)*(?:转业|分配|借调|调|考|空降|跳槽|挖)(?:到|进|去|入)了?
      (?<v>${COMPANY}(?:局|院|校|中学|小学|大学|公司|集团|银行|医院|所|中心|委|办|署|厂|部|社|台|站))
      (?:了|工作|上班)*$
    `,
    mode: 'change',
    subjectless: true,
  },
  {
    example: '我是学日语专业的 → occupation: 用户是学日语专业的',
    attribute: (m) => (/^[弹打拉吹]/u.test(m.groups?.['v'] ?? '') ? 'skill' : 'occupation'),
    match: pattern('u')`
      ^(?:是)?(?:我)?(?:现在|目前|以前)?(?:是)?
      (?<v>(?:卖|送|开|教|修|写|画|拍|打|弹|拉|吹|跑|种|养|当|编|管|带|学)(?!的)[\p{Script=Han}A-Za-z]{1,6})
      的$
    `,
    reject: /[你他她这那我]|开玩笑|打酱油|打的$|我?学的$|养的|拍的|送的|给|错|好|完/u,
    who: 'self',
  },
  {
    example: '我副业做自媒体 → working: 用户副业做自媒体',
    attribute: 'working',
    match: pattern('u')`
      ^(?:周末|业余|下班后?|平时|晚上|也|还)*(?:兼职|副业(?:是|做)?)
      (?<v>(?!工作|吗|的)[\p{Script=Han}A-Za-z]{2,8})$
    `,
    reject: /[你他她这那]/u,
    subjectless: true,
  },
  {
    example: '我负责用户增长 → working: 用户负责用户增长',
    attribute: 'working',
    match: pattern('u')`
      ^(?:主要|现在|目前|在公司|公司里)*负责(?:的是)?(?<v>[\p{Script=Han}A-Za-z]{2,12}?)
      (?:这块|那块|方面|的|工作)*$
    `,
    reject: /[你他她这那]|今天|一下|下周|明天/u,
    who: 'self',
  },
  {
    example: '我改上夜班了 → working: 用户改上夜班了',
    attribute: 'working',
    match: pattern('u')`
      ^(?:起|开始)?(?:改|要|开始|被调去|轮到)*
      (?<v>上(?:夜班|早班|晚班|中班|白班|大夜|小夜|四休三)|倒班|三班倒|两班倒|居家办公|远程办公)(?:了)?$
    `,
    subjectless: true,
  },
  {
    example: '我带毕业班 → occupation: 用户带毕业班',
    attribute: 'occupation',
    match: pattern('u')`
      ^(?:带|教)(?:的是?|着)?
      (?<v>
        (?:
          (?:小学|初中|高中|[初高][一二三]|[一二三四五六]年级)
           (?:毕业班|重点班|班主任|语文|数学|英语|物理|化学|生物|历史|地理|政治|体育|音乐|美术)?
          |(?:语文|数学|英语|物理|化学|生物|历史|地理|政治|体育|音乐|美术|思政)(?:课)?
          |毕业班
        )
      )(?:的|了)?$
    `,
    subjectless: true,
  },
  {
    example: '我高三班主任 → occupation: 用户是高三班主任',
    attribute: 'occupation',
    match: pattern('u')`
      ^(?:我)?(?:是)?
      (?<v>
        (?:
          (?:
            小学|初中|高中|幼儿园|大学|[高初][一二三]|一线|基层|社区|乡镇|乡村|外企|国企|大厂|互联网|三甲
            |急诊|ICU|儿科|妇产科|外科|内科|语文|数学|英语|物理|化学|体育|资深|独立|自由|全职|前端|后端
            |嵌入式|机械|土木|电气|建筑|室内|平面|UI
          )
        ){1,2}${OCCUPATION}
      )(?:一枚|一名|一个)?$
    `,
    predicate: '是',
    subjectless: true,
  },
  {
    example: '我医生一枚 → occupation: 用户是医生',
    attribute: 'occupation',
    match: pattern('u')`^(?<v>${OCCUPATION})(?:一枚|一名)$`,
    predicate: '是',
    subjectless: true,
  },
  {
    example: '我修了二十年手表 → occupation: 用户修了二十年手表',
    attribute: (m) => (/^[干当卖修送搞开做带跑]/u.test(m[0].replace(/^(?:已经|从业)/u, '')) ? 'occupation' : 'skill'),
    match: pattern('u')`
      ^(?:已经|一共)?
      (?<v>
        (?:
           干|当|卖|修|送|搞|开|带|跑|种|养|包|编|织|炒|剪|烫|捏|酿|收|拍|裁|钓|下|写|唱|打|弹|刻|磨|补|理
           |戒
         )(?:了)?(?:快|整整|大半)?(?:[\d一二三四五六七八九十两几多半]+)(?:来|多)?年(?:多)?(?:的)?
         [\p{Script=Han}A-Za-z]{1,8}
        |(?:干|做|当|卖|修|搞|开|带|跑|种|养)[\p{Script=Han}A-Za-z]{1,8}第[\d一二三四五六七八九十]+年
      )(?:了)?$
    `,
    reject: /[你他她这那]|年(?:多)?(?:的)?(?:前|后|的人|还|也|都|才|就|结果|终于|了)|没|[不]/u,
    subjectless: true,
  },
  {
    example: '我妈退休前是会计 → working: 用户的妈退休前是会计',
    attribute: 'occupation',
    match: pattern('u')`^(?<v>${OCCUPATION})(?:出身)?$`,
    reject: /[是前当做想]/u,
    predicate: '是',
    who: 'people',
  },
  {
    example: '我弟在部队 → working: 用户的弟在部队',
    attribute: 'working',
    match: pattern('u')`
      ^(?:就|现在|一直|还|都)*在
      (?<v>
        部队|体制内|国企|央企|外企|大厂|银行|海关|税务局|铁路|电网|电视台|报社|法院|检察院|派出所|工地|乡下
        |(?!公司|医院|学校|单位|外面)[\p{Script=Han}A-Za-z]{2,8}
         (?:局|医院|中学|小学|大学|集团|公司|银行|研究所|研究院|设计院|事务所|工厂|律所)
      )(?:上班|工作|当兵|服役)?$
    `,
    who: 'people',
  },
  {
    example: '我在一家火锅店帮厨 → employer: 用户在一家火锅店帮厨',
    attribute: 'employer',
    match: pattern('u')`
      ^(?:现在|目前|就)*在
      (?<v>
        [\p{Script=Han}]{0,6}(?:一家|一个|一所|某)[\p{Script=Han}A-Za-z]{1,10}?
        (?:楼|店|馆|厂|公司|院|校|行|局|所|吧|社|企|队|中心|工地)
      )(?:里|上)?(?:颠勺|当班|帮工|帮厨|打杂|打工|跑腿|端盘子|[\p{Script=Han}]{2,4})$
    `,
    reject: /吃|喝|买|住院|等|排队|看到|碰|遇|见|玩|今天|昨天/u,
    subjectless: true,
  },
  {
    example: '我在家种了二十亩水稻 → occupation: 用户在家种了二十亩水稻',
    attribute: 'occupation',
    match: pattern('u')`
      ^(?:一个人|现在|在家|回家)*(?:在[\p{Script=Han}]{2,6})?(?:种|包|承包|养|管|喂)(?:着|了)?
      (?<v>
        (?:\d+|[一二两三四五六七八九十几百千上]+)(?:多|来)?(?:亩|头|箱|塘|群|棵|个大棚|大棚|千多只)
        [\p{Script=Han}]{1,8}
      )$
    `,
    subjectless: true,
  },
  {
    example: '我下岗后摆摊卖煎饼 → occupation: 用户下岗后摆摊卖煎饼',
    attribute: 'occupation',
    match: pattern('u')`
      ^(?:下岗(?:之?后)?|现在|辞职之?后|晚上|平时|每天|退休之?后)*(?:在[\p{Script=Han}]{2,6})?
      (?<v>(?:摆摊|摆地摊|支个?摊|出摊)(?:儿)?(?:卖[\p{Script=Han}]{1,6})?)
      (?:[\d一二三四五六七八九十两]+年)?(?:了)?$
    `,
    subjectless: true,
  },
  {
    example: '我辞职在家带娃 → working: 用户辞职在家带娃',
    attribute: 'working',
    match: pattern('u')`
      ^(?<v>
        (?:(?:辞职|全职|离职|裸辞)(?:在家)?|在家)
        (?:带(?:娃|孩子)|做饭带娃|备考|备孕|照顾[\p{Script=Han}]{1,4})(?:已经|快)?
        (?:(?:[\d一二三四五六七八九十两半]+)(?:个)?(?:多)?(?:年|月))?
      )(?:了)?$
    `,
    subjectless: true,
  },
  {
    example: '我常年跑长途 → occupation: 用户常年跑长途',
    attribute: 'occupation',
    match: pattern('u')`
      ^(?:常年|一直|平时|现在|在外面?|长年)*
      (?<v>跑(?:船|长途|运输|业务|外卖|网约车|滴滴|货运|货车|保险|销售|工地))(?:的)?$
    `,
    reject: /[不没]/u,
  },
  {
    example: '我转行了，现在做直播 → occupation: 用户现在做直播',
    attribute: 'occupation',
    match: pattern('u')`
      ^(?:现在|目前|改|开始|去|改行|主要|在)*(?:做|搞|干|卖|跑)
      (?<v>(?!了|过|的|什么|啥|梦|饭|得|完|题)[\p{Script=Han}A-Za-z]{2,8})$
    `,
    sentence: /转行|改行|换了?(?:工作|行)|辞职|下岗|退休|毕业后|离职|创业/u,
    reject: /[你他她这那]|不|手术|检查/u,
    subjectless: true,
  },
]
