import type { Metadata } from '../../values/metadata.js'
import type { Scope } from '../../values/scope.js'
import type { SecretSpan } from '../../secrets/span.js'
import type { Trust } from '../../values/trust.js'

/** One turn of a conversation, verbatim. Times are in ms since the epoch. */
export interface MessageRecord {
  /**
   * Document number: a counter that messages and memories share. It labels their rows in every index, and is the only
   * order of documents, because clocks may be set back.
   */
  no: number
  /** Unique within its scope only. */
  id: string
  scope: Scope
  scopeKey: string
  role: string
  name?: string
  text: string
  textHash: string
  /** Secrets found in the text; absent where there are none, or where the text was not searched for them. */
  secrets?: readonly SecretSpan[]
  /** Absent where the role decides: see `trustOf`. */
  trust?: Trust
  metadata?: Metadata
  /** When it was said: what the application passed, else the clock at `add`. */
  at: number
  /** Document number of the message before it in the same session: its context for retrieval. */
  previousNo?: number
  /** Number of the session: messages of one scope without a long pause between them. */
  session: number
  /** `hidden`: kept as evidence but not retrieved. `deleted`: can be undone until purged. */
  status: 'active' | 'hidden' | 'deleted'
  /** Raised by every change of the row, from 1. */
  revision: number
  createdAt: number
  updatedAt: number
}
