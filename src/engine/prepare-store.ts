import { lazily } from '../platform/lazily.js'
import { areCountersBehind, NUMBERED_TABLES, readEpoch, renewEpoch } from '../store/changes.js'
import { isFull, keyChanged } from '../store/failures.js'
import { readVectorStorage } from '../store/segments.js'
import type { CloseReason, Store } from '../store/store.js'
import { StoreError, type LocketError } from '../values/errors.js'
import type { OpenOptions } from './open-options.js'

/**
 * Repairs the store's counters, and writes what must be in it before anything else: its epoch, and how vectors are
 * stored. A store that has both is not written to, because on a full disk that would fail.
 */
export async function prepareStore(
  store: Store,
  vectorStorage: OpenOptions['vectorStorage'],
  warn: (problem: LocketError) => void,
): Promise<void> {
  if (await store.read(NUMBERED_TABLES, areCountersBehind)) {
    const { healNumbers } = await lazily(() => import('../verify/heal-numbers.js'))
    const problem = await healNumbers(store)
    if (problem) warn(problem)
  }
  const { epoch, storage } = await store.read(['meta', 'changes'], async (tx) => ({
    epoch: await readEpoch(tx),
    storage: await readVectorStorage(tx),
  }))
  const differs = vectorStorage !== undefined && vectorStorage !== storage
  if (epoch !== undefined && !differs) return
  try {
    await store.write(['meta', 'changes'], async (tx) => {
      if ((await readEpoch(tx)) === undefined) await renewEpoch(tx)
      if (differs) await tx.put('meta', { key: 'vectors', storage: vectorStorage })
    })
  } catch (cause) {
    // A store that was reset on a full disk has no epoch; the next commit makes one.
    if (differs || !isFull(cause)) throw cause
  }
}

/** The error that every call rejects with once the store was closed from outside; undefined where it opens again. */
export function closedBecause(reason: CloseReason): LocketError | undefined {
  switch (reason) {
    case 'outdated':
      return new StoreError('STORE_OUTDATED', 'Another tab runs a newer version of this application.', {
        hint: 'Reload this page.',
      })
    case 'locked':
      return keyChanged()
    case 'destroyed':
      return new StoreError('STORE_LOST', 'The database was deleted.', {
        hint: 'Open the memory again to start anew.',
      })
    default:
      return undefined
  }
}
