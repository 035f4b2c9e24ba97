import type { CacheRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import { isFull } from '../store/failures.js'

/** The row of `caches` that only takes room, to be given up when room is needed to remove something. */
export const RESERVE_KEY = 'reserve'
/**
 * Enough for the rows and history that some fifty deletions write. Well above 64 KB, from which on Chromium keeps a
 * value in a file of its own: that file's bytes are free as soon as it is deleted, those of smaller rows only when the
 * database tidies itself up.
 */
const RESERVE_BYTES = 262_144
/**
 * Bytes that a probe tries: at least so many that they lie in a file of their own, and no more than can be made at
 * once.
 */
const LEAST_PROBED = 66_000
const MOST_PROBED = 16_777_216
/** `getRandomValues` takes no more at once. */
const SLICE = 65_536

/**
 * Puts the reserve down where there is none, as long as there is room. Only in IndexedDB: elsewhere there is no quota.
 */
export async function keepReserve(store: Store): Promise<void> {
  if (store.kind !== 'indexeddb') return
  if ((await store.read(['caches'], (tx) => tx.count('caches', { only: RESERVE_KEY }))) > 0) return
  const row = filled(RESERVE_KEY, RESERVE_BYTES)
  try {
    await store.write(['caches'], (tx) => tx.put('caches', row))
  } catch (cause) {
    if (!isFull(cause)) throw cause
  }
}

/** Frees what can be made again: the reserve and the keyword snapshot. Writes nothing, so it works on a full disk. */
export function freeCaches(store: Store): Promise<void> {
  return store.write(['caches'], (tx) => tx.clear('caches'), 'strict')
}

/**
 * Puts so many bytes and deletes them in one transaction: the browser counts them, but has nothing of them to keep.
 * @throws StoreError `QUOTA_EXCEEDED` when they do not fit
 */
export async function probeRoom(store: Store, bytes: number): Promise<void> {
  if (store.kind !== 'indexeddb') return
  const row = filled('probe', Math.min(MOST_PROBED, Math.max(LEAST_PROBED, bytes)))
  await store.write(['caches'], async (tx) => {
    await tx.put('caches', row)
    await tx.delete('caches', row.key)
  })
}

/** Random, since the browser compresses what it stores. */
function filled(key: string, bytes: number): CacheRecord {
  const data = new Uint8Array(bytes)
  for (let at = 0; at < bytes; at += SLICE) crypto.getRandomValues(data.subarray(at, at + SLICE))
  return { key, n: 0, epoch: '', data }
}
