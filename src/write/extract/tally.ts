import type { ExtractionNotes } from '../../extract/extractor.js'
import { nothingRejected, type ExtractionOutcome } from './outcome.js'

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
