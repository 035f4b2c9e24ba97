import leven from 'leven'
import { InputError, isIdentifier } from './errors.js'

/** The names of the options of `T`; of a union, those of each of its members. */
export type OptionName<T> = T extends unknown ? keyof T & string : never

/** `Known` when it has every option of `T` and no other name; else a type that names what is missing or too much. */
export type AllOptions<T, Known extends readonly string[]> = [OptionName<T>] extends [Known[number]]
  ? [Known[number]] extends [OptionName<T>]
    ? Known
    : { noSuchOption: Exclude<Known[number], OptionName<T>> }
  : { missingOption: Exclude<OptionName<T>, Known[number]> }

/**
 * Checks that `options` is an object with known names only. `known` must list every option of the type `T` of
 * `options`: one that is added to the type does not compile until it is added to the list.
 * @throws InputError `UNKNOWN_OPTION` with the nearest known name; `INVALID_INPUT` for what is no object.
 */
export function checkOptions<T extends object, const Known extends readonly string[]>(
  call: string,
  options: T | undefined,
  known: Known & AllOptions<T, Known>,
): void {
  checkNames(call, options, known)
}

/** `checkOptions` for a list that is put together from lists which are checked elsewhere. */
export function checkNames(call: string, options: object | undefined, known: readonly string[]): void {
  if (options === undefined) return
  // A list, a map or a set has no options: its entries would be passed over in silence.
  if (typeof options !== 'object' || options === null || Symbol.iterator in options)
    throw new InputError('INVALID_INPUT', `The options of ${call} must be an object.`, { value: options })
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue
    throw new InputError('UNKNOWN_OPTION', `${call} has no option "${key}".`, {
      value: key,
      hint: suggestion(key, known),
    })
  }
}

/** "Did you mean …?" when a known word is near, else the list of what is known. */
export function suggestion(word: string, known: readonly string[]): string {
  const plain = (text: string) => text.toLowerCase().replaceAll('_', '')
  let best: string | undefined
  let bestDistance = Math.max(2, Math.ceil(word.length / 3)) + 1
  for (const candidate of known) {
    const d = leven(plain(word).slice(0, 64), plain(candidate))
    if (d < bestDistance) [best, bestDistance] = [candidate, d]
  }
  return best === undefined ? `Known: ${known.join(', ')}.` : `Did you mean "${best}"?`
}

/** A whole number within [min, max], the fallback when absent, else `INVALID_INPUT`. */
export function wholeNumber(name: string, value: unknown, fallback: number, min: number, max: number): number {
  if (value === undefined) return fallback
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw new InputError('INVALID_INPUT', `${name} must be a whole number from ${min} to ${max}.`, { value })
  return value
}

/** A number from 0 to 1, the fallback when absent, else `INVALID_INPUT`. */
export function fraction(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback
  if (typeof value !== 'number' || !(value >= 0 && value <= 1))
    throw new InputError('INVALID_INPUT', `${name} must be a number from 0 to 1.`, { value })
  return value
}

/** `true` or `false`, the fallback when absent, else `INVALID_INPUT`. */
export function flag(name: string, value: unknown, fallback: boolean): boolean {
  if (value === undefined) return fallback
  if (typeof value !== 'boolean') throw new InputError('INVALID_INPUT', `${name} must be true or false.`, { value })
  return value
}

/** One of `allowed`, the fallback when absent, else `INVALID_INPUT` with the nearest. */
export function oneOf<T extends string>(name: string, value: unknown, allowed: readonly T[], fallback: T): T {
  if (value === undefined) return fallback
  const found = allowed.find((candidate) => candidate === value)
  // Only a text is quoted: JSON refuses some values, and some have no text.
  const given = typeof value === 'string' ? value : typeof value
  if (found === undefined)
    throw new InputError('INVALID_INPUT', `${name} cannot be ${isIdentifier(given) ? `"${given}"` : 'this'}.`, {
      value,
      hint: suggestion(given, allowed),
    })
  return found
}
