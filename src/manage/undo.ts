import { ConflictError, InputError } from '../values/errors.js'
import { scopeMatches, type Scope } from '../values/scope.js'
import { readHistoryMeta } from '../store/history-floor.js'
import type { HistoryRecord, MemoryRecord, MessageRecord } from '../store/records.js'
import type { Operation } from '../store/operation.js'
import { closeMemory, removeMessage } from './delete.js'

/**
 * Reverts every row that one operation changed, newest change first. Fails as a whole when a later operation touched
 * any of them.
 */
export async function undoOperation(operation: Operation, operationId: string, scope: Scope): Promise<void> {
  const changes = await operation.tx.list('history', { index: 'operation', only: [operationId], reverse: true })
  const { floor, cut } = await readHistoryMeta(operation.tx)
  if (cut.includes(operationId))
    throw new InputError(
      'HISTORY_TRIMMED',
      `Part of what operation "${operationId}" did was trimmed; it cannot be undone.`,
      { value: operationId, hint: 'historyRetention says how long history is kept.' },
    )
  const seen = ({ before, after }: HistoryRecord) => scopeMatches((after ?? before)?.scope ?? {}, scope)
  if (changes.length === 0 || !changes.every(seen))
    throw new InputError('NOT_FOUND', `There is no operation "${operationId}" to undo.`, {
      value: operationId,
      hint:
        floor > 0
          ? 'What was purged, or trimmed by historyRetention, cannot be undone.'
          : 'What was purged cannot be undone.',
    })
  // All checks come first, so that changes of the undo itself do not look like a later operation.
  const newest = new Map<string, HistoryRecord>()
  for (const change of changes)
    if (!newest.has(`${change.table}:${change.no}`)) newest.set(`${change.table}:${change.no}`, change)
  for (const change of newest.values()) {
    const current = await operation.tx.get(change.table, change.no)
    if (current?.revision !== change.after?.revision)
      throw new ConflictError('CONFLICT', `"${change.id}" was changed by a later operation.`, {
        value: operationId,
        hint: 'Undo that one first; history() lists them.',
      })
  }
  for (const change of changes) await revert(operation, change)
  extractUnread(operation, changes)
}

/**
 * Creates an extraction job for messages that were deleted before facts were extracted from them. If they came from
 * several calls, all are reviewed as soon as one of them was to be.
 */
function extractUnread(operation: Operation, changes: readonly HistoryRecord[]): void {
  const unread = changes.filter((change) => change.unread && change.before)
  const [first] = unread
  if (!first?.unread || !first.before) return
  const isReviewed = unread.some((change) => change.unread?.review)
  const nos = unread.map(({ no }) => no).reverse()
  operation.extractLater(nos, {
    ...first.unread,
    scope: first.before.scope,
    ...(isReviewed ? { review: true } : {}),
  })
}

async function revert(operation: Operation, change: HistoryRecord): Promise<void> {
  const reason = `undo of ${change.operationId}`
  if (change.table === 'memories') {
    const current = (await operation.tx.get('memories', change.no)) as MemoryRecord
    const before = change.before as MemoryRecord | undefined
    if (before)
      await operation.putMemory({
        event: 'RESTORE',
        before: current,
        after: { ...before, revision: current.revision + 1, updatedAt: operation.now },
        reason,
      })
    else if (current.status !== 'deleted') await closeMemory(operation, current, reason)
    return
  }
  const current = (await operation.tx.get('messages', change.no)) as MessageRecord
  const before = change.before as MessageRecord | undefined
  if (before)
    await operation.putMessage({
      event: 'RESTORE',
      before: current,
      after: { ...withCurrentPrevious(before, current), revision: current.revision + 1, updatedAt: operation.now },
      reason,
    })
  else await removeMessage(operation, current, reason)
}

/** Keeps the current previous message, which a purge may have changed since. */
function withCurrentPrevious(before: MessageRecord, { previousNo }: MessageRecord): MessageRecord {
  const { previousNo: _, ...message } = before
  return previousNo === undefined ? message : { ...message, previousNo }
}
