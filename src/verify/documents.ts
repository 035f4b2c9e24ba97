import { factHash, textHash } from '../store/rows/hash.js'
import { joinedEvidence } from '../backup/plan.js'
import { repaired } from '../store/rows/repair-row.js'
import { fromMemory, fromMessage } from '../store/rows/row-checks.js'
import { Malformed } from '../store/rows/shape.js'
import { activeKey } from '../platform/identity.js'
import { scopeKey } from '../values/scope.js'
import { evidenceKey, sourceKey } from '../store/evidence.js'
import type { MemoryRecord, MessageRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'
import type { Operation } from '../store/operation.js'
import { rowsOf, type Census } from './census.js'
import type { Faults } from './faults.js'

/** Checks messages and memories, first each row alone, then its references to others. Fills the census. */
export async function checkDocuments(tx: Reader, census: Census, faults: Faults): Promise<void> {
  for await (const rows of rowsOf(tx, 'messages', census)) for (const row of rows) checkMessage(row, census, faults)
  for await (const rows of rowsOf(tx, 'memories', census)) for (const row of rows) checkMemory(row, census, faults)
  // Only now is every row in the census: a row may refer to a later one.
  for await (const rows of rowsOf(tx, 'messages', census)) for (const row of rows) checkPrevious(row, census, faults)
  for await (const rows of rowsOf(tx, 'memories', census)) for (const row of rows) checkTargets(row, census, faults)
}

function checkMessage(row: MessageRecord, census: Census, faults: Faults): void {
  const key = registerDocument(row, 'messages', true, census, faults)
  census.messages.add(evidenceKey(key, row.id))
  census.noteNumber('session', row.session)
  if (typeof row.text === 'string' && row.textHash !== textHash(row.text))
    addKeyFault(faults, 'TEXT_HASH', 'messages', row.no, 'Its text hash does not match its text.')
}

function checkMemory(row: MemoryRecord, census: Census, faults: Faults): void {
  const key = registerDocument(row, 'memories', row.verbatimNo === undefined, census, faults)
  census.memories.add(row.id)
  if (typeof row.text !== 'string') return
  const hash = factHash(row.text)
  if (row.textHash !== hash)
    addKeyFault(faults, 'TEXT_HASH', 'memories', row.no, 'Its text hash does not match its text.')
  if (row.activeKey !== (row.status === 'active' ? activeKey(key, hash) : undefined))
    addKeyFault(
      faults,
      'ACTIVE_KEY',
      'memories',
      row.no,
      'Its unique key does not match its text and status: the fact could be stored twice, or be refused.',
    )
}

/** Adds the row to the census and returns the scope key that it should have. */
function registerDocument(
  row: MessageRecord | MemoryRecord,
  table: 'messages' | 'memories',
  isIndexed: boolean,
  census: Census,
  faults: Faults,
): string {
  const { no, id, status, scope, revision } = row
  if (census.documents.has(no))
    faults.add({ code: 'NUMBER_TWICE', table, key: no, message: 'A message and a memory have the same number.' })
  census.noteNumber('document', no)
  const flaw = flawOf(table, row)
  if (flaw?.replacement)
    faults.add(
      { code: 'ROW_OUT_OF_RANGE', table, key: no, message: `The row has a value out of range: ${flaw.message}.` },
      (operation) => (table === 'messages' ? repairMessage(operation, no) : repairMemory(operation, no)),
    )
  else if (flaw) {
    census.damaged.add(no)
    faults.add({ code: 'ROW_DAMAGED', table, key: no, message: `The row is damaged: ${flaw.message}.` })
  }
  const key = flaw && !flaw.replacement ? String(row.scopeKey) : scopeKey(scope)
  if (!flaw && row.scopeKey !== key)
    addKeyFault(faults, 'SCOPE_KEY', table, no, 'Its scope key does not match its scope.')
  census.documents.set(no, { table, id, scopeKey: key, status, revision, isIndexed })
  return key
}

/** Adds a fault of a derived field, which is computed anew. */
function addKeyFault(faults: Faults, code: string, table: 'messages' | 'memories', key: number, message: string): void {
  faults.add({ code, table, key, message }, (operation) =>
    table === 'messages' ? rekeyMessage(operation, key) : rekeyMemory(operation, key),
  )
}

/** The first malformed field of a row; it has a `replacement` only where a repair can make the whole row valid. */
function flawOf(table: 'messages' | 'memories', row: MessageRecord | MemoryRecord): Malformed | undefined {
  try {
    if (table === 'messages') fromMessage(row as MessageRecord)
    else fromMemory(row as MemoryRecord)
    return undefined
  } catch (cause) {
    if (!(cause instanceof Malformed)) throw cause
    const isLost =
      table === 'messages'
        ? repaired(row as MessageRecord, fromMessage, 0) === undefined
        : repaired(row as MemoryRecord, fromMemory, 0) === undefined
    return isLost && cause.replacement ? new Malformed(cause.path, cause.reason) : cause
  }
}

/** Replaces values that are out of range. The row's history is repaired on its own: see `checkHistory`. */
async function repairMessage(operation: Operation, no: number): Promise<void> {
  const row = await operation.tx.get('messages', no)
  const sound = row && repaired(row, fromMessage, operation.now)
  if (!sound) return
  await operation.tx.put('messages', sound)
  await rekeyMessage(operation, no)
}

async function repairMemory(operation: Operation, no: number): Promise<void> {
  const row = await operation.tx.get('memories', no)
  const sound = row && repaired(row, fromMemory, operation.now)
  if (!sound) return
  await operation.tx.put('memories', sound)
  await rekeyMemory(operation, no)
}

/** Computes derived fields (scope key, text hash, unique key) anew. */
async function rekeyMessage({ tx, commit }: Operation, no: number): Promise<void> {
  const row = await tx.get('messages', no)
  if (!row) return
  const key = scopeKey(row.scope)
  const other = await tx.find('messages', 'key', [key, row.id])
  // Two messages with the same scope and id: nothing says which one is right.
  if (other && other.no !== no) return
  await tx.put('messages', { ...row, scopeKey: key, textHash: textHash(row.text) })
  commit.change('messages', no)
}

async function rekeyMemory(operation: Operation, no: number): Promise<void> {
  const { tx, commit } = operation
  const damaged = await tx.get('memories', no)
  if (!damaged) return
  const { activeKey: _, ...fields } = damaged
  const row: MemoryRecord = { ...fields, scopeKey: scopeKey(fields.scope), textHash: factHash(fields.text) }
  const duplicate =
    row.status === 'active' ? await tx.find('memories', 'active', activeKey(row.scopeKey, row.textHash)) : undefined
  if (duplicate && duplicate.no !== no) {
    // The same fact is active twice: the older row stays, with the evidence of both.
    const [older, newer] = duplicate.no < no ? [duplicate, row] : [row, duplicate]
    const revised = { updatedAt: operation.now }
    await operation.putMemory({
      event: 'MERGE',
      before: newer,
      after: { ...newer, ...revised, status: 'merged', supersededBy: older.id, revision: newer.revision + 1 },
      reason: 'repair: the same fact was stored twice',
    })
    await operation.putMemory({
      event: 'UPDATE',
      before: older,
      after: {
        ...older,
        ...revised,
        evidence: joinedEvidence(older.evidence, newer.evidence),
        revision: older.revision + 1,
      },
      reason: 'repair: evidence of the same fact',
    })
    return
  }
  await tx.put('memories', {
    ...row,
    ...(row.status === 'active' ? { activeKey: activeKey(row.scopeKey, row.textHash) } : {}),
  })
  commit.change('memories', no)
}

function checkPrevious({ no, previousNo }: MessageRecord, census: Census, faults: Faults): void {
  if (previousNo === undefined) return
  const [own, previous] = [census.documents.get(no), census.documents.get(previousNo)]
  if (previous?.table === 'messages' && previous.scopeKey === own?.scopeKey && previousNo < no) return
  faults.add(
    {
      code: 'PREVIOUS_DANGLING',
      table: 'messages',
      key: no,
      message: `Its previous message (${previousNo}) is not an earlier message of its scope.`,
    },
    async ({ tx, commit }) => {
      const row = await tx.get('messages', no)
      if (!row) return
      const { previousNo: _, ...fields } = row
      await tx.put('messages', fields)
      commit.change('messages', no)
    },
  )
}

function checkTargets(row: MemoryRecord, census: Census, faults: Faults): void {
  const { no, verbatimNo, supersedes, supersededBy, linkedIds = [] } = row
  const finding = { table: 'memories', key: no }
  const verbatim = verbatimNo === undefined ? undefined : census.documents.get(verbatimNo)
  if (
    verbatimNo !== undefined &&
    (verbatim?.table !== 'messages' || verbatim.scopeKey !== census.documents.get(no)?.scopeKey)
  )
    faults.add(
      {
        ...finding,
        code: 'VERBATIM_DANGLING',
        message: `The message that it repeats (${verbatimNo}) does not exist in its scope.`,
      },
      (operation) =>
        revise(operation, no, 'repair: the message that it repeats is gone', (memory) => {
          const { verbatimNo: _, ...fields } = memory
          return fields
        }),
    )
  const exists = (id: string | undefined): boolean => id === undefined || census.memories.has(id)
  if (!exists(supersedes) || !exists(supersededBy) || !linkedIds.every(exists))
    faults.add(
      { ...finding, code: 'LINK_DANGLING', message: 'It refers to a memory that does not exist.' },
      (operation) =>
        revise(
          operation,
          no,
          'repair: a memory that it refers to is gone',
          ({ supersedes, supersededBy, linkedIds, ...fields }) => {
            const existing = linkedIds?.filter(exists)
            return {
              ...fields,
              ...(supersedes !== undefined && exists(supersedes) ? { supersedes } : {}),
              ...(supersededBy !== undefined && exists(supersededBy) ? { supersededBy } : {}),
              ...(existing?.length ? { linkedIds: existing } : {}),
            }
          },
        ),
    )
  // A memory that the application added itself (`infer: false`) may cite messages of the application's own store.
  if ((row.slot === undefined && verbatimNo === undefined) || !Array.isArray(row.evidence)) return
  const isStored = (one: MemoryRecord['evidence'][number]): boolean =>
    census.messages.has(evidenceKey(sourceKey({ scope: row.scope, scopeKey: scopeKey(row.scope) }, one), one.messageId))
  const stored = row.evidence.filter(isStored).length
  if (stored === row.evidence.length) return
  const message =
    stored > 0
      ? 'A message that it cites as evidence does not exist.'
      : 'None of the messages that it cites as evidence exists; the row still has their quotes.'
  faults.add(
    { ...finding, code: 'EVIDENCE_DANGLING', message },
    stored > 0
      ? (operation) =>
          revise(operation, no, 'repair: a message that it rested on is gone', (memory) => ({
            ...memory,
            evidence: memory.evidence.filter(isStored),
          }))
      : undefined,
  )
}

/** Updates a memory with a history event, as any operation does. */
async function revise(
  operation: Operation,
  no: number,
  reason: string,
  change: (memory: MemoryRecord) => MemoryRecord,
): Promise<void> {
  const before = await operation.tx.get('memories', no)
  if (before)
    await operation.putMemory({
      event: 'UPDATE',
      before,
      after: { ...change(before), revision: before.revision + 1, updatedAt: operation.now },
      reason,
    })
}
