import type { Catalog } from '../../index/catalog.js'
import { fits, passes, type Selection } from '../../index/selection.js'
import type { CatalogRow } from '../../index/catalog-row.js'
import { InputError } from '../../values/errors.js'

export interface PageRequest {
  limit: number
  cursor?: string | undefined
  /** `no`: the document number, which is the order of writing. */
  sort: 'no' | 'createdAt' | 'updatedAt' | 'at'
  order: 'asc' | 'desc'
}

export interface RowPage {
  rows: CatalogRow[]
  total: number
  next?: string
}

/**
 * One page of the rows that `matches` accepts (keyset pagination): the cursor holds the sort key of the previous page's
 * last row, so rows added in the meantime do not shift pages.
 */
export function listRows(
  rows: Iterable<CatalogRow>,
  matches: (row: CatalogRow) => boolean,
  { limit, cursor, sort, order }: PageRequest,
): RowPage {
  const direction = order === 'asc' ? 1 : -1
  const compare = (a: SortKey, b: SortKey) => direction * (a.value - b.value || a.no - b.no)
  const sorted = [...rows].filter(matches).sort((a, b) => compare(sortKey(a, sort), sortKey(b, sort)))
  const after = cursor === undefined ? undefined : parseCursor(cursor)
  const start = after ? sorted.findIndex((row) => compare(sortKey(row, sort), after) > 0) : 0
  const page = start < 0 ? [] : sorted.slice(start, start + limit)
  const last = page.at(-1)
  const more = last !== undefined && start + limit < sorted.length
  return { rows: page, total: sorted.length, ...(more ? { next: `${last[sort]}:${last.no}` } : {}) }
}

/** Tests for a table's rows in the selection. `status`: these statuses instead of the selection's own rules. */
export function inTable(
  catalog: Catalog,
  table: CatalogRow['table'],
  selection: Selection,
  status?: readonly string[],
): (row: CatalogRow) => boolean {
  const inScope = catalog.scopeTest(selection.scope)
  return (row) => {
    if (row.table !== table || !inScope(row)) return false
    if (!status) return passes(row, selection)
    // The selection's time rules only concern active rows; scope, kind and filter concern all.
    return status.includes(row.status) && (row.status === 'active' ? passes(row, selection) : fits(row, selection))
  }
}

interface SortKey {
  value: number
  no: number
}

const sortKey = (row: CatalogRow, sort: PageRequest['sort']): SortKey => ({ value: row[sort], no: row.no })

function parseCursor(cursor: unknown): SortKey {
  const match = typeof cursor === 'string' ? /^(-?\d+(?:\.\d+)?):(\d+)$/.exec(cursor) : null
  if (!match)
    throw new InputError('INVALID_INPUT', 'cursor is not one that a page gave.', {
      value: cursor,
      hint: 'Pass the `next` of the page before.',
    })
  return { value: Number(match[1]), no: Number(match[2]) }
}
