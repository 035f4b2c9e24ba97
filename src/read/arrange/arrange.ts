import { lazily } from '../../platform/lazily.js'
import type { Reader, Store } from '../../store/store.js'
import type { SearchReport } from '../types.js'
import type { SearchRequest } from '../request/search-request.js'
import { ensureCoverage } from './coverage.js'
import { diversify, type Diversified } from './diversity.js'
import type { RankedCandidate } from '../rank/ranked.js'
import type { RecordReader } from '../show/record-reader.js'

/** A candidate at its final rank. */
export interface Arranged extends Diversified<RankedCandidate> {
  /** Added to its value to move it up, so that each name in the query has evidence (`coverage.ts`). */
  raised?: number
}

/** The candidates with at least the threshold's score, reranked where there is a reranker. */
export async function selectAndRerank(
  store: Store,
  { query, threshold, reranker, signal }: SearchRequest,
  ranked: readonly RankedCandidate[],
  records: RecordReader,
  report: SearchReport,
): Promise<readonly RankedCandidate[]> {
  const relevant = ranked.filter(({ score }) => score >= threshold)
  return reranker && relevant.length > 0
    ? (await lazily(() => import('./rerank.js'))).rerank(reranker, store, { query, signal }, relevant, records, report)
    : relevant
}

/** The first `count` results: copies moved down (`diversity.ts`), evidence for each name moved up (`coverage.ts`). */
export async function arrange(
  tx: Reader,
  selected: readonly RankedCandidate[],
  count: number,
  diversity: number,
  records: RecordReader,
): Promise<Arranged[]> {
  const diverse = await diversify(selected, count, diversity, (some) =>
    records.texts(
      tx,
      some.map(({ row }) => row),
    ),
  )
  return ensureCoverage(diverse, selected, (candidate) => ({ candidate, cost: 0 }))
}
