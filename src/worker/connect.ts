import { persist } from '../storage/persist.js'
import type { ImportOptions, ImportSource } from '../backup/types.js'
import { Client, type ConnectOptions } from './client.js'
import type { Connectable } from './endpoint.js'
import { methodsFrom, type MemoryApi } from './methods.js'
import { exportThrough, importThrough } from './streams.js'

/**
 * A memory in another realm. It is used as a `Memory` is, with three differences: arguments are copied, so they must be
 * plain data; `close` ends the connection and leaves the memory open; every call may reject with `DISCONNECTED`.
 */
export type RemoteMemory = MemoryApi

/**
 * Connects to the memory that the other end serves: a worker, a shared worker, or one port of a `MessageChannel`.
 * Resolves when the memory is open there, and rejects with the error of `Memory.open` when it could not be opened.
 *
 * When the other end is gone (terminated, crashed, closed), the calls under way reject with `DISCONNECTED` (a write
 * among them may or may not have been stored; adding the same messages again stores nothing twice) and subscribers get
 * `closed`. With `reconnect` the next call connects anew, and subscribers get `reset`, since they may have missed
 * changes.
 *
 * ```js
 * const memory = await connect(new SharedWorker(new URL('./memory.worker.js', import.meta.url), { type: 'module' }))
 * await memory.add('I keep two ferrets')
 * ```
 * @throws LocketError `DISCONNECTED` when nobody answers, `VERSION_MISMATCH` when the other end runs an incompatible
 * version, `ORIGIN_REFUSED` when it lets in no clients of this origin. Calls that it does not allow reject with
 * `NOT_ALLOWED`.
 */
export async function connect(endpoint: Connectable, options: ConnectOptions = {}): Promise<RemoteMemory> {
  const client = await Client.open(endpoint, options)
  return {
    ...methodsFrom((path, returns) =>
      returns === 'promise' ? (...args) => client.call(path, args) : (...args) => client.send(path, args),
    ),
    export: (...args: unknown[]) => exportThrough(client, args),
    import: (source: ImportSource, options?: ImportOptions) => importThrough(client, source, options),
    persist,
    subscribe: client.subscribe,
    close: client.close,
  } as unknown as RemoteMemory
}
