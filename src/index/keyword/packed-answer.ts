import type { KeywordAnswer, KeywordHit } from './keyword-index.js'

/**
 * An answer whose hits cross from thread to thread as a few buffers: a clone of two thousand objects takes longer than
 * finding them.
 */
export interface PackedAnswer extends Omit<KeywordAnswer, 'hits'> {
  nos: Uint32Array
  scores: Float64Array
  /** The words of all hits, one hit after another, and where those of each end. */
  words: Uint32Array
  ends: Uint32Array
}

// Plain loops: `from` with a function, views and their copies take longer for thousands of hits of two or three words
// than finding them.

export function packed({ hits, ...rest }: KeywordAnswer): PackedAnswer {
  const count = hits.length
  const [nos, scores, ends] = [new Uint32Array(count), new Float64Array(count), new Uint32Array(count)]
  const words = new Uint32Array(hits.reduce((sum, hit) => sum + hit.words.length, 0))
  let end = 0
  hits.forEach((hit, i) => {
    nos[i] = hit.no
    scores[i] = hit.score
    for (const word of hit.words) words[end++] = word
    ends[i] = end
  })
  return { ...rest, nos, scores, words, ends }
}

export function unpacked({ nos, scores, words, ends, ...rest }: PackedAnswer): KeywordAnswer {
  const hits: KeywordHit[] = []
  let own: number[] = []
  for (let i = 0, at = 0; i < nos.length; i++) {
    const count = (ends[i] as number) - at
    // Hits of nearly the same score mostly have the same words: they share the list.
    let isSame = count === own.length
    for (let j = 0; isSame && j < count; j++) isSame = own[j] === words[at + j]
    if (!isSame) own = Array.from({ length: count }, (_, j) => words[at + j] as number)
    at += count
    hits.push({ no: nos[i] as number, score: scores[i] as number, words: own })
  }
  return { hits, ...rest }
}
