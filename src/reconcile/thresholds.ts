import { isChinese } from './content-words.js'

interface Thresholds {
  /** At or above: the same fact, unless numbers, names or negation differ. */
  same: number
  /** Below: a different fact. Between the two: the same fact only if the words agree. */
  akin: number
}

/**
 * In the unit of `KnownFact.similarity` (standard deviations above unrelated texts), for e5-small-memory-en-zh, where
 * identical texts reach 8.7 (Latin) and 8.5 (Chinese). Measured by `node bench/reconcile/run.mjs` on 60 pairs per kind
 * and language (10 long ones); minimum, 5th percentile, median, 95th percentile, maximum:
 *
 * |                          | English                 | Chinese                 |
 * | ------------------------ | ----------------------- | ----------------------- |
 * | paraphrases              | 4.4, 6.6, 7.7, 8.5, 8.6 | 4.5, 6.5, 7.6, 8.3, 8.4 |
 * | elaborations             | 4.1, 4.3, 6.5, 7.5, 7.6 | 4.8, 5.3, 6.9, 7.6, 7.8 |
 * | related, not the same    | 3.6, 4.3, 6.5, 7.6, 8.0 | 4.3, 5.3, 7.1, 8.1, 8.2 |
 * | long, one detail differs | 7.3, 7.3, 8.1, 8.6, 8.6 | 7.4, 7.4, 7.9, 8.5, 8.5 |
 *
 * The kinds overlap: vectors alone do not distinguish Lyon from Lisbon. So `same` is at or above every related pair
 * that is not the same, and `akin` below 95 % of the elaborations. Long texts are not compared by vector at all.
 */
const LATIN: Thresholds = { same: 8, akin: 4.2 }
const CHINESE: Thresholds = { same: 8.25, akin: 5.2 }

/** The thresholds for a pair of texts; undefined for one Chinese and one other text, where vectors do not decide. */
export function thresholdsFor(a: string, b: string): Thresholds | undefined {
  if (isChinese(a) !== isChinese(b)) return undefined
  return isChinese(a) ? CHINESE : LATIN
}

/** Content words of the longest text that is compared by vector: in longer ones a single word hardly moves it. */
export const LONGEST_COMPARED = 6
