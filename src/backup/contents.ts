import { scopeKey, type Scope } from '../values/scope.js'
import type { HistoryRow, Line } from '../store/rows/format.js'
import { selectRows } from '../store/vector-rows.js'

/**
 * An index of a file: the number of the line that holds for each row, since a later line of the same row overrides an
 * earlier one. With it the file can be read a second time, line by line, without keeping rows in memory.
 */
export class Contents {
  /** Messages and memories by document number in the file. */
  readonly documents = new Map<number, { table: 'messages' | 'memories'; line: number; scopeKey: string; id: string }>()
  /** History events by change number in the file. */
  readonly history = new Map<
    number,
    { no: number; table: 'messages' | 'memories'; line: number; id: string; scopeKeys: readonly string[] }
  >()
  /** Every scope of a row, with the first line that has it. */
  readonly scopes: { scope: Scope; line: number }[] = []
  private readonly scopeKeys = new Set<string>()
  /** Line by document number. */
  private readonly vectors = new Map<number, number>()
  private readonly summaries = new Map<string, number>()
  private readonly jobs = new Map<string, number>()

  add({ kind, row }: Line, line: number): void {
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

  /** The line, as far as no later one overrides it; undefined where nothing of it is left. */
  effective(line: Line, number: number): Line | undefined {
    const { kind, row } = line
    switch (kind) {
      case 'messages':
      case 'memories':
        return this.documents.get(row.no)?.line === number ? line : undefined
      case 'history':
        return this.history.get(row.n)?.line === number ? line : undefined
      case 'vectors': {
        const { nos, rows, dimensions } = row
        const positions = Array.from(nos.keys()).filter((i) => this.vectors.get(nos[i] as number) === number)
        if (positions.length === nos.length) return line
        if (positions.length === 0) return undefined
        return {
          kind,
          row: {
            ...row,
            nos: positions.map((i) => nos[i] as number),
            rows: selectRows(rows, dimensions, positions),
          },
        }
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
   * The line of a history event or vector whose document is missing from the file or is not the one that the line
   * names; undefined when there is none.
   */
  findStray(): number | undefined {
    for (const { no, table, line, id, scopeKeys } of this.history.values()) {
      const document = this.documents.get(no)
      if (document?.table !== table || document.id !== id) return line
      if (scopeKeys.some((key) => key !== document.scopeKey)) return line
    }
    for (const [no, line] of this.vectors) if (!this.documents.has(no)) return line
    return undefined
  }

  /** Whether the file has a message with this number in the scope with this key. */
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

/** The scopes of the row before and after the event: they must be the document's, which never changes. */
function scopeKeysOf({ before, after }: HistoryRow): string[] {
  return [before, after].filter((row) => row !== undefined).map(({ scope }) => scopeKey(scope))
}
