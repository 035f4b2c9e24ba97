import { LocketError } from 'locket-memory'
import { connect, type Connectable, type MemoryApi } from 'locket-memory/worker'
import type { Loading } from './loading.js'
import type { Models } from './models/models.js'
import type { IndexChoice } from './settings.js'

/** The memory as this page reaches it. */
export interface Opened {
  memory: MemoryApi
  index: IndexChoice
  /** Whether the tabs with this index share one worker, and one copy of the model; else each has its own, on the same store. */
  shared: boolean
}

const sharedWorker = () => new SharedWorker(new URL('./memory.worker.ts', import.meta.url), { type: 'module', name: 'exact' })
const ownWorker = () => new Worker(new URL('./memory.worker.ts', import.meta.url), { type: 'module', name: 'exact' })
const graphWorker = () => new Worker(new URL('./memory.worker.ts', import.meta.url), { type: 'module', name: 'hnsw' })

export async function openMemory(index: IndexChoice, loading: Loading, models: Models): Promise<Opened> {
  const reach = async (start: () => Connectable, shared: boolean): Promise<Opened> => {
    const make = () => models.greet(start())
    return { memory: await connect(make(), { reconnect: make, onProgress: loading.report }), index, shared }
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
