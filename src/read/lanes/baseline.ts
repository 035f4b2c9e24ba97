import type { Background, Distribution } from '../../embed/embedder.js'
import { dot } from './dot.js'

/** How similar the query is to texts that have nothing to do with it, by the scripts of both. */
export type Baseline = (queryIsCjk: boolean, textIsCjk: boolean) => Distribution

export function baselineOf(query: Float32Array, background: Background): Baseline {
  const { centers } = background
  const means = centers && { latin: dot(query, centers.latin), cjk: dot(query, centers.cjk) }
  return (queryIsCjk, textIsCjk) => {
    const { mean, deviation } = background[queryIsCjk !== textIsCjk ? 'mixed' : textIsCjk ? 'cjk' : 'latin']
    return { mean: means?.[textIsCjk ? 'cjk' : 'latin'] ?? mean, deviation }
  }
}
