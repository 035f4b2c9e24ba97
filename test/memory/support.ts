import { afterEach } from 'vitest'
import type { Embedder, Embedding } from '../../src/embed/embedder.js'
import type { LocketError } from '../../src/values/errors.js'
import { miniSearchIndex } from '../../src/index/keyword/minisearch-index.js'
import { Memory } from '../../src/memory.js'
import { indexedDbStore } from '../../src/store/indexeddb-store.js'
import { inMemoryStore } from '../../src/store/memory-store.js'
import type { Store } from '../../src/store/store.js'
import { hashEmbedder, manualClock, sequentialIds } from '../../src/testing/index.js'
import type { OpenOptions } from '../../src/engine/open-options.js'

export const STORES = ['inMemoryStore', 'IndexedDB'] as const
export type StoreKind = (typeof STORES)[number]

const cleanups: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

export interface Rig {
  name: string
  /** Of the in-memory kind: for a look at what lies in it. */
  store: Store | undefined
  /** The first instance, with the default scope `{ userId: 'ana' }`. */
  memory: Memory
  clock: ReturnType<typeof manualClock>
  warnings: LocketError[]
  /** Another instance on the same data; for the in-memory store only after the one before was closed. */
  open(more?: Partial<OpenOptions>): Promise<Memory>
  /** Closes the first instance and opens one on the same data. */
  reopen(more?: Partial<OpenOptions>): Promise<Memory>
}

/** An open memory of its own: hashEmbedder, ids in sequence, a clock that stands still. All of it is gone after the test. */
export async function start(kind: StoreKind = 'inMemoryStore', options: Partial<OpenOptions> = {}): Promise<Rig> {
  const name = `test-memory-${crypto.randomUUID()}`
  const clock = manualClock()
  const newId = sequentialIds()
  const warnings: LocketError[] = []
  const store = kind === 'inMemoryStore' ? inMemoryStore() : undefined
  if (!store) cleanups.push(() => indexedDbStore(name).destroy())

  async function open(more: Partial<OpenOptions> = {}): Promise<Memory> {
    const memory = await Memory.open({
      name,
      scope: { userId: 'ana' },
      embedder: hashEmbedder(),
      extractor: false,
      // The default runs in a worker: the tests on IndexedDB use it.
      ...(store ? { store, keywordIndex: miniSearchIndex() } : {}),
      now: clock.now,
      newId,
      onWarning: (problem) => warnings.push(problem),
      ...options,
      ...more,
    })
    cleanups.push(() => memory.close())
    // A search does not wait for a worker that is slow to start.
    while ((await memory.health()).keywords.state === 'building') await new Promise((resolve) => setTimeout(resolve, 5))
    return memory
  }

  const rig: Rig = {
    name,
    store,
    clock,
    warnings,
    open,
    memory: await open(),
    async reopen(more) {
      await rig.memory.close()
      return (rig.memory = await open(more))
    },
  }
  return rig
}

/** A hashEmbedder of which single steps are replaced. */
export function stubEmbedder(
  over: Partial<Pick<Embedder, 'load' | 'embed' | 'countTokens' | 'fingerprint'>>,
): Embedder {
  return { ...hashEmbedder(), ...over }
}

/** What hashEmbedder makes of texts, changed text by text. */
export function bentEmbedder(bend: (text: string, embedding: Embedding) => Embedding): Embedder {
  const { embed } = hashEmbedder()
  return stubEmbedder({
    embed: async (texts, purpose, options) =>
      (await embed(texts, purpose, options)).map((embedding, i) => bend(texts[i] as string, embedding)),
  })
}

export async function texts(found: Promise<{ results: { memory: string }[] }>): Promise<string[]> {
  return (await found).results.map(({ memory }) => memory)
}

export const DAY = 24 * 60 * 60 * 1000
