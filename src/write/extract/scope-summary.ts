import type { Extractor } from '../../extract/extractor.js'
import { scopeKey, type Scope } from '../../values/scope.js'
import type { SecretFinder } from '../../secrets/span.js'
import type { Store } from '../../store/store.js'
import { isUntrusted } from '../../values/trust.js'
import { asInput, withoutSecrets } from './input.js'

/** New messages that make a new summary due, and the most that one summary takes in. */
const DUE = 20
const MOST = 60

export interface SummarySettings {
  store: Store
  extractor: Extractor
  now: () => number
  secretFinder: () => Promise<SecretFinder | undefined>
}

/**
 * Updates the summary of a scope with the messages since the last one. The summary is context for the extractor only.
 * It is dropped whenever a message of the scope is hidden, deleted or erased, since its text may repeat that message.
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
  // Untrusted texts are left out: instructions in them (prompt injection) could reach the extractor by the summary.
  const said = messages.filter((message) => !isUntrusted(message))
  if (said.length === 0) return
  const text = await extractor.summarise(known?.text, withoutSecrets(said, await secretFinder()).map(asInput), {
    signal,
  })
  if (text.trim() === '') return
  await store.write(['summaries', 'messages'], async (tx) => {
    const current = await tx.get('summaries', key)
    const there = await Promise.all(messages.map(({ no }) => tx.get('messages', no)))
    // Another tab wrote a summary first, or one of its messages was deleted meanwhile.
    if (current?.upTo !== known?.upTo || there.some((row) => row?.status !== 'active')) return
    await tx.put('summaries', { scopeKey: key, scope, text, upTo: last.no, updatedAt: now() })
  })
}
