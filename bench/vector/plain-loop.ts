import type { Bitmask } from '../../src/values/bitmask.js'
import type { VectorHit } from '../../src/index/vector/vector-index.js'

/** What an application writes without an index: float32 rows, one dot product each, the best k kept in order. */
export function plainLoop(
  rows: Float32Array,
  dimensions: number,
  query: Float32Array,
  k: number,
  allowed?: Bitmask,
): VectorHit[] {
  const best: VectorHit[] = []
  const count = rows.length / dimensions
  for (let no = 0; no < count; no++) {
    if (allowed && !allowed.has(no)) continue
    const at = no * dimensions
    let score = 0
    for (let i = 0; i < dimensions; i++) score += (query[i] as number) * (rows[at + i] as number)
    if (best.length === k && score <= (best[k - 1] as VectorHit).score) continue
    let place = best.length
    while (place > 0 && (best[place - 1] as VectorHit).score < score) place--
    best.splice(place, 0, { no, score })
    if (best.length > k) best.pop()
  }
  return best
}
