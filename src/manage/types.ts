import type { Embedder } from '../embed/embedder.js'
import type { LaneState } from '../index/lane-state.js'
import type { VectorIndex } from '../index/vector/vector-index.js'
import type { Page } from '../read/types.js'
import type { StorageHealth } from '../storage/types.js'
import type { EntityType, HistoryEvent, JobKind } from '../store/records.js'
import type { StorageEstimate } from '../store/store.js'
import type { Moment } from '../values/moment.js'
import type { Problem } from '../values/problem.js'
import type { Scope, ScopeInput } from '../values/scope.js'

/** A job that is not done: waiting, running, or failed until `retry()`. */
export interface Job {
  id: string
  /** `embed`: vectors. `extract`: facts. `digest`: a run as one procedural memory. */
  kind: JobKind
  state: 'waiting' | 'running' | 'failed'
  /** Messages and memories still to do. */
  pending: number
  attempts: number
  /** Why it waits or has failed. */
  problem?: Problem
}

export interface JobsOptions extends ScopeInput {
  state?: 'waiting' | 'running' | 'failed'
}

/** A person, place, organisation or thing that messages and memories of one scope mention. */
export interface EntityItem extends Scope {
  id: string
  name: string
  type: EntityType
  /** What else texts call it, folded; at most 16. */
  aliases: string[]
  /**
   * How many retrievable messages and memories mention it; a memory that repeats a message word for word counts instead
   * of it.
   */
  messages: number
  memories: number
}

/** A relation of two entities that one memory states; it holds as long as that memory is active. */
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
  /** Relations that hold first, then by start, newest first. */
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

export interface EntityListOptions extends ScopeInput {
  /** Part of a name, in any case. */
  query?: string
  type?: EntityType
  /** Page size, 1 to 1,000. Default 100. */
  limit?: number
  /** `next` of the page before. */
  cursor?: string
}

export interface EntityPage extends Page<EntityItem> {
  /** `false` while entities of texts stored earlier are still being linked: there may be more. */
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
