import type { Candidates } from './candidates.js'
import { fusedValues } from './fuse.js'

/** The best, whose entities are followed. */
const BEST = 10

/** Numbers of those that are worth most so far, the best first. */
export function bestOf(candidates: Candidates): number[] {
  const { size, nos } = candidates
  const values = fusedValues(candidates)
  const isBetter = (a: number, b: number): boolean =>
    (values[a] as number) > (values[b] as number) ||
    (values[a] === values[b] && (nos[a] as number) < (nos[b] as number))
  const best: number[] = []
  for (let place = 0; place < size; place++) {
    let at = best.length
    while (at > 0 && isBetter(place, best[at - 1] as number)) at--
    if (at < BEST) best.splice(at, 0, place)
    if (best.length > BEST) best.pop()
  }
  return best.map((place) => nos[place] as number)
}
