/** Why a value is not what it must be, and where in it. */
export class Malformed extends Error {
  constructor(
    readonly path: string,
    readonly reason: string,
  ) {
    super(`${path} ${reason}`)
  }
}

/** The value, copied as far as it is understood, or `Malformed`. */
export type Check<T> = (value: unknown, path: string) => T
interface Optional<T> {
  optional: Check<T>
}
type IsOptional<T, K extends keyof T> = Record<never, never> extends Pick<T, K> ? true : false
/** A check for each field: one that is added to a record does not compile until it is added here. */
export type Fields<T> = {
  [K in keyof T]-?: IsOptional<T, K> extends true ? Optional<Exclude<T[K], undefined>> : Check<T[K]>
}

export const optional = <T>(check: Check<T>): Optional<T> => ({ optional: check })

/** An object with these fields and no others. */
export function shape<T extends object>(fields: Fields<T>): Check<T> {
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

export const filled: Check<string> = (value, path) => {
  if (text(value, path) === '') throw new Malformed(path, 'is empty')
  return value as string
}

export const number: Check<number> = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Malformed(path, 'is not a number')
  return value
}

/** Numbers of documents are labels of 32 bits in the indexes; the others are counted as they are. */
export const count: Check<number> = (value, path) => {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 0xffffffff)
    throw new Malformed(path, 'is not a whole number from 0 to 4294967295')
  return value as number
}

export const truth: Check<boolean> = (value, path) => {
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

export const listOf =
  <T>(item: Check<T>): Check<T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw new Malformed(path, 'is not a list')
    return value.map((one: unknown, i) => item(one, `${path}[${i}]`))
  }
