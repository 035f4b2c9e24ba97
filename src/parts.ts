import type { Embedder } from './embed/embedder.js'
import { InputError, type LocketError } from './errors.js'
import type { KeywordIndex } from './index/keyword/keyword-index.js'
import { exactIndex } from './index/vector/exact/index.js'
import type { VectorIndex } from './index/vector/vector-index.js'
import { indexedDbStore } from './store/indexeddb-store.js'
import type { Store } from './store/store.js'
import type { OpenOptions } from './types.js'

/** The plugs of one open memory: the application's own, or the defaults. */
export interface Parts {
  store: Store
  embedder: Embedder | undefined
  vectorIndex: VectorIndex
  keywordIndex: KeywordIndex
  warn: (problem: LocketError) => void
  /** Disposes of what was made here; what the application handed in stays its own, except the indexes. */
  dispose: () => Promise<void>
}

export async function assemble(options: OpenOptions): Promise<Parts> {
  const vectorIndex = options.vectorIndex ?? exactIndex()
  const keywordIndex = options.keywordIndex ?? (await defaultKeywordIndex())
  const made = options.embedder === undefined ? await defaultEmbedder(options) : undefined
  return {
    store: options.store ?? indexedDbStore(options.name),
    embedder: options.embedder === false ? undefined : (options.embedder ?? made),
    vectorIndex,
    keywordIndex,
    warn: options.onWarning ?? warnOnce(),
    dispose: async () => {
      await Promise.all([vectorIndex.dispose(), keywordIndex.dispose(), made?.dispose()])
    },
  }
}

// The defaults are loaded only where they are used: an application that passes its own never downloads them.

async function defaultKeywordIndex(): Promise<KeywordIndex> {
  const { workerKeywordIndex } = await import('./index/keyword/worker-index.js')
  return workerKeywordIndex()
}

async function defaultEmbedder({ models = '/models/' }: OpenOptions): Promise<Embedder> {
  if (typeof models !== 'string' || models === '') throw new InputError('INVALID_INPUT', 'models must be the address of the model files.', { value: models })
  const { transformersEmbedder } = await import('./embed/transformers.js')
  return transformersEmbedder({ models })
}

/** Each kind of problem once: a model that is not served would otherwise fill the console. */
function warnOnce(): (problem: LocketError) => void {
  const told = new Set<string>()
  return (problem) => {
    if (told.has(problem.code)) return
    told.add(problem.code)
    // oxlint-disable-next-line no-console -- the one place where Locket speaks unasked; `onWarning` replaces it
    console.warn(`locket-memory: ${problem.code}: ${problem.message}`)
  }
}
