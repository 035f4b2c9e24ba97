import { fold } from '../language/fold.js'
import { EXISTENTIAL } from './attributes.js'
import { countOf } from './count.js'
import type { KnownFact, NewFact } from './decision.js'
import { numbersWithin } from './numbers.js'
import { contradicts } from './polarity.js'
import { samePersons } from './subject.js'
import { relationOf } from './value.js'
import { contentWords, heavyWords, isChinese, isSubset, plain } from './content-words.js'

// What may follow a complete statement and only add detail. Not "but", "unless" and "or", which restrict it; nor a
// noun: "apple pie" is no apple.
const CONTINUES =
  /^(?:,|;| \(| (?:in|at|on|with|near|named|called|who|which|that|where|since|from|for|by|as|because|during|about|to|every|twice|and (?:has|is|lives|works|carries|plays|goes))\b|[，；（]|名?叫)/u
const RESTRICTS = /\b(?:but|except|unless|if|until|or|only|rather|than)\b|但|除了|除非|如果|或|只(?=在|有|是)|比/u

/** Which of the two states the same fact in more detail; undefined when neither certainly does. */
export function fuller(fact: NewFact, known: KnownFact): 'fact' | 'known' | undefined {
  if (elaborates(fact.text, known.text, fact, known)) return 'fact'
  return elaborates(known.text, fact.text, fact, known) ? 'known' : undefined
}

/** Whether `long` states everything in `short`, and more. */
function elaborates(long: string, short: string, fact: NewFact, known: KnownFact): boolean {
  const [longer, shorter] = [plain(long), plain(short)]
  if (longer.length <= shorter.length || contradicts(long, short) || !numbersWithin(short, long)) return false
  if (longer.startsWith(shorter)) {
    const rest = longer.slice(shorter.length)
    if (CONTINUES.test(rest) && !RESTRICTS.test(rest)) return true
  }
  if (!known.slot || known.slot.attribute !== fact.slot.attribute || !samePersons(short, long, true)) return false
  const words = heavyWords(long)
  if (!isSubset(heavyWords(short), words) || RESTRICTS.test(longer.replace(shorter, ''))) return false
  const [longValue, shortValue] =
    long === fact.text ? [fact.slot.value, known.slot.value] : [known.slot.value, fact.slot.value]
  const relation = relationOf(longValue, shortValue)
  // Containing the same words is not enough ("lives in Lisbon", "has a friend in Lisbon"): the slot values must agree.
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

/** Whether both values have the same head noun: the last word of the phrase, before any relative clause or the like. */
function keepsHead(long: string, short: string, longValue: string, shortValue: string): boolean {
  const head = contentWords(shortValue === '' ? short : shortValue).at(-1)
  if (head === undefined) return false
  const phrases = [longValue, long].flatMap((text) =>
    plain(text).split(/[，,；;（(]| (?:in|at|with|who|which|that|from|and|for|on)\b/u),
  )
  // A name is not the head noun: "a hamster called Cat" is no cat.
  return (
    phrases.some((phrase) => contentWords(phrase.replace(/ (?:named|called)\b.*$/u, '')).at(-1) === head) &&
    isChinese(long) === isChinese(short)
  )
}
