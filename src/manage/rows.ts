import { ConflictError, InputError, type LocketError } from '../values/errors.js'
import { scopeMatches, type Scope } from '../values/scope.js'
import { isEvidenceFrom, citingScopes } from '../store/evidence.js'
import type { MemoryRecord, MessageRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'

export type Found = { table: 'memories'; row: MemoryRecord } | { table: 'messages'; row: MessageRecord }

/** The memory with this id, within the scope. */
export async function findMemory(tx: Reader, id: string, scope: Scope): Promise<MemoryRecord | undefined> {
  const row = await tx.find('memories', 'id', id)
  return row && scopeMatches(row.scope, scope) ? row : undefined
}

/** The message with this id, within the scope; the oldest one when several scopes use the id. */
export async function findMessage(tx: Reader, id: string, scope: Scope): Promise<MessageRecord | undefined> {
  const rows = await tx.list('messages', { index: 'id', only: id })
  return rows.find((row) => scopeMatches(row.scope, scope))
}

export async function find(tx: Reader, id: string, scope: Scope): Promise<Found | undefined> {
  const memory = await findMemory(tx, id, scope)
  if (memory) return { table: 'memories', row: memory }
  const message = await findMessage(tx, id, scope)
  return message && { table: 'messages', row: message }
}

/** The memories that a message is evidence for. */
export async function memoriesFrom(tx: Reader, message: MessageRecord): Promise<MemoryRecord[]> {
  const memories = await Promise.all(
    citingScopes(message).map((key) => tx.list('memories', { index: 'scope', only: [key] })),
  )
  return memories
    .flat()
    .filter((memory) => memory.evidence.some((evidence) => isEvidenceFrom(message, memory, evidence)))
}

export function notFound(what: string, id: string): LocketError {
  return new InputError('NOT_FOUND', `There is no ${what} "${id}".`, {
    value: id,
    hint: 'It may have been erased, or belong to another scope.',
  })
}

/** @throws InputError `NOT_FOUND`; ConflictError when the row has another revision. */
export async function requireMemory(
  tx: Reader,
  id: string,
  scope: Scope,
  ifRevision: number | undefined,
): Promise<MemoryRecord> {
  const memory = await findMemory(tx, id, scope)
  if (!memory) throw notFound('memory', id)
  checkRevision(memory, ifRevision)
  return memory
}

/** @throws InputError `NOT_FOUND`; ConflictError when the row has another revision. */
export async function requireMessage(
  tx: Reader,
  id: string,
  scope: Scope,
  ifRevision: number | undefined,
): Promise<MessageRecord> {
  const message = await findMessage(tx, id, scope)
  if (!message) throw notFound('message', id)
  checkRevision(message, ifRevision)
  return message
}

function checkRevision(row: { id: string; revision: number }, wanted: number | undefined): void {
  if (wanted === undefined || row.revision === wanted) return
  throw new ConflictError('CONFLICT', `"${row.id}" has revision ${row.revision}, not ${wanted}.`, {
    value: wanted,
    hint: 'Read it again and repeat the change.',
  })
}
