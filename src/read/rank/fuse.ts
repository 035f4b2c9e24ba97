import type { SignalColumns, Signals } from './signals.js'

/**
 * What each signal adds to the ranking value, per unit. Rounded by hand from a fit on the development halves of LoCoMo
 * and MemoryBank (`bench/fit/fit.mjs`); `docs/retrieval.md` tells what each is worth and how to measure it again.
 */
export const WEIGHTS: Signals = {
  ...{ meaning: 1, words: 0.7, context: 1, date: 3 },
  ...{
    best: 1.4,
    linked: 0.4,
    outdated: -4,
    heir: 1,
    answer: 0.4,
    followed: 0.2,
    question: -1.4,
    behind: -0.4,
    opening: 0.8,
    other: -1.5,
  },
  ...{ entities: 0.5, names: 2, hop: 2, length: 0.6 },
}

/** The signals that a text owes to itself: what a conversation is judged by. */
const OWN = ['meaning', 'words', 'context', 'date'] as const

/**
 * The logistic fit of "this store answers the question" to the value of the best hit less what the store lacks of the question's words
 * (`lacking.ts`), over questions with an answer and strangers' questions alike, in stores of 3 to 700 messages, also with all words of the
 * question hidden from the keywords (`bench/fit/calibrate.mjs`).
 */
const MIDDLE = 8
/** Of values over which the odds grow by e. */
export const SPREAD = 3.3

/** Lack where words tell nothing: no keyword index answers, or the best is in another script than the query. The middle of what they tell. */
export const UNTOLD = 4

/** What a text is worth by itself, without its conversation. */
export const ownValueAt = (signals: SignalColumns, place: number): number => weigh(OWN, signals, place)

/** The value of every candidate, by place. Signal after signal: each column is one stretch of memory. */
export function fusedValues({ size, signals }: { size: number; signals: SignalColumns }): Float64Array {
  const values = new Float64Array(size)
  for (const name of signalNames) {
    const weight = WEIGHTS[name]
    const column = signals[name]
    for (let i = 0; i < size; i++) values[i] = (values[i] as number) + weight * (column[i] as number)
  }
  return values
}

/** The value of one, as it would be without a signal. */
export const valueWithout = (without: keyof Signals, signals: SignalColumns, place: number): number =>
  weigh(
    signalNames.filter((name) => name !== without),
    signals,
    place,
  )

function weigh(names: readonly (keyof Signals)[], signals: SignalColumns, place: number): number {
  let sum = 0
  for (const name of names) sum += WEIGHTS[name] * (signals[name][place] as number)
  return sum
}

/**
 * The value as a score from 0 to 1, by what the store lacks of the query's words: how likely a store whose best hit has it answers the
 * question, were half of all questions answerable.
 */
export function scoreOf(value: number, lack: number): number {
  return 1 / (1 + Math.exp((MIDDLE + lack - value) / SPREAD))
}

export const signalNames = Object.keys(WEIGHTS) as (keyof Signals)[]
