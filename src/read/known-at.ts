import { memoryRow, messageRow, type CatalogRow } from '../index/catalog.js'
import type { MemoryRecord, MessageRecord } from '../store/records.js'
import type { Store } from '../store/store.js'

/** The store as it was: every row by document number, as its history left it then. */
export interface PastView {
  rows: ReadonlyMap<number, CatalogRow>
  records: ReadonlyMap<number, MessageRecord | MemoryRecord>
}

/**
 * What the store held at a time. The time is only looked up, once, to find the last change made by then; order is that of
 * the change numbers, so a clock that jumped does not mix up what came before what. What was purged is in no past.
 */
export function viewOfThePast(store: Store, knownAt: number): Promise<PastView> {
  return store.read(['history'], async (tx) => {
    const history = await tx.list('history')
    // What an import brought is in the order of the store that it is from.
    const last = new Map<string | undefined, number>()
    for (const { n, at, imported } of history) if (at <= knownAt) last.set(imported, n)
    const rows = new Map<number, CatalogRow>()
    const records = new Map<number, MessageRecord | MemoryRecord>()
    for (const { n, no, table, after, imported } of history) {
      if (!after || n > (last.get(imported) ?? 0)) continue
      records.set(no, after)
      rows.set(no, table === 'messages' ? messageRow(after as MessageRecord) : memoryRow(after as MemoryRecord))
    }
    return { rows, records }
  })
}
