import type { Decision, KnownFact, NewFact } from './decision.js'

/**
 * What is known at one point of a batch: the memories as earlier decisions left them. Ids of facts of the batch are
 * `new:i`.
 */
export class Batch {
  readonly #made: KnownFact[] = []
  readonly #changed = new Map<string, KnownFact>()

  /**
   * The neighbours as they are by now, then the facts of this batch; in an order that does not depend on the one given.
   */
  view(neighbours: readonly KnownFact[]): KnownFact[] {
    const unique = [...new Map(neighbours.map((known) => [known.id, known])).values()]
    unique.sort((a, b) => a.observedAt - b.observedAt || (a.id < b.id ? -1 : 1))
    return [...unique, ...this.#made].map((known) => this.#changed.get(known.id) ?? known)
  }

  /** As if the decision about fact `index` had been carried out. */
  apply(decision: Decision, index: number, view: readonly KnownFact[]): void {
    const { fact } = decision
    const change = (id: string, to: (known: KnownFact) => KnownFact): void => {
      const known = view.find((candidate) => candidate.id === id)
      if (known) this.#changed.set(id, to(known))
    }
    const evidence = (known: KnownFact): string[] => [...new Set([...known.messageIds, fact.messageId])]
    if (decision.event === 'NONE') change(decision.known, (known) => heard(known, fact, evidence(known)))
    if (decision.event === 'UPDATE')
      change(decision.known, (known) => told(known, decision.text, fact, evidence(known)))
    if (decision.event === 'SUPERSEDE' || decision.event === 'DELETE')
      for (const id of decision.known) change(id, (known) => ({ ...known, validTo: decision.at }))
    if (decision.event === 'ADD' || decision.event === 'SUPERSEDE' || decision.event === 'LATE')
      this.#made.push({ ...asKnown(fact, index), ...(decision.event === 'LATE' && { validTo: decision.at }) })
  }
}

/**
 * A memory that is said again. What an untrusted source repeats is no evidence; what a trusted one says is its own from
 * then on.
 */
function heard(known: KnownFact, fact: NewFact, messageIds: string[]): KnownFact {
  if (fact.trust && !known.trust) return known
  const { trust, ...rest } = known
  return trust && !fact.trust ? { ...rest, messageIds: [fact.messageId] } : { ...known, messageIds }
}

/**
 * A memory with a fuller text. One without a slot gets none, so that nothing closes it later; its vector is no longer
 * that of its text.
 */
function told(known: KnownFact, text: string, fact: NewFact, messageIds: string[]): KnownFact {
  const { similarity, ...rest } = known
  void similarity
  return { ...rest, text, ...(known.slot && { slot: fact.slot }), messageIds }
}

function asKnown(fact: NewFact, index: number): KnownFact {
  const { text, slot, attributedTo, observedAt, validFrom = observedAt, messageId, trust } = fact
  return {
    id: `new:${index}`,
    text,
    slot,
    attributedTo,
    observedAt,
    validFrom,
    ...(trust && { trust }),
    messageIds: [messageId],
  }
}

/**
 * Whether a memory comes from the same message in an earlier run: what one message says is one state of things, seen
 * again.
 */
export const isFromSameRun = (fact: NewFact, known: KnownFact): boolean =>
  !known.id.startsWith('new:') && known.messageIds.includes(fact.messageId)

export const isActive = (known: KnownFact): boolean => known.validTo === undefined
/** Since when what the fact says holds, as far as it says so. */
export const since = (fact: NewFact): number => fact.validFrom ?? fact.observedAt
/** When the fact ends what is known: never before that began. */
export const endOf = (fact: NewFact, ended: readonly KnownFact[]): number =>
  Math.max(since(fact), ...ended.map(({ validFrom }) => validFrom))
