import type { ExtractedFact, FactSlot } from '../extract/fact.js'
import type { Metadata } from '../values/metadata.js'

/** A memory of the identical scope that a new fact may repeat, extend or end; closed if it has a `validTo`. */
export interface KnownFact {
  id: string
  text: string
  /** Absent on memories that were not extracted. */
  slot?: FactSlot
  attributedTo?: string
  /** When it was said, and from when on it is valid, in ms since the epoch. */
  observedAt: number
  validFrom: number
  /**
   * When it ended or was retracted, in ms since the epoch; absent on active memories. Closed memories are optional:
   * they keep an old message from restoring a fact that has ended since. The only decision about them is `NONE`.
   */
  validTo?: number
  /**
   * Cosine to the new fact's text, in standard deviations above the mean cosine of unrelated texts (`Background`);
   * undefined where either has no vector.
   */
  similarity?: number
  /** Present on facts from an untrusted source. */
  trust?: 'untrusted'
  /** Ids of the messages that are its evidence. */
  messageIds: readonly string[]
}

/** A new fact, with when it was said. */
export interface NewFact extends ExtractedFact {
  observedAt: number
  trust?: 'untrusted'
  /** The run whose message it comes from, for a fact promoted out of a run. */
  runId?: string
  /** From the message or the call of `add`, not from the text; see `labels.ts`. */
  metadata?: Metadata
  categories?: readonly string[]
  expiresAt?: number
}

/**
 * What to do with one new fact. `known` holds ids of memories; `new:i` is the memory of fact `i` of the same batch (its
 * index in the list given to `reconcile`). One fact may have two decisions: `DELETE` of what it ends, then `NONE` or
 * `UPDATE` of what it repeats.
 *
 * - `ADD`: a new memory.
 * - `NONE`: known already; the memory gains the evidence.
 * - `UPDATE`: the same fact in more detail; the memory gets the text `text`.
 * - `SUPERSEDE`: a new memory that ends `known` at `at`; with `corrects`, those were never valid.
 * - `DELETE`: ends `known` without a successor.
 * - `LATE`: older than `known`, which ended it: stored as history, closed at `at`.
 * - `SKIP`: a retraction of something that is not known.
 */
export type Decision =
  | { event: 'ADD'; fact: NewFact }
  | { event: 'NONE'; fact: NewFact; known: string }
  | { event: 'UPDATE'; fact: NewFact; known: string; text: string }
  | { event: 'SUPERSEDE'; fact: NewFact; known: string[]; at: number; corrects: boolean }
  | { event: 'DELETE'; fact: NewFact; known: string[]; at: number; corrects: boolean }
  | { event: 'LATE'; fact: NewFact; known: string; at: number }
  | { event: 'SKIP'; fact: NewFact }
