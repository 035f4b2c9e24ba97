import { persist } from '../storage/persist.js'
import type { ImportOptions, ImportSource } from '../types.js'
import { exportThrough, importThrough } from './backup.js'
import type { Connectable } from './endpoint.js'
import { Client, type ConnectOptions } from './client.js'
import { facade, type MemoryApi } from './surface.js'

/**
 * A memory in another realm. It is used as a `Memory` is, but: what crosses is copied, so that arguments must be plain data;
 * `close` lets go of the connection and leaves the memory open; every call may reject with `DISCONNECTED`.
 */
export type RemoteMemory = MemoryApi

/**
 * Connects to the memory that the other end serves: a worker, a shared worker, or one port of a `MessageChannel`.
 * Resolves when the memory is open there, and rejects with the error of `Memory.open` when it could not be opened.
 *
 * When the other end is gone (terminated, crashed, closed), the calls under way reject with `DISCONNECTED` (a write among them may
 * or may not have been stored; adding the same messages again stores nothing twice) and subscribers get `closed`.
 * With `reconnect` the next call connects anew, and subscribers get `reset`, since they may have missed changes.
 * @throws LocketError `DISCONNECTED` when nobody answers, `VERSION_MISMATCH` when the other end runs an incompatible version.
 */
export async function connect(endpoint: Connectable, options: ConnectOptions = {}): Promise<RemoteMemory> {
  const client = await Client.open(endpoint, options)
  return {
    ...facade((path, manner) =>
      manner === 'asked' ? (...args) => client.ask(path, args) : (...args) => client.tell(path, args),
    ),
    export: (...args: unknown[]) => exportThrough(client, args),
    import: (source: ImportSource, options?: ImportOptions) => importThrough(client, source, options),
    persist,
    subscribe: client.subscribe,
    close: client.close,
  } as unknown as RemoteMemory
}
