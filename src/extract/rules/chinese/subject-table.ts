import { pattern } from '../../../language/pattern.js'
import type { PatternRule } from '../../text/example.js'
import { PET, RELATION } from '../../text/chinese/vocabulary.js'

const ANY_NAME = '(?:(?!的)[\\p{Script=Han}](?!的)[\\p{Script=Han}](?:(?!的)[\\p{Script=Han}])?|[A-Za-z]{2,15})'
/** What a predicate may begin with, so that a name ends before it. */
const PREDICATE = pattern('u')`
  (?:
    是|叫|在|住|有|没|不|很|也|都|就|今年|明年|去年|这|本|满|下|昨天|今天|明天|后天|上|下|刚|已经|现在|最近
    |喜欢|爱|讨厌|对|会|要|想|打算|准备|正|从|搬|养|做|当|特别|非常|超|每|平时|经常|一直|考|读|学|毕业|结婚
    |怀孕|退休|去|来|得|患|怕|属|大我|比我|开|生日|喝|吃|爱吃|姓|马上|快|今|工作|上班|过敏|离婚|目前|生了
    |身体|擅长|周|月|\d|换|辞|跳槽|入职|出生|前年|前天|听|写|玩|骑|跑|用|抽|戒|信佛|嫁|娶|移民|留学|教|能
    |可以|从来|最|比较|挺|蛮|老是|总|合租|同居|一起|同住|血压|血糖|腰|胃|膝盖|腿|眼睛|耳朵|视力|睡眠|脾气
    |性格|记性|心脏|右手|左手|人在|还|调|被|中风|一个人|一周|一天|改|吃|修|种|卖|带|负责|一直|给|才|又|天天
    |常|把|信|因|查出|确诊|去世|走了|嫁|左|右|画|弹|拉|跳|唱|报|拿|通过|升|加入|教|住院|半|自己|常年|长年
    |先天|天生|从小|重度|轻度|中度
  )
`
const NAME = pattern('u')`(?!${PREDICATE}|[一二三四五六七八九十两])${ANY_NAME}`
const CLOSE = pattern('u')`
  妹妹|姐姐|哥哥|弟弟|爸爸|妈妈|老爸|老妈|老公|老婆|儿子|女儿|闺女|爷爷|奶奶|外公|外婆|姥姥|姥爷|女朋友
  |男朋友|爸妈|父母|岳父|岳母|公公|婆婆|媳妇|媳妇儿|我妈|我爸|老伴儿|老伴|孙子|孙女|外孙女|外孙|外甥女|外甥
  |侄子|侄女|[表堂][哥姐弟妹]|未婚夫|未婚妻|爱人|婆婆|孩子他[爸妈]|家里那位|爷爷奶奶|外公外婆|丈母娘|老爷子
  |女婿|儿媳妇?|男友|女友
`

/** Whether a predicate begins here. */
export const PREDICATE_FIRST = pattern('u')`^${PREDICATE}`

/** Patterns of the subject at the beginning of a clause, in simplified characters. */
export const SUBJECTS = {
  /** A relative without 我 (my). */
  relativeAlone: {
    example: '妈妈住在上海 → home: 用户的妈妈住在上海',
    pattern: pattern('u')`
  ^(?<noun>
    (?:大|小|二)?(?:${CLOSE})
    |(?:孩子|娃|宝宝|家里老人)
     (?=今年|刚上|刚满|对|[\d一二三四五六七八九十两]+个?[岁月]|在读|在上|上[小初高幼大]|读[小初高幼大])
  )(?<name>(?!.))?(?<of>(?!.))?(?=${PREDICATE})
`,
  },
  /** A relative of the speaker, with a name or not. */
  relative: {
    example: '我妹妹住在上海 → home: 用户的妹妹住在上海',
    pattern: pattern('u')`
  ^(?:我们家|咱们家|我家|咱家|我们|咱们?|我|俺)(?:的)?(?<noun>${RELATION})(?:(?<name>${NAME})(?=${PREDICATE}))?
  (?<of>的|家)?
`,
  },
  /** A pet name of a child or an animal of which nothing else is known. */
  member: {
    example: '我家糖糖今年3岁 → age: 用户家的糖糖今年3岁',
    pattern: pattern('u')`
  ^(?:我们家|咱家|我家)(?<name>(?<one>[\p{Script=Han}])\k<one>|小[\p{Script=Han}]|[A-Z][a-z]{1,9})
  (?=${PREDICATE})
`,
  },
  /** A doctor's advice, which is about the speaker. */
  advised: {
    example: '医生让我少吃盐 → avoids: 医生让用户少吃盐',
    pattern: pattern('u')`
  ^(?<who>(?:主治)?(?:医生|大夫)(?:还|一直|都|也|上次|之前|最近)*(?:不让|让|叫|要求|建议|嘱咐|叮嘱|要))
  (?:我|俺)?(?=少|别|不要|不能|忌|控制|戒|多|吃|喝|碰|剧烈|跑)
`,
  },
  /** An animal of the speaker, with a name or not. */
  animal: {
    example: '我家的猫叫咪咪 → name: 用户的猫叫咪咪',
    pattern: pattern('u')`
  ^(?:我们家|咱家|我家|家里|我们|我)(?:的|那只|那条|这只|养的)?(?<noun>${PET})
  (?:(?<name>${NAME})(?=${PREDICATE}))?(?<of>的)?
`,
  },
  /** A thing of which people have one, without 我的 (my). */
  thingAlone: {
    example: '爱好是陶艺 → likes: 用户的爱好是陶艺',
    pattern: pattern('u')`
  ^(?:本科|研究生|大学)?
  (?<noun>
    专业|(?:新|家庭)?(?:地址|住址)
    |(?:工作|公司|私人|个人|备用|新)?(?:手机号码?|电话(?:号码)?|邮箱(?:地址)?|微信号?)
    |血型|户口|籍贯|学历|(?:业余|兴趣)?爱好|生日|老家|职业|身高|体重|血型|星座|梦想|目标|母语|英文名|名字
    |特长|民族|国籍|预产期
  )(?=是|叫|为|在|有|[：:])
`,
  },
  /** A thing of which people have one. */
  thing: {
    example: '我身高180 → height: 用户的身高180',
    pattern: pattern('u')`
  ^(?:我们|我)(?:的|家的?|们的)?
  (?<noun>
    (?:英文|中文|真|网|微信|小|曾用|QQ|qq|日文|法文)?(?:名字?|名|姓名|昵称|全名)
    |生日|年龄|身高|体重|血型|星座|属相|生肖|MBTI|mbti|性格
    |(?:工作|公司|私人|个人|常用|新|备用)?(?:手机号码?|电话(?:号码)?|邮箱(?:地址)?)
    |微信号?|家庭?住址|住址|地址|老家|家乡|籍贯|户口|国籍|民族|职业|工作|岗位|职位|公司|单位|专业|学校|母校
    |学历|母语|鞋码|鞋号|尺码|月薪|年薪|工资|房租|房贷|车贷|月供|存款|积蓄|退休金|养老金|生活费|奖学金|低保
    |公积金|年终奖|收入|预算|爱好|兴趣(?:爱好)?|特长|业余爱好|目标|梦想|理想|愿望|计划|座右铭|偶像|宗教信仰
    |信仰|车|手机|电脑|电脑系统|编辑器|饮食习惯|作息|口味|最爱|过敏原|过敏源|时区|拿手菜
    |[\p{Script=Han}]{0,4}(?:航班|婚礼|面试|考试|手术|预产期|答辩|婚期|体检|复查)
  )(?=是|叫|为|在|有|[：:]|\d|[一二三四五六七八九十]|大概|比较|偏|很|就是|改|每个?月|每年|不到|才|只)
`,
  },
  /** The speaker together with somebody who is named. */
  withNamed: {
    example: '我和李雷打算移民加拿大 → goal: 用户和李雷打算移民加拿大',
    pattern: pattern('u')`
  ^(?:我|我们)(?:和|跟|与)(?<who>(?!他|她|你|它|大家|别人|朋友|同事|同学|家人|那|这)[\p{Script=Han}]{2,3}?)
  (?=上|下|昨|今|明|去年|打算|准备|要|结婚|领证|订婚|分手|已经|刚|在一起)
`,
  },
  /** A relative together with the speaker. */
  withMe: {
    example: '妹妹和我住在上海 → home: 用户和妹妹住在上海',
    pattern: pattern('u')`^(?:我)?(?<who>${RELATION})(?:和|跟|与)我(?!们)`,
  },
  /** The speaker together with a relative. */
  withRelative: {
    example: '我和妹妹都喜欢猫 → likes: 用户和妹妹都喜欢猫',
    pattern: pattern('u')`
  ^(?:我|我们)?(?:和|跟|与)(?:我)?(?<who>(?:${RELATION})(?:${NAME}(?=${PREDICATE}))?)
  (?![妈爸公婆]|住|一起住|同住|合租|同居|说|讲|吵|闹|商量|聊|借|打电话|学|[的家])
  (?=${PREDICATE}|[\p{Script=Han}])
`,
  },
  /** The speaker, alone or with their family or team. */
  self: {
    example: '我司决定用飞书 → uses: 用户决定用飞书',
    pattern: pattern('u')`
  ^(?:
    我们(?:组|团队|公司|部门|项目组?|班)(?=决定|改|选|定|用|换|最后|已经|准备|打算|都用)
    |我司
    |我们一家(?:[三四五]口)?(?:人)?
    |我们全家|我们夫妻俩?|我们俩|我们家
    |我(?=家(?:在|住|是|就在|目前))
    |我(?=家[一两俩三四五六几\d](?:只|条))
    |我家里?(?=有|养|还有)|家里(?=有|养|还有)|我们|咱们|咱俩|咱|俺们?|我这个?人|我自己|我本人|本人
    |我(?!家的?[\p{Script=Han}]|国|方|校|司|市|省|县)
  )
`,
  },
  /** Somebody who is not the speaker. */
  other: {
    example: '这阵子对花生过敏 → nothing',
    pattern: pattern('u')`
  ^(?:
    你|您|他们|她们|它们|大家|别人|有人|有些人|很多人|人们|人家|谁|这(?!周|星期|礼拜|个月|月)|那|[他她](?!$)
    |它(?!$)|买家|卖家|租客|网友|路人|朋友|同事|同学|邻居|老师|老板|领导|客户|房东
    |室友(?=[总老又天都也却还在把跟给不])
    |公司(?=[聚总让要又])|新手|男人|女人|老人|小孩|年轻人|成年人
    |[\p{Script=Han}A-Za-z]{1,8}的
     (?:人|孩子|朋友|同学|同事|家长|男生|女生|男孩|女孩|男人|女人|家庭|老人|小孩)们?
     (?=[总老都也会要很最不能就一却还是常容往多更])
    |据|其他|对方|咱妈|所有|任何|每个人|如果
    |一个(?!人(?:住|在|带|生活|过))
    |有个
    |有一个(?!妹|姐|哥|弟|儿|女|孩)
  )
`,
  },
  /** Somebody of whom nothing is kept: what follows without a subject is about them. */
  stranger: {
    example: '我同学的狗病了，喜欢吃鱼 → nothing',
    pattern: pattern('u')`
  ^(?:
    他|她|他们|她们|大家|别人|有人|有些人|很多人|人们|人家|谁|对方|买家|卖家|租客|网友|路人|朋友|同事|同学
    |邻居|老师|老板|领导|客户|房东|室友|新手|男人|女人|老人|小孩|年轻人|成年人
    |我(?:的)?(?:同学|朋友|同事|老板|邻居|室友|领导|客户|闺蜜|[\p{Script=Han}]{1,4})的
    |[\p{Script=Han}A-Za-z]{1,8}的
     (?:人|孩子|朋友|同学|同事|家长|男生|女生|男孩|女孩|男人|女人|家庭|老人|小孩)们?
  )
`,
  },
  /** A thing of a relative or an animal. */
  ownThing: {
    example: '我妹妹的生日是5月4日 → birthday: 用户的妹妹的生日是5月4日',
    pattern: pattern('u')`
  ^(?<what>名字|英文名|小名|生日|年龄|职业|工作|专业|爱好|老家|身高|老婆|老公|女儿|儿子|孩子|妈妈|爸爸)
  (?=是|叫|在|有|\d)
`,
  },
  /** Refers to the last person or animal spoken of. */
  pronoun: {
    example: '我有个妹妹。她住在上海 → home: 用户的妹妹住在上海',
    pattern: pattern('u')`
  ^(?:他|她|它)(?!们|人|俩|爸|妈|爷|奶|老公|老婆|儿子|女儿|姐|哥|弟|妹|朋友|同[事学]|男|女|家|对象)
  (?<of>的(?:名字|生日|工作|专业|职业))?
`,
  },
} satisfies Record<string, PatternRule>
