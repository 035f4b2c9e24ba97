import type { Bitmask } from '../../values/bitmask.js'
import type { LocketError } from '../../values/errors.js'

export interface VectorHit {
  /** Document number. */
  no: number
  /** The best dot product over the document's rows, exact by value to 1e-4. */
  score: number
}

/**
 * Rows of unit vectors under document numbers; several rows may share a number.
 * A cache: it can always be rebuilt from the store's segments.
 */
export interface VectorIndex {
  readonly kind: string
  /** Rows held, and bytes of memory they take. */
  readonly size: number
  readonly bytes: number
  /**
   * Of an index that answers from something it builds first: whether that is built, and why it cannot be. Meanwhile it
   * answers all the same.
   */
  readonly state?: 'building' | 'ready' | 'unavailable'
  readonly reason?: LocketError | undefined
  /** Called once before anything else, and again to empty it for vectors of another length. */
  open(dimensions: number): Promise<void>
  /**
   * Appends `nos.length` rows; `rows` holds them one after another. Throws `INVALID_VECTOR` or `DIMENSION_MISMATCH` and
   * keeps none of them when one is bad.
   */
  add(nos: Uint32Array, rows: Float32Array): Promise<void>
  /** Removes every row of these documents; unknown numbers are ignored. */
  remove(nos: Iterable<number>): Promise<void>
  /**
   * The `k` best documents among `allowed` (all when absent), best first; ties by lower number. Fewer when there are
   * fewer.
   */
  search(query: Float32Array, k: number, allowed?: Bitmask): Promise<VectorHit[]>
  /** The score of each of these documents; NaN where it has no row. */
  scores(query: Float32Array, nos: Uint32Array): Promise<Float32Array>
  /**
   * A row of each of these documents, as a unit vector; undefined where it has none. Without it, search cannot tell
   * which of two texts on the same thing is out of date.
   */
  vectors?(nos: Uint32Array): Promise<(Float32Array | undefined)[]>
  dispose(): Promise<void>
}
