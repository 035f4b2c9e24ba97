import { Malformed } from './shape.js'

/**
 * Replacements in one row: far more than any row that was only damaged needs, so that a hostile one comes to an end.
 */
const MAX_REPLACEMENTS = 10_000

/**
 * A copy of the row with every value that is out of range replaced, as the checks of the fields say; undefined where
 * that does not make it a row that passes.
 * @param check throws `Malformed`
 * @param now in place of a time, where the row has no other one
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

/** The path begins with the name of the row itself: `memory.evidence[0].messageId`. */
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
