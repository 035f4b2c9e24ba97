import { isChinese } from './content-words.js'

interface Thresholds {
  /** At or above: the same fact, if nothing else tells them apart. */
  same: number
  /** Below: unrelated; between the two: the same fact only when the words agree. */
  akin: number
}

/**
 * In deviations above unrelated texts (`KnownFact.similarity`), for e5-small-memory-en-zh, where identical texts reach
 * 8.7 (Latin) and 8.5 (Chinese). Measured over the pairs of `node bench/reconcile/run.mjs`, 60 a kind and language (10
 * of the long ones); minimum, 5 %, median, 95 %, maximum:
 * |                          | English                 | Chinese                 |
 * |---|---|---|
 * | paraphrases              | 4.4, 6.6, 7.7, 8.5, 8.6 | 4.5, 6.5, 7.6, 8.3, 8.4 |
 * | elaborations             | 4.1, 4.3, 6.5, 7.5, 7.6 | 4.8, 5.3, 6.9, 7.6, 7.8 |
 * | related, not the same    | 3.6, 4.3, 6.5, 7.6, 8.0 | 4.3, 5.3, 7.1, 8.1, 8.2 |
 * | long, one thing another  | 7.3, 7.3, 8.1, 8.6, 8.6 | 7.4, 7.4, 7.9, 8.5, 8.5 |
 * The kinds overlap: no vector alone tells Lyon from Lisbon. So `same` stands above every related pair; `akin` stands
 * below 95 % of the elaborations. Long texts are not judged by their vectors at all.
 */
const LATIN: Thresholds = { same: 8, akin: 4.2 }
const CHINESE: Thresholds = { same: 8.25, akin: 5.2 }

/** The thresholds for a pair of texts; undefined across scripts, where no vector decides. */
export function thresholdsFor(a: string, b: string): Thresholds | undefined {
  if (isChinese(a) !== isChinese(b)) return undefined
  return isChinese(a) ? CHINESE : LATIN
}

/** In content words. One word moves the vector of a longer text too little. */
export const LONGEST_JUDGED = 6
