import type { KnownFact, NewFact } from './decision.js'

// Facts from untrusted sources are stored beside trusted ones: they neither end nor reword a trusted fact, and are no
// evidence for it.

/** Whether the fact's trust allows it to end the known one. */
export const mayClose = (fact: NewFact, known: KnownFact): boolean => !fact.trust || known.trust !== undefined

/** Whether the known fact can make the new one a repetition or late news: an untrusted one cannot for a trusted one. */
export const counts = (fact: NewFact, known: KnownFact): boolean => fact.trust !== undefined || !known.trust

/** Whether both have the same trust, so that one may replace the other's text. */
export const sameTrust = (fact: NewFact, known: KnownFact): boolean => fact.trust === known.trust
