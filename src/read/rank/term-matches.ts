import type { Catalog } from '../../index/catalog.js'
import { BM25_CEILING } from '../../index/keyword/bm25.js'
import type { KeywordAnswer, KeywordHit } from '../../index/keyword/keyword-index.js'

/** Preceding messages whose words count as context of a text. */
const CONTEXT = 2

/** Scores of a document by the query's words, from its number. */
export interface TermMatches {
  /** `Signals.words` */
  wordsScore(no: number): number
  /** `Signals.context` */
  contextScore(no: number): number
}

export function termMatches({ hits, rarity, ceiling }: KeywordAnswer, catalog: Catalog): TermMatches {
  const mass = rarity.reduce((sum, one) => sum + one, 0) || 1
  // By document number: index in `hits` plus 1, or 0.
  const positions = new Uint32Array(catalog.capacity)
  hits.forEach(({ no }, i) => (positions[no] = i + 1))
  const hitOf = (no: number): KeywordHit | undefined => {
    const position = positions[no]
    return position ? hits[position - 1] : undefined
  }
  // By word: the last text (numbered by `texts`) for which it was counted, so that each word counts once per text.
  const counted = new Uint32Array(rarity.length)
  let texts = 0
  return {
    // At least 0: an index that has not yet dropped deleted documents may report a document frequency above the number
    // of documents, and so a negative score.
    wordsScore: (no) => Math.max(0, (hitOf(no)?.score ?? 0) / (ceiling || 1)) * Math.sqrt(BM25_CEILING * mass),
    contextScore(no) {
      texts++
      let sum = 0
      let at: number | undefined = no
      for (let back = 0; back <= CONTEXT && at !== undefined; back++) {
        const words = hitOf(at)?.words
        for (let i = 0; words && i < words.length; i++) {
          const word = words[i] as number
          if (counted[word] === texts) continue
          counted[word] = texts
          sum += rarity[word] ?? 0
        }
        at = catalog.previous(at)?.no
      }
      return sum / Math.sqrt(mass)
    },
  }
}
