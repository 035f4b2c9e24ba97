import type { KeywordAnswer } from '../../index/keyword/keyword-index.js'
import { NEUTRAL_PENALTY } from './fuse.js'

/** Penalty per unit of ln(texts searched) if no text contains any of the query's words. */
const PENALTY = 2
const MOST = 6

/**
 * Penalty for query words that no text contains, 0 to 6, in units of the ranking value: their share of the query's
 * inverse document frequency, times the logarithm of the number of texts searched, since a word that is missing from
 * 700 texts says more than one that is missing from three.
 */
export function missingTermRarity({ hits, rarity }: KeywordAnswer, searched: number): number {
  if (rarity.length === 0) return NEUTRAL_PENALTY
  const missing = new Set(rarity.keys())
  for (const { words } of hits) {
    for (const word of words) missing.delete(word)
    if (missing.size === 0) return 0
  }
  const sum = (one: number, other: number): number => one + other
  return Math.min(
    MOST,
    (PENALTY * Math.log(searched) * [...missing].map((word) => rarity[word] as number).reduce(sum, 0)) /
      rarity.reduce(sum),
  )
}
