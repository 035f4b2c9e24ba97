import { fold } from '../../language/fold.js'
import { terms } from '../../language/terms.js'

// Words for the speaker, which do not count when texts are compared.
const SPEAKERS = new Set(['user', '用户', '用戶', '户', '用'])
const contentOf = (text: string): Set<string> => new Set(terms(text).filter((term) => !SPEAKERS.has(term)))
// The share of a text's terms (0 to 1) that a recalled text must contain for the text to count as its repetition.
const SAME = 0.85
// In characters. Only the beginning of longer recalled texts is compared.
const LONGEST = 4000

/** Returns a test of whether a text repeats one of the recalled texts: same content words, same negation. */
export function echoDetector(recalled: readonly string[]): (text: string) => boolean {
  if (recalled.length === 0) return () => false
  const known = recalled
    .map((text) => text.slice(0, LONGEST))
    .map((text) => ({ folded: fold(text), terms: contentOf(text), negative: isNegative(text) }))
  return (text) => {
    const folded = fold(text)
    const content = [...contentOf(text)]
    const negative = isNegative(text)
    return known.some((memory) => {
      if (folded.length > 8 && memory.folded.includes(folded)) return true
      if (content.length === 0 || memory.negative !== negative) return false
      return content.filter((term) => memory.terms.has(term)).length / content.length >= SAME
    })
  }
}

const isNegative = (text: string): boolean =>
  /\b(?:not|no|never|longer|stopped|quit)\b|n't\b|[不没別别]/u.test(fold(text))
