import { lazily } from '../../platform/lazily.js'
import type { Reader, Store } from '../../store/store.js'
import type { SearchReport } from '../types.js'
import type { SearchRequest } from '../request/search-request.js'
import { ensureCoverage } from './coverage.js'
import { diversify, type Diversified } from './diversity.js'
import type { RankedCandidate } from '../rank/ranked.js'
import type { RecordReader } from '../show/record-reader.js'

/** A candidate in the list, with what its copies before it cost it. */
export interface Arranged extends Diversified<RankedCandidate> {
  /** What it was raised by, so that each name in the query has evidence. */
  raised?: number
}

/** The order in which the reranker, where there is one, puts those that are relevant enough. */
export async function judge(
  store: Store,
  { query, threshold, reranker, signal }: SearchRequest,
  ranked: readonly RankedCandidate[],
  records: RecordReader,
  report: SearchReport,
): Promise<readonly RankedCandidate[]> {
  const enough = ranked.filter(({ score }) => score >= threshold)
  return reranker && enough.length > 0
    ? (await lazily(() => import('./rerank.js'))).rerank(reranker, store, { query, signal }, enough, records, report)
    : enough
}

/** The first `count` as they are shown: copies behind what says something else, evidence for each name in front. */
export async function arrange(
  tx: Reader,
  judged: readonly RankedCandidate[],
  count: number,
  diversity: number,
  records: RecordReader,
): Promise<Arranged[]> {
  const placed = await diversify(judged, count, diversity, (some) =>
    records.texts(
      tx,
      some.map(({ row }) => row),
    ),
  )
  return ensureCoverage(placed, judged, (candidate) => ({ candidate, cost: 0 }))
}
