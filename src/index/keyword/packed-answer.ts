import type { KeywordAnswer } from './keyword-index.js'

/** An answer whose hits cross from thread to thread as a few buffers: a clone of two thousand objects takes longer than finding them. */
export interface PackedAnswer extends Omit<KeywordAnswer, 'hits'> {
  nos: Uint32Array
  scores: Float64Array
  /** The words of all hits, one hit after another, and where those of each end. */
  words: Uint32Array
  ends: Uint32Array
}

export function packed({ hits, ...rest }: KeywordAnswer): PackedAnswer {
  const ends = new Uint32Array(hits.length)
  let end = 0
  hits.forEach(({ words }, i) => (ends[i] = end += words.length))
  const words = new Uint32Array(end)
  hits.forEach((hit, i) => words.set(hit.words, (ends[i] as number) - hit.words.length))
  return { ...rest, nos: Uint32Array.from(hits, ({ no }) => no), scores: Float64Array.from(hits, ({ score }) => score), words, ends }
}

export function unpacked({ nos, scores, words, ends, ...rest }: PackedAnswer): KeywordAnswer {
  const hits = Array.from(nos, (no, i) => ({ no, score: scores[i] as number, words: Array.from(words.subarray(ends[i - 1] ?? 0, ends[i])) }))
  return { hits, ...rest }
}
