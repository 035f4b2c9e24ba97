/**
 * The head of a segment: a batch of vectors, appended together, merged with others in the background and immutable once
 * written. The head is small, so that merges are planned without loading vectors; these are in the `vectors` row with
 * the same id.
 */
export interface SegmentRecord {
  /** From the store's counter: a later segment, merged or not, has a higher id. */
  id: number
  /** Identifies the embedder. */
  fingerprint: string
  /** Values in each vector. */
  dimensions: number
  /** The document number of each vector; a long text, embedded in several windows, has several vectors. */
  labels: Uint32Array
  /**
   * The id of the segment in which each vector was first appended. Merges keep it, so that tombstones, and readers that
   * follow changes, need not know of merges.
   */
  born: Uint32Array
  /** Absent: `float32`. */
  storage?: 'int8'
}

/** The vectors of the segment with the same id: `labels.length * dimensions` values, one vector after another. */
export interface VectorsRecord {
  id: number
  rows: Float32Array | Int8Array
  /** With int8: the factor by which the values of each vector are multiplied. */
  scales?: Float32Array
  /** `checksum` of the vectors; absent in rows written by earlier versions. */
  sum?: number
}

/** Vectors of document `no` born in a segment below `before` are dead; a later segment may have new ones. */
export interface TombstoneRecord {
  no: number
  before: number
}
