import { lazily } from '../../platform/lazily.js'

const SENTENCE_END = /(?<=[.!?。！？\n])\s*/u
/**
 * In characters: a longer passage without sentence punctuation is split, so that an endless line is not one sentence.
 */
const LONGEST_SENTENCE = 400

/**
 * The passage around the sentence that shares most words with the query, at most `limit` characters plus "…" where text
 * is left out; the whole text if it fits.
 */
export async function excerpt(text: string, query: string, limit: number): Promise<string> {
  if (text.length <= limit) return text
  // Loaded lazily: stemmer and segmenter are only needed for long texts, and would enlarge the core entry.
  const { terms } = await lazily(() => import('../../language/terms.js'))
  const sentences = text.split(SENTENCE_END).flatMap(pieces)
  const queryTerms = new Set(terms(query))
  const hits = sentences.map((sentence) => new Set(terms(sentence).filter((term) => queryTerms.has(term))).size)
  // Not `Math.max(...hits)`: a long text can have more sentences than a call can take arguments.
  const best = hits.reduce((best, count, i) => (count > (hits[best] as number) ? i : best), 0)
  let [start, end, length] = [best, best + 1, sentences[best]?.length ?? 0]
  for (;;) {
    // Extended forward first: an answer is explained by what follows it more often than by what precedes it.
    const after = sentences[end]
    const before = sentences[start - 1]
    if (after !== undefined && length + after.length < limit) [end, length] = [end + 1, length + after.length + 1]
    else if (before !== undefined && length + before.length < limit)
      [start, length] = [start - 1, length + before.length + 1]
    else break
  }
  const passage = sentences.slice(start, end).join(' ').slice(0, limit)
  return `${start > 0 ? '… ' : ''}${passage}${end < sentences.length ? ' …' : ''}`
}

/** Cuts a sentence into pieces of at most `LONGEST_SENTENCE` characters. */
function pieces(sentence: string): string[] {
  const found: string[] = []
  for (let at = 0; at < sentence.length; at += LONGEST_SENTENCE) found.push(sentence.slice(at, at + LONGEST_SENTENCE))
  return found
}
