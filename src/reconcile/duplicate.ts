import type { FactSlot } from '../extract/fact.js'
import type { KnownFact, NewFact } from './decision.js'
import { sameNumbers } from './numbers.js'
import { contradicts } from './polarity.js'
import { samePersons } from './subject.js'
import { LONGEST_COMPARED, thresholdsFor } from './thresholds.js'
import { qualifiers, sameValue } from './value.js'
import { contentWords, isSubset, plain, presentText } from './content-words.js'

export const isSameText = (a: string, b: string): boolean => plain(a) === plain(b)

// In ms. Dates are resolved to the day; events a day apart are different events.
const DAY = 86_400_000
// Texts whose meaning depends on word order: "tea more than coffee", "from Rome to Madrid".
const ORDERED = /\b(?:than|over|from .+ to|to .+ from)\b|比|胜过|从.+到/u

/** Whether the fact states the known one in the same or other words, and adds nothing to it. */
export function isDuplicate(fact: NewFact, known: KnownFact): boolean {
  if (isSameText(fact.text, known.text)) return true
  const text = presentText(fact)
  if (contradicts(text, known.text) || !sameNumbers(text, known.text) || isOtherDay(fact, known)) return false
  const { slot } = known
  if (!slot) return wordsAgree(fact, known) || isParaphrase(fact, known)
  if (slot.attribute !== fact.slot.attribute || !samePersons(text, known.text, true)) return false
  const addsNothing =
    sameValue(slot.value, fact.slot.value) && isSubset(qualifiers(text, fact.slot), qualifiers(known.text, slot))
  return addsNothing || (!isOtherName(fact.slot, slot) && isParaphrase(fact, known))
}

/** Whether the slots hold different names: 小红 is not 小丽, however similar their vectors. */
function isOtherName({ attribute, value }: FactSlot, known: FactSlot): boolean {
  return (
    /^(?:nick)?name$/.test(attribute) &&
    !sameValue(value, known.value) &&
    !value.includes(known.value) &&
    !known.value.includes(value)
  )
}

/**
 * Whether the texts have the same content words; in the same order where order matters. Decides between the two
 * thresholds and without vectors.
 */
function wordsAgree(fact: NewFact, known: KnownFact): boolean {
  const thresholds = thresholdsFor(fact.text, known.text)
  if (
    !thresholds ||
    (known.similarity !== undefined && known.similarity < thresholds.akin) ||
    !samePersons(fact.text, known.text)
  )
    return false
  const [own, theirs] = [contentWords(fact.text), contentWords(known.text)]
  if (own.join(' ') === theirs.join(' ')) return true
  return (
    !ORDERED.test(plain(fact.text)) &&
    !ORDERED.test(plain(known.text)) &&
    isSubset(own, theirs) &&
    own.length === theirs.length
  )
}

/** Whether the similarity reaches the upper threshold, for texts short enough that one word moves the vector. */
function isParaphrase(fact: NewFact, known: KnownFact): boolean {
  const thresholds = thresholdsFor(fact.text, known.text)
  if (!thresholds || known.similarity === undefined || known.similarity < thresholds.same) return false
  if (ORDERED.test(plain(fact.text)) || ORDERED.test(plain(known.text)) || !samePersons(fact.text, known.text))
    return false
  return Math.max(contentWords(fact.text).length, contentWords(known.text).length) <= LONGEST_COMPARED
}

/** Whether both are events with a date, on different days. */
function isOtherDay(fact: NewFact, known: KnownFact): boolean {
  const isDated = fact.kind === 'episodic' && fact.validFrom !== undefined && known.validFrom !== known.observedAt
  return isDated && Math.abs((fact.validFrom as number) - known.validFrom) >= DAY
}
