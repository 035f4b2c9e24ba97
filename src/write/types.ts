import type { ModelUse } from '../extract/extractor.js'
import type { SecretKind } from '../secrets/span.js'
import type { Evidence, MemoryKind } from '../store/records.js'
import type { Moment } from '../values/moment.js'
import type { Problem } from '../values/problem.js'
import type { Scope, ScopeInput } from '../values/scope.js'
import type { Trust } from '../values/trust.js'

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
   * `untrusted`: the text is from elsewhere (a document, a web page, a tool). It is kept and found, and marked; it
   * becomes no instruction, and ends no fact that a trusted source told. Default: by the role: `user`, `assistant` and
   * `system` are trusted, and no other role.
   */
  trust?: Trust
  /** `false`: not stored. */
  store?: boolean
}

/** A text, a message, or a list of either. */
export type AddInput = string | MessageInput | readonly (string | MessageInput)[]

export interface AddOptions extends ScopeInput {
  /**
   * `false`: each message's text becomes a memory as it stands. Default `true`: facts are extracted where there is an
   * extractor.
   */
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
  /**
   * `true`: the facts drawn wait as `pending` until `approve(id)` or `reject(id)`; until then they are not retrieved.
   * Default `false`.
   */
  review?: boolean
  /** For messages without their own `trust`. */
  trust?: Trust
  /** `false`: nothing of this call is stored. */
  store?: boolean
  /** `false`: resolves once the messages are durable; embedding goes on in the background. Default `true`. */
  wait?: boolean
  /**
   * Cancels what is not done yet: before the messages are stored `add` rejects with `ABORTED`, after it the facts are
   * left out (`report.extraction`).
   */
  signal?: AbortSignal
}

/**
 * `ADD` new; `NONE` known already; `UPDATE` same memory, new content; `SUPERSEDE` new memory, the old one closed;
 * `DELETE` closed.
 */
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

export interface AddReport {
  /**
   * `off`: not asked for, or nothing new to extract from. `unavailable`: asked for, but nothing here can do it; the
   * messages are kept. `waiting`: it failed, or `wait: false`; it is done later. `cancelled`: by `signal`; `retry(job)`
   * takes it up again.
   */
  extraction: 'done' | 'waiting' | 'cancelled' | 'off' | 'unavailable'
  rejected: Rejected
  /** What the language model was asked, where there is one. */
  model?: ModelReport
  /**
   * `waiting`: stored and found by keywords; vectors follow when the embedder works. `off`: there is no embedder, or
   * nothing to embed.
   */
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
