import type { LaneState } from '../index/lane-state.js'
import type { Evidence, MemoryKind, MemoryStatus } from '../store/records.js'
import type { Metadata } from '../values/metadata.js'
import type { Filters } from '../values/filter.js'
import type { Moment } from '../values/moment.js'
import type { Problem } from '../values/problem.js'
import type { Scope, ScopeInput } from '../values/scope.js'
import type { Trust } from '../values/trust.js'

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
  /**
   * What "yesterday", "last Friday" or 去年冬天 in the query is counted from: when the question was asked. Default: now.
   */
  referenceDate?: Moment
  /**
   * `rrf`: ranks by reciprocal rank fusion of meaning and words alone, the plain way; `score` stays what it is. Default
   * `fitted`.
   */
  fusion?: 'fitted' | 'rrf'
  /**
   * How far a text steps back for each copy, or near copy, of it that ranks above it, 0 (not at all) to 1. None is left
   * out. Default 0.5.
   */
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
  /**
   * One of those in docs/retrieval.md; `reranker` where one has judged it; `copies` where others that say the same rank
   * above it.
   */
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
   * Estimated relevance, 0 to 1; means the same in every store. The order is that of the score, but for copies that
   * step back, a reranker, and `fusion: 'rrf'`.
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

/**
 * `repeated`: a memory says it word for word. `not-nominated`: it was not near enough to be ranked. `not-in-scope`:
 * nothing is told of whether it exists elsewhere.
 */
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
  /**
   * What is shown about the user whatever was asked: standing instructions, name, pronouns, language, allergies, diet,
   * home, work and the closest people, as they hold now; at most 150 tokens and a third of the budget. `false`: nothing;
   * a list: only these parts. Default `true`.
   */
  core?: boolean | readonly CorePart[]
  /**
   * How long a model that is still loading is waited for, in ms, 0 to 600,000, or `Infinity`. After that the block is
   * made by words and facts alone, and `report.dense` is `building`. Default 2,000.
   */
  modelWaitMs?: number
}

export type CorePart =
  'instructions' | 'name' | 'pronouns' | 'language' | 'allergies' | 'diet' | 'home' | 'work' | 'people'

/** A fact about the user that `context()` shows whatever was asked. */
export interface CoreFact {
  id: string
  memory: string
  part: CorePart
}

export interface ContextResult {
  /** A prompt block, ready to inject; empty when nothing is relevant enough. */
  text: string
  /** Tokens of `text`, by the embedder's tokenizer; estimated while it is not loaded. */
  tokens: number
  /** What was packed, best first. */
  results: SearchHit[]
  /** What is shown about the user besides, in the order of its parts. */
  core: CoreFact[]
  report: SearchReport
}

export interface ListOptions extends ScopeInput {
  filters?: Filters
  /** Page size, 1 to 1,000. Default 100. */
  limit?: number
  /** `next` of the page before. */
  cursor?: string
  /**
   * By a time; equal times follow the order of writing. Default: the order of writing alone, which no clock that jumps
   * can change.
   */
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
