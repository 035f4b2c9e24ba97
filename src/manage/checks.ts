import { InputError } from '../values/errors.js'
import { MAX_ID_LENGTH } from '../values/limits.js'
import { wholeNumber } from '../values/options.js'
import type { UpdateOptions } from './types.js'

// Checks that `Memory` makes before it loads the code of a call.

/** The id of a memory, a message or an operation. @throws InputError `INVALID_INPUT` */
export function requireId(call: string, id: unknown): string {
  if (typeof id === 'string' && id.length > MAX_ID_LENGTH)
    throw new InputError('INVALID_INPUT', `${call}: the id is longer than ${MAX_ID_LENGTH} characters.`)
  if (typeof id === 'string' && id !== '') return id
  throw new InputError('INVALID_INPUT', `${call} needs the id of a row.`, { value: id })
}

export function checkUpdateOptions({ ifRevision, reason }: UpdateOptions): void {
  wholeNumber('ifRevision', ifRevision, 1, 0, Number.MAX_SAFE_INTEGER)
  if (reason !== undefined && typeof reason !== 'string')
    throw new InputError('INVALID_INPUT', 'reason must be a text.', { value: reason })
}
