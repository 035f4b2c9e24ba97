import { pattern } from '../../../language/pattern.js'
import type { PatternRule } from '../../text/example.js'

const OPENING = '^(?:我)?(?:已经|终于|成功|刚刚?|去年|今年|前年|上周|上个?月|最近|早就|彻底|又|狠心)*'
const FOR_SO_LONG = pattern('u')`
  (?:已经|快|有)*(?:(?:\d+|[一二三四五六七八九十两半几]+)(?:多)?(?:个)?(?:多)?(?:年|月|天|周))?
`

/** Patterns of what somebody stopped or no longer has. `v` is the group of the value. */
export const GIVEN_UP = {
  /** What somebody stopped, before the verb. */
  allStopped: {
    example: '我烟酒都戒了 → habit: 用户烟酒都戒了 [retract]',
    pattern: /^(?<v>[\p{Script=Han}、和]{1,8}?)(?:全|都|已经)+戒了$/u,
  },
  /** What somebody stopped. */
  stopped: {
    example: '我戒了烟 → habit: 用户戒了烟 [retract]',
    pattern: pattern('u')`
  ${OPENING}戒(?:掉|了)?(?<v>网瘾|(?!指|备|律|尺|严|不|得)[\p{Script=Han}]{1,4}?)${FOR_SO_LONG}(?:了|整)*$
`,
  },
  /** What somebody got rid of or stopped, with 把 before it. */
  disposed: {
    example: '我把车卖了 → car: 用户把车卖了 [retract]',
    pattern: pattern('u')`
  ${OPENING}把(?:我)?(?:家里?)?(?:的|那|这)?(?:[辆台部个套间只把条])?(?<v>[\p{Script=Han}A-Za-z\d]{1,10}?)
  (?:都|全|给|也)*(?<how>戒|断|卖|扔|送人|送|出|处理|注销|退|停)(?:掉|出去)?(?:了)?${FOR_SO_LONG}(?:了)?$
`,
  },
  /** What somebody sold. */
  sold: {
    example: '我卖了那辆车 → car: 用户卖了那辆车 [retract]',
    pattern: pattern('u')`
  ${OPENING}卖(?:掉|了)(?:那|这)?[辆台部套]?(?<v>[\p{Script=Han}A-Za-z\d]{0,6}(?:车|房子?|手机|电脑|相机))
  (?:了)?$
`,
  },
} satisfies Record<string, PatternRule>
