import type { ExtractionRequest, JobKind } from './job.js'
import type { MemoryRecord } from './memory.js'
import type { MessageRecord } from './message.js'

export type HistoryEvent = 'ADD' | 'UPDATE' | 'SUPERSEDE' | 'MERGE' | 'DELETE' | 'RESTORE'

/** One change of one row, written in the transaction that made it. */
export interface HistoryRecord {
  /** Change number: the order of events in the store. */
  n: number
  /** Groups the changes that `undo` takes back together. */
  operationId: string
  table: 'messages' | 'memories'
  /** The row's public id and document number. */
  id: string
  no: number
  event: HistoryEvent
  /** The row before and after the change; absent where it did not exist. */
  before?: MessageRecord | MemoryRecord
  after?: MessageRecord | MemoryRecord
  /** In ms since the epoch. */
  at: number
  reason?: string
  /** The import that brought it into a store with a history of its own: its times are of another store's clock. */
  imported?: string
  /** On the deletion of a message that was yet to be extracted: the job to create when the deletion is undone. */
  unread?: { kind: Exclude<JobKind, 'embed'> } & ExtractionRequest
}
