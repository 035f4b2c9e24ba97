import { pattern } from '../pattern.js'
import { isEnglishStopWord } from '../english.js'
import { fold } from '../fold.js'
import { NO_NAME, PRODUCTS } from './english-words.js'
import type { Findings } from './found.js'

// Up to four words with a capital at the beginning or inside: iPhone, Model Y, Google Maps, GPT-4.
const NAME = pattern('gu')`
  (?<![\p{Script=Latin}\p{N}_])
  (?:\p{Lu}[\p{Script=Latin}\p{N}.+'-]{0,40}|\p{Ll}{1,2}\p{Lu}[\p{Script=Latin}\p{N}.+'-]{0,40})
  (?: (?:\p{Lu}[\p{Script=Latin}\p{N}.+'-]{0,40}|\d{1,4}(?![\p{Script=Latin}\d]))){0,3}
`
const NO_NAMES_HERE = new Set('ppt pdf app ktv ok vip wifi ddl hr it pm qq url dna cpu gpu'.split(' '))

/** Names in Latin script within Chinese text, where a capital never marks the beginning of a sentence. */
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
