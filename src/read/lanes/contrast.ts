import type { Bitmask } from '../../values/bitmask.js'
import type { Background } from '../../embed/embedder.js'
import type { Catalog } from '../../index/catalog.js'
import type { VectorSample } from '../../index/vector-sample.js'
import { textTraits } from '../../language/traits.js'
import { statisticsAmong, ROWS_PER_STEP, type Groups, type SampleStatistics } from './sample-statistics.js'
import { addScaled, dot } from './dot.js'
import { CONTRAST_UNIT } from '../rank/measure.js'

/** Ridge added to the covariance, in mean variances: the higher, the closer contrast is to plain cosine. */
const RIDGE = 10
/** Steps of conjugate gradients. */
const STEPS = 4
/** Sample size at which contrast and plain cosine weigh the same. */
const HALF_CONFIDENT_AT = 50

/** Contrast of a text: (direction · its vector − mean of its group) / deviation. */
export interface Contrast {
  direction: Float32Array
  /** Mean of the dot product with `direction`, per group. */
  means: Groups<number>
  /** Standard deviation of the dot product with `direction`. */
  deviation: number
  /** Weight of contrast beside plain cosine, 0 to 1; it grows with the sample. */
  confidence: number
}

export interface StoreContrast extends Contrast {
  /**
   * The dot product with this vector is `Signals.meaning` up to a constant per script and group, so a single vector
   * search finds the best by cosine and contrast together.
   */
  meaning: Float32Array
}

/**
 * Mahalanobis inner product of query and text, (q − μ)ᵀ (C + ridge)⁻¹ (d − μ), with the mean μ and the covariance C of
 * a sample of the store's vectors. Cosine mostly measures what all texts of a store have in common (two speakers, one
 * subject); this measures how a text differs from the others. It is a dot product of the text's vector with one
 * direction, so any vector index can search by it.
 *
 * C is never formed: conjugate gradients only need its product with a vector.
 */
export function contrastOf(query: Float32Array, statistics: SampleStatistics): Contrast | undefined {
  const { count, variance, centers, largerCenter } = statistics
  const target = addScaled(Float64Array.from(query), largerCenter, -1)
  const ridge = RIDGE * variance
  const { solution, residual } = solve(
    (vector) => addScaled(covarianceTimes(vector, statistics), vector, ridge),
    target,
  )
  // (C + ridge) · solution = target − residual, so the variance along the solution needs no further pass over the
  // sample.
  const deviation = Math.sqrt(dot(solution, target) - dot(solution, residual) - ridge * dot(solution, solution))
  if (!(deviation > 0)) return undefined
  return {
    direction: Float32Array.from(solution),
    means: { messages: dot(centers.messages, solution), memories: dot(centers.memories, solution) },
    deviation,
    confidence: count / (count + HALF_CONFIDENT_AT),
  }
}

/** Contrast over a sample of the visible documents; undefined where they are too few or all alike. */
export function contrastAmong(
  query: string,
  vector: Float32Array,
  sample: VectorSample,
  catalog: Catalog,
  allowed: Bitmask,
  background: Background,
): StoreContrast | undefined {
  const statistics = statisticsAmong(sample, catalog, allowed)
  const contrast = statistics && contrastOf(vector, statistics)
  if (!contrast) return undefined
  const { direction, deviation, confidence } = contrast
  const unit = background[textTraits(query).cjk ? 'cjk' : 'latin'].deviation
  const meaning = addScaled(
    vector.map((value) => ((1 - confidence) / unit) * value),
    direction,
    (confidence * CONTRAST_UNIT) / deviation,
  )
  return { ...contrast, meaning }
}

/** Approximate solution of `apply(x) = target` by conjugate gradients, and the residual `target − apply(x)`. */
function solve(
  apply: (vector: Float64Array) => Float64Array,
  target: Float64Array,
): { solution: Float64Array; residual: Float64Array } {
  const solution = new Float64Array(target.length)
  const residual = target.slice()
  const searchDirection = target.slice()
  let squaredResidual = dot(residual, residual)
  for (let step = 0; step < STEPS && squaredResidual > 1e-12; step++) {
    const applied = apply(searchDirection)
    const size = squaredResidual / dot(searchDirection, applied)
    addScaled(solution, searchDirection, size)
    addScaled(residual, applied, -size)
    const next = dot(residual, residual)
    for (let i = 0; i < searchDirection.length; i++)
      searchDirection[i] = (residual[i] as number) + (next / squaredResidual) * (searchDirection[i] as number)
    squaredResidual = next
  }
  return { solution, residual }
}

/** Covariance times `vector`. Nearly all of the time that contrast takes is spent here, hence the unrolled loop. */
function covarianceTimes(vector: Float64Array, { rows, count }: SampleStatistics): Float64Array {
  const { length } = vector
  const product = new Float64Array(length)
  for (let a = 0; a < rows.length; a += ROWS_PER_STEP * length) {
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
