import type { Scope } from '../../values/scope.js'
import type { HistoryRecord, JobRecord, MemoryRecord, MessageRecord, SummaryRecord } from '../records.js'

/*
 * The format of an export: newline-delimited JSON in UTF-8, compressed with gzip: a header, rows, a footer.
 * `docs/backup.md` specifies it for other programs; keep both in step, and raise `VERSION` with every change of the
 * format.
 */

export const FORMAT = 'locket-memory'
/** Version 2 added `trust` of messages and memories, and `unread` of deletions. */
export const VERSION = 3

export interface Header {
  format: typeof FORMAT
  version: number
  /** When the export began, ISO 8601. */
  created: string
  /** The exported scope; `{}`: the whole store. */
  scope: Scope
  /** Whether the file has history and vectors. */
  history: boolean
  vectors: boolean
  /** The embedder in use at the export; null without one. */
  embedder: { fingerprint: string; dimensions: number } | null
  /** Rows when the export began, to show progress by. */
  counts: { messages: number; memories: number }
}

/** Derived fields (keys, hashes, secret spans) are not exported; an import computes them. */
export type MessageRow = Omit<MessageRecord, 'scopeKey' | 'textHash' | 'secrets'>
export type MemoryRow = Omit<MemoryRecord, 'scopeKey' | 'textHash' | 'activeKey' | 'secrets'>
export type HistoryRow = Omit<HistoryRecord, 'before' | 'after'> & {
  before?: MessageRow | MemoryRow
  after?: MessageRow | MemoryRow
}
export type SummaryRow = Omit<SummaryRecord, 'scopeKey'>
/** Pending extraction. Embedding jobs are not exported: texts that need vectors are recognized by having none. */
export type JobRow = Pick<JobRecord, 'id' | 'nos' | 'scope' | 'review' | 'categories' | 'expiresAt' | 'error'> & {
  kind: 'extract' | 'digest'
  state: 'waiting' | 'failed'
}
/** All vectors of each of these documents; overrides those of earlier lines. */
export interface VectorsRow {
  fingerprint: string
  dimensions: number
  nos: number[]
  rows: Float32Array
}
/** Revokes what earlier lines say about a document (row, history, vectors), or its vectors only. */
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

/** One line between header and footer. A later line of the same row overrides an earlier one. */
export type Line = { [K in LineKind]: { kind: K; row: FileRows[K] } }[LineKind]

export interface Footer {
  /** Lines before the footer, including the header. */
  lines: number
  /** Lines by kind. */
  counts: Record<LineKind, number>
  /** Rows that are not in the file because they are damaged. */
  damaged: number
  /** The change number of the exported state. */
  change: number
  /** Checksum, in hex, of all bytes before the footer, uncompressed. */
  sha256: string
}
