import { joined } from '../platform/fetch-file.js'
import { nextTask } from '../platform/next-task.js'
import { refuse } from './refuse.js'

/** Bytes that one line may have: far more than any row has, and less than the longest string of a browser. */
const MAX_LINE_BYTES = 256_000_000
/** Milliseconds of work before yielding to the page. */
const SLICE_MS = 12
const LINE_FEED = 10

export interface RawLine {
  /** Line number, from 1. */
  number: number
  /** Includes the line feed, except on a last line without one. */
  bytes: Uint8Array
  text: string
}

/**
 * The file's bytes, uncompressed. Recognizes gzip by its first two bytes, not by name or type: a server may have
 * decompressed the file in transit.
 */
async function contentOf(blob: Blob): Promise<ReadableStream<Uint8Array>> {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer())
  return first === 0x1f && second === 0x8b ? blob.stream().pipeThrough(new DecompressionStream('gzip')) : blob.stream()
}

export async function textOf(blob: Blob): Promise<string> {
  return new Response(await contentOf(blob)).text()
}

/**
 * Reads a file line by line.
 * @param onBytes called with the number of uncompressed bytes of each chunk
 */
export async function* linesOf(
  blob: Blob,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<RawLine, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const reader = (await contentOf(blob)).getReader()
  let pieces: Uint8Array[] = []
  let length = 0
  let number = 1
  const line = (): RawLine => {
    const bytes = pieces.length === 1 ? (pieces[0] as Uint8Array) : joined(pieces, length)
    pieces = []
    length = 0
    try {
      return { number: number++, bytes, text: decoder.decode(bytes) }
    } catch (cause) {
      throw refuse(number - 1, 'is not UTF-8', { cause })
    }
  }
  try {
    let started = performance.now()
    for (;;) {
      const { value, done } = await reader.read().catch((cause: unknown) => {
        throw refuse(number, 'is where the compressed data is damaged, or cut off', { cause })
      })
      if (done) break
      onBytes(value.length)
      for (let from = 0; from < value.length;) {
        const end = value.indexOf(LINE_FEED, from)
        const piece = value.subarray(from, end < 0 ? value.length : end + 1)
        pieces.push(piece)
        length += piece.length
        if (length > MAX_LINE_BYTES) throw refuse(number, `is longer than ${MAX_LINE_BYTES} bytes`)
        from += piece.length
        if (end >= 0) yield line()
      }
      if (performance.now() - started < SLICE_MS) continue
      await nextTask()
      started = performance.now()
    }
    if (length > 0) yield line()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
