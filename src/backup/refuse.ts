import { InputError } from '../values/errors.js'

/**
 * The error of a file that cannot be imported.
 * @param line from 1; absent when the reason concerns the whole file
 * @param reason completes "Line 3 …" or "The file …"
 */
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
