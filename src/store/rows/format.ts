import type { Scope } from '../../values/scope.js'
import type { HistoryRecord, JobRecord, MemoryRecord, MessageRecord, SummaryRecord } from '../records.js'

/*
 * The file is lines of JSON (UTF-8, each ended by a line feed), as a whole in gzip: a header, rows, a footer.
 * `docs/backup.md` describes it for those who write or read it elsewhere; both change together, and every change of
 * what a line may be raises `VERSION`.
 */

export const FORMAT = 'locket-memory'
/** 2 added `trust` of messages and memories, and `unread` of deletions. */
export const VERSION = 2

export interface Header {
  format: typeof FORMAT
  version: number
  /** When the export began, ISO 8601. */
  created: string
  /** Whose rows these are; `{}`: everybody's. */
  scope: Scope
  history: boolean
  vectors: boolean
  /** The embedder in use when it was written; null: there was none. */
  embedder: { fingerprint: string; dimensions: number } | null
  /** Rows when the export began, for showing progress. */
  counts: { messages: number; memories: number }
}

/** What follows from other fields is not written: keys, hashes and where secrets stand are made anew. */
export type MessageRow = Omit<MessageRecord, 'scopeKey' | 'textHash' | 'secrets'>
export type MemoryRow = Omit<MemoryRecord, 'scopeKey' | 'textHash' | 'activeKey' | 'secrets'>
export type HistoryRow = Omit<HistoryRecord, 'before' | 'after'> & {
  before?: MessageRow | MemoryRow
  after?: MessageRow | MemoryRow
}
export type SummaryRow = Omit<SummaryRecord, 'scopeKey'>
/** Work that is drawn from messages; what waits for vectors is known by having none. */
export type JobRow = Pick<JobRecord, 'id' | 'nos' | 'scope' | 'review' | 'error'> & {
  kind: 'extract' | 'digest'
  state: 'waiting' | 'failed'
}
/** All rows of each of these documents, in place of what an earlier line had of them. */
export interface VectorsRow {
  fingerprint: string
  dimensions: number
  nos: number[]
  rows: Float32Array
}
/** What earlier lines said of this document, or of its vectors, no longer holds. */
export type RemoveRow = { document: number } | { vectors: number }

export interface FileRows {
  messages: MessageRow
  memories: MemoryRow
  history: HistoryRow
  vectors: VectorsRow
  summaries: SummaryRow
  jobs: JobRow
  remove: RemoveRow
}

export type LineKind = keyof FileRows
export const LINE_KINDS = [
  'messages',
  'memories',
  'history',
  'vectors',
  'summaries',
  'jobs',
  'remove',
] as const satisfies readonly LineKind[]

/** One line between header and footer. A later line of the same row takes the place of an earlier one. */
export type Line = { [K in LineKind]: { kind: K; row: FileRows[K] } }[LineKind]

export interface Footer {
  /** Lines before this one, the header among them. */
  lines: number
  /** Of each kind. */
  counts: Record<LineKind, number>
  /** Rows of the store that were damaged, and are not in the file. */
  damaged: number
  /** The change up to which the file is the store. */
  change: number
  /** Of all bytes before this line, uncompressed, in hex. */
  sha256: string
}
