import type { MemoryKind } from '../store/records.js'
import type { FieldReader } from '../values/filter.js'
import { scopeField, type Scope } from '../values/scope.js'
import type { CatalogRow } from './catalog-row.js'

/** Which rows a read may see. */
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

/** Whether a row, whatever its scope, may be retrieved under the selection. */
export function passes(row: CatalogRow, selection: Selection): boolean {
  return holds(row, selection) && fits(row, selection)
}

/** Whether it is so now, or was on the day asked for. What was corrected never held: it ends where it began. */
function holds(row: CatalogRow, { now, asOf, closedToo }: Selection): boolean {
  if (row.status !== 'active' && !(row.status === 'superseded' && (closedToo || asOf !== undefined))) return false
  if (asOf === undefined) return !(row.expiresAt !== undefined && row.expiresAt <= now)
  return (
    row.validFrom <= asOf &&
    !(row.validTo !== undefined && row.validTo <= asOf) &&
    !(row.expiresAt !== undefined && row.expiresAt <= asOf)
  )
}

/** Whether its kind and fields are what the selection asks for, be it still retrieved or not. */
export function fits(row: CatalogRow, { kinds, matches }: Selection): boolean {
  if (kinds && !kinds.includes(row.kind)) return false
  return matches === undefined || matches((field) => readField(row, field))
}

const FIELDS: Record<string, (row: CatalogRow) => unknown> = {
  id: (row) => row.id,
  kind: (row) => row.kind,
  status: (row) => row.status,
  role: (row) => row.role,
  trust: (row) => row.trust,
  name: (row) => row.name,
  attributedTo: (row) => row.attributedTo,
  categories: (row) => row.categories,
  at: (row) => row.at,
  observedAt: (row) => row.at,
  createdAt: (row) => row.createdAt,
  updatedAt: (row) => row.updatedAt,
  expiresAt: (row) => row.expiresAt,
}

/**
 * A field of a row as filters name it: a built-in one in either spelling, else a metadata key; `metadata.a.b` reaches
 * into it.
 */
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
