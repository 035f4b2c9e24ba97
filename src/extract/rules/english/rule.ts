import type { Discourse, Draft } from '../draft.js'
import type { Example } from '../../text/example.js'
import type { Clause } from './clauses.js'
import type { Aspect, Predicate } from './predicate.js'
import type { Subject } from './subject.js'
import type { Dated } from './when.js'

/** A clause that has been read. */
export interface Reading {
  subject: Subject
  predicate: Predicate
  clause: Clause
  discourse: Discourse
  /** The whole fact, in the third person, its dates resolved. */
  sentence: Dated
  /** "no longer", "not any more", "stopped": the state has ended. */
  ended: boolean
}

/** One way to say one thing: which verbs, in which aspects, followed by what. */
export interface Rule {
  /** A sentence that the rule reads and the fact it yields; run by a test. */
  example: Example
  /** Lemmas, separated by spaces. */
  verbs: string
  aspects?: readonly Aspect[]
  /** Matches what follows the verb. Named groups: `value`, and `previous` for the value that it replaces. */
  complement?: RegExp
  reject?: RegExp
  attribute: string | ((match: RegExpMatchArray, reading: Reading) => string | undefined)
  /** Whose facts the rule reads: the speaker's, those of people and pets spoken of, or both. */
  subject?: 'self' | 'people' | 'any'
  /** `no`: the verb must not be negated. A negated state that "any more" ends is a retraction, by itself. */
  negative?: 'no' | 'only' | 'either'
  mode?: Draft['mode']
  /** The value may be a list: "peanuts and shellfish" yields two facts. */
  list?: boolean
  /** The clause must name a date. */
  needsDate?: boolean
  value?: (match: RegExpMatchArray, reading: Reading) => string | undefined
  text?: (match: RegExpMatchArray, reading: Reading) => string
}

/** The aspects in which a state is said to hold now. */
export const PRESENT: readonly Aspect[] = ['present', 'progressive', 'perfect-progressive']
export const PAST: readonly Aspect[] = ['past', 'perfect']
export const FUTURE: readonly Aspect[] = ['progressive', 'going-to', 'will']
