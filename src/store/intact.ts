import type { SegmentRecord, VectorsRecord } from './records.js'
import { checksum } from './segments.js'

/** What is wrong with a segment; undefined when nothing is. */
export function flawOf(segment: SegmentRecord, vectors: VectorsRecord | undefined): string | undefined {
  const { fingerprint, dimensions, labels, born } = segment
  if (typeof fingerprint !== 'string' || !Number.isInteger(dimensions) || dimensions < 1 || !(labels instanceof Uint32Array) || !(born instanceof Uint32Array)) return 'its head is damaged'
  if (born.length !== labels.length) return `${labels.length} labels have ${born.length} births`
  if (!vectors) return 'its vectors are gone'
  const { rows, sum } = vectors
  if (!(rows instanceof Float32Array)) return 'its vectors are damaged'
  if (rows.length !== labels.length * dimensions) return `${labels.length} rows of ${dimensions} are ${rows.length} numbers`
  if (!rows.every(Number.isFinite)) return 'it holds what is no number'
  return sum !== undefined && sum !== checksum(rows) ? 'its checksum does not match' : undefined
}
