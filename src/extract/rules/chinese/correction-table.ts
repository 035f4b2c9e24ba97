import { pattern } from '../../../language/pattern.js'
import type { PatternRule } from '../../text/example.js'

/** What people ask to be forgotten by its name, and the attribute that it stands for. The first that fits counts. */
export const FORGETTABLE: readonly (PatternRule & { attribute: string })[] = [
  {
    example: '忘掉我的地址 → address: 用户希望忘掉自己的地址',
    pattern: /地址|住址/u,
    attribute: 'address',
  },
  {
    example: '忘掉我的名字 → name: 用户希望忘掉自己的名字',
    pattern: /名字|姓名/u,
    attribute: 'name',
  },
  {
    example: '忘掉我的生日 → birthday: 用户希望忘掉自己的生日',
    pattern: /生日/u,
    attribute: 'birthday',
  },
  {
    example: '忘掉我的年龄 → age: 用户希望忘掉自己的年龄',
    pattern: /年龄/u,
    attribute: 'age',
  },
  {
    example: '忘掉我的电话 → phone: 用户希望忘掉自己的电话',
    pattern: /电话|手机/u,
    attribute: 'phone',
  },
  {
    example: '忘掉我的邮箱 → email: 用户希望忘掉自己的邮箱',
    pattern: /邮箱/u,
    attribute: 'email',
  },
  {
    example: '忘掉我的职业 → occupation: 用户希望忘掉自己的职业',
    pattern: /工作|职业/u,
    attribute: 'occupation',
  },
  {
    example: '忘掉我的公司 → employer: 用户希望忘掉自己的公司',
    pattern: /公司/u,
    attribute: 'employer',
  },
  {
    example: '忘掉我的过敏史 → allergy: 用户希望忘掉自己的过敏史',
    pattern: /过敏/u,
    attribute: 'allergy',
  },
  {
    example: '忘掉我的住处 → home: 用户希望忘掉自己的住处',
    pattern: /位置|住处/u,
    attribute: 'home',
  },
  {
    example: '忘掉我的爱好 → likes: 用户希望忘掉自己的爱好',
    pattern: /爱好|偏好/u,
    attribute: 'likes',
  },
]

/** Patterns of corrections and of requests to forget, with the groups that `corrections.ts` reads. */
export const CORRECTIONS = {
  /** Words that take something back. */
  opening: {
    example: '更正，我住在杭州 → home: 用户住在杭州 [correct]',
    pattern: pattern('u')`
  ^(?:哦|啊|哎|呃|等等|等下|抱歉|不好意思|对不起|Sorry|sorry)*[，,！!]?
  (?:
    不对|不是|错了|说错了?|更正(?:一下)?|纠正(?:一下)?|打错(?:字)?了|写错了|口误|搞错了|记错了|弄错了
    |刚才说错了|抱歉|不好意思|对不起|啊不|哦不
  )(?:了)?[，,。！!：:\s]+
`,
  },
  /** What was meant, and what it was not. */
  meant: {
    example: '我住在上海。不对，我是说杭州 → home: 用户住在杭州',
    pattern: pattern('u')`
  ^(?:我(?:是说|说的是|的意思是|想说的是|指的是|是想说)|应该是|准确(?:地)?说是|是)
  (?<value>[\p{Script=Han}A-Za-z\d]{1,12})(?:[，,](?:而)?不是(?<previous>[\p{Script=Han}A-Za-z\d]{1,12}))?$
`,
  },
  /** The name in a value such as 猫叫咪咪 (a cat called Mimi): a name alone corrects it. */
  nameOf: {
    example: '我养了只猫叫咪咪。不对，我是说花花 → pet: 用户养了只猫叫花花',
    pattern: /叫做?(?<name>.+)$/u,
  },
  /** The wrong value, then the right one. */
  notBut: {
    example: '我住在上海。不对，不是上海，是杭州 → home: 用户住在杭州',
    pattern: pattern('u')`
  ^不是(?<previous>[\p{Script=Han}A-Za-z\d]{1,12})[，,]?(?:而)?是(?<value>[\p{Script=Han}A-Za-z\d]{1,12})$
`,
  },
  /** "I meant" before a whole statement. */
  meantStatement: {
    example: '不对，我是说我姐姐住在台州 → home: 用户的姐姐住在台州 [correct]',
    pattern: /^我(?:是说|说的是|的意思是|想说的是|指的是|是想说)[，,]?(?=[我他她咱])/u,
  },
  /** A request to forget something. */
  forget: {
    example: '别记我的生日了 → birthday: 用户希望忘掉自己的生日',
    pattern: pattern('u')`
  ^(?:请|麻烦|拜托|可以|能不能|你|帮我|那|好的?|把|快)*
  (?:
    忘(?:记|掉|了)|删(?:除|掉|了)
    |别(?:再)?(?:记(?:住|得|录|着)?|保存|存)
    |不要(?:再)?(?:记(?:住|得|录|着)?|保存|存)
    |清除|抹掉|移除|不用记
  )(?:关于|掉|我(?:之前|刚才|以前|上次)?(?:说过?|提过?|告诉你)的?)*(?<what>.+?)
  (?:吧|了|这(?:件|回)?事|的(?:事|信息|记录|记忆)|的这件事)*$
`,
  },
  /** The same with what is to be forgotten before the verb. */
  takeAway: {
    example: '把我的邮箱删掉 → email: 用户希望忘掉自己的邮箱',
    pattern: pattern('u')`
  ^(?:请|麻烦|帮我)*把(?<what>我的?[\p{Script=Han}]{2,6})(?:忘(?:记|掉|了)|删(?:除|掉|了)|清除|抹掉)
  (?:吧|了)*$
`,
  },
  /** Something of the speaker, by its name. */
  noun: {
    example: '忘掉我的收入 → detail:收入: 用户希望忘掉自己的收入',
    pattern: pattern('u')`
  ^我(?:的|家的?)?
  (?<noun>
    (?:家庭)?(?:地址|住址)|名字|姓名|生日|年龄|电话(?:号码)?|手机号?|邮箱|工作|职业|公司|微信号?
    |过敏(?:史|信息)?|病史|身份证号?|银行卡号?|收入|工资|体重|身高|位置|住处|婚姻状况|感情状况|个人信息|偏好
    |爱好
    |[\p{Script=Han}]{2,3}(?:信息|情况|状况)
  )$
`,
  },
} satisfies Record<string, PatternRule>
