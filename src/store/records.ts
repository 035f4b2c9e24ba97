import type { Metadata } from '../values/metadata.js'
import type { Scope } from '../values/scope.js'
import type { SecretSpan } from '../secrets/span.js'
import type { Trust } from '../values/trust.js'

/**
 * One turn, verbatim. `no` is the document number: the running number that messages and memories share,
 * the label of their rows in every index, and the only order there is (clocks jump).
 */
export interface MessageRecord {
  no: number
  id: string
  scope: Scope
  scopeKey: string
  role: string
  name?: string
  text: string
  textHash: string
  /** Secrets found in the text; absent where none were, or were looked for. */
  secrets?: readonly SecretSpan[]
  /** Absent where the role tells: see `trustOf`. */
  trust?: Trust
  metadata?: Metadata
  /** When it was said, in ms since the epoch: what the application gave, else the clock at `add`. */
  at: number
  /** The message before it in the same session, its context for retrieval. */
  previousNo?: number
  /** Messages of one scope without a long pause between them. */
  session: number
  /** `hidden`: kept as evidence but not retrieved. `deleted`: undoable until purged. */
  status: 'active' | 'hidden' | 'deleted'
  revision: number
  createdAt: number
  updatedAt: number
}

export type MemoryKind = 'semantic' | 'episodic' | 'procedural'
export type MemoryStatus = 'pending' | 'active' | 'superseded' | 'merged' | 'deleted'

export interface Evidence {
  messageId: string
  quote: string
  /** The run whose message it is, where the memory was promoted out of it. */
  runId?: string
}

/**
 * What a fact is about, so that a later one can be known to repeat, refine, replace or take it back without a model.
 * Two facts speak of the same thing when subject and attribute agree; the attribute says whether it holds one value or
 * many.
 */
export interface FactSlot {
  /**
   * Who or what, as one name per entity: `user` for the speaker with role user, else a lower-case name or relation
   * ("sister").
   */
  subject: string
  /**
   * What of it, for example `home`, `employer`, `likes`, `allergy`, `diet`, `name`, `age`, `pet`,
   * `instruction:language`.
   */
  attribute: string
  /** The value, folded to lower case: "lisbon", "peanuts". */
  value: string
  /** `one`: a new value ends the old one (home, employer, name). `many`: values stand side by side (likes, pets). */
  cardinality: 'one' | 'many'
}

/**
 * How the fact relates to what may be known.
 * `assert`: it holds. `change`: it holds now, something else did before (`previous` names it where it was said).
 * `retract`: it no longer holds, or is to be forgotten. `correct`: what was said before was wrong, and never held.
 */
export type FactMode = 'assert' | 'change' | 'retract' | 'correct'

export type EntityType =
  'person' | 'place' | 'organisation' | 'work' | 'product' | 'topic' | 'identifier' | 'quoted' | 'other'

/** Somebody or something, as a text names it. */
export interface NamedEntity {
  name: string
  type: EntityType
}

/** A triple in the text's own words: "Ana", "works at", "Acme". */
export interface Relation {
  subject: string
  predicate: string
  object: string
}

/** One thing known. Closed rather than overwritten when the world changes. */
export interface MemoryRecord {
  id: string
  no: number
  revision: number
  kind: MemoryKind
  text: string
  textHash: string
  /** Secrets found in the text: never in one that an extractor made. */
  secrets?: readonly SecretSpan[]
  /** Set where something that it rests on is untrusted. */
  trust?: 'untrusted'
  /** Canonical (scope, text hash); present only while the memory is active, unique in the store. */
  activeKey?: string
  scope: Scope
  scopeKey: string
  attributedTo?: string
  categories?: string[]
  metadata?: Metadata
  evidence: Evidence[]
  /** The message whose text this memory is, word for word: they share the message's vector and keyword row. */
  verbatimNo?: number
  /** Memories that it has to do with, as its extractor saw it. */
  linkedIds?: string[]
  /** What an extracted fact is about; absent on memories that no extractor made. */
  slot?: FactSlot
  /**
   * Whom and what it speaks of and how they stand to each other, as its extractor told: what its mentions and relations
   * are made from, besides its text.
   */
  entities?: readonly NamedEntity[]
  relations?: readonly Relation[]
  language?: string
  /** While pending: how the fact relates to what is known, for when it is approved. */
  proposal?: { mode: FactMode; previous?: string }
  createdAt: number
  updatedAt: number
  observedAt: number
  validFrom: number
  validTo?: number
  expiresAt?: number
  status: MemoryStatus
  supersedes?: string
  supersededBy?: string
}

/**
 * Vector rows, appended as small segments and merged in the background; immutable once written.
 * This is the light part, enough to plan with; the rows themselves are the `vectors` row of the same id.
 */
export interface SegmentRecord {
  /** From the store's counter: a later segment, merged or not, has a larger id. */
  id: number
  fingerprint: string
  dimensions: number
  /** The document number of each row; a text in several windows has several rows. */
  labels: Uint32Array
  /**
   * The id of the segment in which each row was first appended; a merge keeps it, so it changes nothing for tombstones
   * and followers.
   */
  born: Uint32Array
  /** Absent: `float32`. */
  storage?: 'int8'
}

/** `labels.length * dimensions` values of the segment with the same id, row after row. */
export interface VectorsRecord {
  id: number
  rows: Float32Array | Int8Array
  /** With int8: what the values of each row are multiplied with. */
  scales?: Float32Array
  /** `checksum` of the rows; absent in what earlier versions wrote. */
  sum?: number
}

/** Rows of document `no` born before `before` are dead; a later segment may hold new ones. */
export interface TombstoneRecord {
  no: number
  before: number
}

export type HistoryEvent = 'ADD' | 'UPDATE' | 'SUPERSEDE' | 'MERGE' | 'DELETE' | 'RESTORE'

/** One change of one row, written in the transaction that made it. */
export interface HistoryRecord {
  /** The change number: order across the store. */
  n: number
  operationId: string
  table: 'messages' | 'memories'
  /** The row's public id and document number. */
  id: string
  no: number
  event: HistoryEvent
  /** The row before and after; absent when it did not exist. */
  before?: MessageRecord | MemoryRecord
  after?: MessageRecord | MemoryRecord
  at: number
  reason?: string
  /** Which import brought it into a store that had a history of its own: its times are of another store. */
  imported?: string
  /** Of a deletion: facts were still to be drawn from the message, and are when that is undone. */
  unread?: { kind: Exclude<JobKind, 'embed'>; review?: boolean }
}

/**
 * `embed`: give documents their vectors. `extract`: draw facts from messages. `digest`: keep the run that messages tell
 * of as one procedural memory.
 */
export type JobKind = 'embed' | 'extract' | 'digest'

/** Work that must survive the tab. */
export interface JobRecord {
  id: string
  kind: JobKind
  /** Document numbers still to work on. */
  nos: number[]
  /**
   * Whose messages they are: work on one scope is done in the order in which it came. Absent on `embed`, whose order is
   * of no account.
   */
  scope?: Scope
  /** `extract`: facts wait for approval. */
  review?: boolean
  /** `failed`: the embedder that could not do it; another one may. */
  fingerprint?: string
  /** `failed`: not tried again unless asked to; nobody works on it, so what somebody still does for it is void. */
  state: 'waiting' | 'running' | 'failed'
  attempts: number
  /** The instance that works on it; the commit checks it, so a hung owner that wakes up is harmless. */
  owner: string
  error?: { code: string; message: string }
  /** The change number at which it was made. */
  n: number
}

/** Somebody or something that texts of one scope speak of. */
export interface EntityRecord {
  /** From the same running number as documents. */
  no: number
  scope: Scope
  scopeKey: string
  /** The canonical name, folded; unique in the scope. */
  key: string
  name: string
  type: EntityType
  /** Other names, folded; the longest-known few. */
  aliases: string[]
  createdAt: number
}

/** That a message or memory speaks of an entity; one row for each pair. */
export interface MentionRecord {
  /** `entity:no` */
  id: string
  entity: number
  /** The message's or memory's document number. */
  no: number
  scopeKey: string
  /** What the text calls it: the entity's names are those that some mention has, so that they go with the texts. */
  names: EntityName[]
}

export interface EntityName {
  /** Folded, without titles. */
  key: string
  /** As it is written. */
  name: string
}

/** How two entities stand to each other, as one memory says; it ends with that memory. */
export interface RelationRecord {
  id: string
  subject: number
  predicate: string
  object: number
  /** The memory that says so. */
  no: number
  scopeKey: string
}

/** What was said in a scope so far, in short: context for whoever draws facts from what is said next. */
export interface SummaryRecord {
  scopeKey: string
  scope: Scope
  text: string
  /** The last message that it covers. */
  upTo: number
  updatedAt: number
}

/** What other tabs and the indexes follow. */
export interface ChangeRecord {
  n: number
  table: 'messages' | 'memories' | 'segments' | 'tombstones' | 'entities' | 'mentions'
  /**
   * A document number (also of `mentions`: all of the document's may have changed), a segment's id, or an entity's
   * number.
   */
  key: number
  operation: 'put' | 'delete'
}

/** `counters`: the store's running numbers. `epoch`: changed by whatever makes every cursor worthless. */
export type MetaRecord =
  | { key: 'counters'; document: number; change: number; segment: number; session: number }
  | { key: 'epoch'; value: string }
  | { key: 'embedder'; fingerprint: string; dimensions: number }
  /**
   * How far entities are linked: the change up to which they are; documents are gone through from `next` on where all
   * have to be.
   */
  | { key: 'links'; version: number; change: number; next?: number }
  /**
   * History up to `floor` was trimmed, by an opted-in retention; `floorAt` is what the clock said at that change.
   * `cut`: operations of which only a part is left. `days`: days on which the store was open, oldest first: the last
   * change before each, and the clock when it began.
   */
  | { key: 'history'; floor: number; floorAt: number; cut: string[]; days: { n: number; at: number }[] }
  /** How vectors are written from now on; absent: as float32. */
  | { key: 'vectors'; storage: 'float32' | 'int8' }

/** Derived data kept to open faster; deleting it loses nothing but time. */
export interface CacheRecord {
  key: string
  /** The change number and epoch that it reflects. */
  n: number
  epoch: string
  data: unknown
}

/** How the store's own key is locked: by a key that follows from a passphrase, or by one that the application keeps. */
export type Lock =
  | {
      by: 'passphrase'
      iterations: number
      salt: Uint8Array<ArrayBuffer>
      nonce: Uint8Array<ArrayBuffer>
      wrapped: Uint8Array<ArrayBuffer>
    }
  | { by: 'AES-GCM'; nonce: Uint8Array<ArrayBuffer>; wrapped: Uint8Array<ArrayBuffer> }
  | { by: 'AES-KW'; wrapped: Uint8Array<ArrayBuffer> }

/** The head of an encrypted store. */
export interface HeadRecord {
  key: 'store'
  format: number
  /** Names the store's key: another one has another name. */
  id: string
  /** Raised whenever a row of this table changes, and the number of the key made last. */
  version: number
  lock: Lock
  /** Rows are being written anew, table by table, up to this place. */
  work?: { what: 'encrypt' | 'reencrypt'; table: number; after?: number | string }
}

/**
 * The key of one scope, under the tag of the scope, sealed with the store's. `was`: the one before it, while rows are
 * written anew.
 */
export interface ScopeKeyRecord {
  key: string
  sealed: Uint8Array
  was?: Uint8Array
}

export interface Tables {
  messages: MessageRecord
  memories: MemoryRecord
  segments: SegmentRecord
  vectors: VectorsRecord
  tombstones: TombstoneRecord
  history: HistoryRecord
  jobs: JobRecord
  entities: EntityRecord
  mentions: MentionRecord
  relations: RelationRecord
  summaries: SummaryRecord
  changes: ChangeRecord
  meta: MetaRecord
  caches: CacheRecord
  /** Empty unless the store is encrypted. */
  keys: HeadRecord | ScopeKeyRecord
}

export type TableName = keyof Tables
