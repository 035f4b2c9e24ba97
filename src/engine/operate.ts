import type { ManagedEmbedder } from '../embed/managed-embedder.js'
import { canImport } from '../platform/can-import.js'
import { lazily } from '../platform/lazily.js'
import type { StorageWatch } from '../storage/room.js'
import { isFull } from '../store/failures.js'
import { operate, type Operation, type OperationResult, type Removal } from '../store/operation.js'
import type { Store } from '../store/store.js'

interface Host {
  store: Store
  now: () => number
  newId: () => string
  owner: string
  embedder: ManagedEmbedder | undefined
  room: StorageWatch
  committed(): Promise<void>
  inBackground(task: () => Promise<unknown>): void
  recover(step: 'resume'): Promise<void>
}

/**
 * Runs one operation and brings the indexes up to it. With `removes`, it also works when the browser's quota is used
 * up: the operation is then run again as `storage/full-disk.ts` describes.
 */
export async function operateAndFollow<T>(
  host: Host,
  body: (operation: Operation) => Promise<T>,
  durability?: 'strict' | 'relaxed',
  removes?: Removal,
): Promise<OperationResult<T>> {
  const { store, now, newId, owner, room } = host
  const settings = { store, now, newId, owner, fingerprint: host.embedder?.fingerprint }
  if (!removes) await room.probe()
  try {
    const operated = await operate(settings, body, durability)
    await host.committed()
    return operated
  } catch (cause) {
    if (isFull(cause)) room.refused()
    if (!removes || !isFull(cause) || !canImport()) throw cause
    const { removeOnFullDisk } = await lazily(() => import('../storage/full-disk.js'))
    const operated = await removeOnFullDisk(settings, body, removes)
    await host.committed()
    // Vectors that were erased with it are made again once there is room.
    host.inBackground(() => host.recover('resume'))
    return operated
  }
}
