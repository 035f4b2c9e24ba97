import type { Bitmask } from '../../values/bitmask.js'
import type { Background } from '../../embed/embedder.js'
import type { Catalog } from '../../index/catalog.js'
import type { VectorSample } from '../../index/vector-sample.js'
import { textTraits } from '../../language/traits.js'
import { differencesAmong, SIDE_BY_SIDE, type Differences, type Groups } from './differences.js'
import { addScaled, dot } from './dot.js'
import { CONTRAST_UNIT } from '../rank/measure.js'

/** How much the directions in which few texts differ count: the higher, the nearer to plain cosine. */
const RIDGE = 10
const STEPS = 4
/** With this many texts, contrast and plain cosine count the same. */
const HALF_TRUSTED = 50

export interface Contrast {
  /** What to multiply a text's vector with. */
  direction: Float32Array
  /** What the product is in the mean. */
  means: Groups<number>
  deviation: number
  /** From 0, nothing is known of the store, to 1. */
  trust: number
}

export interface StoreContrast extends Contrast {
  /**
   * What to multiply a text's vector with for `Signals.meaning`, but for what is the same for all texts of its script
   * and form. So one search finds what is best by plain cosine and contrast together.
   */
  meaning: Float32Array
}

/**
 * Mahalanobis' inner product of query and text over a sample of the store's vectors, (q − μ)ᵀ (C + ridge)⁻¹ (d − μ), as
 * a direction that any vector index can be asked for. What all texts of a store share, their two speakers or the one
 * subject, says nothing about which of them is meant; plain cosine is mostly that.
 *
 * C is never formed: conjugate gradients need its products with a vector only.
 */
export function contrastOf(query: Float32Array, differences: Differences): Contrast | undefined {
  const { count, variance, centers, usual } = differences
  const target = addScaled(Float64Array.from(query), usual, -1)
  const ridge = RIDGE * variance
  const { solution, residual } = solve(
    (vector) => addScaled(covarianceTimes(vector, differences), vector, ridge),
    target,
  )
  // (C + ridge) · solution is what the solution reaches of the target: this spares another pass over the sample.
  const deviation = Math.sqrt(dot(solution, target) - dot(solution, residual) - ridge * dot(solution, solution))
  if (!(deviation > 0)) return undefined
  return {
    direction: Float32Array.from(solution),
    means: { messages: dot(centers.messages, solution), memories: dot(centers.memories, solution) },
    deviation,
    trust: count / (count + HALF_TRUSTED),
  }
}

/** Among the documents that may be seen. Undefined where there is too little to compare. */
export function contrastAmong(
  query: string,
  vector: Float32Array,
  sample: VectorSample,
  catalog: Catalog,
  allowed: Bitmask,
  background: Background,
): StoreContrast | undefined {
  const differences = differencesAmong(sample, catalog, allowed)
  const contrast = differences && contrastOf(vector, differences)
  if (!contrast) return undefined
  const { direction, deviation, trust } = contrast
  const unit = background[textTraits(query).cjk ? 'cjk' : 'latin'].deviation
  const meaning = addScaled(
    vector.map((value) => ((1 - trust) / unit) * value),
    direction,
    (trust * CONTRAST_UNIT) / deviation,
  )
  return { ...contrast, meaning }
}

/** x with `apply(x) = target`, nearly, and what is missing: conjugate gradients. */
function solve(
  apply: (vector: Float64Array) => Float64Array,
  target: Float64Array,
): { solution: Float64Array; residual: Float64Array } {
  const solution = new Float64Array(target.length)
  const residual = target.slice()
  const towards = target.slice()
  let left = dot(residual, residual)
  for (let step = 0; step < STEPS && left > 1e-12; step++) {
    const applied = apply(towards)
    const size = left / dot(towards, applied)
    addScaled(solution, towards, size)
    addScaled(residual, applied, -size)
    const next = dot(residual, residual)
    for (let i = 0; i < towards.length; i++)
      towards[i] = (residual[i] as number) + (next / left) * (towards[i] as number)
    left = next
  }
  return { solution, residual }
}

/** Nearly all of what a contrast costs. */
function covarianceTimes(vector: Float64Array, { rows, count }: Differences): Float64Array {
  const { length } = vector
  const product = new Float64Array(length)
  for (let a = 0; a < rows.length; a += SIDE_BY_SIDE * length) {
    const [b, c, d] = [a + length, a + 2 * length, a + 3 * length]
    let [alongA, alongB, alongC, alongD] = [0, 0, 0, 0]
    for (let i = 0; i < length; i++) {
      const value = vector[i] as number
      alongA += (rows[a + i] as number) * value
      alongB += (rows[b + i] as number) * value
      alongC += (rows[c + i] as number) * value
      alongD += (rows[d + i] as number) * value
    }
    for (let i = 0; i < length; i++) {
      const both = alongA * (rows[a + i] as number) + alongB * (rows[b + i] as number)
      product[i] = (product[i] as number) + both + (alongC * (rows[c + i] as number) + alongD * (rows[d + i] as number))
    }
  }
  return product.map((value) => value / count)
}
