import { isChinese } from './words.js'

interface Thresholds {
  /** At or above: the same fact, if nothing else tells them apart. */
  same: number
  /** Below: unrelated; between the two: the same fact only when the words agree. */
  akin: number
}

/**
 * In deviations above unrelated texts (`KnownFact.similarity`), for e5-small-en-zh, whose identical texts reach 10.2 (Latin) and 7.8
 * (Chinese); measured by `node bench/reconcile/run.mjs` on 60 pairs a kind and language, apart from the long ones:
 * | minimum, 5 %, median, 95 %, maximum | paraphrases              | elaborations            | merely related          |
 * |---|---|---|---|
 * | English                             | 5.8, 7.7, 9.3, 10.0, 10.1 | 4.3, 4.8, 7.1, 8.5, 8.9 | 4.8, 5.5, 7.4, 9.2, 9.5 |
 * | Chinese                             | 4.6, 6.3, 7.1, 7.6, 7.7   | 4.7, 4.8, 6.2, 6.9, 7.0 | 4.1, 4.8, 6.1, 6.9, 7.3 |
 * The kinds overlap, so `same` stands above every related pair but those that other words tell apart anyway (their persons differ).
 */
const LATIN: Thresholds = { same: 9.4, akin: 4.7 }
const CHINESE: Thresholds = { same: 7.05, akin: 4.7 }

/** The thresholds for a pair of texts; undefined across scripts, where no vector decides. */
export function thresholdsFor(a: string, b: string): Thresholds | undefined {
  if (isChinese(a) !== isChinese(b)) return undefined
  return isChinese(a) ? CHINESE : LATIN
}

/** In content words. A longer text moves too little in the vector space by the one word in which it differs. */
export const LONGEST_JUDGED = 8
