import { pattern } from '../../../language/pattern.js'
import type { Draft } from '../draft.js'
import type { Example } from '../../text/example.js'

/** One way to say one thing. The named groups are `v`, the value, and `p`, the value that it replaces. */
export interface Rule {
  /** A sentence that the rule reads and the fact it yields; run by a test. */
  example: Example
  attribute: string | ((match: RegExpMatchArray) => string | undefined)
  /** Tried at the beginning of a predicate, after its adverbs and dates, in simplified characters. */
  match: RegExp
  reject?: RegExp
  /** May be about the speaker without a subject: 对花生过敏 (allergic to peanuts). */
  subjectless?: boolean
  who?: 'self' | 'people'
  mode?: Draft['mode']
  /** 、 and 和 (and) join values that become facts of their own. */
  list?: boolean
  /** What the whole sentence must match. */
  sentence?: RegExp
  /** The clause must name a date in the future or in the past. */
  dated?: 'future' | 'past'
  /** Stands before the value in the fact where the predicate says nothing by itself: 尤其是赵雷 (Zhao Lei above all). */
  predicate?: string
  value?: (match: RegExpMatchArray) => string
}

/** What a value may not begin with, since it points into the conversation. */
export const POINTING = pattern('u')`
  ^(?:这|那|你|您|它|他|她|上面|下面|以上|以下|第[一二三\d]|什么|哪|怎么|这样|那样|一下|刚才|前面|后面的|谁)
`
