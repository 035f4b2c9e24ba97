import { wellFormed } from '../values/well-formed.js'

const LATIN_ACCENTS = /(\p{Script=Latin})\p{M}+/gu
// Latin letters without a canonical decomposition.
const LATIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const LATIN_LETTER = /[ßæœøłđðþı]/g
const APOSTROPHES = /[\u2018\u2019\u02BC\uFF07\u00B4`]/g
// Characters without a shape: soft hyphens, zero-width spaces and joiners, marks of writing direction. Texts copied from
// pages are full of them. A zero-width joiner inside an emoji is part of it.
const INVISIBLE = new RegExp(
  '[\\u00AD\\u061C\\u180E\\u200B\\u200C\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u2069\\uFEFF]' +
    '|(?<![\\p{Extended_Pictographic}\\p{EMod}\\uFE0E\\uFE0F])\\u200D' +
    '|\\u200D(?!\\p{Extended_Pictographic})',
  'gu',
)
const ASCII = /^[\x01-\x7F]*$/

/**
 * Normalises spelling: NFKC, lower case, straight apostrophes, no invisible characters, no accents on Latin letters
 * (other scripts keep their marks, because й is not и and が is not か). Idempotent.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replaceAll('`', "'")
  return wellFormed(text)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(LATIN_ACCENTS, '$1')
    .normalize('NFKC')
    .replaceAll('ς', 'σ')
    .replace(LATIN_LETTER, (letter) => LATIN_LETTERS[letter] as string)
    .replace(APOSTROPHES, "'")
}
