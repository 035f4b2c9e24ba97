import { describe, expect, it } from 'vitest'
import { ManagedEmbedder } from '../../src/embed/managed-embedder.js'
import { transformersEmbedder } from '../../src/embed/transformers.js'
import { workerKeywordIndex } from '../../src/index/keyword/worker-index.js'
import { hashEmbedder } from '../../src/testing/index.js'
import { start, STORES, stubEmbedder, texts } from '../memory/support.js'
import { atEnd, settledAndSound } from './support.js'

const never = new Promise<never>(() => {})

describe.each(STORES)('an embedder that never answers (hashEmbedder, %s)', (kind) => {
  it('keeps nobody who gives up: add resolves with what is stored, search answers by words, close() closes', async () => {
    const rig = await start(kind, { embedder: stubEmbedder({ embed: () => never }) })
    const { memory } = rig
    const giveUp = new AbortController()
    const adding = memory.add('My sister keeps bees.', { infer: false, signal: giveUp.signal })
    // Whoever does not wait has stored it already.
    expect((await memory.add('The car is red.', { infer: false, wait: false })).results[0]?.event).toBe('ADD')
    giveUp.abort()
    const { results, report, job } = await adding
    expect(results[0]?.event).toBe('ADD')
    expect(report.embedding).toBe('waiting')
    expect(job).toEqual(expect.any(String))
    await expect(memory.search('bees', { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ code: 'ABORTED' })
    expect((await memory.getAll()).total).toBe(2)
    // Opening on the same data closes it first.
    const again = await rig.reopen({ embedder: hashEmbedder() })
    expect(await settledAndSound(again)).toEqual({ rows: 2, findings: [], jobs: 0 })
    expect(await texts(again.search('bees'))).toContain('My sister keeps bees.')
  })

  it('nor one that never loads', async () => {
    const { memory } = await start(kind, { embedder: stubEmbedder({ load: () => never }) })
    const { report } = await memory.add('one', { infer: false, signal: AbortSignal.timeout(50) })
    expect(report.embedding).toBe('waiting')
    await expect(memory.context('one', { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ code: 'ABORTED' })
    await memory.close()
  })
})

describe('an embedder that is waited for (hashEmbedder)', () => {
  it('counts as out of reach when nothing is heard of it, and is asked again', async () => {
    let hangs = true
    const embed = hashEmbedder().embed
    const embedder = new ManagedEmbedder(
      stubEmbedder({ embed: (...args) => (hangs ? never : embed(...args)) }),
      undefined,
      { load: 50, query: 20, passage: 30 },
    )
    await expect(embedder.embed(['x'], 'query')).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    await expect(embedder.embed(['x'], 'passage')).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    hangs = false
    expect(await embedder.embed(['x'], 'query')).toHaveLength(1)
  })

  it('may take as long as it tells of its loading', async () => {
    const slow = stubEmbedder({
      load: async ({ onProgress } = {}) => {
        for (let i = 0; i < 20; i++) {
          await new Promise((resolve) => setTimeout(resolve, 20))
          onProgress?.({ item: 'model', loaded: i, total: 20 })
        }
      },
    })
    const embedder = new ManagedEmbedder(slow, undefined, { load: 300, query: 1_000, passage: 1_000 })
    expect(await embedder.embed(['x'], 'query')).toHaveLength(1)
    const hung = new ManagedEmbedder(stubEmbedder({ load: () => never }), undefined, {
      load: 30,
      query: 1_000,
      passage: 1_000,
    })
    await expect(hung.embed(['x'], 'query')).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    expect(hung.state).toBe('failed')
  })

  it('must stay what it was when the memory was opened: vectors of two models never mix', async () => {
    const plug = { ...hashEmbedder() }
    const rig = await start('inMemoryStore', { embedder: plug })
    await rig.memory.add('My sister keeps bees.', { infer: false })
    Object.assign(plug, { fingerprint: 'another:64' })
    const { report } = await rig.memory.add('The car is red.', { infer: false })
    expect(report).toMatchObject({ embedding: 'waiting', problems: [{ code: 'MODEL_STALE' }] })
    const found = await rig.memory.search('bees')
    expect(found.report).toMatchObject({ dense: 'failed', keywords: 'used', problems: [{ code: 'MODEL_STALE' }] })
    expect(found.results[0]?.memory).toBe('My sister keeps bees.')
    expect(await settledAndSound(await rig.reopen())).toEqual({ rows: 2, findings: [], jobs: 0 })
  })
})

describe('a worker that ends', () => {
  it.each(['is terminated', 'crashes (an error event, faked)'])(
    'the keyword worker %s: searches go on by meaning, and by words once it is rebuilt (hashEmbedder, IndexedDB)',
    async (how) => {
      const workers: Worker[] = []
      const makeWorker = (): Worker => {
        const worker = new Worker(new URL('../../src/index/keyword/keyword.worker.ts', import.meta.url), {
          type: 'module',
        })
        workers.push(worker)
        return worker
      }
      const { memory, warnings } = await start('IndexedDB', { keywordIndex: workerKeywordIndex(makeWorker) })
      await memory.add(['My sister keeps bees.', 'The car is red.'], { infer: false })
      await memory.idle()
      const [worker] = workers
      if (how === 'is terminated') worker?.terminate()
      else worker?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
      const during = await Promise.all([memory.search('bees'), memory.add('Ann has goats.', { infer: false })])
      expect(during[0].report.dense).toBe('used')
      await expect.poll(async () => (await memory.search('goats')).report.keywords, { timeout: 20_000 }).toBe('used')
      await memory.idle()
      expect((await memory.health()).keywords).toMatchObject({ state: 'used', documents: 3 })
      expect(await settledAndSound(memory)).toEqual({ rows: 3, findings: [], jobs: 0 })
      expect(warnings.map(({ code }) => code)).toContain('INDEX_FAILED')
      expect(workers.length).toBe(2)
    },
  )

  it('the embedding worker is terminated in the middle of its work: the next one does it (real model), whose kept files were damaged meanwhile', async () => {
    const workers: Worker[] = []
    const worker = (): Worker => {
      workers.push(new Worker(new URL('../../src/embed/transformers.worker.ts', import.meta.url), { type: 'module' }))
      return workers.at(-1) as Worker
    }
    const embedder = transformersEmbedder({ worker, device: 'wasm' })
    atEnd(() => embedder.dispose())
    const { memory } = await start('inMemoryStore', { embedder })
    await memory.add('My sister keeps bees.', { infer: false })
    // Both ways in which a copy on the device goes bad: cut short, and other bytes of the right length.
    const cache = await caches.open('locket-models')
    const [cut, changed] = (await cache.keys()).filter(({ url }) => url.includes('sha256')) as [Request, Request]
    await cache.put(cut, new Response((await ((await cache.match(cut)) as Response).arrayBuffer()).slice(0, 1_000)))
    const bytes = new Uint8Array(await ((await cache.match(changed)) as Response).arrayBuffer())
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1
    await cache.put(changed, new Response(bytes))

    const adding = memory.add(
      Array.from({ length: 8 }, (_, i) => `Sentence number ${i} about the keeper of many animals.`),
      { infer: false },
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
    workers[0]?.terminate()
    const { results } = await adding
    expect(results).toHaveLength(8)
    await expect.poll(() => workers.length).toBe(2)
    expect(await settledAndSound(memory)).toEqual({ rows: 9, findings: [], jobs: 0 })
    expect((await memory.search('who looks after insects?')).report.dense).toBe('used')
  })
})
