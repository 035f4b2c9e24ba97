import { Malformed } from './shape.js'

/** Replacements in one row at most: more than any accidental damage needs. Bounds the work that a forged row causes. */
const MAX_REPLACEMENTS = 10_000

/**
 * A copy of the row with every value that is out of range replaced, as the check of the field proposes; undefined where
 * that does not make the row valid.
 * @param check throws `Malformed`
 * @param now in ms since the epoch; replaces a time where the row has no other valid one
 */
export function repaired<R extends object>(row: R, check: (row: R) => unknown, now: number): R | undefined {
  const copy = structuredClone(row)
  for (let i = 0; i < MAX_REPLACEMENTS; i++) {
    try {
      check(copy)
      return copy
    } catch (cause) {
      if (!(cause instanceof Malformed)) throw cause
      if (!cause.replacement || !replace(copy, cause, now)) return undefined
    }
  }
  return undefined
}

/** The first step of the path names the row itself: `memory.evidence[0].messageId`. */
function replace(row: object, { path, replacement }: Malformed, now: number): boolean {
  const steps = path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .slice(1)
  const last = steps.pop()
  let container: unknown = row
  for (const step of steps) container = (container as Record<string, unknown> | undefined)?.[step]
  if (last === undefined || typeof container !== 'object' || container === null) return false
  const value = replacement?.(container, now)
  if (value !== undefined) (container as Record<string, unknown>)[last] = value
  else if (Array.isArray(container)) container.splice(Number(last), 1)
  else delete (container as Record<string, unknown>)[last]
  return true
}
