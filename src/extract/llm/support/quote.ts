import { sentences } from '../../text/sentences.js'

export interface Span {
  start: number
  end: number
}

const SKIPPED = /[\p{P}\p{S}\p{Z}\p{C}]/u
const WORD = /[\p{Script=Latin}\p{N}]/u
// In characters, to each side: what is looked at where no sentence ends.
const AROUND = 200

/** Letters and digits only, in one case and width, with where each stands. */
function bare(text: string): { letters: string; at: number[] } {
  let letters = ''
  const at: number[] = []
  for (let i = 0; i < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(i) as number)
    if (!SKIPPED.test(character)) {
      const folded = character.normalize('NFKC').toLowerCase()
      for (let j = 0; j < folded.length; j++) at.push(i)
      letters += folded
    }
    i += character.length
  }
  return { letters, at }
}

/**
 * Where a text says a quote, whatever the spaces, marks, case and width of either. Whole words only: "3" is not in
 * "30".
 */
export function locate(quote: string, text: string): Span | undefined {
  const wanted = bare(quote.replace(/^\W*(?:user|assistant|用户|助手)\s*[:：]/i, '')).letters
  if (wanted === '') return undefined
  const { letters, at } = bare(text)
  for (let found = letters.indexOf(wanted); found >= 0; found = letters.indexOf(wanted, found + 1)) {
    const start = at[found] as number
    const last = at[found + wanted.length - 1] as number
    const end = last + String.fromCodePoint(text.codePointAt(last) as number).length
    if (!joins(text, start) && !joins(text, end)) return { start, end }
  }
  return undefined
}

/** Whether a word goes on across this place. */
const joins = (text: string, at: number): boolean =>
  at > 0 && at < text.length && WORD.test(text[at - 1] as string) && WORD.test(text[at] as string)

/** The sentence or sentences that a quote stands in: a few words of it may leave out a "not" or an "if". */
export function sentencesAround(text: string, { start, end }: Span): Span[] {
  const found = [...sentences(text)].filter((sentence) => sentence.start < end && sentence.end > start)
  if (found.length > 0) return found.map((sentence) => ({ start: sentence.start, end: sentence.end }))
  // Not in the middle of a word, where there is a space nearby.
  const before = text.slice(0, Math.max(0, start - AROUND)).match(/\S{0,40}$/)?.[0].length ?? 0
  const after = text.slice(end + AROUND, end + AROUND + 40).match(/^\S*/)?.[0].length ?? 0
  return [{ start: Math.max(0, start - AROUND - before), end: Math.min(text.length, end + AROUND + after) }]
}

export function sentencesOf(text: string): Span[] {
  const found = [...sentences(text)].map(({ start, end }) => ({ start, end }))
  return found.length > 0 || text.trim() === '' ? found : [{ start: 0, end: text.length }]
}
