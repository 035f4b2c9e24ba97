import { isStaged } from '../backup/stage.js'
import { RESERVE_KEY } from '../storage/reserve.js'
import { readEpoch } from '../store/changes.js'
import type { Reader } from '../store/store.js'
import { rowsOf, type Census } from './census.js'
import type { Faults } from './faults.js'

/** Checks that every cache row belongs to the present epoch and to no change that is yet to come. */
export async function checkCaches(tx: Reader, census: Census, faults: Faults): Promise<void> {
  const epoch = (await readEpoch(tx)) ?? ''
  for await (const rows of rowsOf(tx, 'caches', census, 1))
    for (const { key, epoch: cacheEpoch, n } of rows)
      if (key !== RESERVE_KEY && (isStaged(key) || cacheEpoch !== epoch || n > census.highest.change))
        faults.add(
          {
            code: 'CACHE_STRAY',
            table: 'caches',
            key,
            message: isStaged(key)
              ? 'It was left behind by an interrupted import, or belongs to one that is running.'
              : 'It belongs to another epoch of the store, or to changes that were never written.',
          },
          ({ tx }) => tx.delete('caches', key),
        )
}
