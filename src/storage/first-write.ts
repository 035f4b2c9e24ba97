import type { Store } from '../store/store.js'
import { persistQuietly } from './persist.js'
import { keepReserve } from './reserve.js'

/**
 * Asks the browser to persist the store where `persist` is set, and reserves the space with which rows can be deleted
 * when the disk is full.
 */
export async function afterFirstWrite(store: Store, persist: boolean): Promise<void> {
  await Promise.all([persist && persistQuietly(), keepReserve(store)])
}
