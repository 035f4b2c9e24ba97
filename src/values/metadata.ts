import { InputError, LocketError } from './errors.js'

/** JSON data that the application attached to a row, checked by `checkMetadata`. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type Metadata = { [key: string]: Json }

/** Levels of nesting and UTF-16 units of text that one row's metadata may hold. */
export const METADATA_LIMITS = { depth: 32, size: 262_144 } as const
/** Characters of a path that errors show: a key may be very long. */
const LONGEST_PATH = 200

/**
 * A copy of `input` that holds only JSON data. Dates become ISO strings; `undefined` properties are left out; keys such
 * as `__proto__` are ordinary keys.
 * @throws InputError `INVALID_METADATA` with the path of what cannot be stored, or cannot be read because a getter or a
 *   proxy throws
 */
export function checkMetadata(input: unknown, name = 'metadata'): Metadata | undefined {
  if (input === undefined || input === null) return undefined
  if (typeof input !== 'object' || Array.isArray(input)) throw refuse(name, 'must be an object', input)
  const budget = { left: METADATA_LIMITS.size }
  try {
    return copy(input, name, 0, budget) as Metadata
  } catch (cause) {
    if (cause instanceof LocketError) throw cause
    throw new InputError('INVALID_METADATA', `${name} cannot be read.`, { cause })
  }
}

function copy(value: unknown, path: string, depth: number, budget: { left: number }): Json {
  // A cycle is infinitely deep, so this bound catches it too.
  if (depth > METADATA_LIMITS.depth)
    throw refuse(path, `is cyclic or nested deeper than ${METADATA_LIMITS.depth} levels`, undefined)
  budget.left -= typeof value === 'string' ? value.length : 8
  if (budget.left < 0) throw tooLarge(path)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw refuse(path, 'is not a finite number', value)
    return value
  }
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw refuse(path, 'is an invalid Date', value)
    return value.toISOString()
  }
  if (Array.isArray(value)) {
    // A sparse array can be longer than a loop could visit.
    if (value.length > budget.left) throw tooLarge(path)
    // By index: the array may have an iterator of its own that never ends.
    return Array.from({ length: value.length }, (_, i) => copy(value[i] as unknown, `${path}[${i}]`, depth + 1, budget))
  }
  if (typeof value === 'object' && isPlain(value)) {
    const out: { [key: string]: Json } = {}
    for (const key of Object.keys(value)) {
      const item = (value as Record<string, unknown>)[key]
      if (item === undefined) continue
      budget.left -= key.length
      // Assignment to `__proto__` would change the prototype instead of adding a key.
      Object.defineProperty(out, key, {
        value: copy(item, `${path}.${key}`, depth + 1, budget),
        enumerable: true,
        writable: true,
        configurable: true,
      })
    }
    return out
  }
  throw refuse(
    path,
    `is a ${typeof value === 'object' ? (value.constructor?.name ?? 'object') : typeof value}, which cannot be stored`,
    value,
  )
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  // Objects from another realm (an iframe) have another Object.prototype, whose own prototype is null.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function tooLarge(path: string): InputError {
  return refuse(path, `makes the whole larger than ${METADATA_LIMITS.size} characters`, undefined)
}

function refuse(path: string, problem: string, value: unknown): InputError {
  return new InputError(
    'INVALID_METADATA',
    `${path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path} ${problem}.`,
    { value, hint: 'Use text, finite numbers, booleans, null, dates, and arrays and plain objects of them.' },
  )
}
