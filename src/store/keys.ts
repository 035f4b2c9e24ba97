import { InputError } from '../values/errors.js'
import type { TableSpec } from './schema.js'
import type { Key, Range } from './store.js'

/** The IndexedDB keys that the tables use. The empty array sorts after every number and string. */
export type OrderedKey = number | string | readonly OrderedKey[]

export function isKey(value: unknown): value is OrderedKey {
  if (typeof value === 'number') return !Number.isNaN(value)
  return typeof value === 'string' || (Array.isArray(value) && value.every(isKey))
}

/** IndexedDB's key order: numbers, then strings by UTF-16 code unit, then arrays element by element. */
export function compareKeys(a: OrderedKey, b: OrderedKey): number {
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < a.length && i < b.length; i++) {
      const order = compareKeys(a[i] as OrderedKey, b[i] as OrderedKey)
      if (order !== 0) return order
    }
    return a.length - b.length
  }
  const order = rank(a) - rank(b)
  if (order !== 0) return order
  return a < b ? -1 : a > b ? 1 : 0
}

function rank(key: OrderedKey): number {
  return typeof key === 'number' ? 0 : typeof key === 'string' ? 1 : 2
}

/** The key at a key path; undefined when the row has no valid key there. */
export function keyAt(row: object, keyPath: string | readonly string[]): OrderedKey | undefined {
  const fields = row as Record<string, unknown>
  const value: unknown = typeof keyPath === 'string' ? fields[keyPath] : keyPath.map((part) => fields[part])
  return isKey(value) ? value : undefined
}

export interface Bound {
  key: OrderedKey
  open: boolean
}

export interface Bounds {
  lower: Bound | undefined
  upper: Bound | undefined
}

/** The bounds of a range; undefined when no key can be within them. */
export function boundsOf(table: string, spec: TableSpec, range: Range): Bounds | undefined {
  const keyPath = range.index === undefined ? spec.keyPath : spec.indexes[range.index]?.keyPath
  if (keyPath === undefined)
    throw new InputError('INVALID_INPUT', `The table ${table} has no index "${range.index}".`, { value: range.index })
  const parts = Array.isArray(keyPath) ? keyPath.length : 0

  let lower: Bound | undefined
  let upper: Bound | undefined
  if (range.only !== undefined) {
    lower = { key: checked(range.only, parts), open: false }
    upper = { key: topOf(range.only, parts), open: false }
  }
  if (range.from !== undefined) {
    const key = checked(range.from, parts)
    lower = highest(lower, range.after ? { key: topOf(key, parts), open: true } : { key, open: false })
  }
  if (range.to !== undefined) {
    const key = checked(range.to, parts)
    upper = lowest(upper, range.before ? { key, open: true } : { key: topOf(key, parts), open: false })
  }
  if (lower && upper) {
    const order = compareKeys(lower.key, upper.key)
    if (order > 0 || (order === 0 && (lower.open || upper.open))) return undefined
  }
  return { lower, upper }
}

function checked(key: Key, parts: number): Key {
  if (isKey(key) && Array.isArray(key) === parts > 0) return key
  const wrong =
    parts > 0 ? 'A compound index takes an array of numbers and strings as key.' : 'A key must be a number or a string.'
  throw new InputError('INVALID_INPUT', wrong, { value: key })
}

/**
 * Upper bound of all keys with this prefix: the key itself, or for an array with fewer parts a bound above any tail.
 */
function topOf(key: OrderedKey, parts: number): OrderedKey {
  return Array.isArray(key) && key.length < parts ? [...(key as readonly OrderedKey[]), []] : key
}

function highest(a: Bound | undefined, b: Bound): Bound {
  if (!a) return b
  const order = compareKeys(a.key, b.key)
  return order > 0 || (order === 0 && a.open) ? a : b
}

function lowest(a: Bound | undefined, b: Bound): Bound {
  if (!a) return b
  const order = compareKeys(a.key, b.key)
  return order < 0 || (order === 0 && a.open) ? a : b
}
