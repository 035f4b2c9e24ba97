import { transfer, wrap, type Remote } from 'comlink'
import type { Bitmask } from '../../../values/bitmask.js'
import { IndexError } from '../../../values/errors.js'
import { installErrorTransfer } from '../../../platform/worker-errors.js'
import type { GraphOptions, HnswRemote } from './hnsw.worker.js'

/** Rows per message: a slice of the worker's time, at 1 to 3 ms a row. */
const CHUNK = 128

/** A worker that has not answered a search by then, in thousands of times the usual, will not. */
const SEARCH_LIMIT_MS = 5_000

/** Rows looked at to estimate a share. */
const SAMPLE = 256

/**
 * The page's side of one graph in a worker of its own. Rows are only ever appended: a row's label is its position in
 * that order, and what is removed stays in the graph, dead, until a new graph replaces this one.
 */
export class Graph {
  readonly #worker: Worker
  readonly #remote: Remote<HnswRemote>
  readonly #dimensions: number
  readonly #opened: Promise<void>
  readonly #failed: (reason: IndexError) => void
  /** Document of each label. */
  readonly #nos: number[] = []
  /** The labels of a removed document below this one are dead. */
  readonly #deadBelow = new Map<number, number>()
  readonly #calls = new Set<(reason: IndexError) => void>()
  readonly #waiting: (() => void)[] = []
  /** Chunks that are not in the graph yet. */
  #behind = 0
  #bytes = 0
  #ended: IndexError | undefined

  /** `failed` is told once, when the graph is of no more use for a reason other than `end`. */
  constructor(worker: Worker, options: GraphOptions, failed: (reason: IndexError) => void) {
    installErrorTransfer()
    this.#worker = worker
    this.#dimensions = options.dimensions
    this.#failed = failed
    worker.addEventListener('error', (event) => {
      this.#fail(
        new IndexError(
          'INDEX_FAILED',
          `The worker of the graph crashed or did not start: ${event.message || 'no reason given'}.`,
          { cause: event.error },
        ),
      )
    })
    this.#remote = wrap<HnswRemote>(worker)
    this.#opened = this.#call((remote) => remote.open(options))
    this.#opened.catch((cause: unknown) => this.#fail(cause))
  }

  /** Labels given out. */
  get size(): number {
    return this.#nos.length
  }

  /** Bytes of the worker's memory, as of the last row. */
  get bytes(): number {
    return this.#bytes
  }

  /** Whether there are rows that a search would miss. */
  get behind(): boolean {
    return this.#behind > 0
  }

  /** Resolves when the graph has caught up, or has ended. */
  async settled(): Promise<void> {
    if (this.behind && !this.#ended) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Copies the rows at once; they are in the graph when it is no longer behind. */
  add(nos: Iterable<number>, rows: Float32Array): void {
    if (this.#ended) return
    for (const no of nos) this.#nos.push(no)
    const step = CHUNK * this.#dimensions
    for (let from = 0; from < rows.length; from += step) {
      const chunk = rows.slice(from, from + step)
      this.#behind++
      this.#opened
        .then(() => this.#call((remote) => remote.add(transfer(chunk, [chunk.buffer]))))
        .then(
          (bytes) => {
            this.#bytes = bytes
            if (--this.#behind === 0) this.#release()
          },
          (cause: unknown) => this.#fail(cause),
        )
    }
  }

  remove(no: number): void {
    this.#deadBelow.set(no, this.size)
  }

  /** An estimate of the share of rows that are alive and allowed. */
  share(allowed?: Bitmask): number {
    if (!allowed && this.#deadBelow.size === 0) return 1
    let count = 0
    for (let i = 0; i < SAMPLE; i++) {
      // Scattered by a multiplicative hash, since documents of one user may come at regular intervals.
      const label = (Math.imul(i, 0x9e3779b1) >>> 0) % this.size
      if (this.#alive(label) && (allowed?.has(this.#nos[label] as number) ?? true)) count++
    }
    return count / SAMPLE
  }

  /** The documents of the nearest `count` rows, dead ones included; undefined when the graph has failed. */
  async search(query: Float32Array, count: number): Promise<Set<number> | undefined> {
    const copy = query.slice()
    try {
      const labels = await this.#call((remote) => remote.search(transfer(copy, [copy.buffer]), count), SEARCH_LIMIT_MS)
      return new Set(Array.from(labels, (label) => this.#nos[label] as number))
    } catch (cause) {
      this.#fail(cause)
      return undefined
    }
  }

  /** Hands the live rows to `next`, which learns of removals meanwhile; true when it has them all. */
  async copyTo(next: Graph): Promise<boolean> {
    const end = this.size
    try {
      for (let from = 0; from < end && !next.#ended; from += CHUNK) {
        const labels = Array.from({ length: Math.min(CHUNK, end - from) }, (_, i) => from + i).filter((label) =>
          this.#alive(label),
        )
        const rows = await this.#call((remote) => remote.read(Uint32Array.from(labels)))
        for (const [i, label] of labels.entries())
          if (this.#alive(label))
            next.add([this.#nos[label] as number], rows.subarray(i * this.#dimensions, (i + 1) * this.#dimensions))
        await next.settled()
      }
      return !next.#ended
    } catch (cause) {
      this.#fail(cause)
      return false
    }
  }

  end(reason = new IndexError('CLOSED', 'The graph was ended.')): void {
    if (this.#ended) return
    this.#ended = reason
    this.#worker.terminate()
    for (const reject of this.#calls) reject(reason)
    this.#calls.clear()
    this.#release()
  }

  #alive(label: number): boolean {
    return label >= (this.#deadBelow.get(this.#nos[label] as number) ?? 0)
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #fail(cause: unknown): void {
    if (this.#ended) return
    const reason =
      cause instanceof IndexError ? cause : new IndexError('INDEX_FAILED', 'The worker of the graph failed.', { cause })
    this.#failed(reason)
    this.end(reason)
  }

  /** A call that is also settled by the graph's end, which comlink would leave open for ever. */
  #call<R>(work: (remote: Remote<HnswRemote>) => Promise<R>, limitMs?: number): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      if (this.#ended) return reject(this.#ended)
      const late = () =>
        reject(new IndexError('INDEX_FAILED', `The worker of the graph did not answer within ${limitMs} ms.`))
      const timer = limitMs === undefined ? undefined : setTimeout(late, limitMs)
      this.#calls.add(reject)
      work(this.#remote)
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer)
          this.#calls.delete(reject)
        })
    })
  }
}
