import type { Engine } from '../engine/engine.js'
import { renewEpoch } from '../store/changes.js'
import type { TableName } from '../store/records.js'

/** All but what the store counts and is locked by. */
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

/** Erases everything of every scope. */
export async function resetStore(engine: Engine): Promise<void> {
  await engine.store.write(
    [...ERASABLE, 'meta'],
    async (tx) => {
      for (const table of ERASABLE) await tx.clear(table)
      await renewEpoch(tx)
    },
    'strict',
  )
  await engine.committed()
  await engine.indexes.settled()
}
