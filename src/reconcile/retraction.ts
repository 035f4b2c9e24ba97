import { EXISTENTIAL } from './attributes.js'
import type { KnownFact, NewFact } from './decision.js'
import { relationOf, sameValue } from './value.js'

/** What a retraction takes back: the value named, or all of the slot where none is ("forget my address"). */
export function takenBack(fact: NewFact, known: readonly KnownFact[]): KnownFact[] {
  const { attribute } = fact.slot
  const inSlot = known.filter(({ slot, observedAt }) => slot?.attribute === attribute && observedAt <= fact.observedAt)
  const value = fact.previous ?? fact.slot.value
  if (value === '') return inSlot
  const exact = inSlot.filter(({ slot }) => sameValue(slot?.value ?? '', value))
  if (exact.length > 0) return exact
  // "Sold my boat" of "a boat called Petrel", where there is no other; "no longer likes tea" says nothing of tea with
  // milk.
  const fuller = inSlot.filter(({ slot }) => relationOf(slot?.value ?? '', value) === 'narrower')
  return fuller.length === 1 && (fact.slot.cardinality === 'one' || EXISTENTIAL.has(attribute)) ? fuller : []
}
