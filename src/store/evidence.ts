import { scopeKey } from '../values/scope.js'
import type { Evidence, MemoryRecord, MessageRecord } from './records.js'

// Message ids are unique within a scope only. A memory cites messages of its own scope or, if it was promoted, of the
// run that it was promoted out of.

/**
 * The scope key of the message that a piece of evidence cites. A memory of a run cites messages of that run only, even
 * if its evidence names another one.
 */
export const sourceKey = (memory: Pick<MemoryRecord, 'scope' | 'scopeKey'>, { runId }: Evidence): string =>
  runId === undefined || memory.scope.runId !== undefined ? memory.scopeKey : scopeKey({ ...memory.scope, runId })

/** Identifies a message in the whole store. */
export const evidenceKey = (scopeKey: string, messageId: string): string => `${scopeKey}\n${messageId}`

/**
 * Keys of the scopes whose memories may cite a message: its own, and for a message of a run the scope without the run.
 */
export function citingScopes({ scope, scopeKey: own }: Pick<MessageRecord, 'scope' | 'scopeKey'>): string[] {
  const { runId, ...wider } = scope
  return runId === undefined ? [own] : [own, scopeKey(wider)]
}

/** Whether a memory's evidence cites this message. */
export const isEvidenceFrom = (message: MessageRecord, memory: MemoryRecord, evidence: Evidence): boolean =>
  evidence.messageId === message.id && sourceKey(memory, evidence) === message.scopeKey
