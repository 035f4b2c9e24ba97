import type { SegmentRecord, VectorsRecord } from './records.js'
import { checksum } from './vector-rows.js'

/** What is wrong with the head of a segment; undefined when nothing is. */
export function flawOfHead({ fingerprint, dimensions, labels, born }: SegmentRecord): string | undefined {
  if (
    typeof fingerprint !== 'string' ||
    !Number.isInteger(dimensions) ||
    dimensions < 1 ||
    !(labels instanceof Uint32Array) ||
    !(born instanceof Uint32Array)
  )
    return 'its head is damaged'
  return born.length === labels.length ? undefined : `${labels.length} labels have ${born.length} births`
}

/**
 * Whether nothing of a row can be read but where it lies and whose it is. `altered`: what lies there will never be read
 * again. `locked`: it could be, were its key not damaged. Undefined: it can be read. Only stores that encrypt know the
 * difference.
 */
export function unreadable(row: object): 'altered' | 'locked' | undefined {
  return 'unreadable' in row ? (row.unreadable as 'altered' | 'locked') : undefined
}

/** What is wrong with a segment; undefined when nothing is. */
export function flawOf(segment: SegmentRecord, vectors: VectorsRecord | undefined): string | undefined {
  const { dimensions, labels } = segment
  const flaw = flawOfHead(segment)
  if (flaw !== undefined) return flaw
  if (!vectors) return 'its vectors are gone'
  const { rows, scales, sum } = vectors
  if (!(rows instanceof Float32Array) && !(rows instanceof Int8Array && scales instanceof Float32Array))
    return 'its vectors are damaged'
  if (rows.length !== labels.length * dimensions)
    return `${labels.length} rows of ${dimensions} are ${rows.length} numbers`
  if (scales && scales.length !== labels.length) return `${labels.length} rows have ${scales.length} factors`
  // What a checksum covers was finite when it was written.
  if (sum === undefined)
    return isFinite(rows) && (!scales || isFinite(scales)) ? undefined : 'it holds what is no number'
  return sum === checksum(rows, ...(scales ? [scales] : [])) ? undefined : 'its checksum does not match'
}

function isFinite(values: Float32Array | Int8Array): boolean {
  for (const value of values) if (!Number.isFinite(value)) return false
  return true
}
