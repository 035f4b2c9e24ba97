import type { SignalExplanation } from '../types.js'
import { signalNames } from '../rank/fuse.js'
import type { Arranged } from '../arrange/arrange.js'
import type { RankedCandidate } from '../rank/ranked.js'
import type { Signals } from '../rank/signals.js'

/**
 * The contributions to a result's rank: each signal as measured, the result's rank by it, and its share of the ranking
 * value. `list`: the results among which `reranker` and `copies` are ranked.
 */
export function explain({ candidate, cost, raised }: Arranged, list: readonly Arranged[]): SignalExplanation[] {
  const { lanes, reranked } = candidate
  const rankBy = (better: (other: Arranged) => boolean): number => 1 + list.filter(better).length
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

/** Empty for a signal with weight 0 in this kind of conversation. */
function signalOf({ candidates, position }: RankedCandidate, signal: keyof Signals): SignalExplanation[] {
  const weight = candidates.scoring.weights[signal]
  if (weight === 0) return []
  const column = candidates.signals[signal].subarray(0, candidates.size)
  const raw = column[position] as number
  const direction = Math.sign(weight)
  const better = column.reduce((count, other) => (direction * other > direction * raw ? count + 1 : count), 0)
  const cosine = candidates.cosines[position] as number
  return [
    {
      signal,
      raw: signal !== 'meaning' ? raw : Number.isNaN(cosine) ? 0 : cosine,
      rank: better + 1,
      share: weight * raw + 0,
    },
  ]
}

export { addSummaries, describeLead, describeShares } from './explanation-text.js'
