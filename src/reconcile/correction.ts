import type { KnownFact, NewFact } from './decision.js'
import { sameValue } from './value.js'

// In ms. Nobody corrects by "no, I meant …" what was said the day before.
const SOON = 86_400_000

/**
 * What a correction says was never so: the value named, else the last that this speaker said in the slot; nothing where
 * that is unclear.
 */
export function corrected(fact: NewFact, known: readonly KnownFact[]): KnownFact[] {
  const inSlot = known.filter(
    ({ slot, observedAt }) => slot?.attribute === fact.slot.attribute && observedAt <= fact.observedAt,
  )
  if (fact.previous !== undefined)
    return inSlot.filter(({ slot }) => sameValue(slot?.value ?? '', fact.previous as string))
  const last = inSlot.at(-1)
  if (!last || (fact.slot.cardinality === 'many' && fact.observedAt - last.observedAt > SOON)) return []
  const together = inSlot.filter((other) => other.messageIds.some((id) => last.messageIds.includes(id)))
  return fact.slot.cardinality === 'many' && together.length > 1 ? [] : [last]
}
