import { describe, expect, test, vi } from 'vitest'
import { seeded } from '../../../bench/seeded.js'
import { Bitmask } from '../../../src/values/bitmask.js'
import { exactIndex } from '../../../src/index/vector/exact/index.js'
import { hnswIndex, type HnswIndex, type HnswIndexOptions } from '../../../src/index/vector/hnsw/index.js'
import { Memory } from '../../../src/memory.js'
import { inMemoryStore } from '../../../src/store/memory-store.js'
import { hashEmbedder } from '../../../src/testing/index.js'
import { addRows, bruteForce, randomUnit, vectorIndexConformance, type Row } from './conformance.js'

/** Every search waits for the graph, so that it is the graph that answers wherever it may: from four times `efSearch` rows on. */
function settled(): HnswIndex {
  const index = hnswIndex({ efSearch: 128 })
  const search = index.search.bind(index)
  index.search = async (...asked) => {
    if (index.size >= 4 * 128) {
      await index.idle()
      expect([index.state, index.reason]).toEqual(['ready', undefined])
    }
    return search(...asked)
  }
  return index
}

// 0.9: the graph may miss one document in ten by value, the exact scan none.
vectorIndexConformance('hnsw index, graph ready', settled, { recall: 0.9 })

/** An index and what it asks of its workers, which are real and can be told to crash. */
function watched(options: HnswIndexOptions = {}) {
  const workers: Worker[] = []
  const asked: string[] = []
  const ended: Worker[] = []
  const index = hnswIndex({
    ...options,
    makeWorker() {
      const worker = new Worker(new URL('./hnsw-crash.worker.ts', import.meta.url), { type: 'module' })
      const { postMessage, terminate } = worker
      worker.postMessage = (message: { path?: string[] }, ...rest: unknown[]) => {
        asked.push(message.path?.join('.') ?? '')
        Reflect.apply(postMessage, worker, [message, ...rest])
      }
      worker.terminate = () => {
        ended.push(worker)
        terminate.call(worker)
      }
      workers.push(worker)
      return worker
    },
  })
  return { index, workers, asked, ended }
}

function someRows(count: number, dimensions: number, seed: number, from = 0): Row[] {
  const random = seeded(seed)
  return Array.from({ length: count }, (_, i) => ({ no: from + i, vector: randomUnit(random, dimensions) }))
}

/** Distinct documents that are there, at their true scores, best first, and at least 9 of 10 right. */
async function check(
  index: HnswIndex,
  rows: readonly Row[],
  query: Float32Array,
  k: number,
  allowed?: Bitmask,
): Promise<void> {
  const truth = bruteForce(rows, query, allowed)
  const hits = await index.search(query, k, allowed)
  expect(hits).toHaveLength(Math.min(k, truth.length))
  expect(new Set(hits.map(({ no }) => no)).size).toBe(hits.length)
  const exact = new Map(truth.map(({ no, score }) => [no, score]))
  for (const { no, score } of hits) expect(Math.abs(score - (exact.get(no) ?? Number.NaN))).toBeLessThanOrEqual(1e-4)
  expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a))
  const least = truth[hits.length - 1]!.score - 1e-4
  expect(hits.filter(({ no }) => exact.get(no)! >= least).length).toBeGreaterThanOrEqual(0.9 * hits.length)
}

const maskOf = (nos: number[]) => {
  const mask = new Bitmask(8192)
  for (const no of nos) mask.add(no)
  return mask
}

describe('hnsw index', () => {
  test('answers from the exact scan while the graph is built, then from the graph, with exact scores', async () => {
    const { index, asked } = watched()
    const rows = someRows(1500, 64, 1)
    const exact = exactIndex()
    for (const one of [index, exact]) {
      await one.open(64)
      await addRows(one, rows)
    }
    expect(index.state).toBe('building')
    for (const { vector } of rows.slice(0, 20))
      expect(await index.search(vector, 10)).toEqual(await exact.search(vector, 10))
    expect(asked).not.toContain('search')

    await index.idle()
    expect([index.state, index.reason]).toEqual(['ready', undefined])
    for (const { vector } of rows.slice(0, 20)) await check(index, rows, vector, 10)
    expect(asked.filter((call) => call === 'search')).toHaveLength(20)
    expect(index.bytes).toBeGreaterThan(exact.bytes)

    // One more row: behind again, at once and for a moment.
    const late = someRows(1, 64, 2, 1500)
    await addRows(index, late)
    expect((await index.search(late[0]!.vector, 1))[0]!.no).toBe(1500)
    await index.idle()
    expect((await index.search(late[0]!.vector, 1))[0]!.no).toBe(1500)
    await Promise.all([index.dispose(), exact.dispose()])
  })

  test('leaves selective filters and searches for much of the index to the exact scan', async () => {
    const { index, asked } = watched()
    const rows = someRows(1000, 32, 3)
    await index.open(32)
    await addRows(index, rows)
    await index.idle()
    const query = rows[5]!.vector
    const some = (keep: (no: number) => boolean) => maskOf(rows.map(({ no }) => no).filter(keep))
    await check(
      index,
      rows,
      query,
      10,
      some((no) => no % 100 === 0),
    )
    await check(
      index,
      rows,
      query,
      10,
      some((no) => no % 4 === 0),
    )
    await check(index, rows, query, 600)
    expect(asked).not.toContain('search')
    await check(
      index,
      rows,
      query,
      10,
      some((no) => no % 4 !== 0),
    )
    expect(asked).toContain('search')
    // Those nearest the query are what the filter forbids: the graph finds too few, the exact scan all.
    const near = new Set(
      bruteForce(rows, query)
        .slice(0, 300)
        .map(({ no }) => no),
    )
    await check(
      index,
      rows,
      query,
      10,
      some((no) => !near.has(no)),
    )
    await index.dispose()
  })

  test('has no duplicates and no ghosts after cycles of removing and adding, and rebuilds the graph in a fresh worker', async () => {
    const { index, workers, ended } = watched({ efSearch: 32 })
    await index.open(24)
    let rows = someRows(600, 24, 4)
    await addRows(index, rows)
    for (let cycle = 1; cycle <= 4; cycle++) {
      const gone = rows.map(({ no }) => no).filter((no) => no % 5 !== cycle)
      const { vector } = rows.find(({ no }) => no === gone[0])!
      await index.idle()
      await index.remove(gone)
      rows = rows.filter(({ no }) => !gone.includes(no))
      await check(index, rows, vector, 10)
      // While the rebuild runs: half come back elsewhere, some of them twice, some go again.
      const again = someRows(600, 24, 4 + cycle).filter(({ no }) => gone.includes(no) && no % 2 === 0)
      const twice = again.slice(0, 50).map(({ no }) => ({ no, vector: randomUnit(seeded(no), 24) }))
      await Promise.all([
        addRows(index, again),
        addRows(index, twice),
        index.remove(again.slice(20, 40).map(({ no }) => no)),
      ])
      const left = new Set(again.slice(20, 40).map(({ no }) => no))
      rows = [...rows, ...again, ...twice].filter(({ no }) => !left.has(no))
      const more = someRows(300, 24, 100 + cycle, 600 + 300 * cycle)
      await addRows(index, more)
      rows = [...rows, ...more]
      await check(index, rows, vector, 10)
      await index.idle()
      expect(index.state).toBe('ready')
      expect(index.size).toBe(rows.length)
      for (const query of [vector, rows[7]!.vector, more[3]!.vector]) await check(index, rows, query, 10)
    }
    expect(workers.length).toBeGreaterThan(2)
    expect(ended).toEqual(workers.slice(0, -1))
    await index.dispose()
    expect(ended).toEqual(workers)
  })

  test('falls back to the exact scan when the worker crashes, and says why', async () => {
    for (const whileBuilding of [true, false]) {
      const { index, workers, ended } = watched()
      const rows = someRows(1200, 48, 6)
      await index.open(48)
      await addRows(index, rows)
      if (!whileBuilding) await index.idle()
      const searches = rows.slice(0, 5).map(({ vector }) => check(index, rows, vector, 10))
      workers[0]!.postMessage('crash')
      searches.push(...rows.slice(0, 5).map(({ vector }) => check(index, rows, vector, 10)))
      await Promise.all(searches)
      await vi.waitUntil(() => index.state === 'unavailable', 30_000)
      await index.idle()
      expect(index.reason).toMatchObject({ code: 'INDEX_FAILED', message: expect.stringContaining('told to crash') })
      expect(ended).toEqual(workers)
      const more = someRows(10, 48, 7, 5000)
      await addRows(index, more)
      await index.remove([0])
      await check(index, [...rows.slice(1), ...more], more[0]!.vector, 10)
      expect(workers).toHaveLength(1)

      await index.open(48)
      expect(index.state).toBe('ready')
      await addRows(index, rows)
      await index.idle()
      expect([index.state, workers.length]).toEqual(['ready', 2])
      await index.dispose()
    }
  })

  test('gives up on a worker that falls silent', async () => {
    const { index, workers } = watched()
    const rows = someRows(1000, 16, 8)
    await index.open(16)
    await addRows(index, rows)
    await index.idle()
    Worker.prototype.terminate.call(workers[0])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const searched = check(index, rows, rows[0]!.vector, 5)
      await vi.advanceTimersByTimeAsync(10_000)
      await searched
    } finally {
      vi.useRealTimers()
    }
    expect([index.state, index.reason?.message]).toEqual(['unavailable', expect.stringContaining('did not answer')])
    await index.dispose()
  })

  test.each([
    [
      'none can be made',
      () => {
        throw new Error('no workers here')
      },
    ],
    ['its file is missing', () => new Worker('/there-is-no-such.worker.js', { type: 'module' })],
  ])('does without a worker when %s', async (_, makeWorker) => {
    const index = hnswIndex({ makeWorker })
    const rows = someRows(50, 8, 9)
    await index.open(8)
    await addRows(index, rows)
    await index.idle()
    expect([index.state, index.reason?.code]).toEqual(['unavailable', 'INDEX_FAILED'])
    await check(index, rows, rows[3]!.vector, 5)
    await index.dispose()
  })

  test.each([
    ["script-src 'self' 'wasm-unsafe-eval' blob:", 'unavailable', "must allow 'unsafe-eval'"],
    ["script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval' blob:", 'ready', ''],
  ])('under the content security policy %s it is %s, and right', async (policy, state, reason) => {
    const frame = document.createElement('iframe')
    const page = new URL('./hnsw-csp-page.ts', import.meta.url).pathname
    // In Firefox 'self' matches nothing in such a frame.
    frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy.replace("'self'", location.origin)}"><script type="module" src="${page}"></script>`
    const answer = new Promise<{ before: number[]; after: number[]; reason: string }>((resolve) => {
      addEventListener('message', (event) => event.source === frame.contentWindow && resolve(event.data))
    })
    document.body.append(frame)
    const { before, after, ...said } = await answer
    frame.remove()
    expect(said).toMatchObject({ state, reason: expect.stringContaining(reason) })
    const best = Array.from({ length: 100 }, (_, no) => ({ no, score: Math.sin(3 * no + 3) })).sort(
      (a, b) => b.score - a.score,
    )
    expect([...before, ...after]).toEqual([...best.slice(0, 3), { no: 500 }, ...best.slice(1, 3)].map(({ no }) => no))
  })

  test('makes no database in IndexedDB, where the library would', async () => {
    const index = settled()
    const rows = someRows(1300, 16, 10)
    await index.open(16)
    await addRows(index, rows)
    await check(index, rows, rows[0]!.vector, 5)
    // The library opens its database when it starts; given time, it would be there.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await index.dispose()
    // It is named for the folder that it is mounted at.
    expect((await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.startsWith('/'))).toEqual([])
  })

  test('refuses options out of range', () => {
    for (const options of [
      { m: 1 },
      { m: 101 },
      { m: 2.5 },
      { efConstruction: 10 },
      { efSearch: 0 },
      { efSearch: Number.NaN },
    ])
      expect(() => hnswIndex(options)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  })

  test('serves Memory: add, search, purge (hashEmbedder, inMemoryStore)', async () => {
    const { index, asked } = watched()
    const memory = await Memory.open({
      name: 'hnsw',
      scope: { userId: 'ana' },
      embedder: hashEmbedder(),
      extractor: false,
      store: inMemoryStore(),
      vectorIndex: index,
    })
    const words = ['amber', 'basil', 'cedar', 'delta', 'ember', 'fjord', 'grove']
    // A search asks for the best 200, for which the graph is of use in this many rows only.
    const { messages } = await memory.add(
      Array.from({ length: 1800 }, (_, i) => `${words[i % 7]} ${words[(3 * i) % 5]} number${i}`),
    )
    const keeper = 'The lighthouse keeper plays the accordion.'
    await memory.add(keeper)
    const ready = async () => {
      await memory.idle()
      await index.idle()
      expect([index.state, index.reason]).toEqual(['ready', undefined])
      expect((await memory.health()).vectors.rows).toBe(index.size)
    }
    await ready()
    expect(index.size).toBe(1801)
    const [found] = (await memory.search('lighthouse accordion')).results
    expect(found?.memory).toBe(keeper)
    expect(asked).toContain('search')

    const gone = [found!.id, ...messages.slice(0, 5).map(({ id }) => id!)]
    for (const id of gone) await memory.messages.delete(id, { purge: true })
    await ready()
    expect(index.size).toBe(1795)
    for (const query of ['lighthouse accordion', 'amber number0', 'basil number1'])
      expect(
        (await memory.search(query)).results.filter(({ id, memory: text }) => gone.includes(id) || text === keeper),
      ).toEqual([])
    await memory.close()
  })
})
