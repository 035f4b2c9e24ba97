import { lazily } from '../../platform/lazily.js'
import { textTraits } from '../traits.js'
import { findChinese } from './chinese.js'
import { blank, Findings, type FindOptions, type FoundEntity } from './found.js'
import { findIdentifiers } from './identifiers.js'
import { findKin } from './kinship.js'
import { findLatinNames } from './latin-names.js'
import { findQuoted } from './quoted.js'

export type { FindOptions, FoundEntity, FoundType } from './found.js'

const HAN = /\p{Script=Han}/u
const LATIN_WORD = /\p{Script=Latin}{2}/u

/**
 * The entities that a text in English or Chinese mentions, each once: people (relatives as "Ana's mother"), places,
 * organisations, works, products, topics, identifiers, quoted terms. Favours precision over recall. Linear in the
 * text; the English word list is loaded with the first text that needs it.
 */
export async function findEntities(
  text: string,
  { speaker, isKnown = () => false }: FindOptions = {},
): Promise<FoundEntity[]> {
  const findings = new Findings()
  const unread = blank(text, findIdentifiers(text, findings))
  const plain = blank(unread, findQuoted(unread, findings))
  findKin(plain, speaker, findings)
  const hasHan = HAN.test(plain)
  if (hasHan) findChinese(plain, isKnown, findings)
  if (LATIN_WORD.test(plain)) {
    // In an English sentence the first word is capitalised, in a Chinese text only names are: the main language
    // decides.
    if (hasHan && textTraits(plain).cjk) findLatinNames(plain, findings)
    else (await lazily(() => import('./english.js'))).findEnglish(plain, isKnown, findings)
  }
  return [...findings.found.values()]
}
