import { keyChanged } from '../store/failures.js'
import type { HeadRecord, TableName } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import type { Writer } from '../store/store.js'
import { HEAD, isHead, sealKey, unsealKey, type Secrets } from './key-ring.js'
import { SEALED } from './layout.js'
import type { Row } from './rows.js'
import type { SealedTransaction } from './sealed-transaction.js'

/** Rows rewritten in one transaction. */
const ROWS = 200
/** The same for tables with large rows. */
const FEW: Partial<Record<TableName, number>> = { vectors: 4, caches: 1 }
/** Documents come before vectors: the scope of each vector is read from its document. */
const TABLES = (Object.keys(SCHEMA) as TableName[]).filter((table) => SEALED[table] || table === 'vectors')

/** The tables that a rewriting transaction must include. */
export const REWRITE_TABLES: readonly TableName[] = [...TABLES, 'keys']

/**
 * One step of encrypting all rows with the current keys, after a plain store was encrypted or the keys were changed.
 * The position is saved in the head, so that any tab can continue after an interruption. False when all rows are done.
 */
export async function rewriteStep(raw: Writer, tx: SealedTransaction, secrets: Secrets): Promise<boolean> {
  const head = (await raw.get('keys', HEAD)) as HeadRecord | undefined
  if (head?.id !== secrets.id) throw keyChanged()
  if (!head.work) return false
  let { table: place, after } = head.work
  const { what } = head.work
  let left = ROWS
  while (place < TABLES.length && left > 0) {
    const table = TABLES[place] as TableName
    const rows = (await raw.list(table, {
      ...(after === undefined ? {} : { from: after, after: true }),
      limit: FEW[table] ?? left,
    })) as object[] as Row[]
    const last = rows.at(-1)
    if (!last) {
      place++
      after = undefined
      continue
    }
    await Promise.all(
      rows.map((row) => (what === 'encrypt' ? encrypt(table, row, raw, tx) : reencrypt(table, row, tx))),
    )
    after = last[SCHEMA[table].keyPath] as string | number
    left -= FEW[table] === undefined ? rows.length : ROWS
  }
  if (place < TABLES.length) {
    await tx.noteWork({ what, table: place, ...(after === undefined ? {} : { after }) })
    return true
  }
  if (what === 'reencrypt') await dropOldKeys(raw, secrets)
  await tx.noteWork(undefined)
  return false
}

const isSealed = (row: Row): boolean => 'sealed' in row

async function encrypt(table: TableName, row: Row, raw: Writer, tx: SealedTransaction): Promise<void> {
  if (isSealed(row)) return
  const { keyPath } = SCHEMA[table]
  if (SEALED[table]?.tagged.includes(keyPath)) await raw.delete(table, row[keyPath] as string)
  await tx.put(table, row as never)
}

/** Leaves a row that cannot be opened as it is. */
async function reencrypt(table: TableName, stored: Row, tx: SealedTransaction): Promise<void> {
  const row = await tx.openStored(table, stored)
  if (row) await tx.put(table, row as never)
}

async function dropOldKeys(raw: Writer, secrets: Secrets): Promise<void> {
  for (const row of await raw.list('keys')) {
    if (isHead(row) || !row.was) continue
    await raw.put('keys', sealKey(secrets, row.key, { ...unsealKey(secrets, row), was: undefined }))
  }
}

/**
 * Seals the `meta` rows, by which other tabs notice that the store is now encrypted. Must run in the transaction that
 * puts the head.
 */
export async function sealMeta(raw: Writer, tx: SealedTransaction): Promise<void> {
  for (const row of (await raw.list('meta')) as object[] as Row[])
    if (!isSealed(row)) await tx.put('meta', row as never)
}
