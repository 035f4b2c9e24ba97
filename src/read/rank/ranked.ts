import type { CatalogRow } from '../../index/catalog.js'
import type { SignalExplanation } from '../types.js'
import type { Candidates } from './candidates.js'

export interface RankedCandidate {
  /** The number under which the indexes know the text. */
  no: number
  row: CatalogRow
  /** What it was ranked among, and where its signals stand there. */
  among: Candidates
  place: number
  value: number
  /** Of the fitted value, whatever the order: it means the same in every store. */
  score: number
  /** With `fusion: 'rrf'`: what each lane adds. */
  lanes?: SignalExplanation[]
  reranked?: { score: number; share: number }
  /** No lane nominated it, nor anything near it. */
  unnominated: boolean
  /** Where the query names several: which of them it speaks of, or is said by. */
  about: string[] | undefined
}
