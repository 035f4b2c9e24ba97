/**
 * Subtracted from the ranking value of an exact copy, at `diversity` 1, for each copy ranked above it. For comparison:
 * right answers have values of about 19, texts on other subjects less than 8.
 */
const COST = 10
/** Jaccard similarity of two texts' words up to which they do not count as copies. */
const UNRELATED = 0.5
/** Candidates that are compared; later ones keep their order. */
const COMPARED = 100
/** Size of the first batch of texts that is read. Usually it is enough for the whole result list. */
const FIRST_BATCH = 10
/** Characters of a text that are compared. */
const LONGEST = 2_000

const WORD = /[\p{L}\p{N}]+/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

interface Remaining<T> {
  candidate: T
  words: ReadonlySet<string>
  /** Summed similarity (0 to 1 each) to the texts ranked above it. */
  copies: number
}

export interface Diversified<T> {
  candidate: T
  /** Subtracted from its ranking value for copies above it, 0 or more. */
  cost: number
}

/**
 * The first `count` of a list with copies moved down: maximal marginal relevance (Carbonell and Goldstein 1998), with a
 * cost for every copy instead of the most similar one. No candidate is dropped. A shorter list is a prefix of a longer
 * one, and only as many texts are read as the list needs.
 */
export async function diversify<T extends { value: number }>(
  ranked: readonly T[],
  count: number,
  diversity: number,
  textsOf: (candidates: readonly T[]) => Promise<readonly (string | undefined)[]>,
): Promise<Diversified<T>[]> {
  if (diversity === 0 || ranked.length === 1) return ranked.slice(0, count).map((candidate) => ({ candidate, cost: 0 }))
  const unit = diversity * COST
  const compared = ranked.slice(0, COMPARED)
  const diverse: Diversified<T>[] = []
  const diverseWords: ReadonlySet<string>[] = []
  const remaining: Remaining<T>[] = []
  const marginalValue = ({ candidate, copies }: Remaining<T>): number => candidate.value - unit * copies

  for (let read = 0; diverse.length < Math.min(count, compared.length);) {
    let best: Remaining<T> | undefined
    for (const one of remaining) if (!best || marginalValue(one) > marginalValue(best)) best = one
    const next = compared[read]
    if (next && (!best || next.value > marginalValue(best))) {
      const some = compared.slice(read, read + Math.max(FIRST_BATCH, read))
      const texts = await textsOf(some)
      some.forEach((candidate, i) => {
        const words = wordsOf(texts[i] ?? '')
        remaining.push({
          candidate,
          words,
          copies: diverseWords.reduce((sum, other) => sum + similarity(words, other), 0),
        })
      })
      read += some.length
      continue
    }
    if (!best) break
    const { candidate, words, copies } = best
    remaining.splice(remaining.indexOf(best), 1)
    diverse.push({ candidate, cost: unit * copies })
    diverseWords.push(words)
    for (const one of remaining) one.copies += similarity(one.words, words)
  }
  return [
    ...diverse,
    ...ranked.slice(COMPARED, COMPARED + count - diverse.length).map((candidate) => ({ candidate, cost: 0 })),
  ]
}

/** Jaccard similarity of two sets of words, rescaled so that 0.5 and less is 0; 1 for equal sets. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  if (few.size < UNRELATED * many.size || few.size === 0) return 0
  let shared = 0
  for (const word of few) if (many.has(word)) shared++
  return Math.max(0, (shared / (a.size + b.size - shared) - UNRELATED) / (1 - UNRELATED))
}

/** The words of a text; in scripts without spaces between words, its character bigrams. */
function wordsOf(text: string): Set<string> {
  const words = new Set<string>()
  for (const [word] of text.slice(0, LONGEST).normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (!UNSPACED.test(word)) words.add(word)
    else for (let i = 0; i < Math.max(1, word.length - 1); i++) words.add(word.slice(i, i + 2))
  }
  return words
}
