/**
 * What a word-for-word copy costs at full diversity for each one that is in the list before it. Right answers are worth
 * some 19, what is on another subject less than 8.
 */
const COST = 10
/** Texts that share no more than this part of their words have nothing to do with each other. */
const ALIKE = 0.5
/** The best that are compared; those behind them follow as they are. */
const COMPARED = 100
/** Texts are read in so many at first: as a rule no more than those that are shown. */
const READ_AT_ONCE = 10
/** Characters of a text that are compared. */
const LONGEST = 2_000

const WORD = /[\p{L}\p{N}]+/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

interface Open<T> {
  candidate: T
  words: ReadonlySet<string>
  /** How many copies of it are in the list, each counted by how much of a copy it is. */
  copies: number
}

export interface Diversified<T> {
  candidate: T
  /** What its copies before it in the list cost it, 0 or more. */
  cost: number
}

/**
 * The first `count` of a list in which copies do not crowd out the rest: maximal marginal relevance (Carbonell and
 * Goldstein 1998), with a cost that adds up. Nothing is left out: copies come later. The list is the same however much
 * of it is asked for, and of texts no more are read than it takes.
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
  const placed: Diversified<T>[] = []
  const shown: ReadonlySet<string>[] = []
  const open: Open<T>[] = []
  const worth = ({ candidate, copies }: Open<T>): number => candidate.value - unit * copies

  for (let read = 0; placed.length < Math.min(count, compared.length);) {
    let best: Open<T> | undefined
    for (const one of open) if (!best || worth(one) > worth(best)) best = one
    const next = compared[read]
    if (next && (!best || next.value > worth(best))) {
      const some = compared.slice(read, read + Math.max(READ_AT_ONCE, read))
      const texts = await textsOf(some)
      some.forEach((candidate, i) => {
        const words = wordsOf(texts[i] ?? '')
        open.push({ candidate, words, copies: shown.reduce((sum, other) => sum + likeness(words, other), 0) })
      })
      read += some.length
      continue
    }
    if (!best) break
    const { candidate, words, copies } = best
    open.splice(open.indexOf(best), 1)
    placed.push({ candidate, cost: unit * copies })
    shown.push(words)
    for (const one of open) one.copies += likeness(one.words, words)
  }
  return [
    ...placed,
    ...ranked.slice(COMPARED, COMPARED + count - placed.length).map((candidate) => ({ candidate, cost: 0 })),
  ]
}

/** From 0 to 1, for texts that have the same words. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  if (few.size < ALIKE * many.size || few.size === 0) return 0
  let shared = 0
  for (const word of few) if (many.has(word)) shared++
  return Math.max(0, (shared / (a.size + b.size - shared) - ALIKE) / (1 - ALIKE))
}

/** The words of a text, and the pairs of characters where words have no spaces between them. */
function wordsOf(text: string): Set<string> {
  const words = new Set<string>()
  for (const [word] of text.slice(0, LONGEST).normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (!UNSPACED.test(word)) words.add(word)
    else for (let i = 0; i < Math.max(1, word.length - 1); i++) words.add(word.slice(i, i + 2))
  }
  return words
}
