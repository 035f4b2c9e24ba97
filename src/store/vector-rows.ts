import type { VectorsRecord } from './records.js'

/*
 * Storage format of vectors: float32, or int8 with one scale per vector, which takes about a quarter of the space. In
 * memory they are float32. Encoding a decoded int8 vector gives the same int8 vector, so merges and copies lose no
 * further precision.
 */

export type VectorStorage = 'float32' | 'int8'
export const VECTOR_STORAGES = ['float32', 'int8'] as const satisfies readonly VectorStorage[]

/** @param rows `rows.length / dimensions` vectors, one after another; all values finite */
export function encodeRows(id: number, rows: Float32Array, dimensions: number, storage: VectorStorage): VectorsRecord {
  if (storage === 'float32') {
    // IndexedDB would store a view with its whole underlying buffer.
    const whole = rows.byteLength === rows.buffer.byteLength ? rows : rows.slice()
    return { id, rows: whole, sum: checksum(whole) }
  }
  const bytes = new Int8Array(rows.length)
  const scales = new Float32Array(rows.length / dimensions)
  for (let row = 0; row < scales.length; row++) {
    const start = row * dimensions
    let largest = 0
    for (let i = start; i < start + dimensions; i++) largest = Math.max(largest, Math.abs(rows[i] as number))
    if (largest === 0) continue
    let before = 0
    let after = 0
    for (let i = start; i < start + dimensions; i++) {
      const value = rows[i] as number
      const byte = Math.round((value * 127) / largest)
      bytes[i] = byte
      before += value * value
      after += byte * byte
    }
    // Preserves the vector's norm: a unit vector stays one.
    scales[row] = Math.sqrt(before / after)
  }
  return { id, rows: bytes, scales, sum: checksum(bytes, scales) }
}

export function decodeRows({ rows, scales }: VectorsRecord, dimensions: number): Float32Array {
  if (rows instanceof Float32Array) return rows
  const decoded = new Float32Array(rows.length)
  for (let i = 0, row = 0; i < rows.length; row++) {
    const scale = scales?.[row] as number
    for (const end = i + dimensions; i < end; i++) decoded[i] = (rows[i] as number) * scale
  }
  return decoded
}

/** The vectors at these positions, packed one after another. */
export function selectRows(rows: Float32Array, dimensions: number, positions: readonly number[]): Float32Array {
  const selected = new Float32Array(positions.length * dimensions)
  positions.forEach((from, to) =>
    selected.set(rows.subarray(from * dimensions, (from + 1) * dimensions), to * dimensions),
  )
  return selected
}

/** FNV-1a over the bytes, one 32-bit word at a time: detects accidental damage, not tampering. */
export function checksum(...parts: readonly (Float32Array | Int8Array)[]): number {
  let sum = 0x811c9dc5
  for (const { buffer, byteOffset, byteLength } of parts) {
    const words = byteLength >> 2
    for (const word of new Uint32Array(buffer, byteOffset, words)) sum = Math.imul(sum ^ word, 0x01000193)
    for (const byte of new Uint8Array(buffer, byteOffset + 4 * words, byteLength - 4 * words))
      sum = Math.imul(sum ^ byte, 0x01000193)
  }
  return sum >>> 0
}
