import type { ExtractedFact, FactSlot } from '../../extract/fact.js'
import { factHash } from '../../platform/identity.js'
import type { Store } from '../../store/store.js'

/**
 * Drops facts that the user deleted before: those with the text, or the slot and value, of a deleted memory of the
 * scope that was drawn from the same message.
 */
export async function withoutForgotten<F extends ExtractedFact>(
  store: Store,
  facts: readonly F[],
  scopeKey: string,
): Promise<F[]> {
  if (facts.length === 0) return []
  const slotKey = ({ subject, attribute, value }: FactSlot): string => `${subject} ${attribute} ${value}`
  const keys = await Promise.all(
    facts.map(async (fact) => [
      `${fact.messageId} ${await factHash(fact.text)}`,
      `${fact.messageId} ${slotKey(fact.slot)}`,
    ]),
  )
  return store.read(['memories'], async (tx) => {
    const deleted = (await tx.list('memories', { index: 'scope', only: [scopeKey] })).filter(
      ({ status }) => status === 'deleted',
    )
    const forgotten = new Set(
      deleted.flatMap(({ textHash, slot, evidence }) =>
        evidence.flatMap(({ messageId }) => [
          `${messageId} ${textHash}`,
          ...(slot ? [`${messageId} ${slotKey(slot)}`] : []),
        ]),
      ),
    )
    return facts.filter((_, i) => !keys[i]?.some((key) => forgotten.has(key)))
  })
}
