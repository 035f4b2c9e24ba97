import { lazily } from '../../platform/lazily.js'

const SENTENCE_END = /(?<=[.!?。！？\n])\s*/u
/** A stretch without a sentence's end is cut here, so that one endless line is not one sentence. */
const LONGEST_SENTENCE = 400

/**
 * The stretch of at most `limit` characters that shares most words with the query; the whole text when it fits. Cuts
 * show as "…".
 */
export async function excerpt(text: string, query: string, limit: number): Promise<string> {
  if (text.length <= limit) return text
  // Stemmer and segmenter are needed for long texts only, and not worth a place in the core.
  const { terms } = await lazily(() => import('../../language/terms.js'))
  const sentences = text.split(SENTENCE_END).flatMap(pieces)
  const wanted = new Set(terms(query))
  const hits = sentences.map((sentence) => new Set(terms(sentence).filter((term) => wanted.has(term))).size)
  // No spread: a megabyte of full stops is more sentences than a call takes arguments.
  const best = hits.reduce((best, count, i) => (count > (hits[best] as number) ? i : best), 0)
  let [start, end, length] = [best, best + 1, sentences[best]?.length ?? 0]
  for (;;) {
    // What follows an answer explains it more often than what leads to it.
    const after = sentences[end]
    const before = sentences[start - 1]
    if (after !== undefined && length + after.length < limit) [end, length] = [end + 1, length + after.length + 1]
    else if (before !== undefined && length + before.length < limit)
      [start, length] = [start - 1, length + before.length + 1]
    else break
  }
  const stretch = sentences.slice(start, end).join(' ').slice(0, limit)
  return `${start > 0 ? '… ' : ''}${stretch}${end < sentences.length ? ' …' : ''}`
}

function pieces(sentence: string): string[] {
  const found: string[] = []
  for (let at = 0; at < sentence.length; at += LONGEST_SENTENCE) found.push(sentence.slice(at, at + LONGEST_SENTENCE))
  return found
}
