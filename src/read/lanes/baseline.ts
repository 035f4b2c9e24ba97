import type { Background, Distribution } from '../../embed/embedder.js'
import { dot } from './dot.js'

/** Distribution of the query's cosine to unrelated texts, given the scripts of query and text. */
export type Baseline = (queryIsCjk: boolean, textIsCjk: boolean) => Distribution

/** The mean comes from the query's cosine to the embedder's mean vectors where there are any, else from a constant. */
export function baselineOf(query: Float32Array, background: Background): Baseline {
  const { centers } = background
  const means = centers && { latin: dot(query, centers.latin), cjk: dot(query, centers.cjk) }
  return (queryIsCjk, textIsCjk) => {
    const { mean, deviation } = background[queryIsCjk !== textIsCjk ? 'mixed' : textIsCjk ? 'cjk' : 'latin']
    return { mean: means?.[textIsCjk ? 'cjk' : 'latin'] ?? mean, deviation }
  }
}
