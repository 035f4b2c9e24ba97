/** A stretch of a message, as written after masking, with where it stands there. */
export interface Sentence {
  text: string
  start: number
  end: number
  /** Ends with a question mark. */
  asks: boolean
  /** The first of its line: a list item, a heading or a new thought. */
  opensLine: boolean
}

// In characters. No sentence that somebody typed about themselves is longer; it bounds every rule's work.
const LONGEST = 600
const END = /[.!?。！？…]+["”’)\]]*(?=\s|$|[\p{Script=Han}\p{Extended_Pictographic}])|[。！？]+["”』」)）]*|\n+/gu
const ABBREVIATION = /\b(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|etc|e\.g|i\.e|a\.m|p\.m|approx|no|u\.s|u\.k|inc|(?<![\w'’])[a-z])\.$/i

/** The sentences of a text, in order. Those too long to be one are left out. */
export function* sentences(text: string): Generator<Sentence> {
  let start = 0
  let opensLine = true
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length
    const mark = match[0].trimStart()
    if (mark.startsWith('.') && mark.length === 1 && isAbbreviation(text, end)) continue
    const sentence = trimmed(text, start, end, opensLine)
    if (sentence) yield sentence
    opensLine = match[0].includes('\n')
    start = end
  }
  const rest = trimmed(text, start, text.length, opensLine)
  if (rest) yield rest
}

function isAbbreviation(text: string, end: number): boolean {
  const tail = text.slice(Math.max(0, end - 8), end)
  return ABBREVIATION.test(tail) && !/\b(?:etc|[ap]\.m|no|i)\.$/i.test(tail) ? true : /\b(?:etc|[ap]\.m)\.$/i.test(tail) && /^\s+[a-z]/.test(text.slice(end, end + 4))
}

function trimmed(text: string, from: number, to: number, opensLine: boolean): Sentence | undefined {
  if (to - from > LONGEST) return undefined
  const raw = text.slice(from, to)
  const inner = raw.trim()
  if (inner === '') return undefined
  const start = from + raw.indexOf(inner)
  return { text: inner, start, end: start + inner.length, asks: /[?？]/.test(inner.slice(-6)), opensLine }
}
