import { InputError } from '../values/errors.js'
import { checkOptions } from '../values/options.js'
import {
  requireScope,
  resolveScope,
  SCOPE_FIELDS,
  SCOPE_INPUT_FIELDS,
  scopeMatches,
  type Scope,
} from '../values/scope.js'
import type { Contents } from './contents.js'
import { refuse } from './refuse.js'
import type { ImportOptions } from './types.js'

/** The `scope` option: a target scope, or `'file'` to keep the file's scopes. Absent: keep them, with checks. */
export type Target = Scope | 'file' | undefined

export function readTarget(given: ImportOptions['scope']): Target {
  if (given === undefined || given === 'file') return given
  if (typeof given === 'string')
    throw new InputError('INVALID_INPUT', "The scope of import() is an object of ids, or 'file'.", { value: given })
  checkOptions('scope', given, SCOPE_INPUT_FIELDS)
  // Not merged with the memory's default scope: it is the whole target.
  return requireScope(resolveScope(given), 'The scope of import()', 'Leave scope out to keep the scopes of the file.')
}

const HINT = "Pass scope: { … } to bring its rows into one scope, or scope: 'file' to keep the scopes that it names."

/**
 * Refuses rows outside the memory's default scope, and erasing such rows, unless the call names a scope or `'file'`.
 * @param defaults the memory's default scope
 * @param file the scope in the file's header
 * @param replace whether the import erases all rows of that scope
 * @throws InputError `IMPORT_REFUSED`
 */
export function checkTarget(target: Target, defaults: Scope, file: Scope, contents: Contents, replace: boolean): void {
  if (typeof target === 'object') return
  if (target === undefined) {
    const conflict = SCOPE_FIELDS.some(
      (id) => file[id] !== undefined && defaults[id] !== undefined && file[id] !== defaults[id],
    )
    const foreign = contents.scopes.find(({ scope }) => !scopeMatches(scope, defaults))
    const line = conflict ? 1 : foreign?.line
    if (line !== undefined) throw refuse(line, 'has another scope than the memory was opened for', { hint: HINT })
    if (replace && isEverybody(file))
      throw refuse(1, 'names no scope, so the rows of all users would be erased', { hint: HINT })
    if (replace && !scopeMatches(file, defaults))
      throw refuse(1, 'names a wider scope than the memory was opened for, and all of it would be erased', {
        hint: HINT,
      })
  }
  if (replace && isEverybody(file) && contents.documents.size === 0)
    throw refuse(undefined, 'is an empty export of a whole store: everything in this one would be erased', {
      hint: 'Call reset() to erase everything.',
    })
}

/** A scope without ids matches the rows of everybody. */
export const isEverybody = (scope: Scope): boolean => SCOPE_FIELDS.every((field) => scope[field] === undefined)
