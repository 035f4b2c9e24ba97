import { factHash, textHash } from '../store/rows/hash.js'
import { joinedEvidence } from '../backup/plan.js'
import { repaired } from '../store/rows/repair-row.js'
import { fromMemory, fromMessage } from '../store/rows/rows.js'
import { Malformed } from '../store/rows/shape.js'
import { activeKey } from '../platform/identity.js'
import { scopeKey } from '../values/scope.js'
import { evidenceKey, sourceKey } from '../store/evidence.js'
import type { MemoryRecord, MessageRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'
import type { Operation } from '../store/operation.js'
import { rowsOf, type Census } from './census.js'
import type { Faults } from './faults.js'

/** Messages and memories by themselves, and then by what they speak of. Fills the census. */
export async function checkDocuments(tx: Reader, census: Census, faults: Faults): Promise<void> {
  for await (const rows of rowsOf(tx, 'messages', census)) for (const row of rows) checkMessage(row, census, faults)
  for await (const rows of rowsOf(tx, 'memories', census)) for (const row of rows) checkMemory(row, census, faults)
  // Rows may speak of others that come behind them.
  for await (const rows of rowsOf(tx, 'messages', census)) for (const row of rows) checkPrevious(row, census, faults)
  for await (const rows of rowsOf(tx, 'memories', census)) for (const row of rows) checkTargets(row, census, faults)
}

function checkMessage(row: MessageRecord, census: Census, faults: Faults): void {
  const place = enter(row, 'messages', true, census, faults)
  census.messages.add(evidenceKey(place, row.id))
  census.saw('session', row.session)
  if (typeof row.text === 'string' && row.textHash !== textHash(row.text))
    wrong(faults, 'TEXT_HASH', 'messages', row.no, 'The hash of its text is not that of its text.')
}

function checkMemory(row: MemoryRecord, census: Census, faults: Faults): void {
  const place = enter(row, 'memories', row.verbatimNo === undefined, census, faults)
  census.memories.add(row.id)
  if (typeof row.text !== 'string') return
  const hash = factHash(row.text)
  if (row.textHash !== hash)
    wrong(faults, 'TEXT_HASH', 'memories', row.no, 'The hash of its text is not that of its text.')
  if (row.activeKey !== (row.status === 'active' ? activeKey(place, hash) : undefined))
    wrong(
      faults,
      'ACTIVE_KEY',
      'memories',
      row.no,
      'Its unique key does not say what it is: the same fact could stand here twice, or not come back.',
    )
}

/** Notes the row, and returns the key that its scope should have. */
function enter(
  row: MessageRecord | MemoryRecord,
  table: 'messages' | 'memories',
  own: boolean,
  census: Census,
  faults: Faults,
): string {
  const { no, id, status, scope, revision } = row
  if (census.documents.has(no))
    faults.add({ code: 'NUMBER_TWICE', table, key: no, message: 'A message and a memory have the same number.' })
  census.saw('document', no)
  const flaw = flawOf(table, row)
  if (flaw?.replacement)
    faults.add(
      { code: 'ROW_OUT_OF_RANGE', table, key: no, message: `The row holds what no row can: ${flaw.message}.` },
      (operation) => (table === 'messages' ? repairMessage(operation, no) : repairMemory(operation, no)),
    )
  else if (flaw) {
    census.damaged.add(no)
    faults.add({ code: 'ROW_DAMAGED', table, key: no, message: `The row is damaged: ${flaw.message}.` })
  }
  const place = flaw && !flaw.replacement ? String(row.scopeKey) : scopeKey(scope)
  if (!flaw && row.scopeKey !== place)
    wrong(faults, 'SCOPE_KEY', table, no, 'The key of its scope is not that of its scope.')
  census.documents.set(no, { table, id, scopeKey: place, status, revision, own })
  return place
}

function wrong(faults: Faults, code: string, table: 'messages' | 'memories', key: number, message: string): void {
  faults.add({ code, table, key, message }, (operation) =>
    table === 'messages' ? rekeyMessage(operation, key) : rekeyMemory(operation, key),
  )
}

/** The first thing that is wrong with a row; of one that a repair can save, one that it can replace. */
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

/** Values that are out of range, replaced. Its history is repaired by itself: see `checkHistory`. */
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

/** Fields that follow from others, made anew. */
async function rekeyMessage({ tx, commit }: Operation, no: number): Promise<void> {
  const row = await tx.get('messages', no)
  if (!row) return
  const place = scopeKey(row.scope)
  const other = await tx.find('messages', 'key', [place, row.id])
  // Two messages of one scope and id: which one is meant nobody can tell.
  if (other && other.no !== no) return
  await tx.put('messages', { ...row, scopeKey: place, textHash: textHash(row.text) })
  commit.change('messages', no)
}

async function rekeyMemory(operation: Operation, no: number): Promise<void> {
  const { tx, commit } = operation
  const damaged = await tx.get('memories', no)
  if (!damaged) return
  const { activeKey: _, ...rest } = damaged
  const row: MemoryRecord = { ...rest, scopeKey: scopeKey(rest.scope), textHash: factHash(rest.text) }
  const twin =
    row.status === 'active' ? await tx.find('memories', 'active', activeKey(row.scopeKey, row.textHash)) : undefined
  if (twin && twin.no !== no) {
    // The same fact twice: the older one stays, with the evidence of both.
    const [kept, dropped] = twin.no < no ? [twin, row] : [row, twin]
    const revised = { updatedAt: operation.now }
    await operation.putMemory({
      event: 'MERGE',
      before: dropped,
      after: { ...dropped, ...revised, status: 'merged', supersededBy: kept.id, revision: dropped.revision + 1 },
      reason: 'repair: the same fact stood here twice',
    })
    await operation.putMemory({
      event: 'UPDATE',
      before: kept,
      after: {
        ...kept,
        ...revised,
        evidence: joinedEvidence(kept.evidence, dropped.evidence),
        revision: kept.revision + 1,
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
      message: `The message before it (${previousNo}) is none of its conversation.`,
    },
    async ({ tx, commit }) => {
      const row = await tx.get('messages', no)
      if (!row) return
      const { previousNo: _, ...rest } = row
      await tx.put('messages', rest)
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
      { ...finding, code: 'VERBATIM_DANGLING', message: `The message that it repeats (${verbatimNo}) is not there.` },
      (operation) =>
        revise(operation, no, 'repair: the message that it repeats is gone', (memory) => {
          const { verbatimNo: _, ...rest } = memory
          return rest
        }),
    )
  const known = (id: string | undefined): boolean => id === undefined || census.memories.has(id)
  if (!known(supersedes) || !known(supersededBy) || !linkedIds.every(known))
    faults.add(
      { ...finding, code: 'LINK_DANGLING', message: 'It names another memory that is not there.' },
      (operation) =>
        revise(
          operation,
          no,
          'repair: a memory that it named is gone',
          ({ supersedes, supersededBy, linkedIds, ...rest }) => {
            const left = linkedIds?.filter(known)
            return {
              ...rest,
              ...(supersedes !== undefined && known(supersedes) ? { supersedes } : {}),
              ...(supersededBy !== undefined && known(supersededBy) ? { supersededBy } : {}),
              ...(left?.length ? { linkedIds: left } : {}),
            }
          },
        ),
    )
  // A memory that was given as it stands may name messages of the application's own.
  if ((row.slot === undefined && verbatimNo === undefined) || !Array.isArray(row.evidence)) return
  const rests = (one: MemoryRecord['evidence'][number]): boolean =>
    census.messages.has(evidenceKey(sourceKey({ scope: row.scope, scopeKey: scopeKey(row.scope) }, one), one.messageId))
  const found = row.evidence.filter(rests).length
  if (found === row.evidence.length) return
  const message =
    found > 0
      ? 'A message that it rests on is not there.'
      : 'None of the messages that it rests on is there; it keeps their quotes.'
  faults.add(
    { ...finding, code: 'EVIDENCE_DANGLING', message },
    found > 0
      ? (operation) =>
          revise(operation, no, 'repair: a message that it rested on is gone', (memory) => ({
            ...memory,
            evidence: memory.evidence.filter(rests),
          }))
      : undefined,
  )
}

/** Changes a memory as any operation does, with history. */
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
