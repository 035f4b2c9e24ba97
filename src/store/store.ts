import type { TableName, Tables } from './records.js'

export type Key = string | number | (string | number)[]

/** Bounds of a `list` or `count`; all that are given hold. */
export interface Range {
  /** An index of the table; the primary key when absent. */
  index?: string
  /** Exactly this key; for a compound index an array, whose missing tail means "any". */
  only?: Key
  /** Inclusive bounds. In a compound index a shorter array stands for all keys that begin with it. */
  from?: Key
  to?: Key
  /** Leave `from` itself out. */
  after?: boolean
  /** Leave `to` itself out. */
  before?: boolean
  reverse?: boolean
  limit?: number
  /**
   * Also rows that are damaged beyond reading, as far as it can be told where they lie and whose they are: see
   * `unreadable`. Otherwise they are as if they were not there.
   */
  unreadable?: boolean
}

/**
 * A failed operation dooms its transaction, even when `body` catches the error. Rows are copies: changing one changes
 * nothing stored.
 */
export interface Reader {
  get<T extends TableName>(table: T, key: Key): Promise<Tables[T] | undefined>
  /** The first row whose index has this key. */
  find<T extends TableName>(table: T, index: string, key: Key): Promise<Tables[T] | undefined>
  list<T extends TableName>(table: T, range?: Range): Promise<Tables[T][]>
  count(table: TableName, range?: Range): Promise<number>
}

export interface Writer extends Reader {
  put<T extends TableName>(table: T, row: Tables[T]): Promise<void>
  delete(table: TableName, key: Key): Promise<void>
  /** Deletes the rows whose primary key is within the bounds. */
  deleteRange(table: TableName, range: Pick<Range, 'from' | 'to' | 'after' | 'before'>): Promise<void>
  clear(table: TableName): Promise<void>
}

export interface StorageEstimate {
  /** Bytes used by the origin and granted to it; undefined where the browser does not say. */
  usage: number | undefined
  quota: number | undefined
  /** Whether the browser promised not to evict; undefined where it does not say. */
  persisted: boolean | undefined
}

/**
 * Why a store closed without being asked. `outdated`: another tab needs a newer schema; reload. `destroyed`: another
 * tab deleted the database. `lost`: the browser dropped the connection, perhaps with the data (storage cleared); the
 * next transaction reopens it. `locked`: another tab gave it another key.
 */
export type CloseReason = 'outdated' | 'lost' | 'destroyed' | 'locked'

/**
 * Transactions over the tables. `body` may await nothing but the transaction it is given: anything else
 * lets the browser commit early. It throws to abort: nothing of it remains. A failure arrives as a `StoreError`
 * unless `body` threw a `LocketError` itself, which passes through unchanged.
 */
export interface Store {
  readonly kind: string
  /** Before anything else; idempotent; after `close()` or `destroy()` it opens again. */
  open(): Promise<void>
  read<R>(tables: readonly TableName[], body: (tx: Reader) => Promise<R>): Promise<R>
  /** Resolves when the transaction is complete; `strict` when it has also been flushed. */
  write<R>(
    tables: readonly TableName[],
    body: (tx: Writer) => Promise<R>,
    durability?: 'strict' | 'relaxed',
  ): Promise<R>
  estimate(): Promise<StorageEstimate>
  /** Called when the store closes by itself: another tab needs a newer schema, or the browser dropped it. */
  onClose(listener: (reason: CloseReason) => void): void
  /** Transactions under way finish; later ones reject with `CLOSED`. */
  close(): void
  /** Deletes everything, the database included. */
  destroy(): Promise<void>
}
