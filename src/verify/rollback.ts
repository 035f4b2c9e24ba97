import type { Reader } from '../store/store.js'
import type { Census } from './census.js'
import type { Faults } from './faults.js'

/**
 * Finds rows that something other than Locket put back: an outdated revision of a row, or a row that was erased. They
 * are recognized by their history and by the change rows (about the newest 10,000), so a whole database that was rolled
 * back goes unnoticed. Runs after `checkHistory`, which notes the latest revisions.
 */
export async function checkRollback(tx: Reader, census: Census, faults: Faults): Promise<void> {
  for (const [no, { table, revision }] of census.documents) {
    const latest = census.latestRevisions.get(no)
    if (latest !== undefined && revision < latest)
      faults.add({
        code: 'ROW_OUTDATED',
        table,
        key: no,
        message: `The row is at revision ${revision}, its history at ${latest}: an older state was written back.`,
      })
  }
  const erased = new Set<string>()
  for (const { table, key, operation } of await tx.list('changes'))
    if (operation === 'delete') erased.add(`${table} ${key}`)
    else erased.delete(`${table} ${key}`)
  for (const [no, { table }] of census.documents)
    if (erased.has(`${table} ${no}`))
      faults.add({
        code: 'ROW_ERASED',
        table,
        key: no,
        message: 'The row was erased, and was written back afterwards.',
      })
}
