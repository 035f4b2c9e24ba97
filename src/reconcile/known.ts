import type { Decision, KnownFact, NewFact } from './decision.js'

/**
 * The known facts while a batch is reconciled, with the earlier decisions of the batch applied. Facts of the batch have
 * the id `new:i`.
 */
export class Batch {
  readonly #added: KnownFact[] = []
  readonly #changed = new Map<string, KnownFact>()

  /** The neighbours as changed so far, then the facts of this batch. The order does not depend on the input's. */
  current(neighbours: readonly KnownFact[]): KnownFact[] {
    const unique = [...new Map(neighbours.map((known) => [known.id, known])).values()]
    unique.sort((a, b) => a.observedAt - b.observedAt || (a.id < b.id ? -1 : 1))
    return [...unique, ...this.#added].map((known) => this.#changed.get(known.id) ?? known)
  }

  /** Applies the decision about fact `index`. */
  apply(decision: Decision, index: number, current: readonly KnownFact[]): void {
    const { fact } = decision
    const change = (id: string, to: (known: KnownFact) => KnownFact): void => {
      const known = current.find((candidate) => candidate.id === id)
      if (known) this.#changed.set(id, to(known))
    }
    const evidence = (known: KnownFact): string[] => [...new Set([...known.messageIds, fact.messageId])]
    if (decision.event === 'NONE') change(decision.known, (known) => confirmed(known, fact, evidence(known)))
    if (decision.event === 'UPDATE')
      change(decision.known, (known) => elaborated(known, decision.text, fact, evidence(known)))
    if (decision.event === 'SUPERSEDE' || decision.event === 'DELETE')
      for (const id of decision.known) change(id, (known) => ({ ...known, validTo: decision.at }))
    if (decision.event === 'ADD' || decision.event === 'SUPERSEDE' || decision.event === 'LATE')
      this.#added.push({ ...asKnown(fact, index), ...(decision.event === 'LATE' && { validTo: decision.at }) })
  }
}

/**
 * A known fact that a new one repeats. An untrusted repetition adds no evidence; a trusted one makes an untrusted fact
 * trusted, with the new message as its only evidence.
 */
function confirmed(known: KnownFact, fact: NewFact, messageIds: string[]): KnownFact {
  if (fact.trust && !known.trust) return known
  const { trust, ...rest } = known
  return trust && !fact.trust ? { ...rest, messageIds: [fact.messageId] } : { ...known, messageIds }
}

/**
 * A known fact with a more detailed text. One without a slot stays without one, so that no later fact closes it. The
 * similarity is dropped: it was that of the old text.
 */
function elaborated(known: KnownFact, text: string, fact: NewFact, messageIds: string[]): KnownFact {
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
 * Whether an earlier extraction of the same message gave this memory. Then both describe one state, and neither ends
 * the other.
 */
export const isFromSameRun = (fact: NewFact, known: KnownFact): boolean =>
  !known.id.startsWith('new:') && known.messageIds.includes(fact.messageId)

export const isActive = (known: KnownFact): boolean => known.validTo === undefined
/** Start of validity: the date in the fact, else when it was said; in ms since the epoch. */
export const since = (fact: NewFact): number => fact.validFrom ?? fact.observedAt
/** When the fact ends the others, in ms since the epoch: never before they became valid. */
export const endOf = (fact: NewFact, ended: readonly KnownFact[]): number =>
  Math.max(since(fact), ...ended.map(({ validFrom }) => validFrom))
