import { scopeKey, type Scope } from '../values/scope.js'
import type { HistoryRow, Line } from '../store/rows/format.js'

/**
 * Which line of a file has the last word on each row, so that it can be read again row by row, in any amount of memory.
 */
export class Contents {
  readonly documents = new Map<number, { table: 'messages' | 'memories'; line: number; scopeKey: string; id: string }>()
  /** By number of the change. */
  readonly history = new Map<
    number,
    { no: number; table: 'messages' | 'memories'; line: number; id: string; scopeKeys: readonly string[] }
  >()
  /** Every scope that rows are of, with the line of the first. */
  readonly scopes: { scope: Scope; line: number }[] = []
  private readonly scopeKeys = new Set<string>()
  private readonly vectors = new Map<number, number>()
  private readonly summaries = new Map<string, number>()
  private readonly jobs = new Map<string, number>()

  take({ kind, row }: Line, line: number): void {
    if ('scope' in row && row.scope) this.noteScope(row.scope, line)
    switch (kind) {
      case 'messages':
      case 'memories':
        this.documents.set(row.no, { table: kind, line, scopeKey: scopeKey(row.scope), id: row.id })
        break
      case 'history':
        this.history.set(row.n, { no: row.no, table: row.table, line, id: row.id, scopeKeys: scopeKeysOf(row) })
        break
      case 'vectors':
        for (const no of row.nos) this.vectors.set(no, line)
        break
      case 'summaries':
        this.summaries.set(JSON.stringify(row.scope), line)
        break
      case 'jobs':
        this.jobs.set(row.id, line)
        break
      case 'remove':
        if ('vectors' in row) this.vectors.delete(row.vectors)
        else this.remove(row.document)
    }
  }

  /** What of the line still holds. */
  rest(line: Line, number: number): Line | undefined {
    const { kind, row } = line
    switch (kind) {
      case 'messages':
      case 'memories':
        return this.documents.get(row.no)?.line === number ? line : undefined
      case 'history':
        return this.history.get(row.n)?.line === number ? line : undefined
      case 'vectors': {
        const { nos, rows, dimensions } = row
        const kept = Array.from(nos.keys()).filter((i) => this.vectors.get(nos[i] as number) === number)
        if (kept.length === nos.length) return line
        if (kept.length === 0) return undefined
        const left = new Float32Array(kept.length * dimensions)
        kept.forEach((from, to) => left.set(rows.subarray(from * dimensions, (from + 1) * dimensions), to * dimensions))
        return { kind, row: { ...row, nos: kept.map((i) => nos[i] as number), rows: left } }
      }
      case 'summaries':
        return this.summaries.get(JSON.stringify(row.scope)) === number ? line : undefined
      case 'jobs':
        return this.jobs.get(row.id) === number ? line : undefined
      case 'remove':
        return undefined
    }
  }

  /**
   * The line of a row that belongs to no document of the file, or to another one than it says; undefined when there is
   * none.
   */
  stray(): number | undefined {
    for (const { no, table, line, id, scopeKeys } of this.history.values()) {
      const document = this.documents.get(no)
      if (document?.table !== table || document.id !== id) return line
      if (scopeKeys.some((key) => key !== document.scopeKey)) return line
    }
    for (const [no, line] of this.vectors) if (!this.documents.has(no)) return line
    return undefined
  }

  /** Whether the number is that of a message of the scope with this key, as the file has it. */
  isMessage(no: number, key: string): boolean {
    const document = this.documents.get(no)
    return document?.table === 'messages' && document.scopeKey === key
  }

  private noteScope(scope: Scope, line: number): void {
    const key = scopeKey(scope)
    if (this.scopeKeys.has(key)) return
    this.scopeKeys.add(key)
    this.scopes.push({ scope, line })
  }

  private remove(no: number): void {
    this.documents.delete(no)
    this.vectors.delete(no)
    for (const [n, event] of this.history) if (event.no === no) this.history.delete(n)
  }
}

/** Whose row it was: that never changes. */
function scopeKeysOf({ before, after }: HistoryRow): string[] {
  return [before, after].filter((row) => row !== undefined).map(({ scope }) => scopeKey(scope))
}
