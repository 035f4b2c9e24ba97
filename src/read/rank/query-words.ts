import type { Catalog } from '../../index/catalog.js'
import { BM25_CEILING } from '../../index/keyword/bm25.js'
import type { KeywordAnswer, KeywordHit } from '../../index/keyword/keyword-index.js'

/** Messages before a text whose words count as its context. */
const CONTEXT = 2

export interface WordsFound {
  /** As `Signals.words`. */
  in(no: number): number
  /** As `Signals.context`. */
  around(no: number): number
}

/** Which of the query's words the texts have, by document number. */
export function wordsFound({ hits, rarity, ceiling }: KeywordAnswer, catalog: Catalog): WordsFound {
  const mass = rarity.reduce((sum, one) => sum + one, 0) || 1
  // 0 is none, else one more than its place among the hits.
  const places = new Uint32Array(catalog.capacity)
  hits.forEach(({ no }, i) => (places[no] = i + 1))
  const hitOf = (no: number): KeywordHit | undefined => {
    const place = places[no]
    return place ? hits[place - 1] : undefined
  }
  // By word, the last text for which it was counted.
  const counted = new Uint32Array(rarity.length)
  let texts = 0
  return {
    // An index that still counts removed documents can find a word in more documents than there are, and its score
    // below 0.
    in: (no) => Math.max(0, (hitOf(no)?.score ?? 0) / (ceiling || 1)) * Math.sqrt(BM25_CEILING * mass),
    around(no) {
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
