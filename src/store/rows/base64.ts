/** Bytes per call of `String.fromCharCode`: browsers limit the number of arguments. */
const CHUNK = 0x8000

/** Encodes float32 values, little-endian, in base64. */
export function encodeFloats(values: Float32Array): string {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  let binary = ''
  for (let i = 0; i < bytes.length; i += CHUNK) binary += String.fromCharCode(...bytes.subarray(i, i + CHUNK))
  return btoa(binary)
}

/** Decodes `encodeFloats`; undefined when the text is not base64 of whole float32 values. */
export function decodeFloats(base64: string): Float32Array | undefined {
  let binary: string
  try {
    binary = atob(base64)
  } catch {
    return undefined
  }
  if (binary.length % 4 !== 0) return undefined
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return new Float32Array(bytes.buffer)
}
