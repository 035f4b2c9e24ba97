import { Bitmask } from '../bitmask.js'
import type { FieldReader } from '../filter.js'
import { textTraits, type TextTraits } from '../language/traits.js'
import { scopeField, scopeMatches, type Scope } from '../scope.js'
import type { FactSlot, MemoryKind, MemoryRecord, MemoryStatus, MessageRecord, Metadata } from '../store/records.js'
import { Links } from './links.js'

/** What is kept in memory of every row, deleted ones included: all but its text, of which only the traits that ranking looks at. */
export interface CatalogRow {
  no: number
  id: string
  table: 'messages' | 'memories'
  scope: Scope
  scopeKey: string
  kind: MemoryKind
  status: MessageRecord['status'] | MemoryStatus
  at: number
  createdAt: number
  updatedAt: number
  traits: TextTraits
  role?: string
  name?: string
  /** Messages: their place in the conversation. */
  previousNo?: number
  session?: number
  /** Memories: the message they repeat word for word, whose index rows they share. */
  verbatimNo?: number
  /** Memories: the id of what took its place. */
  supersededBy?: string
  /** Other memories: the ids of the messages they rest on. */
  evidence?: string[]
  slot?: FactSlot
  /** When it held; messages hold from when they were said. */
  validFrom: number
  validTo?: number
  expiresAt?: number
  attributedTo?: string
  categories?: string[]
  metadata?: Metadata
}

export interface Selection {
  scope: Scope
  kinds?: readonly MemoryKind[] | undefined
  matches?: ((read: FieldReader) => boolean) | undefined
  /** Memories whose time is up by then are left out. */
  now: number
  /** What was true at that time, as known now, instead of what is true. */
  asOf?: number | undefined
  /** Memories that something newer took the place of, too. */
  closedToo?: boolean
  /** The rows as they were, instead of as they are. */
  past?: ReadonlyMap<number, CatalogRow> | undefined
}

/**
 * The table of contents: decides which documents a read may see, without touching the store.
 * Rows are addressed by document number, which is also their order of writing.
 */
export class Catalog {
  private readonly rows: (CatalogRow | undefined)[] = []
  private readonly scopes = new Map<string, Scope>()
  private readonly followers = new Map<number, number>()
  private readonly verbatim = new Map<number, Set<number>>()
  private readonly sessions = new Map<number, number>()
  private readonly links = new Links()
  private readonly memories = new Map<string, number>()

  /** One more than the largest document number seen. */
  get capacity(): number {
    return this.rows.length
  }

  get(no: number): CatalogRow | undefined {
    return this.rows[no]
  }

  /** The active message before this one in its session; deleted ones in between are passed over. */
  previous(no: number): CatalogRow | undefined {
    let row = this.rows[this.rows[no]?.previousNo ?? -1]
    while (row && row.status !== 'active') row = this.rows[row.previousNo ?? -1]
    return row
  }

  /** The active message after this one in its session. */
  next(no: number): CatalogRow | undefined {
    let row = this.rows[this.followers.get(no) ?? -1]
    while (row && row.status !== 'active') row = this.rows[this.followers.get(row.no) ?? -1]
    return row
  }

  /** Messages of a session, deleted ones included. */
  sessionSize(session: number): number {
    return this.sessions.get(session) ?? 0
  }

  /** The facts that rest on a message, or the messages that a fact rests on, whatever their status. */
  linked(no: number): number[] {
    const row = this.rows[no]
    return row ? this.links.of(row) : []
  }

  /** The active facts that took the place, at first or second hand, of what was drawn from a message. */
  successors(no: number): number[] {
    const found = new Set<number>()
    for (const fact of this.linked(no)) {
      let row = this.rows[fact]
      // Bounded, should rows ever point in a circle.
      for (let steps = 0; row?.status === 'superseded' && steps < 100; steps++) row = this.rows[this.memories.get(row.supersededBy ?? '') ?? -1]
      if (row?.status === 'active' && row.no !== fact) found.add(row.no)
    }
    return [...found]
  }

  put(row: CatalogRow): void {
    this.delete(row.no)
    // One object per scope: ten thousand rows of one user share it.
    const scope = this.scopes.get(row.scopeKey)
    if (scope) row.scope = scope
    else this.scopes.set(row.scopeKey, row.scope)
    this.rows[row.no] = row
    this.links.put(row)
    if (row.table === 'memories') this.memories.set(row.id, row.no)
    if (row.session !== undefined) this.sessions.set(row.session, this.sessionSize(row.session) + 1)
    if (row.previousNo !== undefined) this.followers.set(row.previousNo, row.no)
    if (row.verbatimNo !== undefined) {
      const twins = this.verbatim.get(row.verbatimNo) ?? new Set()
      this.verbatim.set(row.verbatimNo, twins.add(row.no))
    }
  }

  delete(no: number): void {
    const row = this.rows[no]
    if (!row) return
    this.rows[no] = undefined
    this.links.delete(row)
    if (row.table === 'memories') this.memories.delete(row.id)
    if (row.session !== undefined) this.sessions.set(row.session, this.sessionSize(row.session) - 1)
    if (row.previousNo !== undefined && this.followers.get(row.previousNo) === no) this.followers.delete(row.previousNo)
    if (row.verbatimNo !== undefined) {
      const twins = this.verbatim.get(row.verbatimNo)
      twins?.delete(no)
      if (twins?.size === 0) this.verbatim.delete(row.verbatimNo)
    }
  }

  clear(): void {
    this.rows.length = 0
    this.scopes.clear()
    this.followers.clear()
    this.verbatim.clear()
    this.sessions.clear()
    this.links.clear()
    this.memories.clear()
  }

  *values(): Generator<CatalogRow> {
    for (const row of this.rows) if (row) yield row
  }

  /** The row as a selection sees it: as it is, or was. What was erased since is in no past. */
  private seen(no: number, { past }: Selection): CatalogRow | undefined {
    return past ? this.rows[no] && past.get(no) : this.rows[no]
  }

  /** All rows as a selection sees them, in the order of writing. */
  *rowsOf(selection: Selection): Generator<CatalogRow> {
    for (let no = 0; no < this.rows.length; no++) {
      const row = this.seen(no, selection)
      if (row) yield row
    }
  }

  /** The documents that a search may return, by the number under which the indexes know them. */
  select(selection: Selection): Bitmask {
    const mask = new Bitmask(this.capacity)
    const seen = this.scopeTest(selection.scope)
    for (const row of this.rowsOf(selection)) if (seen(row) && passes(row, selection)) mask.add(row.verbatimNo ?? row.no)
    return mask
  }

  /** For index hits, the row to show: the memory that repeats the message, when the selection allows it, else the message. */
  shownBy(selection: Selection): (no: number) => CatalogRow | undefined {
    const seen = this.scopeTest(selection.scope)
    return (no) => {
      const candidates = [...(this.verbatim.get(no) ?? []), no]
      return candidates.map((candidate) => this.seen(candidate, selection)).find((row) => row && seen(row) && passes(row, selection))
    }
  }

  /** Whether rows belong to a read of `wanted`, decided once per scope. */
  scopeTest(wanted: Scope): (row: CatalogRow) => boolean {
    const known = new Map<string, boolean>()
    return (row) => {
      let match = known.get(row.scopeKey)
      if (match === undefined) known.set(row.scopeKey, (match = scopeMatches(row.scope, wanted)))
      return match
    }
  }
}

/** Whether a row, whatever its scope, may be retrieved under the selection. */
export function passes(row: CatalogRow, selection: Selection): boolean {
  return holds(row, selection) && fits(row, selection)
}

/** Whether it is so now, or was on the day asked for. What was corrected never held: it ends where it began. */
function holds(row: CatalogRow, { now, asOf, closedToo }: Selection): boolean {
  if (row.status !== 'active' && !(row.status === 'superseded' && (closedToo || asOf !== undefined))) return false
  if (asOf === undefined) return !(row.expiresAt !== undefined && row.expiresAt <= now)
  return row.validFrom <= asOf && !(row.validTo !== undefined && row.validTo <= asOf) && !(row.expiresAt !== undefined && row.expiresAt <= asOf)
}

/** Whether its kind and fields are what the selection asks for, be it still retrieved or not. */
export function fits(row: CatalogRow, { kinds, matches }: Selection): boolean {
  if (kinds && !kinds.includes(row.kind)) return false
  return matches === undefined || matches((field) => readField(row, field))
}

export function messageRow(record: MessageRecord): CatalogRow {
  const { no, id, scope, scopeKey, role, name, status, at, createdAt, updatedAt, previousNo, session, metadata } = record
  return { no, id, table: 'messages', scope, scopeKey, kind: 'episodic', role, status, at, createdAt, updatedAt, traits: textTraits(record.text), validFrom: at, session, ...present({ name, previousNo, metadata }) }
}

export function memoryRow(record: MemoryRecord): CatalogRow {
  const { no, id, scope, scopeKey, kind, status, observedAt, createdAt, updatedAt, verbatimNo, slot, supersededBy, validFrom, validTo, expiresAt, categories, metadata, attributedTo } = record
  const evidence = verbatimNo === undefined ? record.evidence.filter(({ runId }) => runId === undefined).map(({ messageId }) => messageId) : undefined
  return { no, id, table: 'memories', scope, scopeKey, kind, status, at: observedAt, createdAt, updatedAt, traits: textTraits(record.text), validFrom, ...present({ verbatimNo, evidence, slot, supersededBy, validTo, expiresAt, categories, metadata, attributedTo }) }
}

function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

const FIELDS: Record<string, (row: CatalogRow) => unknown> = {
  id: (row) => row.id,
  kind: (row) => row.kind,
  status: (row) => row.status,
  role: (row) => row.role,
  name: (row) => row.name,
  attributedTo: (row) => row.attributedTo,
  categories: (row) => row.categories,
  at: (row) => row.at,
  observedAt: (row) => row.at,
  createdAt: (row) => row.createdAt,
  updatedAt: (row) => row.updatedAt,
  expiresAt: (row) => row.expiresAt,
}

/** A field of a row as filters name it: a built-in one in either spelling, else a metadata key; `metadata.a.b` reaches into it. */
export function readField(row: CatalogRow, field: string): unknown {
  const identity = scopeField(field)
  if (identity) return row.scope[identity]
  const camel = field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (Object.hasOwn(FIELDS, camel)) return FIELDS[camel]?.(row)
  return reach(row.metadata, field.startsWith('metadata.') ? field.slice('metadata.'.length) : field)
}

function reach(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, path)) return (value as Record<string, unknown>)[path]
  const dot = path.indexOf('.')
  if (dot < 0) return undefined
  const head = path.slice(0, dot)
  return Object.hasOwn(value, head) ? reach((value as Record<string, unknown>)[head], path.slice(dot + 1)) : undefined
}
