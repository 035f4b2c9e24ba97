import { Bitmask } from '../../src/bitmask.js'
import { exactIndex } from '../../src/index/vector/exact/index.js'
import type { VectorHit } from '../../src/index/vector/vector-index.js'
import { clustered, type Data, seeded } from './data.js'
import { plainLoop } from './plain-loop.js'

/** One measured combination. `exact`: the index; `js`: the plain float32 loop in the same page. Both run in the page's thread. */
export interface Measurement {
  data: 'clustered' | 'near-duplicates'
  rows: number
  index: 'exact' | 'js'
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
const K = 10
const WARM_UP = 5
const QUERIES = 60
/** Queries whose hits are judged: the float64 truth is slow. */
const JUDGED = 12

interface Options {
  rows: number
  data: Measurement['data']
  kernel: 'wasm' | 'js'
}

/** Measures one number of rows; queries of the index and of the loop alternate, so that the machine's noise meets both. */
async function measure({ rows, data: kind, kernel }: Options): Promise<Measurement[]> {
  const data =
    kind === 'clustered'
      ? clustered(rows, DIMENSIONS, Math.max(10, Math.round(rows / 100)), 0.8, 0.8, 1)
      : // Groups of 200 copies, each component with noise of 1e-3.
        clustered(rows, DIMENSIONS, Math.max(1, Math.round(rows / 200)), 1e-3 * Math.sqrt(DIMENSIONS), 0.5, 2)
  const index = exactIndex({ kernel })
  const buildStart = performance.now()
  await index.open(DIMENSIONS)
  await index.add(
    Uint32Array.from({ length: rows }, (_, i) => i),
    data.rows,
  )
  const buildMs = performance.now() - buildStart

  const random = seeded(3)
  const mask = new Bitmask(rows)
  for (let no = 0; no < rows; no++) if (random() < 0.01) mask.add(no)

  const measurements: Measurement[] = []
  // One filter after the other: what runs after a loop over every row finds the processor's caches emptied.
  for (const filter of [1, 0.01] as const) {
    const allowed = filter === 1 ? undefined : mask
    const loop = async (query: Float32Array) => plainLoop(data.rows, DIMENSIONS, query, K, allowed)
    const pair = [
      { index: 'exact' as const, buildMs, bytes: index.bytes, search: (query: Float32Array) => index.search(query, K, allowed) },
      { index: 'js' as const, buildMs: 0, bytes: data.rows.byteLength, search: loop },
    ].map((entry) => ({ ...entry, times: [] as number[], tally: { right: 0, wanted: 0 } }))
    for (let i = 0; i < WARM_UP + QUERIES; i++) {
      const query = data.query()
      for (const { search, times, tally } of pair) {
        const start = performance.now()
        const hits = await search(query)
        const ms = performance.now() - start
        if (i < WARM_UP) continue
        times.push(ms)
        if (i < WARM_UP + JUDGED) judge(tally, hits, data, query, allowed)
      }
    }
    for (const { index, times, tally, buildMs, bytes } of pair)
      measurements.push({ data: kind, rows, index, filter, p50Ms: median(times), recall: tally.right / tally.wanted, buildMs, bytes })
  }
  await index.dispose()
  return measurements
}

function judge(tally: { right: number; wanted: number }, hits: VectorHit[], { rows }: Data, query: Float32Array, allowed: Bitmask | undefined): void {
  const exact = (no: number) => {
    let score = 0
    for (let i = 0; i < DIMENSIONS; i++) score += (query[i] as number) * (rows[no * DIMENSIONS + i] as number)
    return score
  }
  const scores: number[] = []
  for (let no = 0; no < rows.length / DIMENSIONS; no++) if (!allowed || allowed.has(no)) scores.push(exact(no))
  const best = Float64Array.from(scores).sort().reverse()
  const k = Math.min(K, best.length)
  const distinct = [...new Set(hits.map(({ no }) => no))]
  tally.wanted += k
  tally.right += distinct.filter((no) => (!allowed || allowed.has(no)) && exact(no) >= (best[k - 1] as number) - 1e-4).length
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] as number
}

Object.assign(window, { run: measure })
