import type { CatalogRow } from '../../index/catalog-row.js'
import type { SignalExplanation } from '../types.js'
import type { Candidates } from './candidates.js'

export interface RankedCandidate {
  /** Document number, as used by the indexes. */
  no: number
  /** The row that the results show. */
  row: CatalogRow
  /** The table that holds its signals, and its position there. */
  candidates: Candidates
  position: number
  /** Ranking value, by which candidates are sorted. */
  value: number
  /**
   * Calibrated score, 0 to 1, of the fitted ranking value, whatever the order: comparable across queries and stores.
   */
  score: number
  /** With `fusion: 'rrf'`: the contribution of each lane. */
  lanes?: SignalExplanation[]
  /** The reranker's score (0 to 1), and what it added to `value`. */
  reranked?: { score: number; share: number }
  /** Neither a lane nor a neighbour made it a candidate: it is only ranked because `RankRequest.include` names it. */
  unnominated: boolean
  /** Where the query has several entities: which of them it mentions or is said by. */
  queryNames: string[] | undefined
}
