import { fromSummary } from '../store/rows/row-checks.js'
import { Malformed } from '../store/rows/shape.js'
import { scopeKey } from '../values/scope.js'
import type { SummaryRecord } from '../store/records.js'
import type { Reader } from '../store/store.js'
import { rowsOf, type Census } from './census.js'
import type { Faults } from './faults.js'

/** Checks that every summary is well formed and that the last message that it summarizes exists. */
export async function checkSummaries(tx: Reader, census: Census, faults: Faults): Promise<void> {
  for await (const rows of rowsOf(tx, 'summaries', census))
    for (const row of rows) {
      const { scopeKey: key, scope, upTo } = row
      const message = !isWellFormed(row)
        ? 'The row is damaged.'
        : scopeKey(scope) !== key || census.documents.get(upTo)?.table !== 'messages'
          ? 'The messages that it summarizes do not exist.'
          : undefined
      if (message !== undefined)
        faults.add({ code: 'SUMMARY_STRAY', table: 'summaries', key, message }, ({ tx }) => tx.delete('summaries', key))
    }
}

function isWellFormed(row: SummaryRecord): boolean {
  try {
    fromSummary(row)
    return true
  } catch (cause) {
    if (cause instanceof Malformed) return false
    throw cause
  }
}
