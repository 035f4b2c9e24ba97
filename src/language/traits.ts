import { isQuestion } from './questions.js'
import { requestShare } from './requests.js'

/** What ranking uses of a text besides its words and its embedding. */
export interface TextTraits {
  /** Ends with a question mark. */
  question: boolean
  /** The share of its clauses that ask or request something, 0 to 1, by their length. */
  asks: number
  /** Mostly Chinese, Japanese or Korean. */
  cjk: boolean
  /** Its approximate number of terms. */
  length: number
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const WORD = /[\p{L}\p{N}]+/gu
/** In characters: longer texts are judged by their beginning. */
const SAMPLE = 1_000
/**
 * Half of English words are stop words, and a Chinese word has 1.6 characters on average: with these factors, the
 * same content has the same length in both languages.
 */
const TERMS_PER_WORD = 0.5
const TERMS_PER_CHARACTER = 0.3

export function textTraits(text: string): TextTraits {
  const sample = text.slice(0, SAMPLE)
  const characters = sample.match(CJK)?.length ?? 0
  const words = (characters > 0 ? sample.replace(CJK, ' ') : sample).match(WORD)?.length ?? 0
  return {
    question: isQuestion(text),
    asks: requestShare(sample),
    cjk: characters > 2 * words,
    length: words * TERMS_PER_WORD + characters * TERMS_PER_CHARACTER,
  }
}
