import type { Embedder, LoadProgress } from './embed/embedder.js'
import type { LocketError } from './errors.js'
import type { Extractor } from './extract/extractor.js'
import type { Filters } from './filter.js'
import type { KeywordIndex } from './index/keyword/keyword-index.js'
import type { VectorIndex } from './index/vector/vector-index.js'
import type { Moment } from './moment.js'
import type { Scope, ScopeInput } from './scope.js'
import type { Evidence, HistoryEvent, MemoryKind, MemoryStatus, Metadata } from './store/records.js'
import type { Store } from './store/store.js'

// ── opening ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface OpenOptions {
  /** Names the database: two opens of one name share their memories. */
  name: string
  /** Ids that every call has unless it gives its own. */
  scope?: ScopeInput
  /** Where the application serves the model files. Default `/models/`. */
  models?: string
  /** Default: `transformersEmbedder({ models })`, loaded when first needed. `false`: keywords only. */
  embedder?: Embedder | false
  /** Default: `exactIndex()`. */
  vectorIndex?: VectorIndex
  /** Default: MiniSearch in a worker. */
  keywordIndex?: KeywordIndex
  /** Draws facts from what is said. Default: `rulesExtractor()`, loaded when first needed. `false`: none are drawn; messages are kept and found all the same. */
  extractor?: Extractor | false
  /** What facts are filed under. Default: `DEFAULT_CATEGORIES`. */
  categories?: readonly string[]
  /** Default: IndexedDB. */
  store?: Store
  /** Called while model files are loading. */
  onProgress?: (progress: LoadProgress) => void
  /** Called for what went wrong in the background. Default: `console.warn`. */
  onWarning?: (error: LocketError) => void
  /** The clock, in ms since the epoch. Default `Date.now`. */
  now?: () => number
  /** Makes ids. Default: random UUIDs. */
  newId?: () => string
}

// ── writing ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface TextPart {
  type: 'text'
  text: string
}

export interface MessageInput {
  /** `user` unless given; any text is allowed (`assistant`, `system`, `tool`, …). */
  role?: string
  /** The text, verbatim, or text parts as chat APIs have them. */
  content: string | readonly TextPart[]
  /** Who said it, where a role is not enough. */
  name?: string
  /** When it was said. Default: now. */
  at?: Moment
  /** The application's own id. With one, the message is stored once however often it is sent. */
  id?: string
  metadata?: Record<string, unknown>
  /** `false`: not stored. */
  store?: boolean
}

/** A text, a message, or a list of either. */
export type AddInput = string | MessageInput | readonly (string | MessageInput)[]

export interface AddOptions extends ScopeInput {
  /** `false`: each message's text becomes a memory as it stands. Default `true`: facts are extracted where there is an extractor. */
  infer?: boolean
  /** Of the memories made and, where a message has none of its own, of the messages. */
  metadata?: Record<string, unknown>
  categories?: readonly string[]
  kind?: MemoryKind
  /** With `infer: false`: where an imported fact comes from. The text is then not stored as a message. */
  evidence?: readonly Evidence[]
  /** When it was said, for messages without their own `at`. */
  at?: Moment
  /** When the memories made cease to be retrieved. */
  expiresAt?: Moment
  /** `true`: the facts drawn wait as `pending` until `approve(id)` or `reject(id)`; until then they are not retrieved. Default `false`. */
  review?: boolean
  /** `false`: nothing of this call is stored. */
  store?: boolean
  /** `false`: resolves once the messages are durable; embedding goes on in the background. Default `true`. */
  wait?: boolean
}

/** `ADD` new; `NONE` known already; `UPDATE` same memory, new content; `SUPERSEDE` new memory, the old one closed; `DELETE` closed. */
export type MemoryEvent = 'ADD' | 'NONE' | 'UPDATE' | 'SUPERSEDE' | 'DELETE'

export interface MemoryChange {
  id: string
  memory: string
  event: MemoryEvent
  previousId?: string
  previousMemory?: string
  evidence: Evidence[]
}

export interface MessageReceipt {
  /** Undefined for a message that was not stored. */
  id: string | undefined
  /** `known`: stored before. `blank`: no text, nothing to store. `off`: `store: false` or recording is paused. */
  status: 'added' | 'known' | 'blank' | 'off'
}

export interface AddReport {
  /** `off`: not asked for, or nothing new to extract from. `unavailable`: asked for, but there is no extractor; the messages are kept. `waiting`: it failed, or `wait: false`; it is done later. */
  extraction: 'done' | 'waiting' | 'off' | 'unavailable'
  /** Facts dropped: not supported by their message, echoes of what was recalled, without content, or deleted by the user before. */
  rejected: { unsupported: number; echo: number; empty: number; forgotten: number }
  /** `waiting`: stored and found by keywords; vectors follow when the embedder works. `off`: there is no embedder, or nothing to embed. */
  embedding: 'done' | 'waiting' | 'off'
  /** Tokens past the embedder's window limit, found by keywords only. */
  tokensSkipped: number
  /** Share of tokens (0 to 1) that the embedder's vocabulary cannot express, over the whole call. */
  unknownShare: number
  /** What went wrong without losing anything. */
  problems: { code: string; message: string }[]
}

export interface AddResult {
  operationId: string
  /** One per memory that was made, found known or changed. */
  results: MemoryChange[]
  /** One per message given, in order. */
  messages: MessageReceipt[]
  /** The work still to do, when something is `waiting`. */
  job?: string
  report: AddReport
}

// ── what is stored, as callers see it ──────────────────────────────────────────────────────────────────────────────

export interface MessageItem extends Scope {
  id: string
  role: string
  name?: string
  content: string
  at: string
  metadata?: Metadata
  revision: number
  status: 'active' | 'hidden' | 'deleted'
  createdAt: string
  updatedAt: string
}

export interface MemoryItem extends Scope {
  id: string
  memory: string
  kind: MemoryKind
  categories?: string[]
  metadata?: Metadata
  attributedTo?: string
  evidence: Evidence[]
  hash: string
  revision: number
  status: MemoryStatus
  createdAt: string
  updatedAt: string
  observedAt: string
  validFrom: string
  validTo?: string
  expiresAt?: string
  supersedes?: string
  supersededBy?: string
}

export interface HistoryItem {
  id: string
  operationId: string
  event: HistoryEvent
  before?: string
  after?: string
  at: string
  reason?: string
}

// ── reading ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface TimeOptions {
  /** `false`: also memories that something newer took the place of. Default `true`. */
  latestOnly?: boolean
  /** What was true at that time, as known now. */
  asOf?: Moment
  /** What the store held at that time, whatever was learned or changed since. */
  knownAt?: Moment
}

export interface SearchOptions extends ScopeInput, TimeOptions {
  /** At most this many results, 1 to 1,000. Default 10. */
  topK?: number
  /** Only results with at least this score, 0 to 1. Default: none. */
  threshold?: number
  /** Default: all. Messages are `episodic`. */
  kinds?: readonly MemoryKind[]
  filters?: Filters
  /** Adds to each result why it scored as it did. */
  explain?: boolean
  /** The query's vector, where the caller has it already. */
  vector?: Float32Array
  signal?: AbortSignal
}

export interface Quote extends Evidence {
  role?: string
  name?: string
  at?: string
}

export interface SignalExplanation {
  signal: string
  /** As measured: a cosine, a BM25 score, … */
  raw: number
  /** 1 for the best candidate by this signal alone. */
  rank: number
  /** What it adds to the ranking value. */
  share: number
}

export interface SearchHit extends Scope {
  id: string
  /** The fact, or the message's text, verbatim. */
  memory: string
  /** Estimated relevance, 0 to 1; means the same in every store. */
  score: number
  kind: MemoryKind
  /** Set where the hit is, or repeats word for word, a message. */
  messageId?: string
  role?: string
  name?: string
  /** When it was said. */
  at: string
  /** The messages around it. */
  before?: Quote
  after?: Quote
  evidence: Quote[]
  /** Facts: since when it holds, until when it held, and whether something newer took its place. */
  validFrom?: string
  validTo?: string
  supersededBy?: string
  categories?: string[]
  metadata?: Metadata
  createdAt: string
  updatedAt: string
  explanation?: SignalExplanation[]
}

/** `used`: part of the ranking. `building`: the index is incomplete. `failed`: see `problems`. `off`: there is none. */
export type LaneState = 'used' | 'building' | 'failed' | 'off'

export interface SearchReport {
  dense: LaneState
  keywords: LaneState
  /** Rows that scope, kinds and filters allowed. */
  searched: number
  /** Share of the query's tokens (0 to 1) that the embedder's vocabulary cannot express. */
  unknownShare: number
  problems: { code: string; message: string }[]
}

export interface SearchResult {
  results: SearchHit[]
  report: SearchReport
}

export interface ContextOptions extends Omit<SearchOptions, 'explain'> {
  /** Tokens that the block may take, 50 or more. Default 800. */
  budgetTokens?: number
}

export interface ContextResult {
  /** A prompt block, ready to inject; empty when nothing is relevant enough. */
  text: string
  /** Tokens of `text`, by the embedder's tokenizer. */
  tokens: number
  /** What was packed, best first. */
  results: SearchHit[]
  report: SearchReport
}

// ── managing ───────────────────────────────────────────────────────────────────────────────────────────────────────

export interface ListOptions extends ScopeInput {
  filters?: Filters
  /** Page size, 1 to 1,000. Default 100. */
  limit?: number
  /** `next` of the page before. */
  cursor?: string
  /** Default `createdAt`; ties and equal times follow the order of writing. */
  sort?: 'createdAt' | 'updatedAt' | 'at'
  /** Default `desc`: newest first. */
  order?: 'asc' | 'desc'
}

export interface GetAllOptions extends ListOptions, TimeOptions {
  kinds?: readonly MemoryKind[]
  /** Default: `['active']`. */
  status?: readonly MemoryStatus[]
}

export interface Page<T> {
  results: T[]
  /** All that match, on every page. */
  total: number
  /** Pass as `cursor` for the next page; absent on the last. */
  next?: string
}

export interface UpdateInput {
  text?: string
  metadata?: Record<string, unknown> | null
  categories?: readonly string[] | null
  expiresAt?: Moment | null
}

export interface UpdateOptions {
  /** Fails with `CONFLICT` unless the row still has this revision. */
  ifRevision?: number
  reason?: string
}

export interface DeleteOptions extends UpdateOptions {
  /** Also hides the messages it came from. */
  withEvidence?: boolean
  /** Erases it and its history; cannot be undone. */
  purge?: boolean
}

export interface OperationResult {
  operationId: string
  /** Rows changed or erased. */
  count: number
}

export interface ChangeEvent {
  type: 'change'
  /** Documents whose rows changed, by this instance or another tab's. */
  messages: string[]
  memories: string[]
}

/** `progress`: model files are loading. */
export type MemoryListener = (
  event: ChangeEvent | { type: 'reset' } | { type: 'work'; pending: number } | { type: 'progress'; progress: LoadProgress } | { type: 'closed'; error: LocketError },
) => void

export interface Health {
  name: string
  store: { kind: string; usage?: number; quota?: number; persisted?: boolean }
  counts: { messages: number; memories: number; segments: number; history: number }
  embedder: { fingerprint?: string; state: 'off' | 'idle' | 'loading' | 'ready' | 'failed'; problem?: { code: string; message: string } }
  vectors: { index: string; rows: number; bytes: number; state: LaneState }
  keywords: { index: string; documents: number; state: LaneState }
  /** Messages and memories that wait for their vectors. */
  pending: { jobs: number; documents: number }
  paused: boolean
}
