import { unreadable } from '../store/integrity.js'
import type { TableName, Tables } from '../store/records.js'
import { SCHEMA } from '../store/schema.js'
import type { Reader } from '../store/store.js'

/** Rows read in one request. */
const BATCH = 500

export interface CensusDocument {
  table: 'messages' | 'memories'
  id: string
  scopeKey: string
  status: string
  revision: number
  /** Whether its text has its own vectors and keywords; a verbatim memory uses those of its message. */
  isIndexed: boolean
}

/** What a pass over the rows collects so that references between rows can be checked. */
export class Census {
  /** Messages and memories by document number. */
  readonly documents = new Map<number, CensusDocument>()
  /** Numbers of documents whose rows are damaged: nothing in these rows but the number can be relied upon. */
  readonly damaged = new Set<number>()
  /** The `evidenceKey` of every message. */
  readonly messages = new Set<string>()
  /** The id of every memory. */
  readonly memories = new Set<string>()
  /** Documents with live vectors of the embedder in use. */
  readonly withVectors = new Set<number>()
  /** Live vectors of the embedder in use. */
  vectorRows = 0
  /** Rows of the table `entities`. */
  entities = 0
  /** The highest number found in any row, by counter: the counter must have reached it. */
  readonly highest = { document: 0, change: 0, segment: 0, session: 0 }
  /** The highest revision in a document's history, by document number. */
  readonly latestRevisions = new Map<number, number>()
  /** Rows read, by table. */
  readonly checked: Record<string, number> = {}
  /**
   * Rows of an encrypted store that cannot be decrypted, by table and key; all other checks treat them as missing.
   * `isLost`: they can never be decrypted again.
   */
  readonly unreadable = new Map<string, { table: TableName; key: string | number; isLost: boolean }>()
  /** The number of the last change: the counter's, or a higher one that a row has. Set by `checkNumbers`. */
  lastChange = 0

  noteNumber(counter: keyof Census['highest'], number: number): void {
    if (number > this.highest[counter]) this.highest[counter] = number
  }
}

/** Reads a table batch by batch and counts its rows. */
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
      const reason = unreadable(row)
      if (reason) census.unreadable.set(`${table} ${key(row)}`, { table, key: key(row), isLost: reason === 'altered' })
    }
    yield rows.filter((row) => unreadable(row) === undefined)
    rows = await tx.list(table, { from: key(rows.at(-1) as Tables[T]), after: true, limit: batch, unreadable: true })
  }
}
