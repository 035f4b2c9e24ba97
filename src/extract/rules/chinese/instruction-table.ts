import { pattern } from '../../../language/pattern.js'
import type { PatternRule } from '../../text/example.js'
import { LANGUAGE } from '../../text/chinese/vocabulary.js'

/** Patterns of instructions to the assistant, with the groups that `readInstruction` reads. */
export const INSTRUCTIONS = {
  /** What the speaker wants to be called. */
  callMe: {
    example: '叫我小王就好 → nickname: 用户希望被称为小王',
    pattern: pattern('u')`
  ^(?:
    [，,]|以后|今后|从现在(?:开始|起)|请|就|大家|你|您|可以|直接|都|不用客气|也|平时|朋友们?|同事们?|同学们?
    |家人|他们|身边的?人
  )*(?:叫|喊|称呼|管)(?:我|俺)(?:为|做|作)?
  (?<name>
    (?!来|去|帮|别|不|把|做|给|吃|起|什么|啥|怎么|一声|过|回|滚|如何|的|加班|写|出|早|上|下|参加|陪|妈|爸)
    [\p{Script=Han}A-Za-z·\d]{1,10}?
  )(?:就好|就行|就可以|即可|吧|好了|行了|也行|也可以|都行|就成|得了)*$
`,
  },
  /** What the speaker does not want to be called. */
  doNotCallMe: {
    example: '别叫我王总 → nickname: 用户不希望被称为王总',
    pattern: pattern('u')`
  ^(?:以后|今后|请|你|拜托)*(?:别|不要|不许|不准|别再|不要再)(?:再)?(?:叫|喊|称呼)我
  (?<name>[\p{Script=Han}A-Za-z]{1,8}?)(?:了|啦)?$
`,
  },
  /** Wraps an instruction in a request. */
  prefix: {
    example: '希望你以后都用英文回答 → instruction:language: 用户希望助手以后都用英文回答',
    pattern: pattern('u')`
  ^(?:
    好的?|另外|还有|对了|那|然后|请|麻烦|拜托|希望|我(?:希望|想|要|想要|需要)|帮我|你|您|记得|记住|注意|务必
    |一定要?|[，,：:\s]
  )+
`,
  },
  /** Says that an instruction holds for the future. */
  when: {
    example: '今后我问代码你用英文回答 → instruction:language: 用户希望助手今后用户问代码你用英文回答',
    pattern: pattern('u')`
  ^(?:以后|今后|往后|从现在(?:开始|起)|从今(?:天)?(?:开始|起|往后|以后)?|下次(?:开始|起)?|接下来|之后|将来)
  (?:的(?:对话|回答|回复|代码|聊天)(?:里|中)?)?[，,]?
`,
  },
  /** The verb of an instruction, with the adverbs before it. */
  order: {
    example: '以后都提醒我喝水 → instruction:以后都提醒我喝水: 用户希望助手以后都提醒用户喝水',
    pattern: pattern('u')`
  ^(?:
    都|就|请|你|您|一律|统一|全部|尽量|只|只要|每次|每当|总是|一直|永远|始终|默认|记得|要|必须
    |所有(?:的)?(?:回答|回复|代码|内容)
    |回答|回复|凡是|再也|在|当|跟我|和我|给我|对我
    |我(?:问|说|发|让你|叫你|提问|写|要|贴)
    |代码|遇到|如果|只要
  )*(?:
    用|使用|别|不要|不准|不许|不用|不必|少|多|说|讲|写|回答|回复|给|叫|称呼|先|直接|避免|禁止|停止|加|附
    |保持|简短|简洁|简单|详细|精简|控制|称|翻译|解释|标注|提供|推荐|列|输出|按|以|把|带|包含|提醒|讲解|举
    |省略|跳过|采用|改用|换成
  )
`,
  },
  /** Speaks of somebody rather than tells the assistant what to do. */
  self: {
    example: '我们每次都先讲结论 → nothing',
    pattern: pattern('u')`
  ^(?:
    我(?!问|说|发|让你|叫你|提问|写|要你|贴|希望你|想让?你|需要你|要求你)
    |我们|咱|他|她|它|这|那|谁|什么|怎么
  )
`,
  },
  /** The style of answers. */
  style: {
    example: '回答请简短 → instruction:length: 用户希望助手回答请简短',
    pattern: pattern('u')`
  (?:回答|回复|答案|解释|说话|语气|输出)(?:请|要|都|尽量|时|的时候|最好|能)*
   (?:用|简短|简洁|简单|详细|正式|口语|幽默|直接|温柔|控制在|不要|别|精简|具体)
  |(?:跟|和|给)我(?:说话|聊天|交流|解释|回复|写代码)(?:时|的时候)?(?:请|要|都|就|尽量)*
   (?:用|别|不要|直接|简洁)
  |(?:别|不要|请勿|禁止|少)(?:再)?(?:用|使用|加|发|带|给我发|说|讲|总是|老是)
   (?:那么多|太多|任何|这么多|一堆)?
   (?:
     emoji|Emoji|表情|颜文字|感叹号|敬语|您|英文|英语|客套话|废话|套话|markdown|Markdown|表格|列表|注释|分号
     |网络用语|道歉|对不起|术语|专业术语|成语
   )
  |^(?:
     例子|示例|代码|回答|回复|答案|推荐[\p{Script=Han}]{1,4}|解释|步骤|单位|价格|图表|配色|菜谱|食谱|建议
     |说明|注释|变量|命名|周报|路线|行程
   )[\p{Script=Han}]{0,6}?(?:尽量|麻烦|请|都|就|最好|务必|别|不要)(?:给我|你)?
   (?:用|避开|避免|挑|选|按|以|写|放|带|加|标|附|列|控制|别|不要|少|多|太|那么)
  |^(?:推荐|解释|举例|写代码|翻译|报价|列清单|列[\p{Script=Han}]{1,3}|讲[\p{Script=Han}]{1,3})
   [\p{Script=Han}]{0,4}(?:的时候|时)[，,]?(?:请|尽量|麻烦|都|就|最好|多|少|别|不要|用|避开|按)
  |先(?:给|说|讲|列|写|上)(?:出|我)?(?:结论|答案|重点|代码|思路|要点|大纲)
  |^(?:给我|跟我|教我)(?:讲|解释|写|教|说|改|列)[\p{Script=Han}A-Za-z]{0,6}的时候
  |^(?:回我|回复我|跟我说|给我回)[\p{Script=Han}]{0,4}(?:别|不要|少|请|都|尽量)
`,
  },
  /** A request of the moment. */
  oneOff: {
    example: '语气请温柔一点 → nothing',
    pattern: pattern('u')`
  再(?:短|长|简|详|正式|口语|幽默|活泼|委婉|礼貌|温柔|精简|具体|直接)[\p{Script=Han}]{0,2}(?:一?点|一?些)
  |改得|换个|重写|重新
  |^(?:语气|措辞|口吻|格式|篇幅)[\p{Script=Han}]{1,4}(?:一?点|一?些)
  |这(?:次|个|篇|段|封|句|道|题|首|张|份)
  |下面|以下|上面|上述|刚才|今天的|这里
`,
  },
  /** A tool or a unit that is to be used. */
  tool: {
    example: '以后写代码都用TypeScript → uses: 用户希望助手以后写代码都用TypeScript',
    pattern: pattern('u')`
  (?:用|使用|改用|换成|采用|切换到|换用|统一用)
  (?<value>
    [A-Za-z][A-Za-z\d.+#-]*(?:\s[A-Z][A-Za-z\d.+#-]*)?
    |公制|英制|摄氏度?|华氏度?|公斤|公里|人民币|24小时制|北京时间|飞书|钉钉|微信|语雀
  )
`,
  },
  /** What is to be used no more. */
  insteadOf: {
    example: '以后用Vitest，不用Jest → uses: 用户希望助手以后用Vitest，不用Jest [change]',
    pattern: pattern('u')`
  (?:不再|不要再?|别再?|不|弃用|代替|替代|取代|而不是|而非|放弃|替换掉?)(?:使)?用?
  (?<previous>[A-Za-z][A-Za-z\d.+#-]*(?:\s[A-Z][A-Za-z\d.+#-]*)?|飞书|钉钉|微信|语雀)
`,
  },
  /** Begins another instruction. */
  further: {
    example: '回答请简短，表情一律不用 → instruction:表情一律不用: 用户希望助手表情一律不用',
    pattern: pattern('u')`
  ^(?!以后|今后|也|都|请|就|千万|总之|但|而且|否则)[\p{Script=Han}A-Za-z]{2,6}?
  (?:也?别|也?不要|一律|统一|都用|也用|尽量|不用|禁止|不许)(?!了|管|谢|担心|急|客气|着急)
  [\p{Script=Han}A-Za-z\d ]{1,20}$
`,
  },
  /** Why the speaker wants it so, which is a statement of its own. */
  reason: {
    example: '解释请多打比方，我是文科生 → trait: 用户是文科生',
    pattern: /^(?:因为|毕竟|主要是?)?(?:我(?!问|说|发|让|叫|提问|写|要|贴|们?都?希望|想让)|本人|俺)/u,
  },
  /** Imperatives of courtesy. */
  courtesy: {
    example: '以后别再问 → nothing',
    pattern: pattern('u')`
  ^(?:别再?说了|不要再?说了|别再?问|不用谢|不要紧|别担心|不要担心|别闹|再说|都行|都可以|多多关照|少来)
`,
  },
  /** The language of answers. */
  answerLanguage: {
    example: '以后请用简体中文回答 → instruction:language: 用户希望助手以后请用简体中文回答',
    pattern: pattern('u')`(?:用|说|讲|以|使用)(?<value>(?:${LANGUAGE}))`,
  },
} satisfies Record<string, PatternRule>
