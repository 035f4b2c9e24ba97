import {
  indexedDbStore,
  Memory,
  type Embedder,
  type KeywordIndex,
  type SearchOptions,
  type VectorIndex,
} from 'locket-memory'
import { exactIndex } from 'locket-memory/exact'
import { miniSearchIndex, workerKeywordIndex } from 'locket-memory/minisearch'
import { hashEmbedder } from 'locket-memory/testing'
import { Bitmask } from '../../src/values/bitmask.js'
import { Catalog } from '../../src/index/catalog.js'
import { memoryRow, messageRow } from '../../src/index/catalog-row.js'
import { EntityLane } from '../../src/index/entities/entity-lane.js'
import { readSegments } from '../../src/store/segments.js'
import { median, recorder, steps, type Steps } from '../write/recorder.js'
import { APP, fileOf, toldAt, type BenchScope } from './file.js'
import { told } from './texts.js'

/** The stand-in of 384 dimensions, since only mechanics are timed. */
const standIn = (): Embedder => hashEmbedder({ dimensions: 384 })
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function vectorOf(embedder: Embedder, text: string): Promise<Float32Array> {
  const [embedding] = await embedder.embed([text], 'query')
  return embedding?.vectors[0] as Float32Array
}

async function usage(): Promise<number> {
  return (await navigator.storage.estimate()).usage ?? 0
}

export interface Filled {
  documents: number
  /** Taking in, linking, upkeep. */
  totalMs: number
  bytes: number
}

async function fill({ name, scopes }: { name: string; scopes: BenchScope[] }): Promise<Filled> {
  const before = await usage()
  const start = performance.now()
  const memory = await Memory.open({ name, embedder: standIn(), extractor: false, scope: { appId: APP } })
  const { added } = await memory.import(await fileOf(scopes, standIn()))
  await memory.idle()
  const totalMs = performance.now() - start
  const { vectors, pending, warnings } = await memory.health()
  if (vectors.rows < added || pending.jobs > 0)
    throw new Error(`not embedded: ${JSON.stringify({ added, vectors, pending, warnings })}`)
  await memory.close()
  return { documents: added, totalMs, bytes: (await usage()) - before }
}

interface Bench {
  memory: Memory
  embedder: Embedder
  vectorIndex: VectorIndex
  keywordIndex: KeywordIndex
}

/** The default indexes, at hand. */
async function opened(name: string): Promise<Bench> {
  const embedder = standIn()
  const [vectorIndex, keywordIndex] = [exactIndex(), workerKeywordIndex()]
  const memory = await Memory.open({
    name,
    embedder,
    extractor: false,
    scope: { appId: APP },
    vectorIndex,
    keywordIndex,
  })
  await memory.idle()
  return { memory, embedder, vectorIndex, keywordIndex }
}

/** What a query may see, as a mask for the plain searches. */
async function allowedOf(name: string, userId: string | undefined): Promise<Bitmask> {
  const store = indexedDbStore(name)
  await store.open()
  const mask = await store.read(['messages', 'memories'], async (tx) => {
    const rows = [...(await tx.list('messages')), ...(await tx.list('memories'))]
    const mask = new Bitmask(rows.reduce((most, { no }) => Math.max(most, no), 0) + 1)
    for (const { no, scope } of rows) if (userId === undefined || scope.userId === userId) mask.add(no)
    return mask
  })
  store.close()
  return mask
}

export interface Queried {
  /** Of each query: the milliseconds of Locket's search, and of the exact scan and the keyword search one after the other. */
  searchMs: number[]
  scanMs: number[]
  keywordMs: number[]
  results: number
}

interface QueryOptions {
  name: string
  userId?: string
  queries: number
  times: number
  options?: SearchOptions
  /** Instead of `search`: a block of so many tokens. */
  budgetTokens?: number
  /** A message is added right before each search. */
  afterWrite?: boolean
}

/** Locket's own search beside the two plain ones, turn by turn, over the same rows; each figure is the median of `times` runs of one query. */
async function query({
  name,
  userId,
  queries,
  times,
  options = {},
  budgetTokens,
  afterWrite = false,
}: QueryOptions): Promise<Queried> {
  const { memory, embedder, vectorIndex, keywordIndex } = await opened(name)
  const allowed = await allowedOf(name, userId)
  const result: Queried = { searchMs: [], scanMs: [], keywordMs: [], results: 0 }
  const topK = options.topK ?? 10
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  for (let q = -3; q < queries; q++) {
    const text = told(Math.abs(q) * 37 + 5).question
    const vector = await vectorOf(embedder, text)
    const given = { ...options, ...(userId === undefined ? {} : { userId }), vector }
    const runs: [number, number, number][] = []
    for (let i = 0; i < times; i++) {
      await pause(2)
      if (afterWrite)
        await memory.add(
          { content: told(900_000 + Math.abs(q) * times + i).message, at: toldAt(i) },
          { userId: userId ?? 'ana', appId: APP },
        )
      let found = 0
      const own = (): Promise<number> =>
        timed(async () => {
          found = (
            budgetTokens === undefined
              ? await memory.search(text, given)
              : await memory.context(text, { ...given, budgetTokens })
          ).results.length
        })
      const ownFirst = i % 2 === 0
      const before = ownFirst ? await own() : 0
      const scan = await timed(() => vectorIndex.search(vector, topK, allowed))
      const words = await timed(() => keywordIndex.search(text, topK, allowed))
      runs.push([ownFirst ? before : await own(), scan, words])
      if (q >= 0 && i === 0) result.results += found / queries
    }
    // The first queries warm up.
    if (q < 0) continue
    for (const [i, list] of [result.searchMs, result.scanMs, result.keywordMs].entries())
      list.push(median(runs.map((run) => run[i] as number)))
  }
  await memory.close()
  return result
}

/** Where a search's time goes, by the calls that it makes. */
async function profile({
  name,
  userId,
  queries,
}: {
  name: string
  userId?: string
  queries: number
}): Promise<Steps & { total: number }> {
  const { store, vectorIndex, keywordIndex, calls } = recorder(indexedDbStore(name), exactIndex(), workerKeywordIndex())
  const embedder = standIn()
  const memory = await Memory.open({
    name,
    embedder,
    extractor: false,
    scope: { appId: APP, ...(userId === undefined ? {} : { userId }) },
    store,
    vectorIndex,
    keywordIndex,
  })
  await memory.idle()
  const measured: (Steps & { total: number })[] = []
  for (let q = -3; q < queries; q++) {
    const text = told(Math.abs(q) * 37 + 5).question
    const vector = await vectorOf(embedder, text)
    await pause(5)
    calls.length = 0
    const start = performance.now()
    await memory.search(text, { vector })
    const end = performance.now()
    if (q >= 0) measured.push({ ...steps(calls, start, end), total: end - start })
  }
  await memory.close()
  return Object.fromEntries(
    Object.keys(measured[0] as Steps).map((step) => [step, median(measured.map((one) => one[step as keyof Steps]))]),
  ) as unknown as Steps & { total: number }
}

export interface Held {
  documents: number
  vectorBytes: number
  sampleBytes: number
  /** Of the objects that the page holds for it: what the heap grows by. */
  keywordHeap: number
  /** What the index is as a file. */
  keywordBytes: number
  catalogHeap: number
  entityHeap: number
}

/** What the indexes hold, each built alone and measured by the heap before and after, garbage collected. */
async function memoryOf({ name }: { name: string }): Promise<Held> {
  const store = indexedDbStore(name)
  await store.open()
  const grown = async <T>(build: () => Promise<T>): Promise<{ bytes: number; built: T }> => {
    const before = await heap()
    const built = await build()
    return { bytes: (await heap()) - before, built }
  }
  const catalog = await grown(async () => {
    const catalog = new Catalog()
    await eachBatch(store, ({ messages, memories }) => {
      for (const row of messages) catalog.put(messageRow(row))
      for (const row of memories) catalog.put(memoryRow(row))
    })
    return catalog
  })
  const entities = await grown(async () => {
    const lane = new EntityLane(store)
    await lane.load()
    return lane
  })
  const keywords = await grown(async () => {
    const index = miniSearchIndex()
    await eachBatch(store, ({ messages, memories }) =>
      index.add(
        [...messages, ...memories].map((row) => ({
          no: row.no,
          text: row.text,
          at: 'at' in row ? row.at : row.observedAt,
        })),
      ),
    )
    return index
  })
  const vectors = exactIndex()
  await vectors.open(384)
  for await (const { labels, rows } of readSegments(store, { fingerprint: standIn().fingerprint }))
    await vectors.add(labels, rows)
  const snapshot = await keywords.built.save()
  const held: Held = {
    documents: [...catalog.built.values()].length,
    vectorBytes: vectors.bytes,
    sampleBytes: Math.min(vectors.size, 2048) * 384 * 4,
    keywordHeap: keywords.bytes,
    keywordBytes: snapshot.json.length,
    catalogHeap: catalog.bytes,
    entityHeap: entities.built.index.size === 0 ? 0 : entities.bytes,
  }
  store.close()
  return held
}

async function eachBatch(
  store: ReturnType<typeof indexedDbStore>,
  take: (rows: {
    messages: Parameters<typeof messageRow>[0][]
    memories: Parameters<typeof memoryRow>[0][]
  }) => unknown,
): Promise<void> {
  for (const table of ['messages', 'memories'] as const)
    for (let from = 0; ;) {
      const rows = await store.read([table], (tx) => tx.list(table, { from, after: true, limit: 1_000 }))
      const last = rows.at(-1)
      if (!last) break
      from = last.no
      await take({ messages: [], memories: [], [table]: rows })
    }
}

/** Needs --enable-precise-memory-info and --expose-gc. */
async function heap(): Promise<number> {
  const { gc } = globalThis as unknown as { gc?: () => void }
  const { memory } = performance as unknown as { memory?: { usedJSHeapSize: number } }
  if (!gc || !memory) throw new Error('this browser was not started so that its heap can be measured')
  for (let i = 0; i < 4; i++) {
    gc()
    await pause(50)
  }
  return memory.usedJSHeapSize
}

export interface Written {
  messages: number
  facts: number
  addMs: number
  embedMs: number
  /** Of `addMs`, up to the first call of the embedder: the messages are on the disk by then. */
  journalMs: number
  /** Sums over the calls of each index; the keywords' are in their worker. */
  vectorIndexMs: number
  keywordIndexMs: number
  /** From the last answer of `add` until all is done: linking, merging of segments, the keyword snapshot. */
  idleMs: number
  bytes: number
}

/** What it costs to store messages, in calls of `chunk`; facts are drawn by the rules where `facts`. */
async function write({
  name,
  messages,
  chunk,
  facts,
}: {
  name: string
  messages: number
  chunk: number
  facts: boolean
}): Promise<Written> {
  const plug = standIn()
  let [embedMs, asked, first] = [0, 0, true]
  let journalMs = 0
  const embedder: Embedder = {
    ...plug,
    embed: async (texts, purpose, options) => {
      const start = performance.now()
      if (first) journalMs += start - asked
      first = false
      const embedded = await plug.embed(texts, purpose, options)
      embedMs += performance.now() - start
      return embedded
    },
  }
  const spent = { vectors: 0, keywords: 0 }
  const [vectorIndex, keywordIndex] = [exactIndex(), workerKeywordIndex()]
  for (const [index, what] of [
    [vectorIndex, 'vectors'],
    [keywordIndex, 'keywords'],
  ] as const) {
    const add = index.add.bind(index) as (...args: unknown[]) => Promise<void>
    Object.assign(index, {
      add: async (...args: unknown[]) => {
        const start = performance.now()
        await add(...args)
        spent[what] += performance.now() - start
      },
    })
  }
  const memory = await Memory.open({
    name,
    embedder,
    vectorIndex,
    keywordIndex,
    scope: { userId: 'ana' },
    ...(facts ? {} : { extractor: false }),
  })
  await memory.add({ content: told(1_000_000).message, at: toldAt(0) })
  await memory.idle()
  const before = await usage()
  embedMs = journalMs = spent.vectors = spent.keywords = 0
  let [addMs, found] = [0, 0]
  for (let from = 0; from < messages; from += chunk) {
    first = true
    asked = performance.now()
    const { results } = await memory.add(
      Array.from({ length: Math.min(chunk, messages - from) }, (_, i) => ({
        role: (from + i) % 2 === 0 ? 'user' : 'assistant',
        content: told(from + i).own,
        at: toldAt(from + i),
      })),
    )
    addMs += performance.now() - asked
    found += results.length
  }
  const start = performance.now()
  await memory.idle()
  const idleMs = performance.now() - start
  await memory.close()
  return {
    messages,
    facts: found,
    addMs,
    embedMs,
    journalMs,
    vectorIndexMs: spent.vectors,
    keywordIndexMs: spent.keywords,
    idleMs,
    bytes: (await usage()) - before,
  }
}

export interface Opened {
  openMs: number
  firstMs: number
  keywordsMs: number
}

/** From before `Memory.open`: to its answer, to the first result, and until the keywords are complete. */
async function open({ name }: { name: string }): Promise<Opened> {
  const embedder = standIn()
  const { question } = told(5)
  const vector = await vectorOf(embedder, question)
  await pause(200)
  const start = performance.now()
  const memory = await Memory.open({ name, embedder, extractor: false, scope: { appId: APP } })
  const openMs = performance.now() - start
  const { results } = await memory.search(question, { vector })
  if (results.length === 0) throw new Error('found nothing')
  const firstMs = performance.now() - start
  for (;;) {
    const { keywords } = await memory.health()
    if (keywords.state === 'used') break
    await pause(10)
  }
  const keywordsMs = performance.now() - start
  await memory.close()
  return { openMs, firstMs, keywordsMs }
}

declare global {
  interface Window {
    /** Offered by the bench: notes the processor time that the browser has used by then. */
    mark: () => Promise<void>
  }
}

/** The same questions again and again, by Locket's search or by the plain ones, between two marks. */
async function busy({
  name,
  userId,
  queries,
  times,
  own,
  options = {},
}: QueryOptions & { own: boolean }): Promise<void> {
  const { memory, embedder, vectorIndex, keywordIndex } = await opened(name)
  const allowed = await allowedOf(name, userId)
  const asked = await Promise.all(
    Array.from({ length: queries }, async (_, q) => {
      const { question } = told(q * 37 + 5)
      return { question, vector: await vectorOf(embedder, question) }
    }),
  )
  const round = async (): Promise<void> => {
    for (const { question, vector } of asked) {
      if (own) await memory.search(question, { ...options, vector, ...(userId === undefined ? {} : { userId }) })
      else
        await Promise.all([
          vectorIndex.search(vector, options.topK ?? 10, allowed),
          keywordIndex.search(question, options.topK ?? 10, allowed),
        ])
    }
  }
  for (let i = 0; i < 2; i++) await round()
  await window.mark()
  for (let i = 0; i < times; i++) await round()
  await window.mark()
  await memory.close()
}

const TASKS = { busy, fill, query, profile, memoryOf, write, open }

type Task = { [K in keyof typeof TASKS]: { task: K } & Parameters<(typeof TASKS)[K]>[0] }[keyof typeof TASKS]

Object.assign(window, {
  run: ({ task, ...options }: Task) => (TASKS[task] as (options: object) => Promise<unknown>)(options),
})
