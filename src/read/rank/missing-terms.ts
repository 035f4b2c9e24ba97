import type { KeywordAnswer } from '../../index/keyword/keyword-index.js'
import { UNTOLD } from './fuse.js'

/**
 * For each e-fold of the texts searched, how much more the best must be worth where none of them has any of the query's
 * words.
 */
const UNKNOWN = 2
const MOST = 6

/**
 * How much more than usual a text must be worth for the same score, 0 to 6: of the query's words the share that no text
 * has, rare ones counting more. That a word is in none of 700 texts tells more than that it is in none of three.
 */
export function missingTermRarity({ hits, rarity }: KeywordAnswer, searched: number): number {
  if (rarity.length === 0) return UNTOLD
  const unknown = new Set(rarity.keys())
  for (const { words } of hits) {
    for (const word of words) unknown.delete(word)
    if (unknown.size === 0) return 0
  }
  const sum = (one: number, other: number): number => one + other
  return Math.min(
    MOST,
    (UNKNOWN * Math.log(searched) * [...unknown].map((word) => rarity[word] as number).reduce(sum, 0)) /
      rarity.reduce(sum),
  )
}
