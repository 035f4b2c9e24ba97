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
const ASCII = /^[\x01-\x7F]*$/

/**
 * Normalises spelling: NFKC, lower case, straight apostrophes, no accents on Latin letters (other scripts keep their
 * marks, because й is not и and が is not か). Idempotent.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replaceAll('`', "'")
  return wellFormed(text)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(LATIN_ACCENTS, '$1')
    .normalize('NFKC')
    .replaceAll('ς', 'σ')
    .replace(LATIN_LETTER, (letter) => LATIN_LETTERS[letter] as string)
    .replace(APOSTROPHES, "'")
}
