import { LocketError } from 'locket-memory'
import { connect, type MemoryApi } from 'locket-memory/worker'
import type { Loading } from './loading.js'
import { needsKey, tell, type KeyNotice } from './lock.js'
import type { Models } from './models/models.js'
import type { IndexChoice } from './settings.js'
import { countWrongTry, forgetTries } from './tries.js'

/** The memory as this page reaches it. */
export interface Opened {
  memory: MemoryApi
  index: IndexChoice
  /** Whether the tabs with this index share one worker, and one copy of the model; else each has its own, on the same store. */
  shared: boolean
  /** Has the worker close the memory and open it again encrypted. The connection is lost meanwhile. */
  encrypt(passphrase: string): Promise<void>
  link: { encrypting: boolean }
}

/** Resolves with what the visitor types, or without it when that may no longer be needed. `wrong`: what was typed before was not the passphrase. */
export type AskPassphrase = (wrong: boolean) => Promise<string | undefined>

type MemoryWorker = Worker | SharedWorker

const sharedWorker = () =>
  new SharedWorker(new URL('./memory.worker.ts', import.meta.url), { type: 'module', name: 'exact' })
const ownWorker = () => new Worker(new URL('./memory.worker.ts', import.meta.url), { type: 'module', name: 'exact' })
const graphWorker = () => new Worker(new URL('./memory.worker.ts', import.meta.url), { type: 'module', name: 'hnsw' })

export async function openMemory(
  index: IndexChoice,
  loading: Loading,
  models: Models,
  ask: AskPassphrase,
): Promise<Opened> {
  const reach = async (start: () => MemoryWorker, shared: boolean): Promise<Opened> => {
    const link = { encrypting: false }
    let worker: MemoryWorker
    // One that encrypts the memory lets go of its pages, and is there; otherwise it ended.
    const reached = async () => (link.encrypting ? worker : (worker = await unlocked(models.greet(start()), ask)))
    const memory = await connect(await reached(), { reconnect: reached, onProgress: loading.report })

    async function encrypt(passphrase: string): Promise<void> {
      link.encrypting = true
      const lost = new Promise<void>((resolve) => memory.subscribe(({ type }) => type === 'closed' && resolve()))
      tellPassphrase(worker, passphrase)
      await lost
      // Any call connects again.
      await memory.health().finally(() => (link.encrypting = false))
    }

    return { memory, index, shared, encrypt, link }
  }
  // The graph is built in a worker of its own, which a shared worker cannot start in Chromium.
  if (index === 'hnsw') return reach(graphWorker, false)
  if (!('SharedWorker' in globalThis)) return reach(ownWorker, false)
  try {
    return await reach(sharedWorker, true)
  } catch (error) {
    // It never answered: a browser whose shared workers cannot run modules.
    if (!(error instanceof LocketError) || error.code !== 'DISCONNECTED') throw error
    return reach(ownWorker, false)
  }
}

/** Resolves when the worker has the memory open; asks for the passphrase of an encrypted one until it fits. */
async function unlocked(worker: MemoryWorker, ask: AskPassphrase): Promise<MemoryWorker> {
  for (let passphrase: string | undefined; ;) {
    try {
      const memory = await connect(worker)
      try {
        // One that another worker encrypted under this one can still be connected to, but not used.
        await memory.health()
      } finally {
        await memory.close()
      }
      if (passphrase !== undefined) {
        forgetTries()
        tell('unlocked')
      }
      return worker
    } catch (error) {
      if (!needsKey(error)) throw error
    }
    if (passphrase !== undefined) countWrongTry()
    passphrase = await ask(passphrase !== undefined)
    if (passphrase !== undefined) tellPassphrase(worker, passphrase)
  }
}

function tellPassphrase(worker: MemoryWorker, passphrase: string): void {
  const notice: KeyNotice = { passphrase }
  ;('port' in worker ? worker.port : worker).postMessage(notice)
}
