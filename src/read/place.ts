import { lazily } from '../lazily.js'
import type { MemoryRecord, MessageRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { SearchReport } from '../types.js'
import type { Asked } from './asked.js'
import { cover } from './cover.js'
import { spread, type Spread } from './copies.js'
import type { RankedCandidate } from './rank.js'
import { RecordReader } from './texts.js'

/** A candidate in the list, with what its copies before it cost it, and its record where that was read on the way. */
export interface Placed extends Spread<RankedCandidate> {
  /** What it was raised by, so that each name in the query has evidence. */
  raised?: number
  record?: MessageRecord | MemoryRecord | undefined
}

/** The first `count` that are relevant enough, as they are shown: judged by the reranker, copies behind what says something else, evidence for each name in front. */
export async function place(store: Store, { query, threshold, diversity, reranker, signal, past }: Asked, ranked: readonly RankedCandidate[], count: number, report: SearchReport): Promise<Placed[]> {
  const records = new RecordReader(store, past)
  const enough = ranked.filter(({ score }) => score >= threshold)
  const judged = reranker && enough.length > 0 ? await (await lazily(() => import('./rerank.js'))).rerank(reranker, { query, signal }, enough, records, report) : enough
  const placed = await spread(judged, count, diversity, (some) => records.texts(some.map(({ row }) => row)))
  const covered = cover(placed, judged, (candidate) => ({ candidate, cost: 0 }))
  return covered.map((one) => ({ ...one, record: records.get(one.candidate.row) }))
}
