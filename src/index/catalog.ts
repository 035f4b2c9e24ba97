import { Bitmask } from '../values/bitmask.js'
import { scopeKey, scopeMatches, type Scope } from '../values/scope.js'
import type { CatalogRow } from './catalog-row.js'
import { EvidenceLinks } from './evidence-links.js'
import { NextMessages } from './next-messages.js'
import { passes, type Selection } from './selection.js'

/**
 * The table of contents: decides which documents a read may see, without touching the store.
 * Rows are addressed by document number, which is also their order of writing.
 */
export class Catalog {
  private readonly rows: (CatalogRow | undefined)[] = []
  private readonly scopes = new Map<string, Scope>()
  private readonly followers = new NextMessages()
  private readonly verbatim = new Map<number, Set<number>>()
  private readonly links = new EvidenceLinks()
  private readonly memories = new Map<string, number>()
  /** What was selected last, while no row changes: most searches ask for the same documents as the one before. */
  private last: { key: string; mask: Bitmask; from: number; until: number } | undefined

  /** One more than the largest document number seen. */
  get capacity(): number {
    return this.rows.length
  }

  get(no: number | undefined): CatalogRow | undefined {
    // Not of -1 or the like, which is no index: that takes ten times as long.
    return no === undefined ? undefined : this.rows[no]
  }

  /** The active message before this one in its session; deleted ones in between are passed over. */
  previous(no: number): CatalogRow | undefined {
    let row = this.get(this.rows[no]?.previousNo)
    while (row && row.status !== 'active') row = this.get(row.previousNo)
    return row
  }

  /** The active message after this one in its session. */
  next(no: number): CatalogRow | undefined {
    const first = this.get(this.followers.first(no))
    if (!first || first.status === 'active') return first
    const open = [...this.followers.of(no)]
    for (let at = open.shift(); at !== undefined; at = open.shift()) {
      if (this.rows[at]?.status === 'active') return this.rows[at]
      open.unshift(...this.followers.of(at))
    }
    return undefined
  }

  /** The facts that rest on a message, or the messages that a fact rests on, whatever their status. */
  linked(no: number): readonly number[] {
    const row = this.rows[no]
    return row ? this.links.of(row) : []
  }

  /** The message of exactly this scope that has the id. */
  messageNo(scopeKey: string, id: string): number | undefined {
    return this.links.messageNo(scopeKey, id)
  }

  /** The active facts that took the place, at first or second hand, of what was drawn from a message. */
  successors(no: number): number[] {
    const found: number[] = []
    for (const fact of this.linked(no)) {
      let row = this.rows[fact]
      // Bounded, should rows ever point in a circle.
      for (let steps = 0; row?.status === 'superseded' && steps < 100; steps++)
        row = this.get(this.memories.get(row.supersededBy ?? ''))
      if (row?.status === 'active' && row.no !== fact && !found.includes(row.no)) found.push(row.no)
    }
    return found
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
    if (row.previousNo !== undefined) this.followers.put(row.previousNo, row.no)
    if (row.verbatimNo !== undefined) {
      const twins = this.verbatim.get(row.verbatimNo) ?? new Set()
      this.verbatim.set(row.verbatimNo, twins.add(row.no))
    }
  }

  delete(no: number): void {
    this.last = undefined
    const row = this.rows[no]
    if (!row) return
    this.rows[no] = undefined
    this.links.delete(row)
    if (row.table === 'memories') this.memories.delete(row.id)
    if (row.previousNo !== undefined) this.followers.delete(row.previousNo, no)
    if (row.verbatimNo !== undefined) {
      const twins = this.verbatim.get(row.verbatimNo)
      twins?.delete(no)
      if (twins?.size === 0) this.verbatim.delete(row.verbatimNo)
    }
  }

  /** Lets go of scopes that no row is of any more, once rows were erased. */
  forgetScopes(): void {
    this.scopes.clear()
    for (const { scopeKey, scope } of this.values()) this.scopes.set(scopeKey, scope)
  }

  clear(): void {
    this.rows.length = 0
    this.scopes.clear()
    this.followers.clear()
    this.verbatim.clear()
    this.links.clear()
    this.memories.clear()
    this.last = undefined
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

  /**
   * The documents that a search may return, by the number under which the indexes know them. Not to be changed: it may
   * be that of an earlier call.
   */
  select(selection: Selection): Bitmask {
    const { scope, kinds, matches, now, asOf, closedToo, past } = selection
    // Of two filters nobody knows whether they are the same.
    const key = matches || past ? '' : JSON.stringify([scopeKey(scope), kinds, asOf, closedToo])
    const { last } = this
    if (key && last?.key === key && last.from <= now && now < last.until) return last.mask
    const mask = new Bitmask(this.capacity)
    const seen = this.scopeTest(scope)
    // When the next of them expires.
    let until = Infinity
    for (let no = 0; no < this.rows.length; no++) {
      const row = this.seen(no, selection)
      if (!row || !seen(row) || !passes(row, selection)) continue
      mask.add(row.verbatimNo ?? row.no)
      until = Math.min(until, row.expiresAt ?? Infinity)
    }
    this.last = { key, mask, from: now, until }
    return mask
  }

  /**
   * For index hits, the row to show: the memory that repeats the message, when the selection allows it, else the
   * message.
   */
  shownBy(selection: Selection): (no: number) => CatalogRow | undefined {
    const seen = this.scopeTest(selection.scope)
    const shown = (no: number): CatalogRow | undefined => {
      const row = this.seen(no, selection)
      return row && seen(row) && passes(row, selection) ? row : undefined
    }
    return (no) => {
      const twins = this.verbatim.size > 0 ? this.verbatim.get(no) : undefined
      if (twins)
        for (const twin of twins) {
          const row = shown(twin)
          if (row) return row
        }
      return shown(no)
    }
  }

  /** Whether rows belong to a read of `wanted`, decided once per scope. */
  scopeTest(wanted: Scope): (row: CatalogRow) => boolean {
    const known = new Map<string, boolean>()
    // Rows of one scope share one object, and mostly follow each other.
    let last: Scope | undefined
    let match = false
    return (row) => {
      if (row.scope === last) return match
      match = known.get(row.scopeKey) ?? scopeMatches(row.scope, wanted)
      known.set(row.scopeKey, match)
      last = row.scope
      return match
    }
  }
}
