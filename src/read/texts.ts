import type { CatalogRow } from '../index/catalog.js'
import { maskedText } from '../secrets/span.js'
import type { MemoryRecord, MessageRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { PastView } from './known-at.js'

/** Reads the records of ranked rows, each once, as they are or were. What was erased meanwhile is undefined. */
export class RecordReader {
  private readonly known = new Map<number, MessageRecord | MemoryRecord | undefined>()

  constructor(
    private readonly store: Store,
    private readonly past: PastView | undefined,
  ) {}

  get(row: CatalogRow): MessageRecord | MemoryRecord | undefined {
    return this.known.get(row.no) ?? this.past?.records.get(row.no)
  }

  /** What was said or is known: `Name: text` where the speaker has a name. */
  async texts(rows: readonly CatalogRow[]): Promise<(string | undefined)[]> {
    const missing = rows.filter((row) => !this.get(row))
    if (missing.length > 0)
      await this.store.read(['messages', 'memories'], (tx) => Promise.all(missing.map(async ({ no, table }) => this.known.set(no, await tx.get(table, no)))))
    return rows.map((row) => {
      const record = this.get(row)
      return record && (row.name === undefined ? maskedText(record) : `${row.name}: ${maskedText(record)}`)
    })
  }
}
