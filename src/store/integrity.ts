import type { SegmentRecord, VectorsRecord } from './records.js'
import { checksum } from './vector-rows.js'

/** Describes the first fault in the head of a segment; undefined when it is sound. */
export function flawOfHead({ fingerprint, dimensions, labels, born }: SegmentRecord): string | undefined {
  if (
    typeof fingerprint !== 'string' ||
    !Number.isInteger(dimensions) ||
    dimensions < 1 ||
    !(labels instanceof Uint32Array) ||
    !(born instanceof Uint32Array)
  )
    return 'a field of its head has the wrong type'
  return born.length === labels.length
    ? undefined
    : `its head has ${labels.length} labels, but ${born.length} birth ids`
}

/**
 * Why a row cannot be decrypted: only its key and scope are known then. `altered`: the row itself was changed or
 * damaged, and is lost. `locked`: the key of its scope is damaged. Undefined: the row can be read, as always in a store
 * without encryption.
 */
export function unreadable(row: object): 'altered' | 'locked' | undefined {
  return 'unreadable' in row ? (row.unreadable as 'altered' | 'locked') : undefined
}

/** Describes the first fault in a segment or its vectors; undefined when they are sound. */
export function flawOf(segment: SegmentRecord, vectors: VectorsRecord | undefined): string | undefined {
  const { dimensions, labels } = segment
  const flaw = flawOfHead(segment)
  if (flaw !== undefined) return flaw
  if (!vectors) return 'its vectors are missing'
  const { rows, scales, sum } = vectors
  if (!(rows instanceof Float32Array) && !(rows instanceof Int8Array && scales instanceof Float32Array))
    return 'its vectors have the wrong type'
  if (rows.length !== labels.length * dimensions)
    return `it should have ${labels.length} vectors of ${dimensions} values, but has ${rows.length} values`
  if (scales && scales.length !== labels.length) return `it has ${labels.length} vectors, but ${scales.length} scales`
  // With a checksum this need not be checked: values are finite when they are written.
  if (sum === undefined)
    return isFinite(rows) && (!scales || isFinite(scales)) ? undefined : 'it has a value that is not finite'
  return sum === checksum(rows, ...(scales ? [scales] : [])) ? undefined : 'its checksum does not match'
}

function isFinite(values: Float32Array | Int8Array): boolean {
  for (const value of values) if (!Number.isFinite(value)) return false
  return true
}
