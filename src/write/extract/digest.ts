import type { Digest } from '../../extract/extractor.js'
import type { NewFact } from '../../reconcile/decision.js'
import type { MessageRecord } from '../../store/records.js'
import { scopeKey } from '../../values/scope.js'
import { isUntrusted } from '../../values/trust.js'
import type { Decide } from './settle.js'

/** Each run gets a memory of its own, even when two runs are much alike; only an identical active text is reused. */
export const addUnlessStored: Decide = (facts, neighbours) =>
  facts.map((fact) => {
    const same = neighbours(fact).find(({ text, validTo }) => text === fact.text && validTo === undefined)
    return same ? { event: 'NONE', fact, known: same.id } : { event: 'ADD', fact }
  })

/** The digest of a run as a procedural fact. */
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
