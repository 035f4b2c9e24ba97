import type { CatalogRow } from '../../index/catalog.js'
import { scoringFor, signalNames, type Scoring } from './fuse.js'
import type { SignalColumns } from './signals.js'

/**
 * What may come into the list, each at a place that it keeps. What is measured stands in columns, by place: a search
 * looks at hundreds of texts and shows ten, so their signals get no objects of their own.
 */
export class Candidates {
  size = 0
  /** Numbers under which the indexes know the texts. */
  readonly nos: Uint32Array
  /** Of these numbers. */
  readonly texts: CatalogRow[] = []
  /** As they are shown: the memory that repeats a message word for word instead of the message. */
  readonly rows: CatalogRow[] = []
  /** NaN where there is no vector. */
  readonly cosines: Float32Array
  /**
   * How far they stand out among the store's texts, in deviations; NaN where there is no vector, or nothing to compare
   * with.
   */
  readonly contrasts: Float64Array
  readonly signals: SignalColumns
  /** By the kind of conversation that they are from, once they are there. */
  scoring: Scoring = scoringFor([])
  /** What those signals are worth that need no other candidate. */
  readonly worth: Float64Array
  /** By document number; 0 is none, else one more than the place. */
  private readonly places: Uint32Array

  /** @param capacity of candidates @param documents one more than the largest number of one */
  constructor(capacity: number, documents: number) {
    this.nos = new Uint32Array(capacity)
    this.cosines = new Float32Array(capacity).fill(Number.NaN)
    this.contrasts = new Float64Array(capacity).fill(Number.NaN)
    this.worth = new Float64Array(capacity)
    this.places = new Uint32Array(documents)
    const columns = new Float64Array(capacity * signalNames.length)
    this.signals = Object.fromEntries(
      signalNames.map((name, i) => [name, columns.subarray(i * capacity, (i + 1) * capacity)]),
    ) as SignalColumns
  }

  add(text: CatalogRow, row: CatalogRow): void {
    this.nos[this.size] = text.no
    this.texts.push(text)
    this.rows.push(row)
    this.places[text.no] = ++this.size
  }

  /** -1 where it is no candidate. */
  indexOf(no: number): number {
    return (this.places[no] ?? 0) - 1
  }

  /** What a document is worth by itself, 0 at least, and where it is no candidate. */
  worthOf(no: number): number {
    const place = this.indexOf(no)
    return place < 0 ? 0 : Math.max(0, this.worth[place] as number)
  }
}
