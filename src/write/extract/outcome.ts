import type { ExtractionNotes } from '../../extract/extractor.js'
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

export const blankOutcome = (): ExtractionOutcome => ({
  state: 'done',
  changes: [],
  rejected: nothingRejected(),
  problems: [],
})

/** Adds the model calls, tokens and dropped facts of one batch to those of the job. */
export function count(outcome: ExtractionOutcome, name: string, notes: ExtractionNotes | undefined): void {
  if (!notes) return
  const { dropped, ...numbers } = notes
  outcome.model ??= {
    name,
    calls: 0,
    promptTokens: 0,
    completionTokens: 0,
    repaired: 0,
    retried: 0,
    split: 0,
    unknownIds: 0,
  }
  for (const key of Object.keys(numbers) as (keyof typeof numbers)[]) outcome.model[key] += numbers[key]
  for (const reason of Object.keys(dropped) as (keyof typeof dropped)[]) outcome.rejected[reason] += dropped[reason]
}
