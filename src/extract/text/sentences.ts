import { pattern } from '../../language/pattern.js'
/** A sentence of a masked message, with its position. */
export interface Sentence {
  text: string
  start: number
  end: number
  /** Ends with a question mark. */
  asks: boolean
}

// In characters. Longer ones are not read, which bounds the time of every rule.
const LONGEST = 600
const END = pattern('gu')`
  [.!?。！？…]+["”’)\]]*(?=\s|$|[\p{Script=Han}\p{Extended_Pictographic}])|[。！？]+["”』」)）]*|\n+
`
const ABBREVIATION = /\b(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|e\.g|i\.e|approx|u\.s|u\.k|inc|(?<![\w'’])[a-z])\.$/i

/** Splits a text into sentences, in order. Too long ones are left out. */
export function* sentences(text: string): Generator<Sentence> {
  let start = 0
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length
    const mark = match[0].trimStart()
    if (mark.startsWith('.') && mark.length === 1 && isAbbreviation(text, end)) continue
    const sentence = trimmed(text, start, end)
    if (sentence) yield sentence
    start = end
  }
  const rest = trimmed(text, start, text.length)
  if (rest) yield rest
}

// "etc." and "p.m." end a sentence unless it goes on in lower case.
const MAY_END = /\b(?:etc|[ap]\.m)\.$/i

function isAbbreviation(text: string, end: number): boolean {
  const tail = text.slice(Math.max(0, end - 8), end)
  if (MAY_END.test(tail)) return /^\s+[a-z]/.test(text.slice(end, end + 4))
  return ABBREVIATION.test(tail)
}

function trimmed(text: string, from: number, to: number): Sentence | undefined {
  if (to - from > LONGEST) return undefined
  const raw = text.slice(from, to)
  const inner = raw.trim()
  if (inner === '') return undefined
  const start = from + raw.indexOf(inner)
  return { text: inner, start, end: start + inner.length, asks: /[?？]/.test(inner.slice(-6)) }
}
