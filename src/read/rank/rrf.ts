import type { SignalExplanation } from '../types.js'
import type { Lanes } from '../lanes/lanes.js'
import type { RankedCandidate } from './ranked.js'

/** The constant k of reciprocal rank fusion, 1 / (k + rank) (Cormack, Clarke and Büttcher 2009). */
const K = 60
/** Brings the values to the magnitude of the fitted ones, which diversity and reranking assume. */
const SCALE = 1_000

export interface LaneHit {
  no: number
  score: number
}

/**
 * Reciprocal rank fusion: by document number, what each lane adds to the value. Documents found by no lane are absent.
 */
export function reciprocalRanks(lanes: Record<string, readonly LaneHit[]>): Map<number, SignalExplanation[]> {
  const shares = new Map<number, SignalExplanation[]>()
  for (const [signal, hits] of Object.entries(lanes))
    hits.forEach(({ no, score }, i) =>
      shares.set(no, [...(shares.get(no) ?? []), { signal, raw: score, rank: i + 1, share: SCALE / (K + i + 1) }]),
    )
  return shares
}

/** The candidates that a lane found, and the one of `RankRequest.include`, with values by reciprocal rank fusion. */
export function byRanks(
  ranked: readonly RankedCandidate[],
  { dense, keywords }: Lanes,
  words: number,
): RankedCandidate[] {
  const cosines = new Map(ranked.map(({ no, candidates, position }) => [no, candidates.cosines[position] as number]))
  const ranks = reciprocalRanks({
    meaning: dense.map(({ no }) => ({ no, score: cosines.get(no) ?? 0 })),
    words: keywords.hits.slice(0, words),
  })
  return ranked.flatMap((candidate) => {
    const lanes = ranks.get(candidate.no) ?? []
    return lanes.length > 0 || candidate.unnominated
      ? [{ ...candidate, lanes, value: lanes.reduce((sum, { share }) => sum + share, 0) }]
      : []
  })
}
