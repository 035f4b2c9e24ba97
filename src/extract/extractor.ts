import type { FactMode, FactSlot, MemoryKind } from '../store/records.js'

export type { FactMode, FactSlot }

/** A message as an extractor sees it. */
export interface ExtractionMessage {
  id: string
  role: string
  name?: string
  text: string
  /** When it was said, in ms since the epoch: what "yesterday" is relative to. */
  at: number
}

export interface ExtractionInput {
  /** The messages to extract from, in order. */
  messages: readonly ExtractionMessage[]
  /** What was said right before, for pronouns and answers: facts come from `messages` only. */
  context: readonly ExtractionMessage[]
  /** Texts of memories that may have been recalled into the conversation: repeating them is no news. */
  recalled: readonly string[]
  /** Names of the categories to choose from. */
  categories: readonly string[]
}

export interface ExtractedFact {
  /** A sentence that stands by itself, in the message's language, in the third person or naming the speaker: "User lives in Lisbon". */
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
}

export interface Extractor {
  readonly name: string
  /** Rejects when it failed: an empty list means that there was nothing to find. */
  extract(input: ExtractionInput, options?: { signal?: AbortSignal }): Promise<ExtractedFact[]>
  dispose(): Promise<void>
}
