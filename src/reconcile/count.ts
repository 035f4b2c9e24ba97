import { fold } from '../language/fold.js'
import type { KnownFact, NewFact } from './decision.js'
import { numbersOf } from './numbers.js'
import { isNegative } from './polarity.js'
import { plain } from './content-words.js'

// Having is a state: its count changes. Doing is not: two marathons and three are five, or three.
const COUNTED = new Set(['pet', 'family', 'owns', 'household'])
const HAVING = /\b(?:has|have|owns?|keeps?)\b|养了|拥有|[有养]/u
const NUMERAL =
  /\d+|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|[两二三四五六七八九十]+(?=[个只条位名辆台头匹])/gu

/** The number of things that a text says somebody has; undefined for "a dog", and where other numbers are told. */
export function countOf(text: string): number | undefined {
  const numbers = numbersOf(text)
  const count = Number(numbers[0])
  return HAVING.test(fold(text)) && numbers.length === 1 && Number.isInteger(count) ? count : undefined
}

/** "Has 2 cats" and "has 3 cats": one count, two values. Where either tells more of them, both stay. */
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

// That it is so by now says nothing of what is counted.
const BY_NOW = /\b(?:now|currently)\b|现在|目前|如今|已经|了$/gu
const frameOf = (text: string): string =>
  plain(text).replace(BY_NOW, '').replace(HAVING, 'has').replace(NUMERAL, '#').replace(/\s+/g, ' ').trim()
