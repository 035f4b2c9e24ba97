import type { Bitmask } from '../../../values/bitmask.js'
import { IndexError } from '../../../values/errors.js'
import type { VectorHit, VectorIndex } from '../vector-index.js'
import { BLOCK_ROWS, type Kernel } from './kernel.js'
import { Labels } from './labels.js'
import { quantiseQuery, quantiseRow, readRow } from './quantise.js'
import { scanAll, scanAllowed } from './scan.js'
import { Slices } from './slices.js'
import { TopDocuments } from './top-documents.js'
import { openWasmKernel } from './wasm-kernel.js'

export interface ExactIndexOptions {
  /**
   * `wasm` needs WebAssembly with SIMD and fails without; `js` is slower and runs everywhere. Default: the first that
   * works.
   */
  kernel?: 'wasm' | 'js'
  /** Upper limit of the memory for rows, in bytes; default: what the browser gives, at most 4 GiB. */
  maxBytes?: number
}

export interface ExactIndex extends VectorIndex {
  readonly kind: 'exact'
  /** Which kernel runs; undefined until opened. */
  readonly kernel: 'wasm' | 'js' | undefined
  vectors(nos: Uint32Array): Promise<(Float32Array | undefined)[]>
}

/** Rows between two looks at the clock. */
const CLOCK_ROWS = 32

/**
 * A scan of every row, exact by value: no document left out scores more than 1e-4 above the last one returned,
 * for rows about as long as a unit vector. Takes 2 bytes per dimension and about 25 bytes more per row.
 *
 * The scan reads 8 bits per component. A row whose score plus its bound of error could still be among the best is
 * scored again at once with 16 bits, so near-duplicates cost time, not recall. What `add` is given must not change
 * before it resolves.
 */
export function exactIndex(options: ExactIndexOptions = {}): ExactIndex {
  return new ScanIndex(options)
}

interface Contents {
  dimensions: number
  kernel: Kernel
  labels: Labels
}

class ScanIndex implements ExactIndex {
  readonly kind = 'exact'
  readonly #options: ExactIndexOptions
  #contents: Contents | undefined
  /** Changes run one after another; a search sees what is complete. */
  #changes: Promise<unknown> = Promise.resolve()

  constructor(options: ExactIndexOptions) {
    this.#options = options
  }

  get kernel(): 'wasm' | 'js' | undefined {
    return this.#contents?.kernel.kind
  }

  get size(): number {
    return this.#contents?.labels.size ?? 0
  }

  get bytes(): number {
    return this.#contents ? this.#contents.kernel.bytes + this.#contents.labels.bytes : 0
  }

  open(dimensions: number): Promise<void> {
    return this.#change(async () => {
      if (!Number.isInteger(dimensions) || dimensions < 1)
        throw new IndexError('DIMENSION_MISMATCH', 'The number of dimensions must be a positive integer.', {
          value: dimensions,
        })
      this.#contents = undefined
      this.#contents = { dimensions, kernel: await openKernel(dimensions, this.#options), labels: new Labels() }
    })
  }

  add(nos: Uint32Array, rows: Float32Array): Promise<void> {
    return this.#change(async () => {
      const { dimensions, kernel, labels } = this.#open()
      if (rows.length !== nos.length * dimensions)
        throw new IndexError(
          'DIMENSION_MISMATCH',
          `${nos.length} rows of ${dimensions} dimensions were expected, not ${rows.length} values.`,
        )
      makeRoom(kernel, labels, labels.size + nos.length)
      const slices = new Slices()
      // Into slots past the last one: nothing sees them until the labels are there.
      for (let i = 0; i < nos.length; i++) {
        const slot = labels.size + i
        if (
          !quantiseRow(
            rows,
            i * dimensions,
            dimensions,
            kernel.block(Math.floor(slot / BLOCK_ROWS)),
            slot % BLOCK_ROWS,
            kernel.stride,
          )
        )
          throw new IndexError(
            'INVALID_VECTOR',
            `Row ${i}, of document ${nos[i]}, has a component that is not a finite number.`,
          )
        if (i % CLOCK_ROWS === 0 && slices.over) await slices.next()
      }
      labels.append(nos)
    })
  }

  remove(nos: Iterable<number>): Promise<void> {
    return this.#change(async () => {
      const { kernel, labels } = this.#open()
      const slices = new Slices()
      for (const no of nos) {
        for (let move = labels.drop(no); move; move = labels.drop(no)) moveRow(kernel, move.from, move.to)
        if (slices.over) await slices.next()
      }
    })
  }

  async search(query: Float32Array, k: number, allowed?: Bitmask): Promise<VectorHit[]> {
    const { kernel, labels } = this.#open()
    const norm = this.#ask(query)
    if (!(k >= 1)) return []
    const top = new TopDocuments(Math.floor(k))
    if (allowed) scanAllowed(kernel, labels, allowed, top)
    else scanAll(kernel, labels, top)
    return top.hits().map(({ no, score }) => ({ no, score: score * norm }))
  }

  async scores(query: Float32Array, nos: Uint32Array): Promise<Float32Array> {
    const { kernel, labels } = this.#open()
    const norm = this.#ask(query)
    const best = new Float32Array(nos.length).fill(Number.NaN)
    const { slots, scores } = kernel
    // Which of `nos` each slot that is listed belongs to.
    const owners = new Uint32Array(slots.length)
    let listed = 0
    const flush = (): void => {
      kernel.rerank(listed)
      for (let i = 0; i < listed; i++) {
        const [owner, score] = [owners[i] as number, (scores[i] as number) * norm]
        if (!(score <= (best[owner] as number))) best[owner] = score
      }
      listed = 0
    }
    let owner = 0
    const list = (slot: number): void => {
      slots[listed] = slot
      owners[listed++] = owner
      if (listed === slots.length) flush()
    }
    for (; owner < nos.length; owner++) labels.of(nos[owner] as number, list)
    flush()
    return best
  }

  async vectors(nos: Uint32Array): Promise<(Float32Array | undefined)[]> {
    const { dimensions, kernel, labels } = this.#open()
    return Array.from(nos, (no) => {
      let first: number | undefined
      labels.of(no, (slot) => (first = slot))
      return first === undefined
        ? undefined
        : readRow(dimensions, kernel.block(Math.floor(first / BLOCK_ROWS)), first % BLOCK_ROWS, kernel.stride)
    })
  }

  dispose(): Promise<void> {
    return this.#change(async () => {
      this.#contents = undefined
    })
  }

  #change(work: () => Promise<void>): Promise<void> {
    const done = this.#changes.then(work)
    // The caller has the failure; the next change is not concerned.
    this.#changes = done.catch(() => undefined)
    return done
  }

  #open(): Contents {
    if (!this.#contents)
      throw new IndexError('CLOSED', 'The vector index is not open.', { hint: 'Call open(dimensions) first.' })
    return this.#contents
  }

  /** Gives the query's direction to the kernel and returns its norm. */
  #ask(query: Float32Array): number {
    const { dimensions, kernel } = this.#open()
    if (query.length !== dimensions)
      throw new IndexError('DIMENSION_MISMATCH', `The query has ${query.length} dimensions, the index ${dimensions}.`)
    const norm = quantiseQuery(query, kernel)
    if (Number.isNaN(norm))
      throw new IndexError('INVALID_VECTOR', 'The query has a component that is not a finite number.')
    return norm
  }
}

async function openKernel(dimensions: number, { kernel, maxBytes = Infinity }: ExactIndexOptions): Promise<Kernel> {
  const stride = Math.ceil(dimensions / 16) * 16
  if (kernel === 'js') return openJsKernel(stride, maxBytes)
  const wasm = await openWasmKernel(stride, maxBytes).catch((cause: unknown) => {
    throw new IndexError('INDEX_FAILED', 'The WebAssembly kernel did not start.', {
      cause,
      hint: 'Raise maxBytes, or choose the js kernel.',
    })
  })
  if (wasm) return wasm
  if (kernel === undefined) return openJsKernel(stride, maxBytes)
  throw new IndexError('INDEX_FAILED', 'WebAssembly with SIMD is missing or forbidden here.', {
    hint: "Allow it with the content security policy script-src 'wasm-unsafe-eval', or leave the kernel to the index.",
  })
}

function makeRoom(kernel: Kernel, labels: Labels, rows: number): void {
  try {
    labels.reserve(rows)
    kernel.reserve(rows)
  } catch (cause) {
    throw new IndexError(
      'INDEX_FAILED',
      `There is no memory for ${rows} vectors; the ${labels.size} held stay searchable.`,
      {
        cause,
        hint: 'Remove documents, or raise maxBytes.',
      },
    )
  }
}

function moveRow(kernel: Kernel, from: number, to: number): void {
  const { stride } = kernel
  const source = kernel.block(Math.floor(from / BLOCK_ROWS))
  const target = kernel.block(Math.floor(to / BLOCK_ROWS))
  const [a, b] = [from % BLOCK_ROWS, to % BLOCK_ROWS]
  for (const plane of ['high', 'low'] as const) {
    const row = source[plane].subarray(a * stride, (a + 1) * stride)
    target[plane].set(row, b * stride)
    // What was removed must not linger in memory.
    row.fill(0)
  }
  for (const value of ['scales', 'errors'] as const) {
    target[value][b] = source[value][a] as number
    source[value][a] = 0
  }
}

/** Loaded only where WebAssembly cannot be used. */
async function openJsKernel(stride: number, maxBytes: number): Promise<Kernel> {
  const { JsKernel } = await import('./js-kernel.js')
  return new JsKernel(stride, maxBytes)
}
