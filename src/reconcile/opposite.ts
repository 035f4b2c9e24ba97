import type { KnownFact, NewFact } from './decision.js'
import { qualifiers, sameValue } from './value.js'
import { sameSet, withoutReason } from './content-words.js'

const OPPOSITE: Record<string, string> = { likes: 'dislikes', dislikes: 'likes' }

/**
 * Whether one likes what the other dislikes, with the same qualifiers: "coffee" is not opposed to "coffee at night".
 */
export function isOpposite(fact: NewFact, known: KnownFact): boolean {
  if (
    !known.slot ||
    OPPOSITE[fact.slot.attribute] !== known.slot.attribute ||
    !sameValue(fact.slot.value, known.slot.value)
  )
    return false
  return sameSet(qualifiers(withoutReason(fact.text), fact.slot), qualifiers(withoutReason(known.text), known.slot))
}
