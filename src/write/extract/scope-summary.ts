import type { Extractor } from '../../extract/extractor.js'
import { scopeKey, type Scope } from '../../values/scope.js'
import type { SecretFinder } from '../../secrets/span.js'
import type { Store } from '../../store/store.js'
import { isUntrusted } from '../../values/trust.js'
import { asInput, withoutSecrets } from './input.js'

/** New messages from which on the summary is made anew, and the most that one renewal takes in. */
const DUE = 20
const MOST = 60

export interface SummarySettings {
  store: Store
  extractor: Extractor
  now: () => number
  secretFinder: () => Promise<SecretFinder | undefined>
}

/**
 * Brings the summary of a scope up to what was said since. Context for whoever draws facts, and nothing else depends on
 * it: it is dropped whenever a message of the scope is hidden, deleted or erased, because nobody can tell what of it is
 * left.
 */
export async function refreshSummary(
  { store, extractor, now, secretFinder }: SummarySettings,
  scope: Scope,
  signal: AbortSignal,
): Promise<void> {
  if (!extractor.summarise) return
  const key = scopeKey(scope)
  const { known, messages } = await store.read(['summaries', 'messages'], async (tx) => {
    const known = await tx.get('summaries', key)
    const since = await tx.list('messages', {
      index: 'scope',
      from: [key, known?.upTo ?? 0],
      to: [key],
      after: true,
      limit: MOST,
    })
    return { known, messages: since.filter(({ status }) => status === 'active') }
  })
  const last = messages.at(-1)
  if (!last || messages.length < DUE) return
  // A document is no part of what was said; one that is full of orders could pass them on by way of the summary.
  const said = messages.filter((message) => !isUntrusted(message))
  if (said.length === 0) return
  const text = await extractor.summarise(known?.text, withoutSecrets(said, await secretFinder()).map(asInput), {
    signal,
  })
  if (text.trim() === '') return
  await store.write(['summaries', 'messages'], async (tx) => {
    const current = await tx.get('summaries', key)
    const there = await Promise.all(messages.map(({ no }) => tx.get('messages', no)))
    // Somebody else was faster, or took back what it was made from.
    if (current?.upTo !== known?.upTo || there.some((row) => row?.status !== 'active')) return
    await tx.put('summaries', { scopeKey: key, scope, text, upTo: last.no, updatedAt: now() })
  })
}
