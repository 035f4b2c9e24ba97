import type { Scope, ScopeInput } from '../values/scope.js'

/**
 * The scope to export: ids override the memory's default scope; `null` clears a default. Without any id, the whole
 * store is exported.
 */
export type ExportScope = { [K in keyof ScopeInput]: ScopeInput[K] | null }

/** Options of `export()`. */
export interface ExportOptions extends ExportScope {
  /** Include the history of rows, which `undo`, `history` and `knownAt` need. Default `true`. */
  history?: boolean
  /**
   * Include vectors. Without them the file is about a seventh of the size, and an import embeds all texts again.
   * Default `true`.
   */
  vectors?: boolean
}

/** An export, gzip-compressed or not, or a JSON list of memories. */
export type ImportSource = ReadableStream<Uint8Array> | Blob | Response | AsyncIterable<Uint8Array | string>

/** Options of `import()`. */
export interface ImportOptions {
  /**
   * `merge`: adds rows that are missing; existing rows stay. `replace`: erases all rows of the file's scope, or of
   * `scope`, and imports those of the file, in one transaction. Default `merge`.
   */
  mode?: 'merge' | 'replace'
  /** Return the report without changing anything. Default `false`. */
  dryRun?: boolean
  /**
   * Ids: imports the rows into this scope; it replaces the ids of the file's scope. `'file'`: keeps the scopes of the
   * file, whatever the memory's default scope is. Default: keeps them as well, but throws `IMPORT_REFUSED` for rows
   * outside the memory's default scope, and where `replace` would erase more than that scope or a whole store.
   */
  scope?: ScopeInput | 'file'
  /** Aborts the import with `ABORTED`; the store is unchanged. */
  signal?: AbortSignal
  /** Called after each chunk of the file and each batch of rows. */
  onProgress?: (progress: ImportProgress) => void
}

export interface ImportProgress {
  phase: 'reading' | 'writing'
  /** While `reading`: bytes, uncompressed. While `writing`: rows. */
  done: number
  /** The same for the whole file, where it is known. */
  total?: number
}

/** A row that was not imported. */
export interface ImportProblem {
  /** Line of the file, or number in a JSON list, from 1. */
  line: number
  /** `CONFLICT` or `FORGOTTEN`; for an entry of a JSON list also a code that `add()` throws. */
  code: string
  message: string
}

/** Number of rows with exactly this scope that `replace` erases. */
export interface ErasedRows {
  scope: Scope
  messages: number
  memories: number
}

/** Result of `import()`. Counts are of messages and memories together. */
export interface ImportReport {
  /** Rows that are new. */
  added: number
  /** Rows that the store had already, or memories with the text of one that it had. */
  known: number
  /** Known memories that received more evidence. */
  changed: number
  /** Rows not imported: see `problems`. */
  skipped: number
  /** Rows that `replace` erased, or with `dryRun` would erase. */
  removed: number
  /** The same by scope: the 1,000 scopes with the most rows. */
  erased: ErasedRows[]
  /** Texts still to be embedded, in the background; `idle()` waits for it. */
  waiting: number
  /** The first 1,000 rows that were not imported, and why. */
  problems: ImportProblem[]
  dryRun: boolean
}
