import { Memory, type LocketError } from 'locket-memory'
import type { HnswIndex } from 'locket-memory/hnsw'
import { transformersEmbedder, type TransformersEmbedder } from 'locket-memory/transformers'
import { SCOPE } from './session.js'
import type { Loading } from './loading.js'
import type { IndexChoice } from './settings.js'

/** The open memory and the parts of it that the settings tell about. */
export interface Opened {
  memory: Memory
  embedder: TransformersEmbedder
  index: IndexChoice
  /** The graph, when it was chosen. */
  graph: HnswIndex | undefined
}

export async function openMemory(index: IndexChoice, loading: Loading, onWarning: (error: LocketError) => void): Promise<Opened> {
  const embedder = transformersEmbedder({ models: `${import.meta.env.BASE_URL}models/` })
  const graph = index === 'hnsw' ? (await import('locket-memory/hnsw')).hnswIndex() : undefined
  const memory = await Memory.open({
    name: 'locket-demo',
    scope: SCOPE,
    embedder,
    ...(graph ? { vectorIndex: graph } : {}),
    onProgress: loading.report,
    onWarning,
  })
  return { memory, embedder, index, graph }
}
