import { Bitmask } from '../../src/values/bitmask.js'
import { exactIndex } from '../../src/index/vector/exact/index.js'
import { hnswIndex, type HnswIndexOptions } from '../../src/index/vector/hnsw/index.js'
import type { VectorHit } from '../../src/index/vector/vector-index.js'
import { seeded } from '../seeded.js'
import { clustered, type Data } from './data.js'
import { plainLoop } from './plain-loop.js'

type Contender = 'exact' | 'js' | 'hnsw'

/**
 * One measured combination. `exact`: the index; `js`: the plain float32 loop. Both run in the page's thread.
 * `hnsw`: `hnswIndex()` once its graph is built, in a worker; with the filter at 0.01 its exact scan answers, as designed.
 */
export interface Measurement {
  data: 'clustered' | 'near-duplicates'
  rows: number
  index: Contender
  /** Share of the documents that the search may return. */
  filter: 1 | 0.01
  p50Ms: number
  /** Share of hits whose float64 score is at least the k-th best float64 score less 1e-4. */
  recall: number
  buildMs: number
  /** Memory the rows take. */
  bytes: number
}

const DIMENSIONS = 384
const WARM_UP = 5
const QUERIES = 60
/** Queries whose hits are judged: the float64 truth is slow. */
const JUDGED = 12

interface Options {
  rows: number
  data: Measurement['data']
  kernel: 'wasm' | 'js'
  /** Documents asked for. */
  k: number
  indexes: Contender[]
  hnsw?: HnswIndexOptions
}

interface Built {
  buildMs: number
  bytes: number
  search(query: Float32Array, allowed?: Bitmask): Promise<VectorHit[]>
  dispose(): Promise<void>
}

/** Until it serves at full speed. */
async function build(contender: Contender, { rows }: Data, { kernel, hnsw, k }: Options): Promise<Built> {
  if (contender === 'js')
    return {
      buildMs: 0,
      bytes: rows.byteLength,
      search: async (query, allowed) => plainLoop(rows, DIMENSIONS, query, k, allowed),
      dispose: async () => undefined,
    }
  const start = performance.now()
  const index = contender === 'exact' ? exactIndex({ kernel }) : hnswIndex(hnsw)
  await index.open(DIMENSIONS)
  await index.add(
    Uint32Array.from({ length: rows.length / DIMENSIONS }, (_, i) => i),
    rows,
  )
  if ('idle' in index) {
    await index.idle()
    if (index.state !== 'ready') throw index.reason ?? new Error('The graph was not built.')
  }
  return {
    buildMs: performance.now() - start,
    bytes: index.bytes,
    search: (query, allowed) => index.search(query, k, allowed),
    dispose: () => index.dispose(),
  }
}

/** Measures one number of rows; queries of the indexes alternate, so that the machine's noise meets all. */
async function measure(options: Options): Promise<Measurement[]> {
  const { rows, data: kind, k } = options
  const data =
    kind === 'clustered'
      ? clustered(rows, DIMENSIONS, Math.max(10, Math.round(rows / 100)), 0.8, 0.8, 1)
      : // Groups of 200 copies, each component with noise of 1e-3.
        clustered(rows, DIMENSIONS, Math.max(1, Math.round(rows / 200)), 1e-3 * Math.sqrt(DIMENSIONS), 0.5, 2)
  const built: (Built & { index: Contender })[] = []
  for (const index of options.indexes) built.push({ index, ...(await build(index, data, options)) })

  const random = seeded(3)
  const mask = new Bitmask(rows)
  for (let no = 0; no < rows; no++) if (random() < 0.01) mask.add(no)

  const measurements: Measurement[] = []
  // One filter after the other: what runs after a loop over every row finds the processor's caches emptied.
  for (const filter of [1, 0.01] as const) {
    const allowed = filter === 1 ? undefined : mask
    const runs = built.map((entry) => ({ ...entry, times: [] as number[], tally: { right: 0, wanted: 0 } }))
    for (let i = 0; i < WARM_UP + QUERIES; i++) {
      const query = data.query()
      for (const { search, times, tally } of runs) {
        const start = performance.now()
        const hits = await search(query, allowed)
        const ms = performance.now() - start
        if (i < WARM_UP) continue
        times.push(ms)
        if (i < WARM_UP + JUDGED) judge(tally, hits, data, query, k, allowed)
      }
    }
    for (const { index, times, tally, buildMs, bytes } of runs)
      measurements.push({
        data: kind,
        rows,
        index,
        filter,
        p50Ms: median(times),
        recall: tally.right / tally.wanted,
        buildMs,
        bytes,
      })
  }
  for (const { dispose } of built) await dispose()
  return measurements
}

function judge(
  tally: { right: number; wanted: number },
  hits: VectorHit[],
  { rows }: Data,
  query: Float32Array,
  asked: number,
  allowed: Bitmask | undefined,
): void {
  const exact = (no: number) => {
    let score = 0
    for (let i = 0; i < DIMENSIONS; i++) score += (query[i] as number) * (rows[no * DIMENSIONS + i] as number)
    return score
  }
  const scores: number[] = []
  for (let no = 0; no < rows.length / DIMENSIONS; no++) if (!allowed || allowed.has(no)) scores.push(exact(no))
  const best = Float64Array.from(scores).sort().reverse()
  const k = Math.min(asked, best.length)
  const distinct = [...new Set(hits.map(({ no }) => no))]
  tally.wanted += k
  tally.right += distinct.filter(
    (no) => (!allowed || allowed.has(no)) && exact(no) >= (best[k - 1] as number) - 1e-4,
  ).length
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] as number
}

Object.assign(window, { run: measure })
