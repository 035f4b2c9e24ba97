import type { LocketError } from '../values/errors.js'
import { flawOfHead } from '../store/integrity.js'
import { lastChange } from '../store/changes.js'
import { corrupt, documentsOf, readSegments, type DamagedSegment, type VectorRows } from '../store/segments.js'
import type { Store } from '../store/store.js'
import type { RowBatch } from './row-batch.js'
import { VectorSample } from './vector-sample.js'
import type { VectorIndex } from './vector/vector-index.js'

/** Keeps a vector index in step with the store's segments, for the vectors of one embedder. */
export class VectorLane {
  /** Some of the vectors, as they are. */
  readonly sample = new VectorSample()
  /** The change up to which the store's vectors are known here. */
  cursor = 0
  private readonly embedded = new Set<number>()
  /** Documents with vectors that are not searched: of other embedders, or damaged. */
  private readonly foreign = new Set<number>()

  constructor(
    private readonly store: Store,
    readonly index: VectorIndex,
    private readonly embedder: { fingerprint: string; dimensions: number },
    private readonly warn: (problem: LocketError) => void,
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
    this.cursor = 0
    const cursor = await this.store.read(['meta'], lastChange)
    for (const head of await this.store.read(['segments'], (tx) => tx.list('segments')))
      if (!this.isOwn(head) && flawOfHead(head) === undefined) for (const no of head.labels) this.foreign.add(no)
    await this.index.open(this.embedder.dimensions)
    for await (const rows of readSegments(this.store, {
      fingerprint: this.embedder.fingerprint,
      onDamaged: (damaged) => this.leaveOut(damaged),
    }))
      await this.add(rows)
    this.cursor = cursor
  }

  async apply({ vectors, erased }: RowBatch, cursor: number): Promise<void> {
    const removed = [...vectors.removed, ...erased]
    if (removed.length > 0) await this.index.remove(removed)
    for (const no of removed) {
      this.embedded.delete(no)
      this.foreign.delete(no)
      this.sample.delete(no)
    }
    for (const damaged of vectors.damaged) this.leaveOut(damaged)
    for (const rows of vectors.added) await this.add(rows)
    this.cursor = Math.max(this.cursor, cursor)
  }

  private leaveOut(damaged: DamagedSegment): void {
    for (const no of documentsOf(damaged)) this.foreign.add(no)
    this.warn(corrupt(damaged))
  }

  private isOwn({ fingerprint, dimensions }: Pick<VectorRows, 'fingerprint' | 'dimensions'>): boolean {
    return fingerprint === this.embedder.fingerprint && dimensions === this.embedder.dimensions
  }

  private async add({ fingerprint, dimensions, labels, rows }: VectorRows): Promise<void> {
    if (!this.isOwn({ fingerprint, dimensions })) {
      for (const no of labels) this.foreign.add(no)
      return
    }
    await this.index.add(labels, rows)
    for (const no of labels) this.embedded.add(no)
    this.sample.add(labels, rows)
  }
}
