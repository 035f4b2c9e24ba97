import { indexedDbStore, Memory, type Embedder, type MessageInput } from 'locket-memory'
import { exactIndex } from 'locket-memory/exact'
import { workerKeywordIndex } from 'locket-memory/minisearch'
import { hashEmbedder } from 'locket-memory/testing'
import { transformersEmbedder } from 'locket-memory/transformers'
import { median, recorder, steps, type Steps } from './recorder.js'
import { chatText } from './texts.js'

const SCOPE = { userId: 'ana' }
/** Messages of one `add` while filling. */
const FILL = 1_000
const START = Date.UTC(2024, 0, 1)
const MINUTE = 60_000

/** Message `n` of the conversation: one every three minutes, forty a day. */
function message(n: number): MessageInput {
  return {
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: chatText(n),
    at: START + Math.floor(n / 40) * 1440 * MINUTE + (n % 40) * 3 * MINUTE,
    id: `m${n}`,
  }
}

const standIn = (): Embedder => hashEmbedder({ dimensions: 384 })
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function queryVector(embedder: Embedder, text: string): Promise<Float32Array> {
  const [embedding] = await embedder.embed([text], 'query')
  return embedding?.vectors[0] as Float32Array
}

export interface Bulk {
  messages: number
  addMs: number
  embedMs: number
  /** Of `addMs`, that during which the embedder was at work. */
  busyMs: number
  /** Of each chunk: what `add` took over what embedding alone took. */
  ratios: number[]
}

/** `add` against the embedder alone with texts of the same lengths in the same batches; chunks of both alternate, so that the machine's noise meets both. */
async function bulk({ messages, chunk }: { messages: number; chunk: number }): Promise<Bulk> {
  const plug = transformersEmbedder()
  let batches: number[] = []
  let busyMs = 0
  const embedder: Embedder = {
    ...plug,
    embed: async (texts, purpose, options) => {
      batches.push(texts.length)
      const start = performance.now()
      const embedded = await plug.embed(texts, purpose, options)
      busyMs += performance.now() - start
      return embedded
    },
  }
  const memory = await Memory.open({ name: 'bulk', embedder, extractor: false, scope: SCOPE })
  const texts = (from: number, variant: number): string[] =>
    Array.from({ length: chunk }, (_, i) => chatText(from + i, variant))
  const add = async (from: number): Promise<number> => {
    batches = []
    const start = performance.now()
    const { report } = await memory.add(texts(from, 0).map((content) => ({ role: 'user', content })))
    if (report.embedding !== 'done') throw new Error(`not embedded: ${JSON.stringify(report.problems)}`)
    return performance.now() - start
  }
  const embed = async (variants: readonly string[]): Promise<number> => {
    const start = performance.now()
    await plug.embed(variants, 'passage')
    return performance.now() - start
  }
  // Loads the model, and tells how `add` batches such a chunk.
  await add(messages)
  const sizes = batches
  busyMs = 0
  const adds: number[] = []
  const embeds: number[] = []
  for (let from = 0; from < messages; from += chunk) {
    const variants = texts(from, 1)
    let at = 0
    const parts = sizes.map((size) => variants.slice(at, (at += size)))
    let embedMs = 0
    // Half before and half after, so that a machine that grows faster or slower favours neither.
    for (const part of parts.slice(0, parts.length >> 1)) embedMs += await embed(part)
    adds.push(await add(from))
    for (const part of parts.slice(parts.length >> 1)) embedMs += await embed(part)
    embeds.push(embedMs)
  }
  await memory.close()
  await plug.dispose()
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
  return {
    messages,
    addMs: sum(adds),
    embedMs: sum(embeds),
    busyMs,
    ratios: adds.map((ms, i) => ms / (embeds[i] as number)),
  }
}

export interface Fill {
  added: number
  addMs: number
  /** Until the indexes had taken all in, segments were merged and the keyword snapshot was stored. */
  idleMs: number
  /** What the origin's storage grew by. */
  bytes: number
}

async function fill({ name, from, to }: { name: string; from: number; to: number }): Promise<Fill> {
  const usage = async (): Promise<number> => (await navigator.storage.estimate()).usage ?? 0
  const before = await usage()
  const memory = await Memory.open({ name, embedder: standIn(), extractor: false, scope: SCOPE })
  const start = performance.now()
  for (let n = from; n < to; n += FILL)
    await memory.add(Array.from({ length: Math.min(FILL, to - n) }, (_, i) => message(n + i)))
  const added = performance.now()
  await memory.idle()
  const idleMs = performance.now() - added
  await memory.close()
  return { added: to - from, addMs: added - start, idleMs, bytes: (await usage()) - before }
}

export interface Single {
  journalMs: number[]
  embedMs: number[]
  /** From the embedder's answer to `add`'s. */
  afterMs: number[]
}

async function single({
  name,
  from,
  times,
  facts,
}: {
  name: string
  from: number
  times: number
  facts: boolean
}): Promise<Single> {
  const plug = standIn()
  let [asked, answered] = [0, 0]
  const embedder: Embedder = {
    ...plug,
    embed: async (texts, purpose, options) => {
      asked = performance.now()
      const embedded = await plug.embed(texts, purpose, options)
      answered = performance.now()
      return embedded
    },
  }
  const memory = await Memory.open({ name, embedder, scope: SCOPE, ...(facts ? {} : { extractor: false }) })
  await memory.idle()
  const result: Single = { journalMs: [], embedMs: [], afterMs: [] }
  for (let i = 0; i < times + 3; i++) {
    await pause(40)
    const start = performance.now()
    await memory.add(message(from + i))
    const end = performance.now()
    // The first ones warm up.
    if (i < 3) continue
    result.journalMs.push(asked - start)
    result.embedMs.push(answered - asked)
    result.afterMs.push(end - answered)
  }
  await memory.close()
  return result
}

export interface Opened {
  openMs: number
  /** From before `Memory.open` to the first result. */
  firstMs: number
  /** Whether that result had keywords already. */
  keywordsUsed: boolean
  /** From before `Memory.open` until the keywords are complete. */
  keywordsMs: number
  /** Up to then: the longest task over 50 ms that the browser saw, and the longest silence of a timer that beats every 4 ms. */
  longTaskMs: number
  silenceMs: number
}

async function open({
  name,
  snapshot,
  documents,
}: {
  name: string
  snapshot: boolean
  documents: number
}): Promise<Opened> {
  if (!snapshot) await dropKeywordSnapshot(name)
  const embedder = standIn()
  const vector = await queryVector(embedder, chatText(0))
  const watch = watchThread()
  await pause(100)
  watch.restart()
  const start = performance.now()
  const memory = await Memory.open({ name, embedder, extractor: false, scope: SCOPE })
  const openMs = performance.now() - start
  const { results, report } = await memory.search(chatText(0), { vector })
  const firstMs = performance.now() - start
  if (results.length === 0) throw new Error('found nothing')
  for (;;) {
    const { keywords } = await memory.health()
    if (keywords.state === 'used' && keywords.documents >= documents) break
    await pause(20)
  }
  const keywordsMs = performance.now() - start
  await pause(100)
  const { longTaskMs, silenceMs } = watch.stop()
  await memory.close()
  return { openMs, firstMs, keywordsUsed: report.keywords === 'used', keywordsMs, longTaskMs, silenceMs }
}

/** As if the browser had evicted it, or the store had grown without it. */
function dropKeywordSnapshot(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`locket:${name}`)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const tx = opening.result.transaction(['caches'], 'readwrite')
      tx.objectStore('caches').clear()
      tx.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
}

function watchThread() {
  let [longTaskMs, silenceMs, last, running] = [0, 0, performance.now(), true]
  const observer = new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries())
      if (startTime >= since) longTaskMs = Math.max(longTaskMs, duration)
  })
  let since = last
  observer.observe({ type: 'longtask' })
  const beat = (): void => {
    const now = performance.now()
    silenceMs = Math.max(silenceMs, now - last)
    last = now
    if (running) setTimeout(beat, 1)
  }
  beat()
  return {
    restart: () => {
      since = last = performance.now()
      ;[longTaskMs, silenceMs] = [0, 0]
    },
    stop: () => {
      running = false
      observer.disconnect()
      return { longTaskMs, silenceMs }
    },
  }
}

export interface Searched {
  medianMs: number
  /** Medians of the steps; vectors and keywords are asked at once. */
  steps: Steps
}

async function search({ name, times }: { name: string; times: number }): Promise<Searched> {
  const { store, vectorIndex, keywordIndex, calls } = recorder(indexedDbStore(name), exactIndex(), workerKeywordIndex())
  const embedder = standIn()
  const memory = await Memory.open({ name, embedder, extractor: false, scope: SCOPE, store, vectorIndex, keywordIndex })
  await memory.idle()
  const totals: number[] = []
  const measured: Steps[] = []
  for (let i = 0; i < times + 5; i++) {
    const query = chatText(7 * i, 2)
    const vector = await queryVector(embedder, query)
    await pause(10)
    calls.length = 0
    const start = performance.now()
    await memory.search(query, { vector })
    const end = performance.now()
    if (i < 5) continue
    totals.push(end - start)
    measured.push(steps(calls, start, end))
  }
  await memory.close()
  const names = Object.keys(measured[0] as Steps) as (keyof Steps)[]
  return {
    medianMs: median(totals),
    steps: Object.fromEntries(
      names.map((step) => [step, median(measured.map((one) => one[step]))]),
    ) as unknown as Steps,
  }
}

const TASKS = { bulk, fill, single, open, search }

type Task = { [K in keyof typeof TASKS]: { task: K } & Parameters<(typeof TASKS)[K]>[0] }[keyof typeof TASKS]

Object.assign(window, {
  run: ({ task, ...options }: Task) => (TASKS[task] as (options: object) => Promise<unknown>)(options),
})
