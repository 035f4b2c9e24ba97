import type { ExtractedFact, FactSlot } from '../extract/fact.js'

/** A memory of the identical scope that a new fact may have to do with: active, or closed where `validTo` says so. */
export interface KnownFact {
  id: string
  text: string
  /** Absent on memories that no extractor made. */
  slot?: FactSlot
  attributedTo?: string
  /** When it was said, and since when it holds, in ms since the epoch. */
  observedAt: number
  validFrom: number
  /**
   * When it ceased to hold or was taken back; absent on what is active. Closed memories may be left out: given, they
   * keep news that is already history, or that has been taken back since, from being told anew. Nothing is ever done to
   * them but `NONE`.
   */
  validTo?: number
  /**
   * Cosine to the new fact's text, in deviations above that of unrelated texts (see `Background`); undefined where
   * either has no vector.
   */
  similarity?: number
  /** Set on what untrusted sources said. */
  trust?: 'untrusted'
  /** Messages it rests on. */
  messageIds: readonly string[]
}

/** A new fact, with when it was said. */
export interface NewFact extends ExtractedFact {
  observedAt: number
  trust?: 'untrusted'
  /** The run whose message it comes from, where it is promoted out of it. */
  runId?: string
}

/**
 * What to do about one new fact. `known` names memories by id; `new:i` is the memory that fact `i` of the same batch
 * became (its index in the list given to `reconcile`). One fact may have two decisions: `DELETE` of what it ends, then
 * `NONE` or `UPDATE` of what it repeats. `ADD`: unrelated to anything known. `NONE`: known already; its evidence is
 * added. `UPDATE`: the same fact, told more fully: the memory gets the new text, or keeps its own where that is the
 * fuller one. `SUPERSEDE`: it ends what `known` said, from `at` on; where it `corrects` them they never held. `DELETE`:
 * `known` is taken back and nothing takes its place. `LATE`: older news than `known` says; it is kept as history,
 * closed at `at`. `SKIP`: a retraction of what was not known.
 */
export type Decision =
  | { event: 'ADD'; fact: NewFact }
  | { event: 'NONE'; fact: NewFact; known: string }
  | { event: 'UPDATE'; fact: NewFact; known: string; text: string }
  | { event: 'SUPERSEDE'; fact: NewFact; known: string[]; at: number; corrects: boolean }
  | { event: 'DELETE'; fact: NewFact; known: string[]; at: number; corrects: boolean }
  | { event: 'LATE'; fact: NewFact; known: string; at: number }
  | { event: 'SKIP'; fact: NewFact }
