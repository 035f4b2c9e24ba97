import type { Embedder, LoadProgress } from './embed/embedder.js'
import type { LocketError } from './values/errors.js'
import type { Extractor, ModelUse } from './extract/extractor.js'
import type { ExtractionOptions } from './extract/extraction-options.js'
import type { Filters } from './values/filter.js'
import type { KeywordIndex } from './index/keyword/keyword-index.js'
import type { VectorIndex } from './index/vector/vector-index.js'
import type { LanguageModel } from './llm/language-model.js'
import type { Moment } from './values/moment.js'
import type { Reranker } from './rerank/reranker.js'
import type { Scope, ScopeInput } from './values/scope.js'
import type { SecretKind } from './secrets/span.js'
import type {
  EntityType,
  Evidence,
  HistoryEvent,
  JobKind,
  MemoryKind,
  MemoryStatus,
  Metadata,
} from './store/records.js'
import type { StorageEstimate, Store } from './store/store.js'
import type { Trust } from './values/trust.js'

// ── opening ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type { ExtractionOptions }

export interface OpenOptions {
  /** Names the database: two opens of one name share their memories. */
  name: string
  /** Ids that every call has unless it gives its own. */
  scope?: ScopeInput
  /** Where the application serves the model files. Default `/models/`. */
  models?: string
  /** Default: `transformersEmbedder({ models })`, loaded when first needed. `false`: keywords only. */
  embedder?: Embedder | false
  /** Default: `exactIndex()` of `locket-memory/exact`. */
  vectorIndex?: VectorIndex
  /** Default: MiniSearch in a worker. */
  keywordIndex?: KeywordIndex
  /** Draws facts from what is said. Default: `rulesExtractor()`, loaded when first needed. `false`: none are drawn; messages are kept and found all the same. */
  extractor?: Extractor | false
  /** Draws facts with a language model, instead of `extractor`; without either: by rules. */
  llm?: LanguageModel
  /** How the language model draws them. */
  extraction?: ExtractionOptions
  /** What facts are filed under. Default: `DEFAULT_CATEGORIES`. */
  categories?: readonly string[]
  /** Judges the best results of every search; slower. Default: none. */
  reranker?: Reranker
  /**
   * `mask`: passwords, keys, card numbers and the like in what is added are kept with their message, and nowhere else: no fact, no prompt,
   * no index, no result shows them, see docs/safety.md. `keep`: they are not looked for. Default `mask`.
   */
  secrets?: 'mask' | 'keep'
  /** Default: IndexedDB. */
  store?: Store
  /** Keeps everything encrypted in the store, under this key. A store that is not encrypted yet is when it is opened. See docs/encryption.md. */
  encryption?: EncryptionKey
  /**
   * `true`: after the first `add` that stored something the browser is asked to keep what this site stores, where it decides that without
   * asking the user. `false`: the application calls `persist()` itself. Default `true`.
   */
  persist?: boolean
  /** How vectors lie on the disk, from now on and for every tab: `int8` takes a quarter and finds a little less. Default: as the store has it, at first `float32`. */
  vectorStorage?: 'float32' | 'int8'
  /** How long it is kept what happened to messages and memories, for `history`, `undo` and `knownAt`. Default: until it is purged. */
  historyRetention?: HistoryRetention
  /** Called while model files are loading. */
  onProgress?: (progress: LoadProgress) => void
  /** Called when facts were drawn, or could not be, in the background or not. */
  onReport?: (report: ExtractionReport) => void
  /** Called for what went wrong in the background. Default: `console.warn`. */
  onWarning?: (error: LocketError) => void
  /** The clock, in ms since the epoch. Default `Date.now`. */
  now?: () => number
  /** Makes ids. Default: random UUIDs. */
  newId?: () => string
}

/** The newest changes, 1,000 or more; or what happened on so many days (1 to 3,650) on which the store was open. */
export type HistoryRetention = { changes: number } | { days: number }

/** What locks an encrypted store: a passphrase, or a key that the application keeps. Neither is ever stored. */
export type EncryptionKey =
  | {
      passphrase: string
      /** Of PBKDF2 with SHA-256: 600,000, the default, or more. Only for locking; a lock knows its own. */
      iterations?: number
    }
  /** AES-GCM with the usages encrypt and decrypt, or wrapKey and unwrapKey; or AES-KW with the latter. It need not be extractable. */
  | { key: CryptoKey }

export interface ChangeKeyOptions {
  /** Also gives every scope a new key and writes all rows anew, so that who had the old key can read nothing of what is there. Default `false`. */
  reencrypt?: boolean
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
  /**
   * `untrusted`: the text is from elsewhere (a document, a web page, a tool). It is kept and found, and marked; it becomes no instruction, and
   * ends no fact that a trusted source told. Default: by the role: `user`, `assistant` and `system` are trusted, and no other role.
   */
  trust?: Trust
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
  /** For messages without their own `trust`. */
  trust?: Trust
  /** `false`: nothing of this call is stored. */
  store?: boolean
  /** `false`: resolves once the messages are durable; embedding goes on in the background. Default `true`. */
  wait?: boolean
  /** Cancels what is not done yet: before the messages are stored `add` rejects with `ABORTED`, after it the facts are left out (`report.extraction`). */
  signal?: AbortSignal
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

/** Facts dropped, by reason. */
export interface Rejected {
  /** Not supported by the messages. */
  unsupported: number
  /** Repeats what was recalled into the conversation. */
  echo: number
  /** Without content. */
  empty: number
  /** Deleted or declined by the user before. */
  forgotten: number
  /** Told twice in one reply. */
  duplicate: number
  /** In another language than its message. */
  translated: number
  /** An instruction from an untrusted source. */
  untrusted: number
  /** About a password, key or the like that is masked. */
  secret: number
  /** Not of the shape that was asked for. */
  malformed: number
}

export interface ModelReport extends ModelUse {
  name: string
}

/** What became of the facts of one `add`, however much later. */
export interface ExtractionReport extends Scope {
  job: string
  state: 'done' | 'waiting' | 'cancelled'
  results: MemoryChange[]
  rejected: Rejected
  model?: ModelReport
  problems: Problem[]
}

/** Work that is left: waiting, under way, or given up until `retry()`. */
export interface Job {
  id: string
  /** `embed`: vectors. `extract`: facts. `digest`: a run as one procedural memory. */
  kind: JobKind
  state: 'waiting' | 'running' | 'failed'
  /** Messages and memories still to do. */
  pending: number
  attempts: number
  /** Why it waits, or was given up. */
  problem?: Problem
}

export interface JobsOptions extends ScopeInput {
  state?: 'waiting' | 'running' | 'failed'
}

export interface AddReport {
  /**
   * `off`: not asked for, or nothing new to extract from. `unavailable`: asked for, but nothing here can do it; the messages are kept.
   * `waiting`: it failed, or `wait: false`; it is done later. `cancelled`: by `signal`; `retry(job)` takes it up again.
   */
  extraction: 'done' | 'waiting' | 'cancelled' | 'off' | 'unavailable'
  rejected: Rejected
  /** What the language model was asked, where there is one. */
  model?: ModelReport
  /** `waiting`: stored and found by keywords; vectors follow when the embedder works. `off`: there is no embedder, or nothing to embed. */
  embedding: 'done' | 'waiting' | 'off'
  /** Tokens past the embedder's window limit, found by keywords only. */
  tokensSkipped: number
  /** Share of tokens (0 to 1) that the embedder's vocabulary cannot express, over the whole call. */
  unknownShare: number
  /** Which kinds of secrets the messages hold, never the secrets themselves; empty with `secrets: 'keep'`. */
  secrets: SecretReport[]
  /** What went wrong without losing anything. */
  problems: Problem[]
}

export interface SecretReport {
  kind: SecretKind
  messageId: string
}

export interface AddResult {
  operationId: string
  /** One per memory that was made, found known or changed. */
  results: MemoryChange[]
  /** One per message given, in order. */
  messages: MessageReceipt[]
  /** The work still to do, when something is `waiting` or `cancelled`. */
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
  trust: Trust
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
  /** `untrusted` where something that it rests on is. */
  trust: Trust
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

/** Somebody or something that messages and memories of one scope speak of. */
export interface EntityItem extends Scope {
  id: string
  name: string
  type: EntityType
  /** What else texts call it, folded; at most 16. */
  aliases: string[]
  /** How many of each that may be retrieved speak of it; a memory that repeats a message word for word counts instead of it. */
  messages: number
  memories: number
}

/** How two entities stand to each other, as one memory says; it holds as long as that memory does. */
export interface EntityRelation {
  subject: string
  predicate: string
  object: string
  memoryId: string
  holds: boolean
  validFrom: string
  validTo?: string
}

export interface EntityDetail extends EntityItem {
  /** Those that hold first, the latest first. */
  relations: EntityRelation[]
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
  /** What "yesterday", "last Friday" or 去年冬天 in the query is counted from: when the question was asked. Default: now. */
  referenceDate?: Moment
  /** `rrf`: ranks by reciprocal rank fusion of meaning and words alone, the plain way; `score` stays what it is. Default `fitted`. */
  fusion?: 'fitted' | 'rrf'
  /** How far a text steps back for each copy, or near copy, of it that ranks above it, 0 (not at all) to 1. None is left out. Default 0.5. */
  diversity?: number
  /** `show`: texts with their secrets, instead of masks in their place. Default `mask`. */
  secrets?: 'mask' | 'show'
  /** `false`: without the reranker that `open` was given. */
  rerank?: boolean
  /** Adds to each result why it scored as it did. */
  explain?: boolean
  /** The query's vector, where the caller has it already. */
  vector?: Float32Array
  signal?: AbortSignal
}

export interface Quote extends Evidence {
  /** Set where its message is untrusted. */
  trust?: 'untrusted'
  role?: string
  name?: string
  at?: string
}

export interface SignalExplanation {
  /** One of those in docs/retrieval.md; `reranker` where one has judged it; `copies` where others that say the same rank above it. */
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
  /** The fact, or the message's text, verbatim but for secrets. */
  memory: string
  /**
   * Estimated relevance, 0 to 1; means the same in every store. The order is that of the score, but for copies that step back,
   * a reranker, and `fusion: 'rrf'`.
   */
  score: number
  kind: MemoryKind
  trust: Trust
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
  /** With `explain`: in English, what speaks for it and what puts it above the next. */
  summary?: string
}

/** `used`: part of the ranking. `building`: the index is incomplete. `failed`: see `problems`. `off`: there is none. */
export type LaneState = 'used' | 'building' | 'failed' | 'off'

export interface SearchReport {
  dense: LaneState
  keywords: LaneState
  /** Where one judged the best; `failed`: the order is as without it, see `problems`. */
  reranker?: 'used' | 'failed'
  /** Rows that scope, kinds and filters allowed. */
  searched: number
  /** Share of the query's tokens (0 to 1) that the embedder's vocabulary cannot express. */
  unknownShare: number
  problems: Problem[]
}

export interface SearchResult {
  results: SearchHit[]
  report: SearchReport
}

/** `repeated`: a memory says it word for word. `not-nominated`: it was not near enough to be ranked. `not-in-scope`: nothing is told of whether it exists elsewhere. */
export type WhyReason =
  | 'shown'
  | 'outranked'
  | 'below-threshold'
  | 'not-nominated'
  | 'repeated'
  | 'not-in-scope'
  | 'not-known-then'
  | 'deleted'
  | 'hidden'
  | 'pending'
  | 'merged'
  | 'superseded'
  | 'not-yet'
  | 'no-longer'
  | 'expired'
  | 'kind'
  | 'filter'

export interface WhyResult {
  id: string
  reason: WhyReason
  /** The same in English, with what speaks for it and what puts others above it. */
  summary: string
  /** The memory that took its place, or stands for it. */
  by?: string
  /** Where it may be ranked: its place, its score and what each signal adds. */
  rank?: number
  score?: number
  explanation?: SignalExplanation[]
  /** The last of the results, unless that is it. */
  last?: { id: string; rank: number; score: number; explanation: SignalExplanation[] }
  /** Whether it has a vector; without one only its words count. */
  embedded?: boolean
  report?: SearchReport
}

export interface ContextOptions extends Omit<SearchOptions, 'explain' | 'secrets'> {
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
  /** By a time; equal times follow the order of writing. Default: the order of writing alone, which no clock that jumps can change. */
  sort?: 'createdAt' | 'updatedAt' | 'at'
  /** Default `desc`: newest first. */
  order?: 'asc' | 'desc'
}

export interface GetAllOptions extends ListOptions, TimeOptions {
  kinds?: readonly MemoryKind[]
  /** Default: `['active']`. */
  status?: readonly MemoryStatus[]
}

export interface EntityListOptions extends ScopeInput {
  /** Part of a name, in any case. */
  query?: string
  type?: EntityType
  /** Page size, 1 to 1,000. Default 100. */
  limit?: number
  /** `next` of the page before. */
  cursor?: string
}

export interface Page<T> {
  results: T[]
  /** All that match, on every page. */
  total: number
  /** Pass as `cursor` for the next page; absent on the last. */
  next?: string
}

export interface EntityPage extends Page<EntityItem> {
  /** `false` while texts stored earlier are still gone through: there may be more. */
  complete: boolean
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

// ── backups ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Whose rows are exported: the ids given over the defaults of `open`; `null` clears a default. Without any id: everybody's. */
export type ExportScope = { [K in keyof ScopeInput]: ScopeInput[K] | null }

export interface ExportOptions extends ExportScope {
  /** `false`: rows as they are, without what happened to them. Default `true`. */
  history?: boolean
  /** `false`: without vectors; whoever imports it makes them anew. Default `true`. */
  vectors?: boolean
}

/** An export, compressed or not, or a JSON list of memories. */
export type ImportSource = ReadableStream<Uint8Array> | Blob | Response | AsyncIterable<Uint8Array | string>

export interface ImportOptions {
  /** `merge`: adds what is missing; what is there stays. `replace`: takes the place of all rows of the file's scope. Default `merge`. */
  mode?: 'merge' | 'replace'
  /** `true`: tells what would become of it, and changes nothing. Default `false`. */
  dryRun?: boolean
  /** Puts the rows here: in place of the ids of the file's scope. */
  scope?: ScopeInput
  /** Ends it; the store is as it was before. */
  signal?: AbortSignal
  onProgress?: (progress: ImportProgress) => void
}

export interface ImportProgress {
  /** `reading`: bytes, uncompressed. `writing`: rows. */
  phase: 'reading' | 'writing'
  done: number
  total?: number
}

export interface ImportProblem {
  /** Of the file; of a JSON list the place in it, from 1. */
  line: number
  code: string
  message: string
}

/** Counts are of messages and memories. */
export interface ImportReport {
  added: number
  /** There already, or said already. */
  known: number
  /** Memories known that gained evidence. */
  changed: number
  /** Left out: see `problems`. */
  skipped: number
  /** Rows of before that `replace` took away. */
  removed: number
  /** Texts that wait for their vectors; `idle()` waits for them. */
  waiting: number
  /** One for each row left out, 1,000 at most. */
  problems: ImportProblem[]
  dryRun: boolean
}

/** What is wrong in a store; `docs/backup.md` says of each what it means. */
export interface Finding {
  code: string
  table: string
  /** The row's key. */
  key: string | number
  message: string
  /** Whether `repair()` can mend it. */
  mendable: boolean
}

export interface VerifyReport {
  /** Nothing is wrong. */
  ok: boolean
  /** Rows looked at, by table. */
  checked: Record<string, number>
  /** 1,000 at most. */
  findings: Finding[]
  /** All of them. */
  total: number
}

export interface RepairReport {
  /** What was found and mended, 1,000 at most. */
  mended: Finding[]
  /** What a look afterwards still finds. */
  left: VerifyReport
}

export interface ChangeEvent {
  type: 'change'
  /** Documents whose rows changed, by this instance or another tab's. */
  messages: string[]
  memories: string[]
  /** The scopes that they belong to. */
  scopes: Scope[]
}

/** `progress`: model files are loading. `extracted`: facts were drawn, or could not be. `recording`: paused or resumed. `warning`: what `onWarning` is called for, too. */
export type MemoryListener = (
  event:
    | ChangeEvent
    | { type: 'reset' }
    | { type: 'work'; pending: number }
    | { type: 'progress'; progress: LoadProgress }
    | { type: 'extracted'; report: ExtractionReport }
    | { type: 'recording'; on: boolean }
    | { type: 'warning'; error: LocketError }
    | { type: 'closed'; error: LocketError },
) => void

export interface Problem {
  code: string
  message: string
}

export interface StorageHealth extends StorageEstimate {
  /** That the browser throws away what is remembered, or takes no more. */
  risk: 'none' | 'low' | 'high'
  /** What its user can do about it, in words for the user. */
  advice: { en: string; zh: string }
}

export interface Health {
  name: string
  store: { kind: string; encrypted: boolean } & StorageEstimate
  storage: StorageHealth
  counts: { messages: number; memories: number; segments: number; history: number }
  embedder: {
    fingerprint: string | undefined
    state: 'off' | 'idle' | 'loading' | 'ready' | 'failed'
    problem: Problem | undefined
    /** Undefined until it is loaded, and where the embedder does not say. */
    runtime: Embedder['runtime']
  }
  /** `graph` and `problem`: of an index that answers from a graph once it is built; see `hnswIndex()`. */
  vectors: {
    index: string
    rows: number
    bytes: number
    state: LaneState
    graph: VectorIndex['state']
    problem: Problem | undefined
  }
  keywords: { index: string; documents: number; state: LaneState }
  /** Messages and memories that wait for their vectors. */
  pending: { jobs: number; documents: number }
  paused: boolean
  /** The latest problems that `onWarning` was called for, at most 20, oldest first. */
  warnings: Problem[]
}
