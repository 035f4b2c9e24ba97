import type { IDBPTransaction } from 'idb'
import type { LocketError } from '../values/errors.js'
import { inactive, lost, outsideTransaction, storeFailure } from './failures.js'
import { boundsOf, type Bounds } from './keys.js'
import type { TableName, Tables } from './records.js'
import type { TableSpec } from './schema.js'
import type { Key, Range, Writer } from './store.js'

type Transaction = IDBPTransaction<unknown, string[], IDBTransactionMode>
type ObjectStore = NonNullable<ReturnType<Transaction['objectStore']>>

/** Milliseconds after the connection closed within which a transaction may still complete or abort. */
const GRACE_MS = 200

/** One IndexedDB transaction. Every failure aborts it; the browser's errors are converted to Locket's. */
export class IndexedDbTransaction implements Writer {
  /** Whether any request succeeded. Until then `body` has seen nothing of the database and can be run again. */
  hasResponded = false
  readonly #tx: Transaction
  readonly #specs: Readonly<Record<string, TableSpec>>
  readonly #stores: Map<string, ObjectStore>
  readonly #done: Promise<void>
  readonly #dropped: Promise<never>
  #failure: LocketError | undefined
  #over = false
  #aborted = false

  constructor(tx: Transaction, tables: readonly TableName[], specs: Readonly<Record<string, TableSpec>>) {
    this.#tx = tx
    this.#specs = specs
    this.#stores = new Map(tables.map((table) => [table, tx.objectStore(table) as ObjectStore]))
    // idb's own `done` rejects at the first error event, before the abort, when `tx.error` is not set yet.
    tx.done.catch(() => {})
    let drop: (reason: LocketError) => void
    this.#dropped = new Promise((_, reject) => (drop = reject))
    this.#dropped.catch(() => {})
    this.#done = new Promise((resolve) => {
      const over = () => {
        this.#over = true
        tx.db.removeEventListener('close', closed)
        resolve()
      }
      const aborted = () => {
        this.#aborted = true
        over()
      }
      // Chromium fires no event for a transaction that began just before the browser closed the connection, for example
      // while clearing storage.
      const closed = () =>
        setTimeout(() => {
          if (this.#over) return
          this.#failure = lost()
          aborted()
          drop(this.#failure)
        }, GRACE_MS)
      tx.addEventListener('complete', over)
      tx.addEventListener('abort', aborted)
      tx.db.addEventListener('close', closed)
    })
  }

  async run<R>(body: (tx: Writer) => Promise<R>): Promise<R> {
    let result: R
    try {
      // A request may never settle after its connection was closed.
      result = await Promise.race([body(this), this.#dropped])
    } catch (error) {
      this.#abort()
      await this.#done
      throw this.#reason(error)
    }
    await this.#done
    if (this.#aborted) throw this.#reason(this.#failure)
    if (this.#failure) throw this.#failure
    return result
  }

  get<T extends TableName>(table: T, key: Key): Promise<Tables[T] | undefined> {
    return this.#ask(table, (store) => store.get(key) as Promise<Tables[T] | undefined>)
  }

  find<T extends TableName>(table: T, index: string, key: Key): Promise<Tables[T] | undefined> {
    return this.#ask(table, async (store) => {
      const query = this.#query(table, { index, only: key })
      return query === null
        ? undefined
        : ((await store.index(index).get(query as IDBKeyRange)) as Tables[T] | undefined)
    })
  }

  list<T extends TableName>(table: T, range: Range = {}): Promise<Tables[T][]> {
    return this.#ask(table, async (store) => {
      const query = this.#query(table, range)
      if (query === null || range.limit === 0) return []
      const source = range.index === undefined ? store : store.index(range.index)
      if (!range.reverse) return (await source.getAll(query, range.limit)) as Tables[T][]
      if (range.limit === undefined) return ((await source.getAll(query)) as Tables[T][]).reverse()
      const rows: Tables[T][] = []
      let cursor = await source.openCursor(query, 'prev')
      while (cursor) {
        rows.push(cursor.value as Tables[T])
        if (rows.length === range.limit) break
        cursor = await cursor.continue()
      }
      return rows
    })
  }

  count(table: TableName, range: Range = {}): Promise<number> {
    return this.#ask(table, async (store) => {
      const query = this.#query(table, range)
      if (query === null) return 0
      const count = await (range.index === undefined ? store : store.index(range.index)).count(query)
      return Math.min(count, range.limit ?? count)
    })
  }

  put<T extends TableName>(table: T, row: Tables[T]): Promise<void> {
    return this.#ask(table, async (store) => {
      await writable(store).put(row)
    })
  }

  delete(table: TableName, key: Key): Promise<void> {
    return this.#ask(table, (store) => writable(store).delete(key))
  }

  deleteRange(table: TableName, range: Pick<Range, 'from' | 'to' | 'after' | 'before'>): Promise<void> {
    return this.#ask(table, async (store) => {
      const query = this.#query(table, range)
      if (query === undefined) await writable(store).clear()
      else if (query !== null) await writable(store).delete(query)
    })
  }

  clear(table: TableName): Promise<void> {
    return this.#ask(table, (store) => writable(store).clear())
  }

  /** The range as a query; undefined: all rows, null: none. */
  #query(table: TableName, range: Range): IDBKeyRange | undefined | null {
    const bounds = boundsOf(table, this.#specs[table] as TableSpec, range)
    return bounds ? keyRange(bounds) : null
  }

  #ask<R>(table: TableName, request: (store: ObjectStore) => Promise<R>): Promise<R> {
    const answer = this.#perform(table, request)
    answer.catch(() => {}) // `run` reports the failure even if `body` ignores this promise
    return answer
  }

  async #perform<R>(table: TableName, request: (store: ObjectStore) => Promise<R>): Promise<R> {
    try {
      const store = this.#stores.get(table)
      if (!store) throw outsideTransaction(table)
      if (this.#over) throw inactive()
      const result = await request(store)
      this.hasResponded = true
      return result
    } catch (error) {
      const failure = storeFailure(error, `using ${table}`)
      this.#failure ??= failure
      this.#abort()
      throw failure
    }
  }

  /** Requests of an aborted transaction fail with a generic error; the cause is in `tx.error`. */
  #reason(error: unknown): LocketError {
    if (this.#failure?.code === 'STORE_LOST') return this.#failure
    const isGeneric = error === undefined || (error === this.#failure && this.#failure?.code === 'TRANSACTION_FAILED')
    return storeFailure(isGeneric ? (this.#tx.error ?? error) : error, 'committing')
  }

  #abort(): void {
    if (this.#over) return
    try {
      this.#tx.abort()
    } catch (error) {
      // A failed request has already begun to abort the transaction.
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    }
  }
}

/** idb's types have no write methods for a read-only mode; `Store.read` exposes a `Reader`, which has none either. */
function writable(store: ObjectStore): {
  put(row: unknown): Promise<unknown>
  delete(key: IDBValidKey | IDBKeyRange): Promise<void>
  clear(): Promise<void>
} {
  return store as unknown as ReturnType<typeof writable>
}

function keyRange({ lower, upper }: Bounds): IDBKeyRange | undefined {
  if (lower && upper) return IDBKeyRange.bound(lower.key, upper.key, lower.open, upper.open)
  if (lower) return IDBKeyRange.lowerBound(lower.key, lower.open)
  return upper && IDBKeyRange.upperBound(upper.key, upper.open)
}
