import { isChinese } from './content-words.js'

interface Thresholds {
  /** At or above: the same fact, if nothing else tells them apart. */
  same: number
  /** Below: unrelated; between the two: the same fact only when the words agree. */
  akin: number
}

/**
 * In deviations above unrelated texts (`KnownFact.similarity`), for e5-small-en-zh, where identical texts reach 10.2 (Latin) and 7.8 (Chinese).
 * Measured by `node bench/reconcile/run.mjs`, 60 pairs a kind and language (10 of the long ones); minimum, 5 %, median, 95 %, maximum:
 * |                          | English                  | Chinese                 |
 * |---|---|---|
 * | paraphrases              | 5.8, 7.7, 9.3, 10.0, 10.1 | 4.6, 6.3, 7.1, 7.6, 7.7 |
 * | elaborations             | 4.3, 4.8, 7.1, 8.5, 8.9   | 4.7, 4.8, 6.2, 6.9, 7.0 |
 * | related, not the same    | 4.8, 5.5, 7.4, 9.2, 9.5   | 4.1, 4.8, 6.1, 6.9, 7.3 |
 * | long, one thing another  | 8.4, 8.4, 9.2, 9.8, 9.8   | 6.5, 6.5, 7.3, 7.6, 7.6 |
 * The kinds overlap: no vector alone tells Lyon from Lisbon. So `same` stands above every related pair but those whose persons differ, which
 * is seen otherwise; `akin` stands below 95 % of the elaborations. Long texts are not judged by their vectors at all.
 */
const LATIN: Thresholds = { same: 9.4, akin: 4.7 }
const CHINESE: Thresholds = { same: 7.05, akin: 4.7 }

/** The thresholds for a pair of texts; undefined across scripts, where no vector decides. */
export function thresholdsFor(a: string, b: string): Thresholds | undefined {
  if (isChinese(a) !== isChinese(b)) return undefined
  return isChinese(a) ? CHINESE : LATIN
}

/** In content words. One word moves the vector of a longer text too little. */
export const LONGEST_JUDGED = 6
