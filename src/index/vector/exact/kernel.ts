/** Rows per block: the unit in which memory grows. The kernel's source has the same number. */
export const BLOCK_ROWS = 1024

/** The rows of one block as views; row `i` is `stride` levels long and starts at `i * stride`. */
export interface Block {
  /** Levels of -127 to 127: `scale * high` is the row but for a residual. */
  high: Int8Array
  /** The residual in steps of `scale / 254`. */
  low: Int8Array
  scales: Float32Array
  /** An upper bound of each row's residual norm. */
  errors: Float32Array
}

/** The query as the kernels need it: `coarse * coarseStep + fine * fineStep`, a unit vector. */
export interface Steps {
  coarseStep: number
  fineStep: number
  /**
   * Times a row's scale: an upper bound of what the coarse plane of the query, and rounding in float32, can hide of its
   * score.
   */
  slack: number
}

/**
 * Rows in memory and the loops over them. A slot is a row's number, block after block.
 * Scores are computed from integer products, so every kernel returns the same ones to the last bit.
 */
export interface Kernel {
  readonly kind: 'wasm' | 'js'
  readonly bytes: number
  /** Levels per row: the dimensions, rounded up to 16. */
  readonly stride: number
  /**
   * The query's levels, to be filled before `ask`; padding stays zero. The magnitudes of each must sum to at most
   * `MAX_LEVELS`.
   */
  readonly coarse: Int16Array
  readonly fine: Int16Array
  /** Up to `BLOCK_ROWS` slots: what `scan` found, what `pick` and `rerank` work on. */
  readonly slots: Uint32Array
  readonly scores: Float64Array
  /**
   * Makes room for this many rows, new ones zero; throws a RangeError and changes nothing when there is none.
   * Invalidates every view.
   */
  reserve(rows: number): void
  block(index: number): Block
  ask(steps: Steps): void
  /**
   * Lists the slots in [from, to) whose score may reach `threshold`, and returns how many; both in one block, `from` a
   * multiple of 4.
   */
  scan(from: number, to: number, threshold: number): number
  /** Keeps those of the first `count` slots whose score may reach `threshold`, and returns how many. */
  pick(count: number, threshold: number): number
  /** Scores the first `count` slots. */
  rerank(count: number): void
}

/** So that no product of a query plane with a row overflows 32 bits. */
export const MAX_LEVELS = Math.floor((2 ** 31 - 1) / 127)

export function blockBytes(stride: number): number {
  return BLOCK_ROWS * (2 * stride + 2 * Float32Array.BYTES_PER_ELEMENT)
}

export function blockViews(buffer: ArrayBuffer, at: number, stride: number): Block {
  const plane = BLOCK_ROWS * stride
  return {
    high: new Int8Array(buffer, at, plane),
    low: new Int8Array(buffer, at + plane, plane),
    scales: new Float32Array(buffer, at + 2 * plane, BLOCK_ROWS),
    errors: new Float32Array(buffer, at + 2 * plane + 4 * BLOCK_ROWS, BLOCK_ROWS),
  }
}
