import type { CatalogRow } from '../../index/catalog-row.js'
import { scoringFor, signalNames, type Scoring } from './fuse.js'
import type { SignalColumns } from './signals.js'

/**
 * The candidates of one search, as a table: a candidate is a position that never changes, and each field and each
 * signal is a column. A search ranks hundreds of texts, so columns of numbers are cheaper than an object per candidate.
 */
export class Candidates {
  size = 0
  /** Document numbers, as used by the indexes. */
  readonly nos: Uint32Array
  /** Catalog rows of these documents. */
  readonly texts: CatalogRow[] = []
  /** Rows that the results show: for a message that a memory repeats word for word, that memory. */
  readonly rows: CatalogRow[] = []
  /** Cosine to the query; NaN where there is no vector. */
  readonly cosines: Float32Array
  /** Contrast to the query, in standard deviations (`contrast.ts`); NaN where there is none. */
  readonly contrasts: Float64Array
  readonly signals: SignalColumns
  /** Weights for the kind of conversation that the candidates come from; set once all are added. */
  scoring: Scoring = scoringFor([])
  /** Weighted sum of the signals that depend on the text alone (`baseValueAt`). */
  readonly baseValues: Float64Array
  /** By document number: the candidate's position plus 1, or 0 for a document that is no candidate. */
  private readonly positions: Uint32Array

  /**
   * @param capacity largest number of candidates
   * @param documents largest document number plus 1
   */
  constructor(capacity: number, documents: number) {
    this.nos = new Uint32Array(capacity)
    this.cosines = new Float32Array(capacity).fill(Number.NaN)
    this.contrasts = new Float64Array(capacity).fill(Number.NaN)
    this.baseValues = new Float64Array(capacity)
    this.positions = new Uint32Array(documents)
    const columns = new Float64Array(capacity * signalNames.length)
    this.signals = Object.fromEntries(
      signalNames.map((name, i) => [name, columns.subarray(i * capacity, (i + 1) * capacity)]),
    ) as SignalColumns
  }

  add(text: CatalogRow, row: CatalogRow): void {
    this.nos[this.size] = text.no
    this.texts.push(text)
    this.rows.push(row)
    this.positions[text.no] = ++this.size
  }

  /** Position of a document, or -1 if it is no candidate. */
  indexOf(no: number): number {
    return (this.positions[no] ?? 0) - 1
  }

  /** Base value of a document, at least 0; 0 if it is no candidate. */
  baseValueOf(no: number): number {
    const position = this.indexOf(no)
    return position < 0 ? 0 : Math.max(0, this.baseValues[position] as number)
  }
}
