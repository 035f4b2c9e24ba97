import type { LocketError } from '../values/errors.js'
import { closed, inactive, outsideTransaction, storeFailure } from './failures.js'
import { boundsOf } from './keys.js'
import { MemoryTable } from './memory-table.js'
import type { TableName, Tables } from './records.js'
import { SCHEMA } from './schema.js'
import type { Key, Range, Reader, StorageEstimate, Store, Writer } from './store.js'

type State = Record<TableName, MemoryTable>

/**
 * A store that keeps nothing: the same behaviour as IndexedDB, for private modes, servers and tests. It works outside
 * browsers too.
 */
export function inMemoryStore(): Store {
  return new MemoryStore()
}

/**
 * Writers run one after another, each on copies of the tables that it changes; a commit swaps them in.
 * So a reader's snapshot never moves, and an abort has nothing to restore.
 */
class MemoryStore implements Store {
  readonly kind = 'memory'
  #state = emptyState()
  #open = false
  /** Settles when every write that was asked for so far is done. */
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
    const turn = this.#writes.then(async () => {
      const tx = new MemoryTransaction(tables, this.#state)
      const result = await tx.run(body)
      this.#state = tx.state
      return result
    })
    this.#writes = turn.catch(() => {}) // the caller gets the failure; the next writer only waits
    return turn
  }

  async estimate(): Promise<StorageEstimate> {
    return { usage: undefined, quota: undefined, persisted: undefined }
  }

  /** Nothing closes it but its owner. */
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
    answer.catch(() => {}) // `run` reports it, whether or not `body` looked at this promise
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
