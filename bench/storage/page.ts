import { Memory, type OpenOptions } from 'locket-memory'
import { hashEmbedder } from 'locket-memory/testing'
import { transformersEmbedder } from 'locket-memory/transformers'
import { decodeRows, encodeRows } from '../../src/store/vector-rows.js'
import { chatText } from '../write/texts.js'

const SCOPE = { userId: 'ana' }
/** Memories of one `add`. */
const CHUNK = 250

type Storage = 'float32' | 'int8' | 'none'

async function usage(): Promise<number> {
  const estimate = (await navigator.storage.estimate()) as StorageEstimate & { usageDetails?: { indexedDB?: number } }
  return estimate.usageDetails?.indexedDB ?? estimate.usage ?? 0
}

/** Bytes that so many memories take, facts and their messages, after upkeep. */
async function fill({
  name,
  memories,
  storage,
}: {
  name: string
  memories: number
  storage: Storage
}): Promise<{ bytes: number; vectorBytes: number; rows: number }> {
  const before = await usage()
  const options: Partial<OpenOptions> =
    storage === 'none' ? { embedder: false } : { embedder: hashEmbedder({ dimensions: 384 }), vectorStorage: storage }
  const memory = await Memory.open({ name, scope: SCOPE, extractor: false, persist: false, ...options })
  for (let from = 0; from < memories; from += CHUNK) {
    const texts = Array.from({ length: Math.min(CHUNK, memories - from) }, (_, i) => ({
      role: 'user',
      content: chatText(from + i),
      id: `m${from + i}`,
    }))
    await memory.add(texts, { infer: false })
  }
  await memory.idle()
  const { vectors } = await memory.health()
  await memory.close()
  return {
    bytes: (await usage()) - before,
    vectorBytes: storage === 'none' ? 0 : vectors.rows * 384 * (storage === 'int8' ? 1 : 4),
    rows: vectors.rows,
  }
}

const TOP = 10

/** What a round trip through int8 does to the best ten, with the real model's vectors: recall, and recall by value (a true score within 1e-4 of the tenth). */
async function recall({
  memories,
  queries,
}: {
  memories: number
  queries: number
}): Promise<{ recall: number; byValue: number; largest: number }> {
  const embedder = transformersEmbedder()
  const embed = async (texts: string[], purpose: 'query' | 'passage') =>
    (await embedder.embed(texts, purpose)).map(({ vectors }) => vectors[0] as Float32Array)
  const texts = [...new Set(Array.from({ length: memories }, (_, i) => chatText(i)))]
  const exact = await embed(texts, 'passage')
  const { dimensions } = embedder
  const less = exact.map((vector) => decodeRows(encodeRows(1, vector, dimensions, 'int8'), dimensions))
  let [found, good, all, largest] = [0, 0, 0, 0]
  for (const query of await embed(
    Array.from({ length: queries }, (_, i) => chatText(memories + i, 1)),
    'query',
  )) {
    const scores = (rows: readonly Float32Array[]) =>
      rows.map((row) => row.reduce((sum, value, i) => sum + value * (query[i] as number), 0))
    const [truth, told] = [scores(exact), scores(less)]
    const best = (values: readonly number[]) =>
      [...values.keys()].sort((a, b) => (values[b] as number) - (values[a] as number)).slice(0, TOP)
    const wanted = best(truth)
    const least = truth[wanted.at(-1) as number] as number
    for (const i of best(told)) {
      all++
      if (wanted.includes(i)) found++
      if ((truth[i] as number) >= least - 1e-4) good++
    }
    truth.forEach((score, i) => (largest = Math.max(largest, Math.abs(score - (told[i] as number)))))
  }
  await embedder.dispose()
  return { recall: found / all, byValue: good / all, largest }
}

const TASKS = { fill, recall }

Object.assign(window, { run: (options: { task: keyof typeof TASKS }) => TASKS[options.task](options as never) })
