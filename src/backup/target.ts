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

/** Where the rows of a file go: into this scope, or wherever the file says. Undefined: nothing was said. */
export type Target = Scope | 'file' | undefined

export function readTarget(given: ImportOptions['scope']): Target {
  if (given === undefined || given === 'file') return given
  if (typeof given === 'string')
    throw new InputError('INVALID_INPUT', "The scope of import() is an object of ids, or 'file'.", { value: given })
  checkOptions('scope', given, SCOPE_INPUT_FIELDS)
  // By itself, not over the defaults: it names the one scope that the rows go to.
  return requireScope(resolveScope(given), 'The scope of import()', 'Leave scope out to keep the scopes of the file.')
}

const HINT = "Pass scope: { … } to bring its rows into one scope, or scope: 'file' to keep the scopes that it names."

/**
 * A memory that was opened for somebody takes in rows of others, and erases them, only where the call says so.
 * @param defaults the default scope of the memory
 * @param file the scope in the header of the file
 * @param replace whether the rows of that scope are erased
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
    if (line !== undefined) throw refuse(line, 'is of another scope than the memory was opened for', { hint: HINT })
    if (replace && isEverybody(file))
      throw refuse(1, 'names no scope, so the rows of everybody would be erased', { hint: HINT })
    if (replace && !scopeMatches(file, defaults))
      throw refuse(1, 'names more than the scope that the memory was opened for, and all of it would be erased', {
        hint: HINT,
      })
  }
  if (replace && isEverybody(file) && contents.documents.size === 0)
    throw refuse(undefined, 'is empty and of everybody: the whole store would be erased', {
      hint: 'Call reset() to erase everything.',
    })
}

export const isEverybody = (scope: Scope): boolean => SCOPE_FIELDS.every((field) => scope[field] === undefined)
