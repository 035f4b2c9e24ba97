import type { Scope } from '../values/scope.js'
import type { HistoryRecord, MemoryRecord, MessageRecord } from '../store/records.js'
import type { DeleteOptions } from './types.js'
import { isEvidenceFrom, sourceKey } from '../store/evidence.js'
import type { Operation } from '../store/operation.js'
import { memoriesFrom, requireMemory, requireMessage } from './rows.js'

/** Hides a memory from every read; undoable. With `withEvidence` also the messages it came from. */
export async function deleteMemory(
  operation: Operation,
  id: string,
  scope: Scope,
  options: DeleteOptions,
): Promise<void> {
  const memory = await requireMemory(operation.tx, id, scope, options.ifRevision)
  if (memory.status !== 'deleted') await closeMemory(operation, memory, options.reason)
  if (!options.withEvidence) return
  for (const evidence of memory.evidence) {
    const message = await operation.tx.find('messages', 'key', [sourceKey(memory, evidence), evidence.messageId])
    if (message?.status === 'active') await setStatus(operation, message, 'hidden', options.reason)
  }
}

/** Hides a message, removes its quotes and closes the memories that have no other evidence; undoable. */
export async function deleteMessage(
  operation: Operation,
  id: string,
  scope: Scope,
  options: DeleteOptions,
): Promise<void> {
  const message = await requireMessage(operation.tx, id, scope, options.ifRevision)
  await removeMessage(operation, message, options.reason)
}

export async function removeMessage(
  operation: Operation,
  message: MessageRecord,
  reason: string | undefined,
): Promise<void> {
  if (message.status !== 'deleted') await setStatus(operation, message, 'deleted', reason)
  for (const memory of await memoriesFrom(operation.tx, message)) {
    if (memory.status === 'deleted') continue
    const evidence = memory.evidence.filter((item) => !isEvidenceFrom(message, memory, item))
    if (evidence.length === 0) await closeMemory(operation, memory, reason ?? 'its evidence was deleted')
    else
      await operation.putMemory({
        event: 'UPDATE',
        before: memory,
        after: withoutSource({ ...memory, evidence }, message, operation.now),
        reason: reason ?? 'evidence deleted',
      })
  }
}

export async function closeMemory(
  operation: Operation,
  memory: MemoryRecord,
  reason: string | undefined,
): Promise<void> {
  const after: MemoryRecord = { ...memory, status: 'deleted', revision: memory.revision + 1, updatedAt: operation.now }
  await operation.putMemory({ event: 'DELETE', before: memory, after, ...(reason === undefined ? {} : { reason }) })
}

/** A memory that repeated the deleted message word for word is no longer its copy: it gets a vector of its own. */
function withoutSource(memory: MemoryRecord, message: MessageRecord, now: number): MemoryRecord {
  if (memory.verbatimNo === message.no) delete memory.verbatimNo
  return { ...memory, revision: memory.revision + 1, updatedAt: now }
}

async function setStatus(
  operation: Operation,
  message: MessageRecord,
  status: 'hidden' | 'deleted',
  reason: string | undefined,
): Promise<void> {
  const after: MessageRecord = { ...message, status, revision: message.revision + 1, updatedAt: operation.now }
  const unread = await removeFromJob(operation, message.no)
  await operation.putMessage({
    event: 'DELETE',
    before: message,
    after,
    unread,
    ...(reason === undefined ? {} : { reason }),
  })
}

/** Removes a message from the extraction job that would read it; returns how it would have been read, for `undo`. */
async function removeFromJob({ tx }: Operation, no: number): Promise<HistoryRecord['unread']> {
  for (const job of await tx.list('jobs')) {
    if (job.kind === 'embed' || !job.nos.includes(no)) continue
    const nos = job.nos.filter((other) => other !== no)
    if (nos.length > 0) await tx.put('jobs', { ...job, nos })
    else await tx.delete('jobs', job.id)
    const { kind, review, categories, expiresAt } = job
    return {
      kind,
      ...(review === undefined ? {} : { review }),
      ...(categories === undefined ? {} : { categories }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    }
  }
  return undefined
}
