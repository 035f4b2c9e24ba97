import type { SignalExplanation } from '../types.js'
import { signalNames } from '../rank/fuse.js'
import type { Arranged } from '../arrange/arrange.js'
import type { RankedCandidate } from '../rank/ranked.js'
import type { Signals } from '../rank/signals.js'

/**
 * Why a candidate stands where it stands: each signal as measured, its rank by it, and what it adds. `shown`: the list
 * it stands in.
 */
export function explain({ candidate, cost, raised }: Arranged, shown: readonly Arranged[]): SignalExplanation[] {
  const { lanes, reranked } = candidate
  const rankBy = (better: (other: Arranged) => boolean): number => 1 + shown.filter(better).length
  return [
    ...(lanes ?? signalNames.flatMap((signal) => signalOf(candidate, signal))),
    ...(reranked
      ? [
          {
            signal: 'reranker',
            raw: reranked.score,
            rank: rankBy((other) => (other.candidate.reranked?.score ?? 0) > reranked.score),
            share: reranked.share,
          },
        ]
      : []),
    ...(cost > 0 ? [{ signal: 'copies', raw: cost, rank: rankBy((other) => other.cost < cost), share: -cost }] : []),
    ...(raised !== undefined ? [{ signal: 'coverage', raw: 1, rank: 1, share: raised }] : []),
  ]
}

/** Empty for a signal that has no weight in the kind of conversation at hand. */
function signalOf({ among, place }: RankedCandidate, signal: keyof Signals): SignalExplanation[] {
  const weight = among.scoring.weights[signal]
  if (weight === 0) return []
  const column = among.signals[signal].subarray(0, among.size)
  const raw = column[place] as number
  const direction = Math.sign(weight)
  const better = column.reduce((count, other) => (direction * other > direction * raw ? count + 1 : count), 0)
  const cosine = among.cosines[place] as number
  return [
    {
      signal,
      raw: signal !== 'meaning' ? raw : Number.isNaN(cosine) ? 0 : cosine,
      rank: better + 1,
      share: weight * raw + 0,
    },
  ]
}

export { ahead, inWords, summarise } from './explanation-text.js'
