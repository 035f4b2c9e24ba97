import { wellFormed } from '../../values/well-formed.js'

/** A field by its own name only: `__proto__` and `constructor` of a reply are data like any other. */
export function field(value: object, ...names: readonly string[]): unknown {
  for (const name of names) if (Object.hasOwn(value, name)) return (value as Record<string, unknown>)[name]
  return undefined
}

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text, trimmed and on one line; numbers as their digits; empty for anything else. */
export function textIn(value: unknown, longest: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return wellFormed(wellFormed(String(value)).replace(/\s+/g, ' ').trim().slice(0, longest))
}

export const listIn = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]

/** Numbers as numbers, as digits in a text, or in brackets: 3, "3", "[3]", "1, 2". */
export const numbersIn = (value: unknown): number[] =>
  listIn(value)
    .flatMap((item) =>
      typeof item === 'number' ? [item] : typeof item === 'string' ? (item.match(/\d{1,6}/g) ?? []).map(Number) : [],
    )
    .filter((number) => Number.isSafeInteger(number))
    .slice(0, 32)
