/** The script of a run of folded text, which decides how it is split into terms. */
export type RunKind = 'latin' | 'chinese' | 'unspaced' | 'letters' | 'emoji'

export interface Run {
  kind: RunKind
  text: string
}

const HAN = '\\p{Script=Han}'
// The prolonged sound mark belongs to both kana.
const KANA = '\\p{Script=Hiragana}\\p{Script=Katakana}\\u30FC'
// Scripts without spaces between words. Korean has spaces, but particles are attached to nouns: bigrams find the noun
// without a dictionary.
const UNSPACED = '\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const CJK = `[${HAN}${KANA}]+`
const WORD = '[\\p{Script=Latin}0-9]+'
// Words joined by the characters that occur inside numbers, addresses and identifiers; a comma only between digits.
// The ending is for "c++" and "c#".
const LATIN = `${WORD}(?:(?:['._@:/&+#-]|(?<=\\d),(?=\\d))${WORD})*[+#]{0,2}`
// Letters, digits and marks of all other scripts. A negated class, because class subtraction needs the `v` flag,
// which older browsers do not have.
const LETTERS = `[^\\p{P}\\p{S}\\p{Z}\\p{C}${HAN}${KANA}${UNSPACED}\\p{Script=Latin}0-9\\uFE00-\\uFE0F\\u20E3]+`
const EMOJI =
  '\\p{RI}{2}|\\p{Extended_Pictographic}[\\p{EMod}\\uFE0E\\uFE0F]*' +
  '(?:\\u200D\\p{Extended_Pictographic}[\\p{EMod}\\uFE0E\\uFE0F]*)*'

// The classes do not overlap, so no character is tried twice: linear in the text.
const RUNS = new RegExp(`(${LATIN})|(${CJK})|([${UNSPACED}]+)|(${LETTERS})|(${EMOJI})`, 'gu')
const HAS_KANA = new RegExp(`[${KANA}]`, 'u')

/** Splits folded text into runs of one script, in order; spaces and punctuation are left out. */
export function* runs(folded: string): Generator<Run> {
  for (const [text, latin, cjk, unspaced, letters] of folded.matchAll(RUNS)) {
    if (latin) yield { kind: 'latin', text }
    else if (cjk) yield { kind: HAS_KANA.test(cjk) ? 'unspaced' : 'chinese', text }
    else if (unspaced) yield { kind: 'unspaced', text }
    else if (letters) yield { kind: 'letters', text }
    else yield { kind: 'emoji', text }
  }
}
