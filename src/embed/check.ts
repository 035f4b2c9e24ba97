import { EmbedderError } from '../values/errors.js'
import type { Embedding } from './embedder.js'

/**
 * An embedder is a plug: what it returns is checked before it is stored. Throws `INVALID_VECTOR` or
 * `DIMENSION_MISMATCH`.
 */
export function checkEmbeddings(embedded: readonly Embedding[], expected: number, dimensions: number): void {
  if (embedded.length !== expected)
    throw new EmbedderError('MODEL_FAILED', `The embedder returned ${embedded.length} results for ${expected} texts.`)
  for (const { vectors } of embedded) {
    if (vectors.length === 0) throw new EmbedderError('INVALID_VECTOR', 'The embedder returned no vector for a text.')
    for (const vector of vectors) checkVector(vector, dimensions)
  }
}

export function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions)
    throw new EmbedderError('DIMENSION_MISMATCH', `A vector has ${vector.length} values instead of ${dimensions}.`, {
      value: vector.length,
      hint: 'The embedder names its dimensions; a query vector must come from the same embedder.',
    })
  let norm = 0
  for (const value of vector) norm += value * value
  if (!Number.isFinite(norm) || norm === 0)
    throw new EmbedderError(
      'INVALID_VECTOR',
      norm === 0 ? 'A vector is all zeros.' : 'A vector holds a value that is not finite.',
    )
}
