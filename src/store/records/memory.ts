import type { Metadata } from '../../values/metadata.js'
import type { Scope } from '../../values/scope.js'
import type { SecretSpan } from '../../secrets/span.js'
import type { NamedEntity, Relation } from './entity.js'

/** `semantic`: a fact. `episodic`: an event. `procedural`: how something was done. */
export type MemoryKind = 'semantic' | 'episodic' | 'procedural'

/**
 * `pending`: waits for approval. `superseded`: ended by a newer fact. `merged`: a duplicate whose evidence went to
 * another memory. `deleted`: can be undone until purged. Only `active` memories are searched by default.
 */
export type MemoryStatus = 'pending' | 'active' | 'superseded' | 'merged' | 'deleted'

/** A message that supports a memory. */
export interface Evidence {
  messageId: string
  /** The supporting words of the message. */
  quote: string
  /** The run of the message, where the memory was promoted out of that run. */
  runId?: string
}

/**
 * What a fact is about, in a form that lets a later fact be recognized as repeating, refining, replacing or retracting
 * it without a language model. Two facts are about the same thing when subject and attribute are equal.
 */
export interface FactSlot {
  /** One name per entity: `user` for the speaker with role `user`, else a lower-case name or relation ("sister"). */
  subject: string
  /** For example `home`, `employer`, `likes`, `allergy`, `diet`, `name`, `age`, `pet`, `instruction:language`. */
  attribute: string
  /** The value in lower case: "lisbon", "peanuts". */
  value: string
  /** `one`: a new value ends the old one (home, employer, name). `many`: values coexist (likes, pets). */
  cardinality: 'one' | 'many'
}

/**
 * How a fact relates to known facts.
 * `assert`: it holds. `change`: it holds now, and something else did before (`previous`, where the text says what).
 * `retract`: it no longer holds, or is to be forgotten. `correct`: what was said before was wrong and never held.
 */
export type FactMode = 'assert' | 'change' | 'retract' | 'correct'

/** One fact. When the world changes its validity is closed; it is not overwritten. Times are in ms since the epoch. */
export interface MemoryRecord {
  id: string
  /** Document number: see `MessageRecord`. */
  no: number
  /** Raised by every change of the row, from 1. */
  revision: number
  kind: MemoryKind
  text: string
  textHash: string
  /** Secrets found in the text; never set on extracted memories. */
  secrets?: readonly SecretSpan[]
  /** Set where any of its evidence is from an untrusted source. */
  trust?: 'untrusted'
  /** Text hash and scope key, unique in the store; present only while the memory is active. */
  activeKey?: string
  scope: Scope
  scopeKey: string
  /** Who said it. */
  attributedTo?: string
  categories?: string[]
  metadata?: Metadata
  evidence: Evidence[]
  /** The message whose text this memory repeats word for word: it uses the message's vector and keyword row. */
  verbatimNo?: number
  /** Related memories, as its extractor judged. */
  linkedIds?: string[]
  /** What an extracted fact is about; absent on memories that the application added itself. */
  slot?: FactSlot
  /** Entities and relations that its extractor found. With its text, the source of its mentions and relations. */
  entities?: readonly NamedEntity[]
  relations?: readonly Relation[]
  language?: string
  /** While pending: how the fact relates to known facts, for when it is approved. */
  proposal?: { mode: FactMode; previous?: string }
  createdAt: number
  updatedAt: number
  /** When it was said. */
  observedAt: number
  /** When it began to hold, and when it ceased to. */
  validFrom: number
  validTo?: number
  /** When it stops being retrieved. */
  expiresAt?: number
  status: MemoryStatus
  /** Id of the memory that this one replaced, and of the one that replaced it. */
  supersedes?: string
  supersededBy?: string
}
