import type { IDBPDatabase } from 'idb'
import { StoreError, type LocketError } from '../values/errors.js'
import { connect, deleteDatabase, type ConnectLimits } from './connect.js'
import { closed, isLost, storeFailure } from './failures.js'
import { IndexedDbTransaction } from './indexeddb-transaction.js'
import { LAYOUT, type Layout } from './migrations.js'
import type { TableName } from './records.js'
import type { CloseReason, Reader, StorageEstimate, Store, Writer } from './store.js'

/** Options of `indexedDbStore()`. */
export interface IndexedDbStoreOptions {
  /** Milliseconds that opening or deleting may be blocked by other tabs. Default 5,000. */
  blockedTimeoutMs?: number
  /**
   * Milliseconds that opening may take until the database responds. Default 30,000. A running upgrade is never aborted.
   */
  openTimeoutMs?: number
  /** For tests of migrations. @internal */
  layout?: Layout
}

/**
 * A store in the IndexedDB database `locket:<name>` of this origin: the default of `Memory.open`.
 * @example
 * const memory = await Memory.open({ store: indexedDbStore('chat', { blockedTimeoutMs: 10_000 }) })
 */
export function indexedDbStore(name: string, options: IndexedDbStoreOptions = {}): Store {
  return new IndexedDbStore(`locket:${name}`, options)
}

class IndexedDbStore implements Store {
  readonly kind = 'indexeddb'
  readonly #database: string
  readonly #layout: Layout
  readonly #limits: ConnectLimits
  readonly #listeners: ((reason: CloseReason) => void)[] = []
  #state: 'open' | 'closed' | 'outdated' | 'destroyed' = 'closed'
  #connection: Promise<IDBPDatabase> | undefined

  constructor(
    database: string,
    { blockedTimeoutMs = 5_000, openTimeoutMs = 30_000, layout = LAYOUT }: IndexedDbStoreOptions,
  ) {
    this.#database = database
    this.#layout = layout
    this.#limits = { blockedTimeoutMs, openTimeoutMs }
  }

  async open(): Promise<void> {
    this.#state = 'open'
    await this.#connect()
    this.#requireOpen()
  }

  read<R>(tables: readonly TableName[], body: (tx: Reader) => Promise<R>): Promise<R> {
    return this.#run(tables, 'readonly', 'relaxed', body)
  }

  write<R>(
    tables: readonly TableName[],
    body: (tx: Writer) => Promise<R>,
    durability: 'strict' | 'relaxed' = 'relaxed',
  ): Promise<R> {
    return this.#run(tables, 'readwrite', durability, body)
  }

  async estimate(): Promise<StorageEstimate> {
    const storage: Partial<StorageManager> | undefined = globalThis.navigator?.storage
    const [estimate, persisted] = await Promise.all([storage?.estimate?.(), storage?.persisted?.()])
    return { usage: estimate?.usage, quota: estimate?.quota, persisted }
  }

  onClose(listener: (reason: CloseReason) => void): void {
    this.#listeners.push(listener)
  }

  close(): void {
    this.#state = 'closed'
    this.#disconnect(this.#connection)
  }

  async destroy(): Promise<void> {
    this.close()
    await deleteDatabase(this.#database, this.#limits)
  }

  async #run<R>(
    tables: readonly TableName[],
    mode: 'readonly' | 'readwrite',
    durability: 'strict' | 'relaxed',
    body: (tx: Writer) => Promise<R>,
  ): Promise<R> {
    for (let retry = true; ; retry = false) {
      this.#requireOpen()
      const connection = this.#connect()
      let transaction: IndexedDbTransaction | undefined
      try {
        const db = await connection
        transaction = new IndexedDbTransaction(
          db.transaction([...tables], mode, { durability }),
          tables,
          this.#layout.tables,
        )
        return await transaction.run(body)
      } catch (error) {
        const failure: LocketError = storeFailure(error, 'beginning a transaction')
        if (!isLost(failure)) throw failure
        this.#disconnect(connection)
        if (!retry || transaction?.hasResponded) throw failure
      }
    }
  }

  #connect(): Promise<IDBPDatabase> {
    if (this.#connection) return this.#connection
    const connection: Promise<IDBPDatabase> = connect(this.#database, this.#layout, this.#limits, {
      versionChange: (newVersion) => this.#closedBy(connection, newVersion === null ? 'destroyed' : 'outdated'),
      terminated: () => this.#closedBy(connection, 'lost'),
    })
    connection.catch(() => this.#disconnect(connection))
    this.#connection = connection
    return connection
  }

  /** Closes a connection once its transactions are done, and drops it if it is the current one. */
  #disconnect(connection: Promise<IDBPDatabase> | undefined): void {
    if (this.#connection === connection) this.#connection = undefined
    connection?.then(
      (db) => db.close(),
      () => {}, // the failure was reported to the caller that opened it
    )
  }

  #closedBy(connection: Promise<IDBPDatabase>, reason: Exclude<CloseReason, 'locked'>): void {
    const current = this.#connection === connection
    this.#disconnect(connection)
    if (!current) return
    if (reason !== 'lost') this.#state = reason
    for (const listener of this.#listeners) listener(reason)
  }

  #requireOpen(): void {
    switch (this.#state) {
      case 'open':
        return
      case 'closed':
        throw closed()
      case 'outdated':
        throw new StoreError('STORE_OUTDATED', 'Another tab upgraded the database; this page runs older code.', {
          hint: 'Reload the page.',
        })
      case 'destroyed':
        throw new StoreError('STORE_LOST', 'Another tab deleted the database.', {
          hint: 'Open it again to start with an empty one.',
        })
    }
  }
}
