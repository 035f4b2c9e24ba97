import type { FoundType } from './found.js'
import { isTitle } from './key.js'
import * as words from './english-words.js'
import { isGivenName, tagsOf } from './english-lexicon.js'
import { stemOf, type Token } from './english-tokens.js'

/** Places by their initials, some of which are ordinary words when folded: "US", "LA". */
export const ACRONYMS = new Set(['US', 'U.S.', 'USA', 'U.S.A.', 'UK', 'U.K.', 'EU', 'UAE', 'NYC', 'LA', 'SF'])

/**
 * The type of a name. `listed` is its type in the lexicon. A title, the last word of an organisation or a place, and
 * the word before the name decide before the lexicon does, since "Lincoln Street" is no person.
 */
export function typeOf(
  run: readonly Token[],
  before: Token | undefined,
  listed: FoundType | undefined,
  first: Token,
  last: string,
): FoundType {
  const head = stemOf(first)
  if (isTitle(head) && run.length > 1) return 'person'
  if (words.HOLIDAYS.has(head) || words.LANGUAGES.has(last) || words.EVENT_TAIL.has(last)) return 'topic'
  if (words.PRODUCTS.has(head)) return 'product'
  if (run.length === 1 && ACRONYMS.has(first.text)) return 'place'
  if (run.length > 1) {
    if (words.ORGANISATION_TAIL.has(last) || words.ORGANISATION_TAIL.has(head)) return 'organisation'
    if (words.PLACE_TAIL.has(last)) return 'place'
    if (words.WORK_TAIL.has(last)) return 'work'
  }
  const cue = before && run[0]?.gap === ' ' ? before.folded : ''
  if (words.BEFORE_WORK.has(cue)) return 'work'
  if (listed !== undefined) return listed
  if ((run.length > 1 || head.includes('-')) && words.PLACE_HEAD.has(head.split('-')[0] as string)) return 'place'
  if (run.length <= 3 && (isGivenName(head) || (run.length > 1 && tagsOf(last).includes('LastName')))) return 'person'
  if (words.BEFORE_PERSON.has(cue) && run.length <= 2) return 'person'
  if (words.BEFORE_PLACE.has(cue) && run.length <= 2 && !/^\p{Lu}{2,}$/u.test(first.text)) return 'place'
  if (run.length === 1 && /^\p{Lu}{2,6}s?$/u.test(first.text)) return 'topic'
  return 'other'
}
