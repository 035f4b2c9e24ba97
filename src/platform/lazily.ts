import { canImport } from './can-import.js'
import { LocketError } from '../values/errors.js'

/**
 * Loads a part of Locket that only some calls need.
 * @throws LocketError `CODE_UNAVAILABLE` instead of the browser's bare `TypeError`
 */
export async function lazily<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new LocketError('CODE_UNAVAILABLE', 'A part of Locket that this call needs could not be loaded.', {
      hint: canImport()
        ? 'Reload the page: it is offline, or the application was updated since it was opened.'
        : 'A service worker cannot load code when it runs: connect to a page or an offscreen document that serves the memory (locket-memory/worker), or bundle the worker into one file.',
      cause,
    })
  }
}
