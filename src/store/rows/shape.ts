/** The value that replaces one that is out of range; undefined: the field, or the item of a list, is removed. */
export type Replacement = (container: object, now: number) => unknown

/** A value that fails its check: path and reason. */
export class Malformed extends Error {
  constructor(
    readonly path: string,
    readonly reason: string,
    /** Set where the value is only out of range; absent: the row cannot be repaired. */
    readonly replacement?: Replacement,
  ) {
    super(`${path} ${reason}`)
  }
}

/** Returns a copy of the value with the known fields only, or throws `Malformed`. */
export type Check<T> = (value: unknown, path: string) => T
interface Optional<T> {
  optional: Check<T>
}
type IsOptional<T, K extends keyof T> = Record<never, never> extends Pick<T, K> ? true : false
/** A check for every field: a field added to a record does not compile until its check is added. */
export type Fields<T> = {
  [K in keyof T]-?: IsOptional<T, K> extends true ? Optional<Exclude<T[K], undefined>> : Check<T[K]>
}

/** A field that may be absent. */
export const optional = <T>(check: Check<T>): Optional<T> => ({ optional: check })

/** The same check, but a repair removes the field if its value is out of range. */
export const droppedByRepair =
  <T>(check: Check<T>): Check<T> =>
  (value, path) => {
    try {
      return check(value, path)
    } catch (cause) {
      if (cause instanceof Malformed && cause.replacement)
        throw new Malformed(cause.path, cause.reason, () => undefined)
      throw cause
    }
  }

/** An object with exactly these fields. */
export function objectOf<T extends object>(fields: Fields<T>): Check<T> {
  const checks = new Map(Object.entries(fields as Record<string, Check<unknown> | Optional<unknown>>))
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Malformed(path, 'is not an object')
    const given = value as Record<string, unknown>
    const out: Record<string, unknown> = {}
    for (const [name, check] of checks) {
      const item = Object.hasOwn(given, name) ? given[name] : undefined
      if (item !== undefined)
        out[name] = (typeof check === 'function' ? check : check.optional)(item, `${path}.${name}`)
      else if (typeof check === 'function') throw new Malformed(`${path}.${name}`, 'is missing')
    }
    for (const name of Object.keys(given))
      if (!checks.has(name) && given[name] !== undefined) throw new Malformed(`${path}.${name}`, 'is not known')
    return out as T
  }
}

export const text: Check<string> = (value, path) => {
  if (typeof value !== 'string') throw new Malformed(path, 'is not a text')
  return value
}

/** A text of at most `longest` UTF-16 code units; a repair cuts it. */
export const textUpTo =
  (longest: number): Check<string> =>
  (value, path) => {
    if (text(value, path).length > longest)
      throw new Malformed(path, `is longer than ${longest} characters`, () => (value as string).slice(0, longest))
    return value as string
  }

/** A whole number from 0 to `most`; a repair replaces any other number by `fallback`, where one is given. */
export const integerUpTo =
  (most: number, fallback?: number): Check<number> =>
  (value, path) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return value
    throw new Malformed(
      path,
      `is not a whole number from 0 to ${most}`,
      fallback === undefined || typeof value !== 'number' ? undefined : () => fallback,
    )
  }

/** A document number, which labels rows of the indexes in 32 bits, or a count of documents. */
export const uint32: Check<number> = integerUpTo(0xffffffff)

export const boolean: Check<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw new Malformed(path, 'is neither true nor false')
  return value
}

export const oneOf =
  <T extends string>(...allowed: readonly T[]): Check<T> =>
  (value, path) => {
    const found = allowed.find((one) => one === value)
    if (found === undefined) throw new Malformed(path, `is none of ${allowed.join(', ')}`)
    return found
  }

/** A list, of at most `most` items where given: a repair keeps the first ones. */
export const listOf =
  <T>(item: Check<T>, most = Infinity): Check<T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw new Malformed(path, 'is not a list')
    if (value.length > most)
      throw new Malformed(path, `has more than ${most} items`, () => (value as unknown[]).slice(0, most))
    return value.map((one: unknown, i) => item(one, `${path}[${i}]`))
  }
