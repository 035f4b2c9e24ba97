import type { Commit } from '../store/changes.js'
import type { VectorsRow } from '../store/rows/format.js'
import { appendSegment } from '../store/segments.js'
import { selectRows } from '../store/vector-rows.js'
import { linesIn, type Stage } from './stage.js'

/** Vectors of one segment: from this size on it is sealed, and merged no more. */
const SEGMENT_ROWS = 512

export interface VectorImport {
  /** The embedder in use; undefined: there is none, and the vectors of every embedder are imported. */
  fingerprint: string | undefined
  /** Values in each of its vectors. */
  dimensions: number | undefined
  /** Whether a document of the file takes its vectors from it: it is new, and not a verbatim memory. */
  isWanted(fileNo: number): boolean
  /** The document number in the store of a document of the file. */
  numberOf(fileNo: number): number
}

/**
 * Appends the vectors of new documents as segments.
 * @param onLines called with the number of lines after each part
 * @returns the document numbers, in the store, that have vectors now
 */
export async function importVectors(
  commit: Commit,
  stage: Stage,
  { fingerprint, dimensions, isWanted, numberOf }: VectorImport,
  onLines: (lines: number) => void,
): Promise<ReadonlySet<number>> {
  const embedded = new Set<number>()
  let pending: VectorsRow | undefined
  const append = async (): Promise<void> => {
    if (!pending) return
    const { nos, ...rows } = pending
    pending = undefined
    await appendSegment(commit, { ...rows, labels: Uint32Array.from(nos) })
  }
  for await (const lines of linesIn(stage, commit.tx, 'vectors')) {
    for (const [{ row }] of lines) {
      if (fingerprint !== undefined && (row.fingerprint !== fingerprint || row.dimensions !== dimensions)) continue
      const positions = Array.from(row.nos.keys()).filter((i) => isWanted(row.nos[i] as number))
      if (positions.length === 0) continue
      const nos = positions.map((i) => numberOf(row.nos[i] as number))
      for (const no of nos) embedded.add(no)
      const wanted = { ...row, nos, rows: selectRows(row.rows, row.dimensions, positions) }
      if (pending && (pending.fingerprint !== row.fingerprint || pending.dimensions !== row.dimensions)) await append()
      pending = pending ? joined(pending, wanted) : wanted
      if (pending.nos.length >= SEGMENT_ROWS) await append()
    }
    onLines(lines.length)
  }
  await append()
  return embedded
}

function joined(a: VectorsRow, b: VectorsRow): VectorsRow {
  const rows = new Float32Array(a.rows.length + b.rows.length)
  rows.set(a.rows)
  rows.set(b.rows, a.rows.length)
  return { ...a, nos: [...a.nos, ...b.nos], rows }
}
