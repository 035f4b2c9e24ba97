/** Enough to tell how a store's texts differ: with all of them contrast alone finds more (R@10 .631, not .614), the whole ranking does not. */
export const SAMPLE = 256
/** How much the directions in which few texts differ count: the higher, the nearer to plain cosine. */
const RIDGE = 10
const STEPS = 5
/** With this many texts, contrast and plain cosine count the same. */
const HALF_TRUSTED = 50
/** Fewer texts have no mean worth the name. */
const FEWEST = 8

export interface Contrast {
  /** What to multiply a text's vector with. */
  direction: Float32Array
  /** By group: what the product is in the mean. */
  means: number[]
  deviation: number
  /** From 0, nothing is known of the store, to 1. */
  trust: number
}

/**
 * Mahalanobis' inner product of query and text over a sample of the store's vectors, (q − μ)ᵀ (C + ridge)⁻¹ (d − μ), as a direction
 * that any vector index can be asked for. What all texts of a store share, their two speakers or the one subject, says nothing about
 * which of them is meant; plain cosine is mostly that. Groups (what was said, what was drawn from it) differ in form, so each has its own μ.
 *
 * C is never formed: conjugate gradients need its products with a vector only. Undefined where there is too little to compare.
 */
export function contrastOf(query: Float32Array, groups: readonly (readonly Float32Array[])[]): Contrast | undefined {
  const largest = groups.reduce((a, b) => (b.length > a.length ? b : a))
  if (largest.length < FEWEST) return undefined
  const usual = meanOf(largest)
  const centers = groups.map((rows) => (rows.length < FEWEST ? usual : meanOf(rows)))
  const rows = groups.flatMap((group, i) => group.map((row) => addScaled(row.slice(), centers[i] as Float32Array, -1)))
  const variance = rows.reduce((sum, row) => sum + dot(row, row), 0) / rows.length / query.length
  if (!(variance > 1e-9)) return undefined
  const spread = (vector: Float32Array): Float32Array => rows.reduce((sum, row) => addScaled(sum, row, dot(row, vector) / rows.length), new Float32Array(vector.length))
  const direction = solve((vector) => addScaled(spread(vector), vector, RIDGE * variance), addScaled(query.slice(), usual, -1))
  const deviation = Math.sqrt(dot(direction, spread(direction)))
  if (!(deviation > 0)) return undefined
  return { direction, means: centers.map((center) => dot(direction, center)), deviation, trust: rows.length / (rows.length + HALF_TRUSTED) }
}

/** x with `apply(x) = target`, nearly: conjugate gradients. */
function solve(apply: (vector: Float32Array) => Float32Array, target: Float32Array): Float32Array {
  const solution = new Float32Array(target.length)
  const residual = target.slice()
  const towards = target.slice()
  let left = dot(residual, residual)
  for (let step = 0; step < STEPS && left > 1e-12; step++) {
    const applied = apply(towards)
    const size = left / dot(towards, applied)
    addScaled(solution, towards, size)
    addScaled(residual, applied, -size)
    const next = dot(residual, residual)
    for (let i = 0; i < towards.length; i++) towards[i] = (residual[i] as number) + (next / left) * (towards[i] as number)
    left = next
  }
  return solution
}

function meanOf(rows: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(rows[0]?.length ?? 0)
  for (const row of rows) addScaled(mean, row, 1 / rows.length)
  return mean
}

/** Adds in place. */
function addScaled(target: Float32Array, vector: Float32Array, factor: number): Float32Array {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] as number) + factor * (vector[i] as number)
  return target
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
