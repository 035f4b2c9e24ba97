import { fold } from '../language/fold.js'
import type { KnownFact, NewFact } from './decision.js'
import { numbersOf } from './numbers.js'
import { isNegative } from './polarity.js'
import { plain } from './content-words.js'

// Attributes of possession, where a new count replaces the old. Counts of events add up: two marathons, then three
// more.
const COUNTED = new Set(['pet', 'family', 'owns', 'household'])
const HAVING = /\b(?:has|have|owns?|keeps?)\b|养了|拥有|[有养]/u
const NUMERAL =
  /\d+|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|[两二三四五六七八九十]+(?=[个只条位名辆台头匹])/gu

/** The number of things that a text says somebody has; undefined for "a dog", and where the text has other numbers. */
export function countOf(text: string): number | undefined {
  const numbers = numbersOf(text)
  const count = Number(numbers[0])
  return HAVING.test(fold(text)) && numbers.length === 1 && Number.isInteger(count) ? count : undefined
}

/** Whether the facts state different counts of one thing ("has 2 cats", "has 3 cats") and are otherwise the same. */
export function isOtherCount(fact: NewFact, known: KnownFact): boolean {
  if (!known.slot || fact.slot.attribute !== known.slot.attribute || !COUNTED.has(fact.slot.attribute)) return false
  const [count, before] = [countOf(fact.text), countOf(known.text)]
  if (
    count === undefined ||
    before === undefined ||
    count === before ||
    isNegative(fact.text) ||
    isNegative(known.text)
  )
    return false
  return frameOf(fact.text) === frameOf(known.text)
}

// Words for the present; they do not say what is counted.
const PRESENT = /\b(?:now|currently)\b|现在|目前|如今|已经|了$/gu
const frameOf = (text: string): string =>
  plain(text).replace(PRESENT, '').replace(HAVING, 'has').replace(NUMERAL, '#').replace(/\s+/g, ' ').trim()
