import type { KnownFact, NewFact } from './decision.js'

// What an untrusted source says stands beside what trusted ones say: it ends and rewords nothing of theirs, and is no
// evidence for it.

/** Whether the fact may end what is known. */
export const mayTouch = (fact: NewFact, known: KnownFact): boolean => !fact.trust || known.trust !== undefined

/**
 * Whether what is known counts for the fact, as something told already or said since: for a trusted one only trusted
 * words do.
 */
export const counts = (fact: NewFact, known: KnownFact): boolean => fact.trust !== undefined || !known.trust

/** Whether both are of one kind, so that one may tell the other more fully. */
export const isAlikeTrusted = (fact: NewFact, known: KnownFact): boolean => fact.trust === known.trust
