import { scopeKey } from '../values/scope.js'
import type { Evidence, MemoryRecord, MessageRecord } from './records.js'

// Message ids are unique within a scope only. A memory rests on messages of its own scope, or, promoted, of a run below
// it.

/**
 * The scope of the message that a memory's evidence is from: a memory of a run rests on no other one, whatever it was
 * given as evidence.
 */
export const sourceKey = (memory: Pick<MemoryRecord, 'scope' | 'scopeKey'>, { runId }: Evidence): string =>
  runId === undefined || memory.scope.runId !== undefined ? memory.scopeKey : scopeKey({ ...memory.scope, runId })

export const evidenceKey = (scopeKey: string, messageId: string): string => `${scopeKey}\n${messageId}`

/** The scopes whose memories may rest on a message. */
export function citingScopes({ scope, scopeKey: own }: Pick<MessageRecord, 'scope' | 'scopeKey'>): string[] {
  const { runId, ...wider } = scope
  return runId === undefined ? [own] : [own, scopeKey(wider)]
}

export const isEvidenceFrom = (message: MessageRecord, memory: MemoryRecord, evidence: Evidence): boolean =>
  evidence.messageId === message.id && sourceKey(memory, evidence) === message.scopeKey
