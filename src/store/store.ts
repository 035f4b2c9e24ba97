import type { TableName, Tables } from './records.js'

/** A primary key or index key; an array for a compound index. */
export type Key = string | number | (string | number)[]

/** Selects rows for `list` or `count`; all given bounds apply. */
export interface Range {
  /** Name of an index; absent: the primary key. */
  index?: string
  /** Exactly this key. For a compound index an array; missing parts at its end match any value. */
  only?: Key
  /** Inclusive bounds. In a compound index an array with fewer parts stands for all keys that begin with it. */
  from?: Key
  to?: Key
  /** Exclude `from` itself. */
  after?: boolean
  /** Exclude `to` itself. */
  before?: boolean
  /** Highest key first. */
  reverse?: boolean
  /** Rows at most. */
  limit?: number
  /**
   * Include rows of an encrypted store that cannot be decrypted, with their keys only: see `unreadable` in
   * `integrity.ts`. By default they are treated as missing.
   */
  unreadable?: boolean
}

/**
 * A read transaction. Any failed request aborts the transaction, even when `body` catches the error. Rows are copies:
 * changing one does not change the store.
 */
export interface Reader {
  get<T extends TableName>(table: T, key: Key): Promise<Tables[T] | undefined>
  /** The first row whose index has this key. */
  find<T extends TableName>(table: T, index: string, key: Key): Promise<Tables[T] | undefined>
  list<T extends TableName>(table: T, range?: Range): Promise<Tables[T][]>
  count(table: TableName, range?: Range): Promise<number>
}

/** A write transaction. */
export interface Writer extends Reader {
  /** Inserts the row, or replaces the one with its primary key. */
  put<T extends TableName>(table: T, row: Tables[T]): Promise<void>
  delete(table: TableName, key: Key): Promise<void>
  /** Deletes the rows whose primary key is within the bounds. */
  deleteRange(table: TableName, range: Pick<Range, 'from' | 'to' | 'after' | 'before'>): Promise<void>
  clear(table: TableName): Promise<void>
}

export interface StorageEstimate {
  /** Bytes that the origin uses, and may use; undefined where the browser does not report them. */
  usage: number | undefined
  quota: number | undefined
  /** Whether the storage is exempt from eviction; undefined where the browser does not report it. */
  persisted: boolean | undefined
}

/**
 * Why a store closed by itself. `outdated`: another tab upgraded the schema; reload the page. `destroyed`: another tab
 * deleted the database. `lost`: the browser dropped the connection, perhaps with the data (storage cleared); the next
 * transaction reconnects. `locked`: another tab changed the key.
 */
export type CloseReason = 'outdated' | 'lost' | 'destroyed' | 'locked'

/**
 * Transactions over the tables. `body` may await nothing but the transaction that it is passed: otherwise the browser
 * commits early. If it throws, the transaction is rolled back. Failures reject with a `StoreError`; a `LocketError`
 * that `body` throws passes through unchanged.
 */
export interface Store {
  /** `indexeddb`, `memory`, or a name of the application's own. */
  readonly kind: string
  /** Must be called first. Idempotent; reopens after `close()` or `destroy()`. */
  open(): Promise<void>
  read<R>(tables: readonly TableName[], body: (tx: Reader) => Promise<R>): Promise<R>
  /**
   * Resolves when the transaction is complete; with `strict`, when it has also been flushed to disk. Default `relaxed`.
   */
  write<R>(
    tables: readonly TableName[],
    body: (tx: Writer) => Promise<R>,
    durability?: 'strict' | 'relaxed',
  ): Promise<R>
  estimate(): Promise<StorageEstimate>
  /** Adds a listener for when the store closes by itself. */
  onClose(listener: (reason: CloseReason) => void): void
  /** Running transactions finish; later ones reject with `CLOSED`. */
  close(): void
  /** Deletes everything, the database included. */
  destroy(): Promise<void>
}
