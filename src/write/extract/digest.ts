import type { Digest } from '../../extract/extractor.js'
import type { NewFact } from '../../reconcile/decision.js'
import type { MessageRecord } from '../../store/records.js'
import { scopeKey } from '../../values/scope.js'
import { isUntrusted } from '../../values/trust.js'
import type { Decide } from './settle.js'

/** A run stands by itself: two of them may be much alike. */
export const addUnlessStored: Decide = (facts, neighbours) =>
  facts.map((fact) => {
    const same = neighbours(fact).find(({ text, validTo }) => text === fact.text && validTo === undefined)
    return same ? { event: 'NONE', fact, known: same.id } : { event: 'ADD', fact }
  })

export function runFact({ text, evidence, language = 'en' }: Digest, messages: readonly MessageRecord[]): NewFact {
  const last = messages.at(-1) as MessageRecord
  const [source = { messageId: last.id, quote: last.text }, ...alsoFrom] = evidence
  return {
    text,
    language,
    ...(messages.some(
      (message) => isUntrusted(message) && [source, ...alsoFrom].some(({ messageId }) => messageId === message.id),
    )
      ? { trust: 'untrusted' }
      : {}),
    kind: 'procedural',
    category: 'runs',
    attributedTo: last.scope.agentId ?? 'assistant',
    ...source,
    alsoFrom,
    mode: 'assert',
    slot: {
      subject: 'assistant',
      attribute: 'run',
      value: last.scope.runId ?? scopeKey(last.scope),
      cardinality: 'many',
    },
    observedAt: last.at,
  }
}
