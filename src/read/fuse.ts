import type { Signals } from './signals.js'

/**
 * What each signal adds to the ranking value, per unit. Rounded by hand from a fit on the development halves of LoCoMo
 * and MemoryBank (`bench/fit/fit.mjs`); `docs/retrieval.md` tells what each is worth and how to measure it again.
 */
export const WEIGHTS: Signals = {
  ...{ meaning: 1, words: 0.7, context: 1, date: 3 },
  ...{ session: 0.6, best: 0.6, linked: 0.4, outdated: -4, heir: 1, answer: 0.4, followed: 0.2, question: -1.4, behind: -0.4, opening: 0.8, other: -1.5 },
  ...{ entities: 0.5, names: 2, hop: 2, length: 0.6 },
}

/** The signals that a text owes to itself: what a conversation is judged by. */
const OWN = ['meaning', 'words', 'context', 'date'] as const

/**
 * The logistic fit of "this store answers the question" to the value of the best hit, over questions with an answer and strangers' questions
 * alike, in stores of 3 to 700 messages, also with all words of the question hidden from it (`bench/fit/calibrate.mjs`).
 */
const MIDDLE = 10.8
const SPREAD = 3

/** What a text is worth by itself, without its conversation. */
export function ownValue(signals: Signals): number {
  return OWN.reduce((sum, name) => sum + WEIGHTS[name] * signals[name], 0)
}

export function fusedValue(signals: Signals): number {
  return signalNames.reduce((sum, name) => sum + WEIGHTS[name] * signals[name], 0)
}

/** The value as a score from 0 to 1: how likely a store whose best hit has it answers the question, were half of all questions answerable. */
export function scoreOf(value: number): number {
  return 1 / (1 + Math.exp((MIDDLE - value) / SPREAD))
}

export const signalNames = Object.keys(WEIGHTS) as (keyof Signals)[]
