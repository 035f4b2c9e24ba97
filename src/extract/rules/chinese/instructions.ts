import { pattern } from '../../../language/pattern.js'
import type { Draft } from '../draft.js'
import { isStanding } from '../../text/chinese/guards.js'
import { trimEnd } from './render.js'
import { simplify } from '../../text/chinese/simplify.js'
import { LANGUAGE } from '../../text/chinese/vocabulary.js'

const CALL_ME = pattern('u')`
  ^(?:
    [，,]|以后|今后|从现在(?:开始|起)|请|就|大家|你|您|可以|直接|都|不用客气|也|平时|朋友们?|同事们?|同学们?
    |家人|他们|身边的?人
  )*(?:叫|喊|称呼|管)(?:我|俺)(?:为|做|作)?
  (?<name>
    (?!来|去|帮|别|不|把|做|给|吃|起|什么|啥|怎么|一声|过|回|滚|如何|的|加班|写|出|早|上|下|参加|陪|妈|爸)
    [\p{Script=Han}A-Za-z·\d]{1,10}?
  )(?:就好|就行|就可以|即可|吧|好了|行了|也行|也可以|都行|就成|得了)*$
`
const DO_NOT_CALL_ME = pattern('u')`
  ^(?:以后|今后|请|你|拜托)*(?:别|不要|不许|不准|别再|不要再)(?:再)?(?:叫|喊|称呼)我
  (?<name>[\p{Script=Han}A-Za-z]{1,8}?)(?:了|啦)?$
`
const PREFIX = pattern('u')`
  ^(?:
    好的?|另外|还有|对了|那|然后|请|麻烦|拜托|希望|我(?:希望|想|要|想要|需要)|帮我|你|您|记得|记住|注意|务必
    |一定要?|[，,：:\s]
  )+
`
const WHEN_WORDS = pattern('u')`
  ^(?:以后|今后|往后|从现在(?:开始|起)|从今(?:天)?(?:开始|起|往后|以后)?|下次(?:开始|起)?|接下来|之后|将来)
  (?:的(?:对话|回答|回复|代码|聊天)(?:里|中)?)?[，,]?
`
const ORDER = pattern('u')`
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
`
const SELF = pattern('u')`
  ^(?:
    我(?!问|说|发|让你|叫你|提问|写|要你|贴|希望你|想让?你|需要你|要求你)
    |我们|咱|他|她|它|这|那|谁|什么|怎么
  )
`
const STYLE = pattern('u')`
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
`
const ONE_OFF = pattern('u')`
  再(?:短|长|简|详|正式|口语|幽默|活泼|委婉|礼貌|温柔|精简|具体|直接)[\p{Script=Han}]{0,2}(?:一?点|一?些)
  |改得|换个|重写|重新
  |^(?:语气|措辞|口吻|格式|篇幅)[\p{Script=Han}]{1,4}(?:一?点|一?些)
  |这(?:次|个|篇|段|封|句|道|题|首|张|份)
  |下面|以下|上面|上述|刚才|今天的|这里
`
const TOOL = pattern('u')`
  (?:用|使用|改用|换成|采用|切换到|换用|统一用)
  (?<value>
    [A-Za-z][A-Za-z\d.+#-]*(?:\s[A-Z][A-Za-z\d.+#-]*)?
    |公制|英制|摄氏度?|华氏度?|公斤|公里|人民币|24小时制|北京时间|飞书|钉钉|微信|语雀
  )
`
const INSTEAD = pattern('u')`
  (?:不再|不要再?|别再?|不|弃用|代替|替代|取代|而不是|而非|放弃|替换掉?)(?:使)?用?
  (?<previous>[A-Za-z][A-Za-z\d.+#-]*(?:\s[A-Z][A-Za-z\d.+#-]*)?|飞书|钉钉|微信|语雀)
`

const FURTHER = pattern('u')`
  ^(?!以后|今后|也|都|请|就|千万|总之|但|而且|否则)[\p{Script=Han}A-Za-z]{2,6}?
  (?:也?别|也?不要|一律|统一|都用|也用|尽量|不用|禁止|不许)(?!了|管|谢|担心|急|客气|着急)
  [\p{Script=Han}A-Za-z\d ]{1,20}$
`

// Why the speaker wants it so, which is a statement of its own.
const REASON = /^(?:因为|毕竟|主要是?)?(?:我(?!问|说|发|让|叫|提问|写|要|贴|们?都?希望|想让)|本人|俺)/u

/** The orders of a sentence that begins with one, and what it goes on to state: 多打比方，我是文科生. */
export function readInstructions(original: string, label: string, key: string): { orders: Draft[]; rest?: string } {
  const clauses = original.split(/[，,；;]/u).map((clause) => trimEnd(clause))
  const upTo = (end: number): Draft | undefined => readInstruction(clauses.slice(0, end).join('，'), label, key)
  const reason = clauses.findIndex((clause, index) => index > 0 && REASON.test(simplify(clause)))
  if (reason > 0 && upTo(reason))
    return {
      ...readInstructions(clauses.slice(0, reason).join('，'), label, key),
      rest: clauses.slice(reason).join('，'),
    }
  const whole = readInstruction(original, label, key)
  if (!whole) return { orders: [] }
  // 注释用英文，变量别用拼音 are two.
  const from = clauses.findIndex((clause, index) => index > 0 && FURTHER.test(simplify(clause)))
  const first = from > 0 && whole.attribute !== 'nickname' && whole.mode !== 'change' ? upTo(from) : undefined
  if (!first) return { orders: [whole] }
  const further = clauses[from] as string
  const value = simplify(further)
  return {
    orders: [
      first,
      {
        text: `${label}希望助手${further.replace(/我/gu, label)}`,
        subject: key,
        attribute: `instruction:${value.slice(0, 16)}`,
        value,
      },
    ],
  }
}

// "Don't worry", "never mind", "whatever you like": no orders.
const POLITENESS = pattern('u')`
  ^(?:别再?说了|不要再?说了|别再?问|不用谢|不要紧|别担心|不要担心|别闹|再说|都行|都可以|多多关照|少来)
`

/** How the assistant is to behave from now on. `sentence` is whole, its spaces beside Chinese characters removed. */
export function readInstruction(original: string, label: string, key: string): Draft | undefined {
  const sentence = trimEnd(simplify(original))
  const clauses = sentence.split(/[，,；;]/u)
  for (const clause of clauses) {
    // A name among other clauses is read with them, one by one.
    if (clauses.length > 1 && !clauses.some((other) => DO_NOT_CALL_ME.test(other))) break
    const refused = DO_NOT_CALL_ME.exec(clause)
    if (refused) {
      const called = clauses
        .map((other) => CALL_ME.exec(trimEnd(other))?.groups?.['name'])
        .find((name) => name !== undefined)
      const previous = refused.groups?.['name'] as string
      return called
        ? {
            text: `${label}希望被称为${called}`,
            attribute: 'nickname',
            value: called,
            subject: key,
            mode: 'change',
            previous,
          }
        : {
            text: `${label}不希望被称为${previous}`,
            attribute: 'nickname',
            value: previous,
            subject: key,
            mode: 'retract',
          }
    }
    const called = CALL_ME.exec(trimEnd(clause))
    if (called)
      return {
        text: `${label}希望被称为${called.groups?.['name'] as string}`,
        attribute: 'nickname',
        value: called.groups?.['name'] as string,
        subject: key,
      }
  }
  // What a group has settled on is no order to the assistant.
  if (/^[\p{Script=Han}]{0,4}(?:定了|决定了?|敲定了?)[：:，,]/u.test(sentence)) return undefined
  const standing = isStanding(sentence) || /一律|统一(?:用|写|改|发|按|使用)/u.test(sentence)
  if (!standing && (!STYLE.test(sentence) || ONE_OFF.test(sentence))) return undefined
  const bare = sentence.replace(PREFIX, '')
  const order = bare.replace(WHEN_WORDS, '').replace(PREFIX, '')
  if (/一律|统一(?:用|写|改|发|按|使用)/u.test(sentence) && !/^我(?!们)/u.test(bare))
    return instruction(original, sentence, bare, label, key)
  if (/^(?:别|不要)再?(?:叫|喊)(?!我)/u.test(order)) return undefined
  if (SELF.test(order) || SELF.test(bare.replace(WHEN_WORDS, ''))) return undefined
  if (!ORDER.test(order) && !STYLE.test(order) && !/一律|统一|全部用/u.test(order)) return undefined
  if (
    /^(?:再也?)?(?:别|不要)再/u.test(bare) &&
    !/(?:别|不要)再(?:用|叫|喊|称呼|说|给|发|推荐|提|问|写|加|讲|放|自动|重复|道歉|提醒)/u.test(bare)
  )
    return undefined
  if (
    /[，,].*(?:别再|不要再)/u.test(bare) &&
    !/(?:别|不要)再(?:用|叫|喊|称呼|说|给|发|推荐|提|问|写|加|讲)/u.test(bare) &&
    !WHEN_WORDS.test(bare)
  )
    return undefined
  if (
    standing &&
    !STYLE.test(sentence) &&
    !WHEN_WORDS.test(bare) &&
    !/^(?:每次|每当|总是|一直|永远|始终|一律|默认|凡是|所有|别再|不要再|再也不要|请|都)/u.test(bare) &&
    !PREFIX.test(sentence)
  )
    return undefined
  if (POLITENESS.test(order) || /(?:不会|不想|不能)再?$/u.test(order)) return undefined
  return instruction(original, sentence, bare, label, key)
}

const IN_LANGUAGE = pattern('u')`(?:用|说|讲|以|使用)(?<value>(?:${LANGUAGE}))`

function instruction(original: string, sentence: string, bare: string, label: string, key: string): Draft {
  const at = sentence.indexOf(bare)
  const text = `${label}希望助手${trimEnd(original.slice(Math.max(0, at)))
    .replace(/^[，,\s]+/u, '')
    .replace(/我/gu, label)
    .replace(/^[你您]/u, '')}`
  const base = { text, subject: key }
  const language = IN_LANGUAGE.exec(sentence)
  if (language && !/(?:不要|别|不)(?:再)?用/u.test(sentence))
    return { ...base, attribute: 'instruction:language', value: language.groups?.['value'] as string }
  const tool = TOOL.exec(sentence)
  const instead = INSTEAD.exec(sentence)?.groups?.['previous']
  const value = tool?.groups?.['value']
  if (value && value !== instead)
    return {
      ...base,
      attribute: /公制|英制|摄氏|华氏|公斤|公里|小时制|时间|人民币/u.test(value) ? 'instruction:units' : 'uses',
      value,
      ...(instead && { mode: 'change' as const, previous: instead }),
    }
  if (/简短|简洁|精简|详细|字(?:以内|之内)|简单|一句话/u.test(sentence))
    return { ...base, attribute: 'instruction:length', value: bare }
  return { ...base, attribute: `instruction:${bare.slice(0, 16)}`, value: bare }
}

const DECIDED = pattern('u')`
  ^(?:(?:已经|最后|最终|终于|刚刚?|一起|开会|商量(?:之)?后|讨论(?:之)?后|都|也|一致)*)
  (?:决定|敲定|商量好|选定|说好|定下来|约定|一致同意|拍板|选择|定)(?:了|好了)?(?<rest>.{2,})$
`
const SWITCHED = pattern('u')`
  ^(?:
    (?:
      已经|最后|最终|终于|刚刚?|现在|以后|今后|从今以后|从现在起|从现在开始|往后|都|就|全部|统一|全面|正在?
      |要|会|准备|打算|项目|团队
    )*
  )(?:从(?<p1>.{1,16}?)|把(?<p2>.{1,16}?))?
  (?:
    改用|换用|换成|换到|切换?到|切换?成|迁移?到|迁移?至|转到|转向|转用|改成|替换成|升级到|改为用?
    |改(?=[A-Z])
  )了?(?<v>[A-Za-z\p{Script=Han}\d.+# -]{2,20}?)(?:了|，.*)?$
`
const USE_FROM_NOW = pattern('u')`
  ^(?:以后|今后|从今以后|从现在起|从现在开始|往后|接下来)
  (?:都|就|统一|全部|一律|只|一直|会|要|写测试|写代码)*(?:使?用|改用|采用|走|选)
  (?<v>[A-Za-z\p{Script=Han}\d.+# -]{2,20}?)(?:了|来.*|写.*|做.*)?$
`
const NOT_A_TOOL = /^(?:头像|签名|名字|中文|英文|密码|主题|背景|这|那|它|你|格式|颜色|如下|下面|表格|字|大写|小写|第)/u

/** What was decided: 决定用 Postgres, 从 Jest 换到 Vitest. `predicate` stands after its subject. */
export function readDecision(
  predicate: string,
  original: string,
  whole: string,
  label: string,
  key: string,
): Draft | undefined {
  const switched = SWITCHED.exec(predicate) ?? USE_FROM_NOW.exec(predicate)
  const instead =
    INSTEAD.exec(whole.slice(whole.indexOf(predicate) + predicate.length))?.groups?.['previous'] ??
    (switched?.groups?.['p1'] || switched?.groups?.['p2'])
  const value = switched?.groups?.['v']
  if (switched && value && !NOT_A_TOOL.test(value) && !/工作|公司|房|家|城市/u.test(value)) {
    return {
      text: `${label}${original}`,
      attribute: /手机|iPhone|安卓|华为|苹果|小米|电脑|Mac/iu.test(value) ? 'owns' : 'uses',
      value,
      subject: key,
      mode: 'change',
      ...(instead && { previous: instead.replace(/^(?:使?用)/u, '') }),
    }
  }
  const decided = DECIDED.exec(predicate)
  const rest = decided?.groups?.['rest']
  if (
    !decided ||
    rest === undefined ||
    /^(?:要不要|是否|权|性|于|论|因素|的|这|那|你|什么|怎么|得)/u.test(rest) ||
    /^(?:选择|定)(?!用|去|了)/u.test(decided[0].replace(/^(?:已经|最后|最终|终于|刚刚?|一起|都|也)*/u, ''))
  )
    return undefined
  const dropped = /^不(?:再)?(?:使?用|要)(?<v>[A-Za-z][A-Za-z\d.+# -]*)(?:了)?$/u.exec(rest)?.groups?.['v']
  if (dropped)
    return { text: `${label}${original}`, attribute: 'uses', value: dropped.trim(), subject: key, mode: 'retract' }
  const tool = /^(?:要|就)?(?:使?用|采用|选)(?<v>[A-Za-z][A-Za-z\d.+# -]*|[\p{Script=Han}]{2,6})/u.exec(rest)
  return {
    text: `${label}${original}`,
    attribute: tool ? 'uses' : `decision:${rest.slice(0, 12)}`,
    value: tool?.groups?.['v']?.trim() ?? rest,
    subject: key,
    ...(tool && instead && { mode: 'change' as const, previous: instead }),
  }
}
