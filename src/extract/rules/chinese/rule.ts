import { pattern } from '../../../language/pattern.js'
import type { Draft } from '../draft.js'
import type { Example } from '../../text/example.js'

/** One way to say one thing. `v` and `p` are the named groups of the value and of what it replaces. */
export interface Rule {
  /** What it reads, run by a test. */
  example: Example
  attribute: string | ((match: RegExpMatchArray) => string | undefined)
  /** Tried at the beginning of a predicate, after its adverbs and dates, in simplified characters. */
  match: RegExp
  reject?: RegExp
  /** So telling that the speaker is meant when nobody is named: 对花生过敏. */
  bare?: boolean
  who?: 'self' | 'people'
  mode?: Draft['mode']
  /** 、 and 和 join values that are facts of their own. */
  list?: boolean
  /** What the whole sentence must hold. */
  within?: RegExp
  /** A date must be said, in the future or in the past. */
  dated?: 'coming' | 'past'
  /** Said of the value instead of the predicate, where that does not stand by itself: 尤其是赵雷. */
  says?: string
  value?: (match: RegExpMatchArray) => string
}

/** What a value may not begin with: it points into the conversation. */
export const POINTING = pattern('u')`
  ^(?:这|那|你|您|它|他|她|上面|下面|以上|以下|第[一二三\d]|什么|哪|怎么|这样|那样|一下|刚才|前面|后面的|谁)
`
