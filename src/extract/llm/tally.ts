import type { ExtractionNotes } from '../extractor.js'

/** `ExtractionNotes` while they are taken. */
export type Tally = ExtractionNotes

export const newTally = (): Tally => ({
  calls: 0,
  promptTokens: 0,
  completionTokens: 0,
  repaired: 0,
  retried: 0,
  split: 0,
  unknownIds: 0,
  dropped: { unsupported: 0, duplicate: 0, echo: 0, translated: 0, malformed: 0 },
})
