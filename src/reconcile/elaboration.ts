import { fold } from '../language/fold.js'
import { EXISTENTIAL } from './attributes.js'
import { countOf } from './count.js'
import type { KnownFact, NewFact } from './decision.js'
import { numbersWithin } from './numbers.js'
import { contradicts } from './polarity.js'
import { samePersons } from './subject.js'
import { relationOf } from './value.js'
import { contentWords, heavyWords, isChinese, isSubset, plain } from './content-words.js'

// What may follow a whole statement and only tell more of it. "but", "unless" and "or" take something back; "apple pie"
// is no apple.
const CONTINUES =
  /^(?:,|;| \(| (?:in|at|on|with|near|named|called|who|which|that|where|since|from|for|by|as|because|during|about|to|every|twice|and (?:has|is|lives|works|carries|plays|goes))\b|[，；（]|名?叫)/u
const TAKES_BACK = /\b(?:but|except|unless|if|until|or|only|rather|than)\b|但|除了|除非|如果|或|只(?=在|有|是)|比/u

/** Which of the two tells the other's fact more fully; undefined when neither surely does. */
export function fuller(fact: NewFact, known: KnownFact): 'fact' | 'known' | undefined {
  if (tells(fact.text, known.text, fact, known)) return 'fact'
  return tells(known.text, fact.text, fact, known) ? 'known' : undefined
}

function tells(long: string, short: string, fact: NewFact, known: KnownFact): boolean {
  const [longer, shorter] = [plain(long), plain(short)]
  if (longer.length <= shorter.length || contradicts(long, short) || !numbersWithin(short, long)) return false
  if (longer.startsWith(shorter)) {
    const rest = longer.slice(shorter.length)
    if (CONTINUES.test(rest) && !TAKES_BACK.test(rest)) return true
  }
  if (!known.slot || known.slot.attribute !== fact.slot.attribute || !samePersons(short, long, true)) return false
  const words = heavyWords(long)
  if (!isSubset(heavyWords(short), words) || TAKES_BACK.test(longer.replace(shorter, ''))) return false
  const [longValue, shortValue] =
    long === fact.text ? [fact.slot.value, known.slot.value] : [known.slot.value, fact.slot.value]
  const relation = relationOf(longValue, shortValue)
  // "Lives in Lisbon" within "has a friend in Lisbon": the words alone do not make it the same statement, the slot
  // does.
  if (relation === 'same' || (relation === 'narrower' && fact.slot.cardinality === 'one'))
    return words.length > heavyWords(short).length
  return (
    EXISTENTIAL.has(fact.slot.attribute) &&
    !(
      (countOf(long) ?? 1) > 1 &&
      countOf(short) === undefined &&
      /\d|[两二三四五六七八九十][只个条位名辆台]|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/u.test(
        fold(longValue),
      )
    ) &&
    keepsHead(long, short, longValue, shortValue)
  )
}

/** The head noun of the short value is the long one's too: at the end, or before what describes it. */
function keepsHead(long: string, short: string, longValue: string, shortValue: string): boolean {
  const head = contentWords(shortValue === '' ? short : shortValue).at(-1)
  if (head === undefined) return false
  const phrases = [longValue, long].flatMap((text) =>
    plain(text).split(/[，,；;（(]| (?:in|at|with|who|which|that|from|and|for|on)\b/u),
  )
  // A name is no head: "a hamster called Cat" is no cat.
  return (
    phrases.some((phrase) => contentWords(phrase.replace(/ (?:named|called)\b.*$/u, '')).at(-1) === head) &&
    isChinese(long) === isChinese(short)
  )
}
