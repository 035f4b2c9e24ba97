import type { SignalExplanation } from '../types.js'
import { signalNames, WEIGHTS } from './fuse.js'
import type { Placed } from './place.js'
import type { RankedCandidate } from './rank.js'
import type { Signals } from './signals.js'

/** Why a candidate stands where it stands: each signal as measured, its rank by it, and what it adds. `shown`: the list it stands in. */
export function explain({ candidate, cost, raised }: Placed, all: readonly RankedCandidate[], shown: readonly Placed[]): SignalExplanation[] {
  const { lanes, reranked } = candidate
  const rankBy = (better: (other: Placed) => boolean): number => 1 + shown.filter(better).length
  return [
    ...(lanes ?? signalNames.map((signal) => signalOf(candidate, signal, all))),
    ...(reranked ? [{ signal: 'reranker', raw: reranked.score, rank: rankBy((other) => (other.candidate.reranked?.score ?? 0) > reranked.score), share: reranked.share }] : []),
    ...(cost > 0 ? [{ signal: 'copies', raw: cost, rank: rankBy((other) => other.cost < cost), share: -cost }] : []),
    ...(raised !== undefined ? [{ signal: 'coverage', raw: 1, rank: 1, share: raised }] : []),
  ]
}

function signalOf(candidate: RankedCandidate, signal: keyof Signals, all: readonly RankedCandidate[]): SignalExplanation {
  const raw = candidate.signals[signal]
  const direction = Math.sign(WEIGHTS[signal])
  const better = all.filter((other) => direction * other.signals[signal] > direction * raw).length
  return { signal, raw: signal === 'meaning' ? (candidate.cosine ?? 0) : raw, rank: better + 1, share: WEIGHTS[signal] * raw + 0 }
}

export { ahead, inWords, summarise } from './summary.js'
