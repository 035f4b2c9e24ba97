import type { ModelUse } from '../extract/extractor.js'
import type { SecretKind } from '../secrets/span.js'
import type { Evidence, MemoryKind } from '../store/records.js'
import type { Moment } from '../values/moment.js'
import type { Problem } from '../values/problem.js'
import type { Scope, ScopeInput } from '../values/scope.js'
import type { Trust } from '../values/trust.js'

/** A text part of a message, as chat APIs have them. */
export interface TextPart {
  type: 'text'
  text: string
}

/** A message to store, as in chat APIs: `{ role: 'user', content: 'I moved to Lisbon.' }`. */
export interface MessageInput {
  /** Default `user`. Any text is allowed (`assistant`, `system`, `tool`, …). */
  role?: string
  /** The text, stored verbatim, or a list of text parts. */
  content: string | readonly TextPart[]
  /** The speaker's name, where the role is not enough. */
  name?: string
  /** When it was said. Default: the `at` of the call, else now. */
  at?: Moment
  /** The application's own id. A message with a known id is not stored again. */
  id?: string
  metadata?: Record<string, unknown>
  /**
   * `untrusted`: the text is from a document, a web page or a tool. It is stored, found and marked, but never becomes a
   * standing instruction and never ends a fact from a trusted source. Default: by role; `user`, `assistant` and
   * `system` are trusted, all others are not.
   */
  trust?: Trust
  /** `false`: the message is not stored. Default `true`. */
  store?: boolean
}

/** A text, a message, or a list of either. */
export type AddInput = string | MessageInput | readonly (string | MessageInput)[]

export interface AddOptions extends ScopeInput {
  /**
   * `false`: each message's text becomes a memory, unchanged. Default `true`: facts are extracted, if there is an
   * extractor.
   */
  infer?: boolean
  /**
   * Stored with messages that have no metadata of their own. Every memory has the metadata of the messages that it was
   * drawn from.
   */
  metadata?: Record<string, unknown>
  /** Categories of every memory that the call makes; a fact has its own category as well. */
  categories?: readonly string[]
  /**
   * Kind of the memories made with `infer: false`; `procedural` with extraction: sum up an agent's run. Default
   * `semantic`.
   */
  kind?: MemoryKind
  /** With `infer: false`: the sources of an imported fact. Its text is then not stored as a message. */
  evidence?: readonly Evidence[]
  /** When it was said, for messages without their own `at`. */
  at?: Moment
  /** When the memories that the call makes expire: they are no longer retrieved. Default: never. */
  expiresAt?: Moment
  /**
   * `true`: extracted facts are `pending`, and not retrieved, until `approve(id)` or `reject(id)`. Default `false`.
   */
  review?: boolean
  /** Trust of messages without their own `trust`. */
  trust?: Trust
  /** `false`: nothing of this call is stored. Default `true`. */
  store?: boolean
  /**
   * `false`: resolves once the messages are durable; embedding and extraction go on in the background. Default `true`.
   */
  wait?: boolean
  /**
   * Cancels the call. Before the messages are stored, `add` rejects with `ABORTED`; afterwards extraction is cancelled
   * (`report.extraction`).
   */
  signal?: AbortSignal
}

/**
 * `ADD`: a new memory. `NONE`: known already. `UPDATE`: the same memory with new content. `SUPERSEDE`: a new memory
 * that ended an old one. `DELETE`: a memory that ended without a successor.
 */
export type MemoryEvent = 'ADD' | 'NONE' | 'UPDATE' | 'SUPERSEDE' | 'DELETE'

/** What `add` did to one memory. */
export interface MemoryChange {
  id: string
  memory: string
  event: MemoryEvent
  previousId?: string
  previousMemory?: string
  evidence: Evidence[]
}

/** What `add` did with one message. */
export interface MessageReceipt {
  /** Undefined for a message that was not stored. */
  id: string | undefined
  /** `known`: stored before. `blank`: no text. `off`: not stored, by `store: false` or because recording is paused. */
  status: 'added' | 'known' | 'blank' | 'off'
}

/** Number of facts dropped, by reason. */
export interface Rejected {
  /** No message supports it. */
  unsupported: number
  /** Repeats a memory that was given to the conversation. */
  echo: number
  /** Has no text. */
  empty: number
  /** The user deleted or rejected it before. */
  forgotten: number
  /** Stated twice in one reply of the model. */
  duplicate: number
  /** In a language other than its message's. */
  translated: number
  /** An instruction from an untrusted source. */
  untrusted: number
  /** Contains a masked secret (password, key and the like). */
  secret: number
  /** Not of the requested shape. */
  malformed: number
}

/** The language model's calls and tokens for one `add`. */
export interface ModelReport extends ModelUse {
  name: string
}

/** The result of extraction for one `add`, also when it ends after the call. */
export interface ExtractionReport extends Scope {
  job: string
  state: 'done' | 'waiting' | 'cancelled'
  results: MemoryChange[]
  rejected: Rejected
  model?: ModelReport
  problems: Problem[]
}

/** How the steps of one `add` went. */
export interface AddReport {
  /**
   * `off`: `infer: false`, or no new messages. `unavailable`: there is no extractor; the messages are stored.
   * `waiting`: it failed, or `wait: false`; it is done later. `cancelled`: by `signal`; `retry(job)` resumes it.
   */
  extraction: 'done' | 'waiting' | 'cancelled' | 'off' | 'unavailable'
  rejected: Rejected
  /** Calls and tokens of the language model, if one was used. */
  model?: ModelReport
  /**
   * `waiting`: only keyword search finds the texts until the embedder works. `off`: there is no embedder, or nothing to
   * embed.
   */
  embedding: 'done' | 'waiting' | 'off'
  /** Tokens past the embedder's window limit: only keyword search finds them. */
  tokensSkipped: number
  /** Share of tokens (0 to 1) that the embedder's vocabulary cannot express, over the whole call. */
  unknownShare: number
  /** Kinds of secrets found in the messages, never the secrets themselves; empty with `secrets: 'keep'`. */
  secrets: SecretReport[]
  /** Problems that did not make the call fail; nothing was lost. */
  problems: Problem[]
}

/** A kind of secret found in one message. */
export interface SecretReport {
  kind: SecretKind
  messageId: string
}

/** The result of `add`. */
export interface AddResult {
  operationId: string
  /** One entry per memory that was made, confirmed or changed. */
  results: MemoryChange[]
  /** One entry per message of the input, in order. */
  messages: MessageReceipt[]
  /** Id of the unfinished job, when a step is `waiting` or `cancelled`; see `jobs()` and `retry()`. */
  job?: string
  report: AddReport
}
