/** A changed row, for other tabs and the indexes to follow. */
export interface ChangeRecord {
  /** Change number, without gaps. */
  n: number
  table: 'messages' | 'memories' | 'segments' | 'tombstones' | 'entities' | 'mentions'
  /** Number of the document, segment or entity. For `mentions` the document: any of its mentions may have changed. */
  key: number
  operation: 'put' | 'delete'
}

/** The store's own state, one row per key. */
export type MetaRecord =
  /** The last number assigned by each counter. */
  | { key: 'counters'; document: number; change: number; segment: number; session: number }
  /** Renewed by whatever invalidates all cursors and caches: see `renewEpoch`. */
  | { key: 'epoch'; value: string }
  /** The embedder used last. */
  | { key: 'embedder'; fingerprint: string; dimensions: number }
  /**
   * The cursor of entity linking: documents changed up to `change` are linked. `next`: while all documents are being
   * linked again, the number to continue from.
   */
  | { key: 'links'; version: number; change: number; next?: number }
  /**
   * How far history was trimmed by an opted-in retention: up to change `floor`, made at `floorAt`. `cut`: operations
   * that lost some of their events. `days`: days on which the store was open, oldest first, each with its start and the
   * last change before it. Times in ms since the epoch.
   */
  | { key: 'history'; floor: number; floorAt: number; cut: string[]; days: { n: number; at: number }[] }
  /** How vectors are stored from now on; absent: as float32. */
  | { key: 'vectors'; storage: 'float32' | 'int8' }

/** Derived data that makes opening faster; it can be deleted at any time. */
export interface CacheRecord {
  key: string
  /** The change number and epoch of the state that it was derived from. */
  n: number
  epoch: string
  data: unknown
}
