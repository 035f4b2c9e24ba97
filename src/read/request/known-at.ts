import { InputError } from '../../values/errors.js'
import { memoryRow, messageRow, type CatalogRow } from '../../index/catalog-row.js'
import { isoTime } from '../../values/moment.js'
import { readHistoryMeta } from '../../store/history-floor.js'
import type { HistoryRecord, MemoryRecord, MessageRecord } from '../../store/records.js'
import type { Store } from '../../store/store.js'

/** The state of the store at an earlier time: every row of then, by document number. */
export interface PastView {
  rows: ReadonlyMap<number, CatalogRow>
  records: ReadonlyMap<number, MessageRecord | MemoryRecord>
}

/**
 * Rebuilds the state of the store at a time from its history. The time only serves to find the last change made by
 * then; from there on change numbers decide, so a clock that jumped cannot reorder changes. Purged rows are in no past
 * state.
 * @throws InputError `HISTORY_TRIMMED` when the history of that time has been dropped (`historyRetention`)
 */
export function viewOfThePast(store: Store, knownAt: number): Promise<PastView> {
  return store.read(['history', 'meta', 'messages', 'memories'], async (tx) => {
    const [history, { floor, floorAt }] = [await tx.list('history'), await readHistoryMeta(tx)]
    // Imported changes are ordered among themselves, by the numbers of the store that they come from.
    const last = new Map<string | undefined, number>()
    for (const { n, at, imported } of history) if (at <= knownAt) last.set(imported, n)
    if (floor > 0 && !last.has(undefined) && knownAt < floorAt)
      throw new InputError('HISTORY_TRIMMED', `What happened before ${isoTime(floorAt)} was trimmed.`, {
        value: knownAt,
        hint: 'historyRetention says how long history is kept.',
      })
    const rows = new Map<number, CatalogRow>()
    const records = new Map<number, MessageRecord | MemoryRecord>()
    const put = (table: HistoryRecord['table'], no: number, record: MessageRecord | MemoryRecord): void => {
      records.set(no, record)
      rows.set(no, table === 'messages' ? messageRow(record as MessageRecord) : memoryRow(record as MemoryRecord))
    }
    const changed = new Set<number>()
    for (const { n, no, table, before, after, imported } of history) {
      if (n <= (last.get(imported) ?? 0)) {
        if (after) put(table, no, after)
      } else if (floor > 0 && before && !changed.has(no)) {
        // The change that led to this state has been trimmed.
        put(table, no, before)
      }
      changed.add(no)
    }
    if (floor > 0)
      for (const table of ['messages', 'memories'] as const)
        for (const row of await tx.list(table)) if (!changed.has(row.no)) put(table, row.no, row)
    return { rows, records }
  })
}
