import type { Store } from '../store/store.js'
import { StoreError } from '../values/errors.js'
import { ALL_TABLES, inspect } from './inspect.js'
import { mendNumbers } from './numbers.js'

/**
 * Raises counters that are behind the rows, in one transaction, when a memory opens: before a number that is in use
 * could be assigned again. Resolves with what to warn of; undefined where no counter was behind.
 */
export async function healNumbers(store: Store): Promise<StoreError | undefined> {
  const value = await store.write(ALL_TABLES, async (tx) => {
    const { census, numbers } = await inspect(tx, undefined)
    if (numbers.findings.length > 0) await mendNumbers(tx, census)
    return numbers.findings
  })
  if (value.length === 0) return undefined
  return new StoreError('STORE_CORRUPT', "The store's own numbers were behind those in use, and were put right.", {
    hint: 'See verify() for what else may be damaged.',
    value,
  })
}
