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
  /** Lemmas, separated by spaces; `*`: any verb. */
  verbs: string
  /** By default `present`, `progressive`, `perfect` and `perfect-progressive`. */
  aspects?: readonly Aspect[]
  /**
   * Matches what follows the verb; by default anything. Named groups: `value`, and `previous` for the value that it
   * replaces.
   */
  complement?: RegExp
  /** The rule does not apply if this matches anywhere in what follows the verb. */
  reject?: RegExp
  /** A key of `ATTRIBUTES` (`extract/text/attributes.ts`), with an optional part after a colon: `favorite:color`. */
  attribute: string | ((match: RegExpMatchArray, reading: Reading) => string | undefined)
  /** Whose facts the rule reads: the speaker's, those of people and pets spoken of, or both (default). */
  subject?: 'self' | 'people' | 'any'
  /** `no` (default): the verb must not be negated. A negated state that "any more" ends is a retraction, by itself. */
  negative?: 'no' | 'only' | 'either'
  /** What the fact does to what is known: `FactMode` in `extract/fact.ts`. */
  mode?: Draft['mode']
  /** The value may be a list: "peanuts and shellfish" yields two facts. */
  list?: boolean
  /** The clause must name a date. */
  needsDate?: boolean
  /** The value of the fact; by default the group `value`. Without a value, the rule yields nothing. */
  value?: (match: RegExpMatchArray, reading: Reading) => string | undefined
  /** The text of the fact; by default the clause in the third person. */
  text?: (match: RegExpMatchArray, reading: Reading) => string
}

/** The aspects in which a state is said to hold now. */
export const PRESENT: readonly Aspect[] = ['present', 'progressive', 'perfect-progressive']
export const PAST: readonly Aspect[] = ['past', 'perfect']
export const FUTURE: readonly Aspect[] = ['progressive', 'going-to', 'will']
