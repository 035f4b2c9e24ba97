import { pattern } from '../../../language/pattern.js'
import { replacedIn } from '../corrections.js'
import type { Draft } from '../draft.js'

const OPENING = pattern('u')`
  ^(?:哦|啊|哎|呃|等等|等下|抱歉|不好意思|对不起|Sorry|sorry)*[，,！!]?
  (?:
    不对|不是|错了|说错了?|更正(?:一下)?|纠正(?:一下)?|打错(?:字)?了|写错了|口误|搞错了|记错了|弄错了
    |刚才说错了|抱歉|不好意思|对不起|啊不|哦不
  )(?:了)?[，,。！!：:\s]+
`
const MEANT = pattern('u')`
  ^(?:我(?:是说|说的是|的意思是|想说的是|指的是|是想说)|应该是|准确(?:地)?说是|是)
  (?<value>[\p{Script=Han}A-Za-z\d]{1,12})(?:[，,](?:而)?不是(?<previous>[\p{Script=Han}A-Za-z\d]{1,12}))?$
`
/** In 狗叫旺财 a name corrects the name. */
const NAME_OF = /叫做?(?<name>.+)$/u
const NOT_BUT = pattern('u')`
  ^不是(?<previous>[\p{Script=Han}A-Za-z\d]{1,12})[，,]?(?:而)?是(?<value>[\p{Script=Han}A-Za-z\d]{1,12})$
`

/** Whether a sentence takes back how something was said. */
export const isCorrective = (sentence: string): boolean => OPENING.test(sentence)

const MEANT_STATEMENT = /^我(?:是说|说的是|的意思是|想说的是|指的是|是想说)[，,]?(?=[我他她咱])/u

/** 不对，我是说我姐姐住在台州 states what 更正，我姐姐住在台州 does. */
export function statementMeant(sentence: string): string {
  const bare = sentence.replace(OPENING, '')
  return MEANT_STATEMENT.test(bare) ? `更正，${bare.replace(MEANT_STATEMENT, '')}` : sentence
}

/** 不对，我是说杭州: applies to the fact told before. */
export function readCorrection(sentence: string, before: Draft | undefined): Draft | undefined {
  const bare = sentence.replace(OPENING, '')
  const match =
    bare === sentence && !/^我(?:是说|说的是|的意思是)|^不是/u.test(bare)
      ? null
      : (MEANT.exec(bare) ?? NOT_BUT.exec(bare))
  if (!match || !before) return undefined
  const { value, previous } = match.groups as { value: string; previous?: string }
  const wrong = previous ?? NAME_OF.exec(before.value)?.groups?.['name'] ?? before.value
  const at = before.text.lastIndexOf(wrong)
  if (at < 0 || wrong === '' || /^[我你您他她它咱这那]/u.test(value)) return undefined
  return {
    ...before,
    text: before.text.slice(0, at) + value + before.text.slice(at + wrong.length),
    ...replacedIn(before.value, wrong, value),
    mode: 'correct',
  }
}

const FORGET = pattern('u')`
  ^(?:请|麻烦|拜托|可以|能不能|你|帮我|那|好的?|把|快)*
  (?:
    忘(?:记|掉|了)|删(?:除|掉|了)
    |别(?:再)?(?:记(?:住|得|录|着)?|保存|存)
    |不要(?:再)?(?:记(?:住|得|录|着)?|保存|存)
    |清除|抹掉|移除|不用记
  )(?:关于|掉|我(?:之前|刚才|以前|上次)?(?:说过?|提过?|告诉你)的?)*(?<what>.+?)
  (?:吧|了|这(?:件|回)?事|的(?:事|信息|记录|记忆)|的这件事)*$
`
const TAKE = pattern('u')`
  ^(?:请|麻烦|帮我)*把(?<what>我的?[\p{Script=Han}]{2,6})(?:忘(?:记|掉|了)|删(?:除|掉|了)|清除|抹掉)
  (?:吧|了)*$
`
const NOUN = pattern('u')`
  ^我(?:的|家的?)?
  (?<noun>
    (?:家庭)?(?:地址|住址)|名字|姓名|生日|年龄|电话(?:号码)?|手机号?|邮箱|工作|职业|公司|微信号?
    |过敏(?:史|信息)?|病史|身份证号?|银行卡号?|收入|工资|体重|身高|位置|住处|婚姻状况|感情状况|个人信息|偏好
    |爱好
    |[\p{Script=Han}]{2,3}(?:信息|情况|状况)
  )$
`
const ATTRIBUTES: [RegExp, string][] = [
  [/地址|住址/u, 'address'],
  [/名字|姓名/u, 'name'],
  [/生日/u, 'birthday'],
  [/年龄/u, 'age'],
  [/电话|手机/u, 'phone'],
  [/邮箱/u, 'email'],
  [/工作|职业/u, 'occupation'],
  [/公司/u, 'employer'],
  [/过敏/u, 'allergy'],
  [/位置|住处/u, 'home'],
  [/爱好|偏好/u, 'likes'],
]

/** 别记我的地址了, 忘掉我住在北京这件事. `inner` is the statement to be forgotten. */
export function readForget(
  sentence: string,
  label: string,
  key: string,
): { draft?: Draft; inner?: string } | undefined {
  const what = (TAKE.exec(sentence) ?? FORGET.exec(sentence))?.groups?.['what']
  const noun = what === undefined ? undefined : NOUN.exec(what)?.groups?.['noun']
  if (what === undefined) return undefined
  if (noun)
    return {
      draft: {
        text: `${label}希望忘掉自己的${noun}`,
        attribute: ATTRIBUTES.find(([pattern]) => pattern.test(noun))?.[1] ?? `detail:${noun}`,
        value: '',
        subject: key,
        mode: 'retract',
      },
    }
  return /^我(?!的|们的)/u.test(what) ? { inner: what } : undefined
}
