import type { KnownFact, NewFact } from './decision.js'
import { qualifiers, sameValue } from './value.js'
import { sameSet, withoutReason } from './content-words.js'

const OPPOSITE: Record<string, string> = { likes: 'dislikes', dislikes: 'likes' }

/** Liking and disliking the same thing, under the same circumstances: "coffee", not "coffee at night". */
export function isOpposite(fact: NewFact, known: KnownFact): boolean {
  if (
    !known.slot ||
    OPPOSITE[fact.slot.attribute] !== known.slot.attribute ||
    !sameValue(fact.slot.value, known.slot.value)
  )
    return false
  return sameSet(qualifiers(withoutReason(fact.text), fact.slot), qualifiers(withoutReason(known.text), known.slot))
}
