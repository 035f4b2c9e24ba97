import { unreadable } from '../store/intact.js'
import type { TableName, Tables } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import type { Reader } from '../store/store.js'

/** Rows read at once. */
const BATCH = 500

export interface CensusDocument {
  table: 'messages' | 'memories'
  id: string
  scopeKey: string
  status: string
  revision: number
  /** Whether its text has vectors and words of its own. */
  own: boolean
}

/** What the rows of a store say of themselves, as far as others speak of it. */
export class Census {
  readonly documents = new Map<number, CensusDocument>()
  /** Those of them whose rows are damaged: what depends on more than their number cannot be told. */
  readonly damaged = new Set<number>()
  /** `evidenceKey` of every message. */
  readonly messages = new Set<string>()
  /** Ids of memories. */
  readonly memories = new Set<string>()
  /** Documents with live vectors of the embedder in use, and how many rows those are. */
  readonly embedded = new Set<number>()
  vectorRows = 0
  entities = 0
  /** Numbers that must have been given out by now. */
  readonly given = { document: 0, change: 0, segment: 0, session: 0 }
  /** The highest revision that the history of a document tells of, by document number. */
  readonly revisions = new Map<number, number>()
  readonly checked: Record<string, number> = {}
  /** Rows of which nothing can be read: for all others they are not there. By table and key. */
  readonly unreadable = new Map<string, { table: TableName; key: string | number; isLost: boolean }>()
  /** The last change, by the store's own count. */
  change = 0

  saw(counter: keyof Census['given'], number: number): void {
    if (number > this.given[counter]) this.given[counter] = number
  }
}

/** Every row of a table, batch by batch, and counted. */
export async function* rowsOf<T extends TableName>(
  tx: Reader,
  table: T,
  census: Census,
  batch = BATCH,
): AsyncGenerator<Tables[T][], void, undefined> {
  const key = (row: Tables[T]): string | number =>
    (row as unknown as Record<string, string | number>)[SCHEMA[table].keyPath] as string | number
  census.checked[table] = 0
  let rows = await tx.list(table, { limit: batch, unreadable: true })
  while (rows.length > 0) {
    census.checked[table] += rows.length
    for (const row of rows) {
      const why = unreadable(row)
      if (why) census.unreadable.set(`${table} ${key(row)}`, { table, key: key(row), isLost: why === 'altered' })
    }
    yield rows.filter((row) => unreadable(row) === undefined)
    rows = await tx.list(table, { from: key(rows.at(-1) as Tables[T]), after: true, limit: batch, unreadable: true })
  }
}
