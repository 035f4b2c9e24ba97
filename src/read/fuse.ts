import type { Signals } from './signals.js'

/**
 * What each signal adds to the ranking value, per unit. Rounded by hand from a fit on the development halves of LoCoMo
 * and MemoryBank; `docs/retrieval.md` tells what each is worth and how to measure it again.
 */
export const WEIGHTS: Signals = { meaning: 1, words: 1, context: 1, date: 2, session: 1, linked: 0.2, outdated: -4, heir: 1, answer: 1, question: -1, length: 0.5 }

/** The signals that a text owes to itself: what a conversation is judged by. */
const OWN = ['meaning', 'words', 'context', 'date'] as const

/**
 * The best answer that a conversation has for a question of its own is worth 19 in the median (13 at the fifth percentile), the best
 * that a stranger's conversation of 600 messages has 8 (15 at the 95th); a lone text on the subject that shares no word with the query 4,
 * one on another subject less than 1.
 */
const MIDDLE = 9
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
