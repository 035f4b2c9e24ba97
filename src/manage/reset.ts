import type { Engine } from '../engine/engine.js'
import { isFull } from '../store/failures.js'
import { renewEpoch } from '../store/changes.js'
import { dropEpoch } from '../store/drop-epoch.js'
import type { TableName } from '../store/records.js'
import type { Writer } from '../store/store.js'

/** Every table but `meta`, which keeps the counters so that no number is used twice, and `keys`. */
const ERASABLE: readonly TableName[] = [
  'messages',
  'memories',
  'segments',
  'vectors',
  'tombstones',
  'history',
  'jobs',
  'entities',
  'mentions',
  'relations',
  'summaries',
  'changes',
  'caches',
]

/**
 * Erases everything of every scope, also when the browser's quota is used up: then nothing is written, only deleted.
 */
export async function resetStore(engine: Engine): Promise<void> {
  try {
    await clear(engine, renewEpoch)
  } catch (cause) {
    if (!isFull(cause)) throw cause
    await clear(engine, dropEpoch)
  }
  await engine.committed()
  await engine.indexes.settled()
}

function clear({ store }: Engine, changeEpoch: (tx: Writer) => Promise<unknown>): Promise<void> {
  return store.write(
    [...ERASABLE, 'meta'],
    async (tx) => {
      for (const table of ERASABLE) await tx.clear(table)
      await changeEpoch(tx)
    },
    'strict',
  )
}
