import { isEnglishStopWord } from '../english.js'
import { fold } from '../fold.js'
import { NO_NAME, PRODUCTS } from './english-words.js'
import type { Findings } from './found.js'

// Up to four capitalised words, or ones with a capital inside: iPhone, Model Y, Google Maps, GPT-4.
const NAME =
  /(?<![\p{Script=Latin}\p{N}_])(?:\p{Lu}[\p{Script=Latin}\p{N}.+'-]{0,40}|\p{Ll}{1,2}\p{Lu}[\p{Script=Latin}\p{N}.+'-]{0,40})(?: (?:\p{Lu}[\p{Script=Latin}\p{N}.+'-]{0,40}|\d{1,4}(?![\p{Script=Latin}\d]))){0,3}/gu
const NO_NAMES_HERE = new Set('ppt pdf app ktv ok vip wifi ddl hr it pm qq url dna cpu gpu'.split(' '))

/** Latin names in Chinese text, where a capital is never that of a sentence. */
export function findLatinNames(text: string, findings: Findings): void {
  for (const [match] of text.matchAll(NAME)) {
    const name = match.replace(/[.'-]+$/, '')
    const words = fold(name).split(' ')
    if (
      name.length < 2 ||
      words.some((word) => NO_NAME.has(word) || isEnglishStopWord(word)) ||
      NO_NAMES_HERE.has(words.join(' '))
    )
      continue
    findings.add(name, PRODUCTS.has(words[0] as string) || /\d/.test(name) ? 'product' : 'other')
  }
}
