import type { LocketError } from '../values/errors.js'
import { closed, inactive, outsideTransaction, storeFailure } from './failures.js'
import { boundsOf } from './keys.js'
import { MemoryTable } from './memory-table.js'
import type { TableName, Tables } from './records.js'
import { SCHEMA } from './schema.js'
import type { Key, Range, Reader, StorageEstimate, Store, Writer } from './store.js'

type State = Record<TableName, MemoryTable>

/**
 * A store in memory with the behaviour of the IndexedDB one, for private modes, servers and tests. Its content is lost
 * when the page closes. Works outside browsers too.
 * @example
 * const memory = await Memory.open({ store: inMemoryStore() })
 */
export function inMemoryStore(): Store {
  return new MemoryStore()
}

/**
 * Writers run one after another, each on copies of the tables that it changes; a commit replaces the tables by them. So
 * readers have a stable snapshot, and an abort has nothing to restore.
 */
class MemoryStore implements Store {
  readonly kind = 'memory'
  #state = emptyState()
  #open = false
  /** Settles when all writes requested so far are done. */
  #writes: Promise<unknown> = Promise.resolve()

  async open(): Promise<void> {
    this.#open = true
  }

  async read<R>(tables: readonly TableName[], body: (tx: Reader) => Promise<R>): Promise<R> {
    if (!this.#open) throw closed()
    await this.#writes
    return new MemoryTransaction(tables, this.#state).run(body)
  }

  async write<R>(tables: readonly TableName[], body: (tx: Writer) => Promise<R>): Promise<R> {
    if (!this.#open) throw closed()
    const write = this.#writes.then(async () => {
      const tx = new MemoryTransaction(tables, this.#state)
      const result = await tx.run(body)
      this.#state = tx.state
      return result
    })
    this.#writes = write.catch(() => {}) // the caller gets the failure; the next writer only waits
    return write
  }

  async estimate(): Promise<StorageEstimate> {
    return { usage: undefined, quota: undefined, persisted: undefined }
  }

  /** Never called: nothing but `close` closes this store. */
  onClose(): void {}

  close(): void {
    this.#open = false
  }

  async destroy(): Promise<void> {
    this.close()
    await this.#writes
    this.#state = emptyState()
  }
}

function emptyState(): State {
  return Object.fromEntries(Object.entries(SCHEMA).map(([name, spec]) => [name, new MemoryTable(name, spec)])) as State
}

class MemoryTransaction implements Writer {
  state: State
  readonly #tables: ReadonlySet<TableName>
  readonly #copied = new Set<TableName>()
  #failure: LocketError | undefined
  #over = false

  constructor(tables: readonly TableName[], state: State) {
    this.#tables = new Set(tables)
    this.state = { ...state }
  }

  async run<R>(body: (tx: Writer) => Promise<R>): Promise<R> {
    try {
      const result = await body(this)
      if (this.#failure) throw this.#failure
      return result
    } catch (error) {
      throw storeFailure(error, 'running a transaction')
    } finally {
      this.#over = true
    }
  }

  get<T extends TableName>(table: T, key: Key): Promise<Tables[T] | undefined> {
    return this.#ask(table, (rows) => rows.list(boundsOf(table, rows.spec, { only: key }))[0] as Tables[T] | undefined)
  }

  find<T extends TableName>(table: T, index: string, key: Key): Promise<Tables[T] | undefined> {
    return this.#ask(
      table,
      (rows) =>
        rows.list(boundsOf(table, rows.spec, { index, only: key }), index, false, 1)[0] as Tables[T] | undefined,
    )
  }

  list<T extends TableName>(table: T, range: Range = {}): Promise<Tables[T][]> {
    return this.#ask(
      table,
      (rows) => rows.list(boundsOf(table, rows.spec, range), range.index, range.reverse, range.limit) as Tables[T][],
    )
  }

  count(table: TableName, range: Range = {}): Promise<number> {
    return this.#ask(table, (rows) => rows.count(boundsOf(table, rows.spec, range), range.index, range.limit))
  }

  put<T extends TableName>(table: T, row: Tables[T]): Promise<void> {
    return this.#change(table, (rows) => rows.put(row))
  }

  delete(table: TableName, key: Key): Promise<void> {
    return this.#change(table, (rows) => rows.delete(boundsOf(table, rows.spec, { only: key })))
  }

  deleteRange(table: TableName, range: Pick<Range, 'from' | 'to' | 'after' | 'before'>): Promise<void> {
    return this.#change(table, (rows) => rows.delete(boundsOf(table, rows.spec, range)))
  }

  clear(table: TableName): Promise<void> {
    return this.#change(table, (rows) => rows.delete({ lower: undefined, upper: undefined }))
  }

  #change(table: TableName, change: (rows: MemoryTable) => void): Promise<void> {
    return this.#ask(table, (rows) => {
      if (!this.#copied.has(table)) {
        this.#copied.add(table)
        this.state[table] = rows.copy()
      }
      change(this.state[table])
    })
  }

  #ask<R>(table: TableName, request: (rows: MemoryTable) => R): Promise<R> {
    const answer = this.#perform(table, request)
    answer.catch(() => {}) // `run` reports the failure even if `body` ignores this promise
    return answer
  }

  async #perform<R>(table: TableName, request: (rows: MemoryTable) => R): Promise<R> {
    try {
      if (this.#over || this.#failure) throw inactive(this.#failure)
      if (!this.#tables.has(table)) throw outsideTransaction(table)
      return request(this.state[table])
    } catch (error) {
      const failure = storeFailure(error, `using ${table}`)
      this.#failure ??= failure
      throw failure
    }
  }
}
