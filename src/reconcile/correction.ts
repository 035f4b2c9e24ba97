import type { KnownFact, NewFact } from './decision.js'
import { sameValue } from './value.js'

// In ms. A correction without a named value ("no, I meant …") refers to what was said within a day.
const CORRECTION_WINDOW = 86_400_000

/**
 * The known facts that a correction declares wrong: those with the named value, else the last one in the slot. Empty
 * where that is ambiguous.
 */
export function corrected(fact: NewFact, known: readonly KnownFact[]): KnownFact[] {
  const inSlot = known.filter(
    ({ slot, observedAt }) => slot?.attribute === fact.slot.attribute && observedAt <= fact.observedAt,
  )
  if (fact.previous !== undefined)
    return inSlot.filter(({ slot }) => sameValue(slot?.value ?? '', fact.previous as string))
  const last = inSlot.at(-1)
  if (!last || (fact.slot.cardinality === 'many' && fact.observedAt - last.observedAt > CORRECTION_WINDOW)) return []
  const together = inSlot.filter((other) => other.messageIds.some((id) => last.messageIds.includes(id)))
  return fact.slot.cardinality === 'many' && together.length > 1 ? [] : [last]
}
