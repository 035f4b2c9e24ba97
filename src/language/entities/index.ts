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
 * Whom and what a text speaks of, in English and Chinese, each once: people (relatives by whose they are), places, organisations, works,
 * products, topics, identifiers, quoted terms. Precise rather than complete. Time grows linearly with the text; the English word list
 * is loaded when the first text that needs it comes.
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
    // Sentences decide what a capital means, so a text is read as what it mostly is.
    if (hasHan && textTraits(plain).cjk) findLatinNames(plain, findings)
    else (await lazily(() => import('./english.js'))).findEnglish(plain, isKnown, findings)
  }
  return [...findings.found.values()]
}
