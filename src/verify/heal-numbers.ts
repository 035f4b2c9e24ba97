import type { Store } from '../store/store.js'
import type { Finding } from './types.js'
import { ALL_TABLES, inspect } from './inspect.js'
import { mendNumbers } from './numbers.js'

/**
 * Raises counters that are behind the rows, in one transaction, when a memory opens: before a number that is in use
 * could be assigned again.
 */
export function healNumbers(store: Store): Promise<readonly Finding[]> {
  return store.write(ALL_TABLES, async (tx) => {
    const { census, numbers } = await inspect(tx, undefined)
    if (numbers.findings.length > 0) await mendNumbers(tx, census)
    return numbers.findings
  })
}
