import type { Diversified } from './diversity.js'
import type { RankedCandidate } from '../rank/ranked.js'

/** Those before stay where they are: the next places are for what they leave out. */
const KEPT = 2
/** What has a lower score is no evidence. */
const LEAST_SCORE = 0.1

/**
 * Evidence for each of the names in a question: of those that none of the first three speaks of, the best text that
 * does stands third, or right behind. "What do Ana and Ben play?" is not answered by ten texts on Ana. The list is the
 * same however much of it is asked for.
 */
export function ensureCoverage<T extends Diversified<RankedCandidate>>(
  placed: readonly T[],
  ranked: readonly RankedCandidate[],
  make: (candidate: RankedCandidate) => T,
): (T & { raised?: number })[] {
  const list: (T & { raised?: number })[] = [...placed]
  const names = new Set(ranked.flatMap(({ about = [] }) => about))
  if (names.size < 2 || list.length <= KEPT) return list
  const count = list.length
  let at = KEPT
  for (const name of names) {
    const speaksOfIt = ({ about = [] }: RankedCandidate): boolean => about.includes(name)
    if (list.slice(0, Math.max(at, KEPT + 1)).some(({ candidate }) => speaksOfIt(candidate))) continue
    const best =
      list.slice(at).find(({ candidate }) => speaksOfIt(candidate)) ??
      ranked.filter(speaksOfIt).slice(0, 1).map(make)[0]
    if (!best || best.candidate.score < LEAST_SCORE) continue
    const from = list.findIndex(({ candidate }) => candidate.no === best.candidate.no)
    if (from >= 0) list.splice(from, 1)
    list.splice(at, 0, { ...best, raised: Math.max(0, (list[at] ?? best).candidate.value - best.candidate.value) })
    at++
    if (at >= count) break
  }
  return list.slice(0, count)
}
