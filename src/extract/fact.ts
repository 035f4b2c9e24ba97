import type { Evidence, FactMode, FactSlot, MemoryKind, NamedEntity, Relation } from '../store/records.js'

export type { FactMode, FactSlot, NamedEntity, Relation }

/** A fact as an extractor states it, before it is grounded in its message and reconciled with what is known. */
export interface ExtractedFact {
  /**
   * A sentence that stands by itself, in the message's language, in the third person or naming the speaker: "User lives
   * in Lisbon".
   */
  text: string
  language: string
  kind: MemoryKind
  category: string
  /** The speaker's name, else `user` or `assistant`. */
  attributedTo: string
  /** The message it comes from, and its very words there. */
  messageId: string
  quote: string
  mode: FactMode
  slot: FactSlot
  /** The value that this one replaces, takes back or corrects, folded, where it was said. */
  previous?: string
  /** When it happened or happens, or began to hold, in ms since the epoch, where it was said. */
  validFrom?: number
  /** When it ceases to hold, where it was said. */
  validTo?: number
  /** Further messages that it rests on, and memories (by id) that it has to do with. */
  alsoFrom?: readonly Evidence[]
  linkedIds?: readonly string[]
  /** Who and what it speaks of, and how they stand to each other, where the extractor tells. */
  entities?: readonly NamedEntity[]
  relations?: readonly Relation[]
}
