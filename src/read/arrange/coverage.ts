import type { Diversified } from './diversity.js'
import type { RankedCandidate } from '../rank/ranked.js'

/** The first results, which keep their ranks; texts on missing names follow them. */
const KEPT = 2
/** A text with a lower score (0 to 1) is not moved up. */
const LEAST_SCORE = 0.1

/**
 * Moves up evidence for each name in a query with several: for a name that none of the first three results mentions,
 * the best text that mentions it moves to rank 3 or right after. "What do Ana and Ben play?" is not answered by ten
 * texts on Ana. A shorter list is a prefix of a longer one.
 */
export function ensureCoverage<T extends Diversified<RankedCandidate>>(
  arranged: readonly T[],
  ranked: readonly RankedCandidate[],
  make: (candidate: RankedCandidate) => T,
): (T & { raised?: number })[] {
  const list: (T & { raised?: number })[] = [...arranged]
  const names = new Set(ranked.flatMap(({ queryNames = [] }) => queryNames))
  if (names.size < 2 || list.length <= KEPT) return list
  const count = list.length
  let at = KEPT
  for (const name of names) {
    const mentionsIt = ({ queryNames = [] }: RankedCandidate): boolean => queryNames.includes(name)
    if (list.slice(0, Math.max(at, KEPT + 1)).some(({ candidate }) => mentionsIt(candidate))) continue
    const best =
      list.slice(at).find(({ candidate }) => mentionsIt(candidate)) ??
      ranked.filter(mentionsIt).slice(0, 1).map(make)[0]
    if (!best || best.candidate.score < LEAST_SCORE) continue
    const from = list.findIndex(({ candidate }) => candidate.no === best.candidate.no)
    if (from >= 0) list.splice(from, 1)
    list.splice(at, 0, { ...best, raised: Math.max(0, (list[at] ?? best).candidate.value - best.candidate.value) })
    at++
    if (at >= count) break
  }
  return list.slice(0, count)
}
