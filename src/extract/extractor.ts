import type { Decision, KnownFact, NewFact } from '../reconcile/decision.js'
import type { Scope } from '../values/scope.js'
import type { Evidence } from '../store/records.js'
import type { ExtractedFact } from './fact.js'

/** A message as an extractor sees it. */
export interface ExtractionMessage {
  id: string
  role: string
  name?: string
  /** With masks in place of passwords, keys and the like. */
  text: string
  /** From a document, a tool or the like: nobody's wish, and no word of those who speak. */
  trust?: 'untrusted'
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
  /** Whose memory it is. */
  scope: Scope
  /** The memories of the scope nearest to the messages, as far as `needs.known` asked for them, the nearest first. */
  known?: readonly KnownText[]
  /**
   * Texts of the facts drawn last in the scope, and of those that the user rejected or deleted, as far as asked for;
   * the newest first.
   */
  lately?: readonly string[]
  unwanted?: readonly string[]
  /** What was said in the scope before, in short, where asked for and there is one. */
  summary?: string
}

/** A memory as an extractor sees it. */
export interface KnownText {
  id: string
  text: string
  trust?: 'untrusted'
  observedAt: number
}

/** What an extractor wants to know besides the messages. What it does not ask for is not looked up. */
export interface ExtractorNeeds {
  /** How many memories, at most. */
  known?: number
  lately?: number
  unwanted?: number
  summary?: boolean
}

export interface Extraction {
  facts: ExtractedFact[]
  /** Ids of messages that could not be read: the others are done, these may be tried again by hand. */
  unread?: readonly string[]
  notes?: ExtractionNotes
}

export const factsOf = (found: ExtractedFact[] | Extraction): ExtractedFact[] =>
  Array.isArray(found) ? found : found.facts

export interface Decided {
  decisions: Decision[]
  notes?: ExtractionNotes
}

/**
 * A run as one text, empty where there is nothing to tell. Results stand in it as they were said: each is a quote of
 * its message.
 */
export interface Digest {
  text: string
  evidence: readonly Evidence[]
  /** Default `en`. */
  language?: string
  /** Ids of messages that could not be read, as in `Extraction`. */
  unread?: readonly string[]
  notes?: ExtractionNotes
}

/** What was asked of a language model. */
export interface ModelUse {
  /** Replies asked for, and their tokens where the model tells. */
  calls: number
  promptTokens: number
  completionTokens: number
  /** Replies that were not JSON until mended; that had to be asked for again; batches that had to be halved. */
  repaired: number
  retried: number
  split: number
  /** Numbers of messages and memories that were never shown. */
  unknownIds: number
}

/** What it took to draw the facts of one batch, by an extractor with a language model. */
export interface ExtractionNotes extends ModelUse {
  /**
   * Facts that were dropped, by reason: what their messages do not say, repetitions, echoes, another language than that
   * of their message, malformed ones.
   */
  dropped: Record<'unsupported' | 'duplicate' | 'echo' | 'translated' | 'malformed', number>
}

export interface Extractor {
  readonly name: string
  readonly needs?: ExtractorNeeds
  /** Rejects when it failed: an empty list means that there was nothing to find. */
  extract(input: ExtractionInput, options?: { signal?: AbortSignal }): Promise<ExtractedFact[] | Extraction>
  /**
   * The run that the messages tell of: what was done, with which results, and how things stand. Without it, no run is
   * kept.
   */
  digest?(messages: readonly ExtractionMessage[], options?: { signal?: AbortSignal }): Promise<Digest>
  /** What was said so far, in short, from what it was in short before and what was said since. */
  summarise?(
    previous: string | undefined,
    messages: readonly ExtractionMessage[],
    options?: { signal?: AbortSignal },
  ): Promise<string>
  /** Decides what the facts mean for what is known, instead of `reconcile`, by the same rules about ids and order. */
  decide?(
    facts: readonly NewFact[],
    neighbours: (fact: NewFact) => readonly KnownFact[],
    options?: { signal?: AbortSignal },
  ): Promise<Decided>
  dispose(): Promise<void>
}
