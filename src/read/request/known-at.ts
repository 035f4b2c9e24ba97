import { InputError } from '../../values/errors.js'
import { memoryRow, messageRow, type CatalogRow } from '../../index/catalog.js'
import { isoTime } from '../../values/moment.js'
import { readHistoryMeta } from '../../store/history-floor.js'
import type { HistoryRecord, MemoryRecord, MessageRecord } from '../../store/records.js'
import type { Store } from '../../store/store.js'

/** The store as it was: every row by document number, as its history left it then. */
export interface PastView {
  rows: ReadonlyMap<number, CatalogRow>
  records: ReadonlyMap<number, MessageRecord | MemoryRecord>
}

/**
 * What the store held at a time. The time is only looked up, once, to find the last change made by then; order is that
 * of the change numbers, so a clock that jumped does not mix up what came before what. What was purged is in no past.
 * @throws InputError `HISTORY_TRIMMED` when the retention has dropped what happened then
 */
export function viewOfThePast(store: Store, knownAt: number): Promise<PastView> {
  return store.read(['history', 'meta', 'messages', 'memories'], async (tx) => {
    const [history, { floor, floorAt }] = [await tx.list('history'), await readHistoryMeta(tx)]
    // What an import brought is in the order of the store that it is from.
    const last = new Map<string | undefined, number>()
    for (const { n, at, imported } of history) if (at <= knownAt) last.set(imported, n)
    if (floor > 0 && !last.has(undefined) && knownAt < floorAt)
      throw new InputError('HISTORY_TRIMMED', `What happened before ${isoTime(floorAt)} was trimmed.`, {
        value: knownAt,
        hint: 'historyRetention says how long history is kept.',
      })
    const rows = new Map<number, CatalogRow>()
    const records = new Map<number, MessageRecord | MemoryRecord>()
    const held = (table: HistoryRecord['table'], no: number, record: MessageRecord | MemoryRecord): void => {
      records.set(no, record)
      rows.set(no, table === 'messages' ? messageRow(record as MessageRecord) : memoryRow(record as MemoryRecord))
    }
    const changed = new Set<number>()
    for (const { n, no, table, before, after, imported } of history) {
      if (n <= (last.get(imported) ?? 0)) {
        if (after) held(table, no, after)
      } else if (floor > 0 && before && !changed.has(no)) {
        // Whatever made it what it was has been trimmed.
        held(table, no, before)
      }
      changed.add(no)
    }
    if (floor > 0)
      for (const table of ['messages', 'memories'] as const)
        for (const row of await tx.list(table)) if (!changed.has(row.no)) held(table, row.no, row)
    return { rows, records }
  })
}
