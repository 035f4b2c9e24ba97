import { fits, passes, type Catalog, type CatalogRow, type Selection } from '../../index/catalog.js'
import { InputError } from '../../values/errors.js'

export interface PageRequest {
  limit: number
  cursor?: string | undefined
  /** `no`: in the order of writing. */
  sort: 'no' | 'createdAt' | 'updatedAt' | 'at'
  order: 'asc' | 'desc'
}

export interface RowPage {
  rows: CatalogRow[]
  total: number
  next?: string
}

/**
 * One page of the rows that `wanted` accepts. The cursor names the last row of the page before, so rows added meanwhile
 * shift nothing.
 */
export function listRows(
  rows: Iterable<CatalogRow>,
  wanted: (row: CatalogRow) => boolean,
  { limit, cursor, sort, order }: PageRequest,
): RowPage {
  const direction = order === 'asc' ? 1 : -1
  const compare = (a: Place, b: Place) => direction * (a.value - b.value || a.no - b.no)
  const sorted = [...rows].filter(wanted).sort((a, b) => compare(place(a, sort), place(b, sort)))
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const start = after ? sorted.findIndex((row) => compare(place(row, sort), after) > 0) : 0
  const page = start < 0 ? [] : sorted.slice(start, start + limit)
  const last = page.at(-1)
  const more = last !== undefined && start + limit < sorted.length
  return { rows: page, total: sorted.length, ...(more ? { next: `${last[sort]}:${last.no}` } : {}) }
}

/** The rows of a table in the selection's scope, whatever its status rules. */
export function inTable(
  catalog: Catalog,
  table: CatalogRow['table'],
  selection: Selection,
  status?: readonly string[],
): (row: CatalogRow) => boolean {
  const seen = catalog.scopeTest(selection.scope)
  return (row) => {
    if (row.table !== table || !seen(row)) return false
    if (!status) return passes(row, selection)
    // A row of another status is not retrieved any more, but its kind and fields still count.
    return status.includes(row.status) && (row.status === 'active' ? passes(row, selection) : fits(row, selection))
  }
}

interface Place {
  value: number
  no: number
}

const place = (row: CatalogRow, sort: PageRequest['sort']): Place => ({ value: row[sort], no: row.no })

function parseCursor(cursor: unknown): Place {
  const match = typeof cursor === 'string' ? /^(-?\d+(?:\.\d+)?):(\d+)$/.exec(cursor) : null
  if (!match)
    throw new InputError('INVALID_INPUT', 'cursor is not one that a page gave.', {
      value: cursor,
      hint: 'Pass the `next` of the page before.',
    })
  return { value: Number(match[1]), no: Number(match[2]) }
}
