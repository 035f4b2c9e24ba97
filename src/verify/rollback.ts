import type { Reader } from '../store/store.js'
import type { Census } from './census.js'
import type { Faults } from './faults.js'

/**
 * Rows that were put back past Locket: an older state of a row that changed since, or a row that was erased. Told by
 * its history and by the newest 10,000 or so change rows; what was put back together with these cannot be told. Fills
 * in nothing, and comes after history.
 */
export async function checkRollback(tx: Reader, census: Census, faults: Faults): Promise<void> {
  for (const [no, { table, revision }] of census.documents) {
    const known = census.revisions.get(no)
    if (known !== undefined && revision < known)
      faults.add({
        code: 'ROW_OUTDATED',
        table,
        key: no,
        message: `It has revision ${revision}, and its history knows ${known}: an older state was put back.`,
      })
  }
  const erased = new Set<string>()
  for (const { table, key, operation } of await tx.list('changes'))
    if (operation === 'delete') erased.add(`${table} ${key}`)
    else erased.delete(`${table} ${key}`)
  for (const [no, { table }] of census.documents)
    if (erased.has(`${table} ${no}`))
      faults.add({ code: 'ROW_ERASED', table, key: no, message: 'It was erased, and was put back since.' })
}
