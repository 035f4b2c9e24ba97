import type { Bitmask } from '../../../values/bitmask.js'
import { IndexError, InputError } from '../../../values/errors.js'
import { trustedWorker } from '../../../platform/trusted-types.js'
import { exactIndex } from '../exact/index.js'
import type { VectorHit, VectorIndex } from '../vector-index.js'
import { Graph } from './graph.js'

export interface HnswIndexOptions {
  /** Links per row, 2 to 100; more find better and take more memory and time to build. Default 32. */
  m?: number
  /** Candidates weighed for a new row's links, at least `m`; more find better and take longer to build. Default 128. */
  efConstruction?: number
  /** Candidates that a search keeps, at least; more find better and take longer. Default 128. */
  efSearch?: number
  /** An application's own `Worker` running `hnsw.worker.js`, for bundlers that cannot find it. */
  makeWorker?: () => Worker
}

export interface HnswIndex extends VectorIndex {
  readonly kind: 'hnsw'
  /**
   * `ready`: the graph holds every row and answers. `building`: it does not yet, and the exact scan answers.
   * `unavailable`: the exact scan answers until `open` is called again; `reason` says why.
   */
  readonly state: 'building' | 'ready' | 'unavailable'
  readonly reason: IndexError | undefined
  /** Resolves when the state is no longer `building`. */
  idle(): Promise<void>
}

/**
 * Below this share of allowed rows the exact scan answers: it takes less the fewer they are, the graph more. See
 * docs/vector-index.md.
 */
const FEW = 1 / 2

/** Where the graph would have to return more than this share of its rows, scanning them is faster. */
const MOST = 1 / 4

/**
 * Candidates fetched for each one needed, beside the filter's and the dead rows' share: documents may have several
 * rows.
 */
const MARGIN = 2

/** A new graph replaces one with more dead rows than this, as a share and in number. */
const DEAD_SHARE = 1 / 4
const DEAD_ROWS = 256

const hnswWorker = (): Worker =>
  trustedWorker(() => new Worker(new URL('./hnsw.worker.js', import.meta.url), { type: 'module', name: 'locket-hnsw' }))

/**
 * An approximate index over hnswlib-wasm, an optional peer (`npm i hnswlib-wasm`), for stores so large that the exact
 * scan is too slow; docs/vector-index.md says when that is. The graph is built in a worker and kept nowhere: every
 * start builds it again.
 *
 * An exact index holds the same rows. It answers until the graph has caught up, where a filter leaves few rows, and for
 * good where there can be no graph (no worker, no library, a policy without `unsafe-eval`); and it scores what the
 * graph finds, so a returned score is always exact. Only which documents are returned is approximate. A removed row
 * leaves the worker's memory when the graph is next rebuilt.
 *
 * @throws InputError `INVALID_INPUT` when an option is out of its range
 */
export function hnswIndex(options: HnswIndexOptions = {}): HnswIndex {
  const { m = 32, efConstruction = 128, efSearch = 128, makeWorker = hnswWorker } = options
  within('m', m, 2, 100)
  within('efConstruction', efConstruction, m)
  within('efSearch', efSearch, 1)
  return new GraphIndex({ m, efConstruction, efSearch, makeWorker })
}

class GraphIndex implements HnswIndex {
  readonly kind = 'hnsw'
  readonly #options: Required<HnswIndexOptions>
  readonly #exact = exactIndex()
  #dimensions = 0
  #graph: Graph | undefined
  #reason: IndexError | undefined
  /** The graph that rows are copied from, and the copying. */
  #source: Graph | undefined
  #rebuilding: Promise<void> | undefined
  #changes: Promise<unknown> = Promise.resolve()

  constructor(options: Required<HnswIndexOptions>) {
    this.#options = options
  }

  get state(): 'building' | 'ready' | 'unavailable' {
    if (this.#reason) return 'unavailable'
    return this.#rebuilding || this.#graph?.behind ? 'building' : 'ready'
  }

  get reason(): IndexError | undefined {
    return this.#reason
  }

  get size(): number {
    return this.#exact.size
  }

  get bytes(): number {
    return this.#exact.bytes + (this.#graph?.bytes ?? 0)
  }

  async idle(): Promise<void> {
    await this.#changes
    while (this.state === 'building') await (this.#rebuilding ?? this.#graph?.settled())
  }

  open(dimensions: number): Promise<void> {
    return this.#change(async () => {
      this.#end()
      this.#reason = undefined
      await this.#exact.open(dimensions)
      this.#dimensions = dimensions
    })
  }

  add(nos: Uint32Array, rows: Float32Array): Promise<void> {
    return this.#change(async () => {
      await this.#exact.add(nos, rows)
      if (nos.length === 0 || this.#reason) return
      this.#graph ??= this.#start()
      this.#graph?.add(nos, rows)
    })
  }

  remove(nos: Iterable<number>): Promise<void> {
    return this.#change(async () => {
      const removed = [...nos]
      await this.#exact.remove(removed)
      const graph = this.#graph
      if (!graph) return
      for (const no of removed) {
        graph.remove(no)
        this.#source?.remove(no)
      }
      const dead = graph.size - this.size
      if (!this.#rebuilding && dead > DEAD_ROWS && dead > graph.size * DEAD_SHARE)
        this.#rebuilding = this.#rebuild(graph).finally(() => (this.#rebuilding = undefined))
    })
  }

  async search(query: Float32Array, k: number, allowed?: Bitmask): Promise<VectorHit[]> {
    const found = await this.#candidates(query, k, allowed)
    if (found) {
      const nos = Uint32Array.from(found)
      const scores = await this.#exact.scores(query, nos)
      const hits: VectorHit[] = []
      // NaN: removed, and still in the graph.
      for (const [i, no] of nos.entries())
        if (!Number.isNaN(scores[i]) && (allowed?.has(no) ?? true)) hits.push({ no, score: scores[i] as number })
      if (hits.length >= k) return hits.sort((a, b) => b.score - a.score || a.no - b.no).slice(0, k)
    }
    return this.#exact.search(query, k, allowed)
  }

  scores(query: Float32Array, nos: Uint32Array): Promise<Float32Array> {
    return this.#exact.scores(query, nos)
  }

  vectors(nos: Uint32Array): Promise<(Float32Array | undefined)[]> {
    return this.#exact.vectors(nos)
  }

  dispose(): Promise<void> {
    this.#end()
    return this.#change(async () => {
      this.#end()
      await this.#exact.dispose()
    })
  }

  /** Documents that hold the best ones, most likely; undefined when the exact scan is to answer. */
  #candidates(query: Float32Array, k: number, allowed?: Bitmask): Promise<Set<number> | undefined> | undefined {
    const graph = this.#graph
    // A query that cannot be asked: the exact index says why.
    if (
      !graph ||
      this.state !== 'ready' ||
      !(k >= 1) ||
      query.length !== this.#dimensions ||
      !query.every(Number.isFinite)
    )
      return undefined
    const share = graph.share(allowed)
    if (share < FEW) return undefined
    const count = Math.max(this.#options.efSearch, Math.ceil((MARGIN * k) / share))
    return count > graph.size * MOST ? undefined : graph.search(query, count)
  }

  #start(): Graph | undefined {
    const { m, efConstruction, makeWorker } = this.#options
    try {
      return new Graph(
        makeWorker(),
        { dimensions: this.#dimensions, m, efConstruction, library: libraryAddress() },
        (reason) => this.#fail(reason),
      )
    } catch (cause) {
      this.#fail(
        new IndexError('INDEX_FAILED', 'There is no worker for the graph.', {
          cause,
          hint: 'Allow it with the content security policy worker-src.',
        }),
      )
      return undefined
    }
  }

  #fail(reason: IndexError): void {
    this.#reason = reason
    this.#end()
  }

  #end(): void {
    this.#graph?.end()
    this.#source?.end()
    this.#graph = undefined
  }

  async #rebuild(old: Graph): Promise<void> {
    const next = this.#start()
    this.#graph = next
    this.#source = old
    if (next) await old.copyTo(next)
    old.end()
    this.#source = undefined
  }

  #change(work: () => Promise<void>): Promise<void> {
    const done = this.#changes.then(work)
    // The caller has the failure; the next change is not concerned.
    this.#changes = done.catch(() => undefined)
    return done
  }
}

/** Where the page's import map has the library; undefined with a bundler, which finds it for the worker. */
function libraryAddress(): string | undefined {
  try {
    return import.meta.resolve('hnswlib-wasm')
  } catch {
    return undefined
  }
}

function within(name: string, value: number, least: number, most = Infinity): void {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new InputError(
      'INVALID_INPUT',
      `${name} must be an integer ${most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`}.`,
      { value },
    )
}
