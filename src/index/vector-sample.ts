import type { Bitmask } from '../values/bitmask.js'

/** Up to twice as many are held: 1.5 to 3 MB at 384 dimensions. */
const CAPACITY = 1_024

export interface SampledVector {
  no: number
  row: Float32Array
}

/**
 * The first vectors of some documents, the same ones whatever the order in which they came: those whose numbers hash
 * lowest. It tells how the texts of a store differ from each other, without keeping all vectors twice.
 */
export class VectorSample {
  private readonly rows = new Map<number, Float32Array>()
  /** Nothing that hashes higher is taken. */
  private ceiling = Infinity
  /** The same, lowest hash first; undefined when it has to be sorted anew. */
  private inOrder: SampledVector[] | undefined
  /** What was given last. */
  private last: readonly SampledVector[] = []

  add(labels: Uint32Array, rows: Float32Array): void {
    const dimensions = rows.length / labels.length
    this.inOrder = undefined
    labels.forEach((no, i) => {
      if (hash(no) <= this.ceiling && !this.rows.has(no))
        this.rows.set(no, rows.slice(i * dimensions, (i + 1) * dimensions))
    })
    // Not at every row: sorting costs more than a few rows too many.
    if (this.rows.size > 2 * CAPACITY) this.shrink()
  }

  delete(no: number): void {
    if (!this.rows.delete(no)) return
    this.inOrder = undefined
    // What was erased must not linger in memory, nor in what was made of it.
    this.last = []
  }

  clear(): void {
    this.rows.clear()
    this.inOrder = undefined
    this.last = []
    this.ceiling = Infinity
  }

  /**
   * At most `limit` of the allowed documents, lowest hash first. The very list that was given last where it would be
   * the same.
   */
  of(allowed: Bitmask, limit: number): readonly SampledVector[] {
    this.inOrder ??= Array.from(this.rows, ([no, row]) => ({ no, row })).sort((a, b) => hash(a.no) - hash(b.no))
    const found: SampledVector[] = []
    for (const one of this.inOrder) {
      if (found.length === limit) break
      if (allowed.has(one.no)) found.push(one)
    }
    const { last } = this
    const isSame = found.length === last.length && found.every(({ row }, i) => row === last[i]?.row)
    return isSame ? last : (this.last = found)
  }

  private shrink(): void {
    const nos = [...this.rows.keys()].sort((a, b) => hash(a) - hash(b))
    this.ceiling = hash(nos[CAPACITY - 1] as number)
    for (const no of nos.slice(CAPACITY)) this.rows.delete(no)
  }
}

/** Spreads consecutive numbers evenly; no two have the same. */
function hash(no: number): number {
  let h = Math.imul(no, 2654435761) >>> 0
  h = Math.imul(h ^ (h >>> 15), 2246822519) >>> 0
  return (h ^ (h >>> 13)) >>> 0
}
