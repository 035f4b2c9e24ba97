import { InputError } from '../values/errors.js'

/** The file cannot be taken, and nothing of it is. */
export function refuse(
  line: number | undefined,
  reason: string,
  details: { hint?: string; cause?: unknown } = {},
): InputError {
  const where = line === undefined ? 'The file' : `Line ${line}`
  return new InputError('IMPORT_REFUSED', `${where} ${reason}. Nothing was imported.`, {
    value: line,
    ...details,
  })
}
