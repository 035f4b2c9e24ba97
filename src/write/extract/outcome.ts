import type { Scope } from '../../values/scope.js'
import type { MemoryChange, ModelReport, Rejected } from '../types.js'
import type { WorkOutcome } from '../../work/work.js'

/** The result of running one job. */
export interface ExtractionOutcome extends WorkOutcome {
  job?: string
  scope?: Scope | undefined
  changes: MemoryChange[]
  rejected: Rejected
  /** Calls and tokens of the language model; absent where none was used. */
  model?: ModelReport
}

export const nothingRejected = (): Rejected => ({
  unsupported: 0,
  echo: 0,
  empty: 0,
  forgotten: 0,
  duplicate: 0,
  translated: 0,
  untrusted: 0,
  secret: 0,
  malformed: 0,
})
