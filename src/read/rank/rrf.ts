import type { SignalExplanation } from '../types.js'
import type { Lanes } from '../lanes/lanes.js'
import type { RankedCandidate } from './ranked.js'

/** What keeps the first of one lane from outweighing the second of both (Cormack, Clarke and Büttcher 2009). */
const K = 60
/** So that values are of the size of the fitted ones. */
const SCALE = 1_000

export interface LaneHit {
  no: number
  score: number
}

/**
 * Reciprocal rank fusion of the lanes, by name: what each document has from its ranks alone. Those in no lane have
 * nothing.
 */
export function reciprocalRanks(lanes: Record<string, readonly LaneHit[]>): Map<number, SignalExplanation[]> {
  const shares = new Map<number, SignalExplanation[]>()
  for (const [signal, hits] of Object.entries(lanes))
    hits.forEach(({ no, score }, i) =>
      shares.set(no, [...(shares.get(no) ?? []), { signal, raw: score, rank: i + 1, share: SCALE / (K + i + 1) }]),
    )
  return shares
}

/** Those that a lane found, and what was asked for by its number, with the value that their ranks give them. */
export function byRanks(
  ranked: readonly RankedCandidate[],
  { dense, keywords }: Lanes,
  words: number,
): RankedCandidate[] {
  const cosines = new Map(ranked.map(({ no, among, place }) => [no, among.cosines[place] as number]))
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
