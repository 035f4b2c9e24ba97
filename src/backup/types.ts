import type { Scope, ScopeInput } from '../values/scope.js'

/**
 * Whose rows are exported: the ids given over the defaults of `open`; `null` clears a default. Without any id:
 * everybody's.
 */
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
  /**
   * `merge`: adds what is missing; what is there stays. `replace`: takes the place of all rows of the file's scope, or
   * of `scope`, which are erased. Default `merge`.
   */
  mode?: 'merge' | 'replace'
  /** `true`: tells what would become of it, and changes nothing. Default `false`. */
  dryRun?: boolean
  /**
   * Ids: puts the rows there, in place of the ids of the file's scope. `'file'`: keeps the scopes of the file, whoever
   * the memory was opened for. Default: keeps them too, but refuses rows that are not of the memory's default scope
   * (`IMPORT_REFUSED`), and to replace more than it, or everybody's.
   */
  scope?: ScopeInput | 'file'
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

/** Rows of one scope, exactly, that `replace` erases. */
export interface ErasedRows {
  scope: Scope
  messages: number
  memories: number
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
  /** Rows of before that `replace` erased; with `dryRun`, that it would erase. */
  removed: number
  /** Whose they were: the 1,000 scopes with the most rows. */
  erased: ErasedRows[]
  /** Texts that wait for their vectors; `idle()` waits for them. */
  waiting: number
  /** One for each row left out, 1,000 at most. */
  problems: ImportProblem[]
  dryRun: boolean
}
