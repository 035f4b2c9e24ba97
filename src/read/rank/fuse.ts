import type { Distribution } from '../../embed/embedder.js'
import type { SignalColumns, Signals } from './signals.js'

/** How the candidates of a query are weighed: one for each kind of conversation. */
export interface Scoring {
  /** What each signal adds to the ranking value, per unit. */
  weights: Signals
  /** The value at which a store's best hit is as likely to answer the question as not, before `lack`. */
  middle: number
  /** Of values, over which the odds of that grow by e. */
  spread: number
  /**
   * Whether the score asks how alike query and best text are by themselves (`unlikeness`), or which of its words the
   * store lacks (`missingTermRarity`).
   */
  judgedBy: 'likeness' | 'words'
  /** Long texts owe less to their conversation. */
  longStandAlone: boolean
  /** What a text without a vector has for its meaning, per unit of `words`. */
  meaningOfWords: number
}

/**
 * A person and an assistant that answers at length. Rounded from a fit on six sets of such chats in English and
 * Chinese, each scored by weights fitted on the others; a signal is 0 here when it gained on no set that it was not
 * fitted on (docs/retrieval.md).
 */
export const CHAT: Scoring = {
  weights: {
    ...{ meaning: 1, words: 0.2, context: 0, date: 2.4 },
    ...{ speaker: -1.5, question: -0.6, newer: -1.3 },
    ...{ best: 0.15, linked: 0.1, answer: 0.15, outdated: -4, heir: 1 },
    ...{ entities: 0.2, hop: 1, followed: 0, behind: 0, opening: 0, names: 0, length: 0 },
  },
  middle: 2.6,
  spread: 1.5,
  judgedBy: 'likeness',
  longStandAlone: true,
  meaningOfWords: 0.8,
}

/**
 * People among themselves, each under a name: what is said is short, and half of what it means stands in the messages
 * around it. Fitted on LoCoMo.
 */
export const PEOPLE: Scoring = {
  weights: {
    ...{ meaning: 1, words: 0.7, context: 1, date: 3 },
    ...{ speaker: -1.5, question: -1.6, newer: 0 },
    ...{ best: 1.4, linked: 0.4, answer: 0.4, outdated: -4, heir: 1 },
    ...{ followed: 0.2, behind: -0.4, opening: 0.8, entities: 0.5, names: 2, hop: 2, length: 0.6 },
  },
  middle: 8,
  spread: 3.3,
  judgedBy: 'words',
  longStandAlone: false,
  meaningOfWords: 0,
}

/**
 * By who speaks in the texts that are looked at: people among themselves where at least two have names and no assistant
 * takes part. Without vectors words and conversation have to do, which count there.
 */
export function scoringFor(
  texts: readonly { role: string | undefined; name: string | undefined }[],
  byWordsOnly = false,
): Scoring {
  if (byWordsOnly) return PEOPLE
  const names = new Set<string | undefined>()
  for (const { role, name } of texts) {
    if (role === 'assistant') return CHAT
    if (name !== undefined) names.add(name)
  }
  return names.size > 1 ? PEOPLE : CHAT
}

/**
 * What a text is worth by itself, without its conversation: what its neighbours, its facts and its conversation are
 * judged by.
 */
const OWN = { meaning: 1, words: 0.7, context: 1, date: 3 } as const

/**
 * Lack where words tell nothing: no keyword index answers, or the best is in another script than the query. The middle
 * of what they tell.
 */
export const UNTOLD = 4

export const signalNames = Object.keys(CHAT.weights) as (keyof Signals)[]

export const ownValueAt = (signals: SignalColumns, place: number): number =>
  weigh(OWN, Object.keys(OWN) as (keyof typeof OWN)[], signals, place)

/** The value of every candidate, by place. Signal after signal: each column is one stretch of memory. */
export function fusedValues(candidates: { size: number; signals: SignalColumns; scoring: Scoring }): Float64Array {
  const { size, signals, scoring } = candidates
  const values = new Float64Array(size)
  for (const name of signalNames) {
    const weight = scoring.weights[name]
    if (weight === 0) continue
    const column = signals[name]
    for (let i = 0; i < size; i++) values[i] = (values[i] as number) + weight * (column[i] as number)
  }
  return values
}

/** The value of one, as it would be without a signal. */
export const valueWithout = (without: keyof Signals, { weights }: Scoring, signals: SignalColumns, place: number) =>
  weigh(
    weights,
    signalNames.filter((name) => name !== without),
    signals,
    place,
  )

function weigh<Name extends keyof Signals>(
  weights: Record<Name, number>,
  names: readonly Name[],
  signals: SignalColumns,
  place: number,
): number {
  let sum = 0
  for (const name of names) sum += weights[name] * (signals[name][place] as number)
  return sum
}

/** Cosine, in deviations above unrelated texts, that what answers a question usually has. */
const ALIKE = 3

/**
 * How much less alike than an answer the best text is, in deviations; the value tells how far it stands out in this
 * store only.
 */
export const unlikeness = (cosine: number, { mean, deviation }: Distribution): number =>
  ALIKE - (cosine - mean) / deviation

/**
 * The value as a score from 0 to 1, by what speaks against the query as a whole (`lack`): how likely a store whose best
 * hit has it answers the question, were half of all questions answerable. A logistic fit.
 */
export function scoreOf(value: number, lack: number, { middle, spread }: Scoring): number {
  return 1 / (1 + Math.exp((middle + lack - value) / spread))
}
