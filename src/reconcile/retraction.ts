import { EXISTENTIAL } from './attributes.js'
import type { KnownFact, NewFact } from './decision.js'
import { relationOf, sameValue } from './value.js'

/**
 * The known facts that a retraction ends: those with its value, or all of the slot without one ("forget my address").
 */
export function retracted(fact: NewFact, known: readonly KnownFact[]): KnownFact[] {
  const { attribute } = fact.slot
  const inSlot = known.filter(({ slot, observedAt }) => slot?.attribute === attribute && observedAt <= fact.observedAt)
  const value = fact.previous ?? fact.slot.value
  if (value === '') return inSlot
  const exact = inSlot.filter(({ slot }) => sameValue(slot?.value ?? '', value))
  if (exact.length > 0) return exact
  // "Sold my boat" ends "has a boat called Petrel" if that is the only boat; "no longer likes tea" does not end "likes
  // tea with milk".
  const narrower = inSlot.filter(({ slot }) => relationOf(slot?.value ?? '', value) === 'narrower')
  return narrower.length === 1 && (fact.slot.cardinality === 'one' || EXISTENTIAL.has(attribute)) ? narrower : []
}
