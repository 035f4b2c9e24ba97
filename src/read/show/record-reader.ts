import type { Catalog } from '../../index/catalog.js'
import type { CatalogRow } from '../../index/catalog-row.js'
import { maskedText } from '../../secrets/span.js'
import type { MemoryRecord, MessageRecord } from '../../store/records.js'
import type { Reader } from '../../store/store.js'
import type { PastView } from '../request/known-at.js'

/** The tables that a transaction passed to a `RecordReader` must include. */
export const RECORD_TABLES = ['messages', 'memories'] as const

export interface RecordReader {
  /** A record that has been read; its state at `knownAt`, where the search has one. */
  get(row: CatalogRow): MessageRecord | MemoryRecord | undefined
  /** A message that has been read, in its current state. */
  message(no: number | undefined): MessageRecord | undefined
  /** Reads the rows, their neighbouring messages and their evidence. */
  read(tx: Reader, rows: readonly CatalogRow[]): Promise<void>
  /** The rows' texts, secrets masked; `Name: text` where the speaker has a name. */
  texts(tx: Reader, rows: readonly CatalogRow[]): Promise<(string | undefined)[]>
}

/** Reads records for the results of one search, each once. A record that was erased meanwhile is undefined. */
export function recordReader(catalog: Catalog, past: PastView | undefined): RecordReader {
  const known = new Map<number, MessageRecord | MemoryRecord | undefined>()
  const get = ({ no }: CatalogRow): MessageRecord | MemoryRecord | undefined => past?.records.get(no) ?? known.get(no)

  /** Reads runs of adjacent numbers by one range request each: a request costs nearly as much as three rows. */
  async function fetch(tx: Reader, nos: readonly number[]): Promise<void> {
    const missing = [...new Set(nos)].filter((no) => !known.has(no)).sort((a, b) => a - b)
    await Promise.all(
      RECORD_TABLES.flatMap((table) => {
        const isIn = (no: number): boolean => catalog.get(no)?.table === table
        const runs: [from: number, to: number][] = []
        for (const no of missing.filter(isIn)) {
          const last = runs.at(-1)
          let between = (last?.[1] ?? no) + 1
          while (between < no && !isIn(between)) between++
          if (last && between === no) last[1] = no
          else runs.push([no, no])
        }
        return runs.map(async ([from, to]) => {
          for (const row of await tx.list(table, { from, to })) known.set(row.no, row)
        })
      }),
    )
    for (const no of missing) if (!known.has(no)) known.set(no, undefined)
  }

  return {
    get,
    message: (no) => known.get(no ?? -1) as MessageRecord | undefined,
    read: (tx, rows) =>
      fetch(
        tx,
        rows.flatMap(({ no, table, verbatimNo }) => {
          const said = table === 'messages' ? no : (verbatimNo ?? -1)
          return [
            no,
            said,
            ...[catalog.previous(said), catalog.next(said)].flatMap((row) => row?.no ?? []),
            ...(table === 'messages' ? [] : catalog.linked(no)),
          ]
        }),
      ),
    async texts(tx, rows) {
      await fetch(
        tx,
        rows.map(({ no }) => no),
      )
      return rows.map((row) => {
        const record = get(row)
        return record && (row.name === undefined ? maskedText(record) : `${row.name}: ${maskedText(record)}`)
      })
    },
  }
}
