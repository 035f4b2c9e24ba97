import type { Scope } from '../../values/scope.js'

/**
 * `embed`: make the vectors of documents. `extract`: draw facts from messages. `digest`: summarize a run's messages as
 * one procedural memory.
 */
export type JobKind = 'embed' | 'extract' | 'digest'

/** What the call of `add` asked of the facts that its job draws. */
export type ExtractionRequest = Pick<JobRecord, 'review' | 'categories' | 'expiresAt'>

/** Work that must survive the tab. */
export interface JobRecord {
  id: string
  kind: JobKind
  /** Numbers of documents still to process. */
  nos: number[]
  /**
   * The scope of the messages: jobs of one scope run in the order of `n`. Absent on `embed`, where order is irrelevant.
   */
  scope?: Scope
  /** `extract`: facts wait for approval. */
  review?: boolean
  /** Not on `embed`: categories and expiry (in ms since the epoch) of the call, for every fact that it draws. */
  categories?: readonly string[]
  expiresAt?: number
  /** When `failed`: the embedder that failed; another one may succeed. */
  fingerprint?: string
  /** `failed`: processed again only after `retry()`; a result that arrives nevertheless is discarded. */
  state: 'waiting' | 'running' | 'failed'
  attempts: number
  /** The instance that processes it. Commits check it, so that a hung owner that resumes cannot write. */
  owner: string
  error?: { code: string; message: string }
  /** The change number at which it was created. */
  n: number
}

/** A summary of the conversation of a scope so far: context for extraction from later messages. */
export interface SummaryRecord {
  scopeKey: string
  scope: Scope
  text: string
  /** Document number of the last message that it includes. */
  upTo: number
  /** In ms since the epoch. */
  updatedAt: number
}
