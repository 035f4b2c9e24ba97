import { readSegments, type VectorRows } from '../store/segments.js'
import type { Store } from '../store/store.js'
import type { RowBatch } from './row-batch.js'
import { VectorSample } from './vector-sample.js'
import type { VectorIndex } from './vector/vector-index.js'

/** Keeps a vector index in step with the store's segments, for the vectors of one embedder. */
export class VectorLane {
  /** Some of the vectors, as they are. */
  readonly sample = new VectorSample()
  private readonly embedded = new Set<number>()
  /** Documents with vectors of other embedders, which are not searched. */
  private readonly foreign = new Set<number>()

  constructor(
    private readonly store: Store,
    readonly index: VectorIndex,
    private readonly embedder: { fingerprint: string; dimensions: number },
  ) {}

  get fingerprint(): string {
    return this.embedder.fingerprint
  }

  has(no: number): boolean {
    return this.embedded.has(no)
  }

  /** Whether the store has vectors of it, whichever embedder's. */
  holds(no: number): boolean {
    return this.embedded.has(no) || this.foreign.has(no)
  }

  async load(): Promise<void> {
    this.embedded.clear()
    this.foreign.clear()
    this.sample.clear()
    for (const { fingerprint, labels } of await this.store.read(['segments'], (tx) => tx.list('segments')))
      if (fingerprint !== this.embedder.fingerprint) for (const no of labels) this.foreign.add(no)
    await this.index.open(this.embedder.dimensions)
    for await (const rows of readSegments(this.store, { fingerprint: this.embedder.fingerprint })) await this.add(rows)
  }

  async apply({ vectors, erased }: RowBatch): Promise<void> {
    const removed = [...vectors.removed, ...erased]
    if (removed.length > 0) await this.index.remove(removed)
    for (const no of removed) {
      this.embedded.delete(no)
      this.foreign.delete(no)
      this.sample.delete(no)
    }
    for (const rows of vectors.added) await this.add(rows)
  }

  private async add({ fingerprint, labels, rows }: VectorRows): Promise<void> {
    if (fingerprint !== this.embedder.fingerprint) {
      for (const no of labels) this.foreign.add(no)
      return
    }
    await this.index.add(labels, rows)
    for (const no of labels) this.embedded.add(no)
    this.sample.add(labels, rows)
  }
}
