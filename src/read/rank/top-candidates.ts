import type { Candidates } from './candidates.js'
import { fusedValues } from './fuse.js'

/** Candidates whose entities lead to further ones. */
const BEST = 10

/** Document numbers of the candidates with the highest value so far, best first; ties by lower number. */
export function topCandidates(candidates: Candidates): number[] {
  const { size, nos } = candidates
  const values = fusedValues(candidates)
  const isBetter = (a: number, b: number): boolean =>
    (values[a] as number) > (values[b] as number) ||
    (values[a] === values[b] && (nos[a] as number) < (nos[b] as number))
  const best: number[] = []
  for (let candidate = 0; candidate < size; candidate++) {
    let at = best.length
    while (at > 0 && isBetter(candidate, best[at - 1] as number)) at--
    if (at < BEST) best.splice(at, 0, candidate)
    if (best.length > BEST) best.pop()
  }
  return best.map((candidate) => nos[candidate] as number)
}
