import { pattern } from '../../../language/pattern.js'
import { MASK } from '../../text/passages.js'
import type { Draft } from '../draft.js'
import { POINTING } from './rule.js'
import { simplify } from '../../../language/simplify.js'
import { withoutDates } from './when.js'

// What no value ends in: a word that wants something after it.
const OPEN_END = pattern('u')`
  (?:
    却|就|也|还|又|(?<![成首])都|很|更|(?<!拖)把|被|(?<![发补供])给|(?<!高)跟|(?<![温柔亲])和|但|而|或|老是
    |总是|天天|一直|有点|比较
  )$
`
const INNER_MARK = /[，,；;。！!？?：]/u
const NOT_IN_NAME = pattern('u')`
  ^(?:
     最近|现在|今天|昨天|明天|老是|总是|每天|天天|一直|特别|非常|刚|还|都|也|就|又|在|是|不(?!二)|没|很|会
     |要|能|把|被|给|跟|和|为|去|来|有|对
   )
  |[\p{Script=Han}]{1,4}(?:帮我|给我|帮忙|陪我|替我|来帮|去帮|去买|去拿|买菜|做饭)|[的了着过吗呢吧]$|怎么|什么|为什么|这|那|喜欢|觉得
`
const NAME = pattern('u')`
  ^(?:
    [\p{Script=Han}·]{1,6}
    |[\p{Script=Latin}][\p{Script=Latin}.'’ -]{0,24}
    |[\p{Script=Han}]{1,3}[\p{Script=Latin}]{1,12}
    |[\p{Script=Latin}]{1,12}[\p{Script=Han}]{1,3}
  )\d{0,2}$
`
// A going or coming alone says nothing by itself.
const BARE_MOVE = pattern('u')`
  ^(?:
    (?:就|再|才|要|会|得|到时候|应该)*
     (?:回来?|回去|来|到|走|出发|去|过来|过去|返程|返回|回家|开始|结束|有空|有事|休息|上班|下班|开会)
     (?:了|是)?
    |回来?是|就|定在|安排在
  )?(?:早上|上午|中午|下午|傍晚|晚上|凌晨)?$
`

/** Whether what a rule found can be the value of its attribute: the last word on every draft. */
export function isPlausible(draft: Draft): boolean {
  const value = simplify(draft.value)
  const [attribute = ''] = draft.attribute.split(':', 1)
  if (draft.text.includes(MASK) || (draft.value === '' && draft.mode !== 'retract')) return false
  if (INNER_MARK.test(value)) return false
  switch (attribute) {
    case 'name':
    case 'nickname':
      return NAME.test(value) && !NOT_IN_NAME.test(value)
    case 'plan':
    case 'event':
      return (
        !BARE_MOVE.test(withoutDates(value)) &&
        !/(?:难受|疼|累|忙|冷|热|烦|困|饿|堵)(?:了|死了?)?$/u.test(value) &&
        !OPEN_END.test(value)
      )
    case 'likes':
    case 'dislikes':
    case 'avoids':
    case 'allergy':
    case 'owns':
    case 'car':
    case 'pet':
      return (
        !OPEN_END.test(value) &&
        !POINTING.test(value) &&
        !/的(?:人|时候)(?=[总都也会很最不])/u.test(value) &&
        Array.from(value).length <= 24
      )
    case 'habit':
      return !OPEN_END.test(value) && !/(?:天天|总|老|都|就)(?:带|买|给|拿|让|把|用|叫)$/u.test(value)
    case 'home':
    case 'employer':
    case 'origin':
    case 'birthplace':
      return (
        !OPEN_END.test(value) &&
        !POINTING.test(value) &&
        !/^(?:家|外面|里面|路上|公司|一起|自己)$|的.|[这那]/u.test(value)
      )
    default:
      return !OPEN_END.test(value) || attribute === 'instruction' || attribute === 'decision'
  }
}
