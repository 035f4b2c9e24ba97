import type { Signals } from './signals.js'

/**
 * What each signal adds to the ranking value, per unit. Rounded by hand from a fit on the development halves of LoCoMo
 * and MemoryBank; `docs/retrieval.md` tells what each is worth and how to measure it again.
 */
export const WEIGHTS: Signals = { meaning: 1, words: 1, context: 1, date: 2, session: 1, answer: 1, question: -1, length: 0.5 }

/** The signals that a text owes to itself: what a conversation is judged by. */
const OWN = ['meaning', 'words', 'context', 'date'] as const

/**
 * The best answer to a question of a conversation has a value of 18 in the median, the best that a stranger's conversation
 * offers one of 8; the middle is a little nearer to the strangers, whose spread is wider.
 */
const MIDDLE = 11
const SPREAD = 3

/** What a text is worth by itself, without its conversation. */
export function ownValue(signals: Signals): number {
  return OWN.reduce((sum, name) => sum + WEIGHTS[name] * signals[name], 0)
}

export function fusedValue(signals: Signals): number {
  return signalNames.reduce((sum, name) => sum + WEIGHTS[name] * signals[name], 0)
}

/** The value as a score from 0 to 1. It depends on the query, the text and its conversation alone, so it means the same in every store. */
export function scoreOf(value: number): number {
  return 1 / (1 + Math.exp((MIDDLE - value) / SPREAD))
}

export const signalNames = Object.keys(WEIGHTS) as (keyof Signals)[]
