import type { Distribution } from '../../embed/embedder.js'
import type { SignalColumns, Signals } from './signals.js'

/** A linear ranking model and its calibration. There is one for each kind of conversation. */
export interface Scoring {
  /** Added to the ranking value per unit of each signal. */
  weights: Signals
  /** Ranking value of a store's best hit at which it answers the question with probability ½, without penalty. */
  midpoint: number
  /** Increase of the ranking value that multiplies the odds by e. */
  spread: number
  /**
   * Source of the penalty in the score of the whole result list: `similarity` of query and best text (`dissimilarity`),
   * or the query's `words` that no text contains (`missingTermRarity`).
   */
  penaltyFrom: 'similarity' | 'words'
  /** Whether long texts get less from their conversation (`Signals.best`, `Signals.answer`). */
  longTextsAreIndependent: boolean
  /** `Signals.meaning` of a text without a vector, per unit of `Signals.words`. */
  meaningPerWords: number
}

/**
 * Conversations of a person with an assistant that answers at length. Rounded from a fit on six such data sets in
 * English and Chinese with leave-one-set-out validation. A signal has weight 0 if it improved no held-out set
 * (docs/retrieval.md).
 */
export const CHAT: Scoring = {
  weights: {
    ...{ meaning: 1, words: 0.2, context: 0, date: 2.4 },
    ...{ speaker: -1.5, question: -0.6, newer: -1.3 },
    ...{ best: 0.15, linked: 0.1, answer: 0.15, outdated: -4, successor: 1 },
    ...{ entities: 0.2, hop: 1, followed: 0, behind: 0, opening: 0, names: 0, length: 0 },
  },
  midpoint: 2.6,
  spread: 1.5,
  penaltyFrom: 'similarity',
  longTextsAreIndependent: true,
  meaningPerWords: 0.8,
}

/**
 * Conversations of people with each other, each under a name. Messages are short and depend on those around them.
 * Fitted on LoCoMo.
 */
export const PEOPLE: Scoring = {
  weights: {
    ...{ meaning: 1, words: 0.7, context: 1, date: 3 },
    ...{ speaker: -1.5, question: -1.6, newer: 0 },
    ...{ best: 1.4, linked: 0.4, answer: 0.4, outdated: -4, successor: 1 },
    ...{ followed: 0.2, behind: -0.4, opening: 0.8, entities: 0.5, names: 2, hop: 2, length: 0.6 },
  },
  midpoint: 8,
  spread: 3.3,
  penaltyFrom: 'words',
  longTextsAreIndependent: false,
  meaningPerWords: 0,
}

/**
 * Selects the model by the speakers of the candidates: `PEOPLE` if at least two have names and none is an assistant.
 * `byWordsOnly`: there are no vectors; then `PEOPLE` too, which gives more weight to words and conversation.
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
 * Weights of the base value: the value of a text by the signals that depend on it alone. The signals about neighbours,
 * facts and conversations (`best`, `linked`, `answer`, …) are computed from the base values of those.
 */
const BASE_WEIGHTS = { meaning: 1, words: 0.7, context: 1, date: 3 } as const

/**
 * Penalty where missing words say nothing: without a keyword index, or if the best text is in another script than the
 * query. The middle of the range of `missingTermRarity`.
 */
export const NEUTRAL_PENALTY = 4

export const signalNames = Object.keys(CHAT.weights) as (keyof Signals)[]

export const baseValueAt = (signals: SignalColumns, position: number): number =>
  weigh(BASE_WEIGHTS, Object.keys(BASE_WEIGHTS) as (keyof typeof BASE_WEIGHTS)[], signals, position)

/** Ranking value of every candidate, by position. Column by column, since each is contiguous in memory. */
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

/** Ranking value of one candidate, with one signal left out. */
export const valueWithout = (without: keyof Signals, { weights }: Scoring, signals: SignalColumns, position: number) =>
  weigh(
    weights,
    signalNames.filter((name) => name !== without),
    signals,
    position,
  )

function weigh<Name extends keyof Signals>(
  weights: Record<Name, number>,
  names: readonly Name[],
  signals: SignalColumns,
  position: number,
): number {
  let sum = 0
  for (const name of names) sum += weights[name] * (signals[name][position] as number)
  return sum
}

/** Usual cosine between a question and its answer, in standard deviations above that of unrelated texts. */
const ANSWER_SIMILARITY = 3

/**
 * Penalty for a best text that is less similar to the query than answers usually are, in standard deviations; negative
 * if it is more similar. The ranking value alone only compares texts of the same store.
 */
export const dissimilarity = (cosine: number, { mean, deviation }: Distribution): number =>
  ANSWER_SIMILARITY - (cosine - mean) / deviation

/**
 * Ranking value as a calibrated score, 0 to 1: the probability that a store whose best hit has this value answers the
 * question, if half of all questions are answerable. A logistic fit. `penalty`: subtracted from the values of all hits
 * of the query.
 */
export function scoreOf(value: number, penalty: number, { midpoint, spread }: Scoring): number {
  return 1 / (1 + Math.exp((midpoint + penalty - value) / spread))
}
