import { repaired } from '../store/rows/repair-row.js'
import { fromHistory } from '../store/rows/row-checks.js'
import { Malformed } from '../store/rows/shape.js'
import type { HistoryRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'
import { rowsOf, type Census } from './census.js'
import type { Faults } from './faults.js'

/** Checks that every history row is well formed and belongs to a document that exists. */
export async function checkHistory(tx: Reader, census: Census, faults: Faults): Promise<void> {
  for await (const rows of rowsOf(tx, 'history', census)) for (const row of rows) checkRow(row, census, faults)
}

function checkRow(row: HistoryRecord, census: Census, faults: Faults): void {
  const { n, no, table } = row
  census.noteNumber('change', n)
  const revision = row.after?.revision
  if (revision !== undefined && !(revision <= (census.latestRevisions.get(no) ?? -1)))
    census.latestRevisions.set(no, revision)
  const finding = { table: 'history', key: n }
  if (census.documents.get(no)?.table !== table) {
    faults.add({ ...finding, code: 'HISTORY_STRAY', message: 'It belongs to a row that does not exist.' }, ({ tx }) =>
      tx.delete('history', n),
    )
    return
  }
  try {
    fromHistory(row)
  } catch (cause) {
    if (!(cause instanceof Malformed)) throw cause
    if (!repaired(row, fromHistory, 0))
      return faults.add({ ...finding, code: 'HISTORY_DAMAGED', message: `The row is damaged: ${cause.message}.` })
    faults.add(
      { ...finding, code: 'ROW_OUT_OF_RANGE', message: `The row has a value out of range: ${cause.message}.` },
      async ({ tx, now }) => {
        const sound = repaired(row, fromHistory, now)
        if (sound) await tx.put('history', sound)
      },
    )
  }
}
