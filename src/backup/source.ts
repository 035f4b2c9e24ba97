import { InputError, LocketError } from '../values/errors.js'
import type { ImportSource } from './types.js'
import { refuse } from './refuse.js'

/** Collects the source in a Blob, which can be read more than once; browsers keep large Blobs on disk. */
export async function asBlob(source: ImportSource, signal?: AbortSignal): Promise<Blob> {
  if (source instanceof Blob) return source
  if (source instanceof ReadableStream ? source.locked : source instanceof Response && source.bodyUsed)
    throw new InputError(
      'INVALID_INPUT',
      'The stream passed to import() is locked by another reader, or was read before.',
    )
  const response =
    source instanceof Response ? source : new Response(source instanceof ReadableStream ? source : streamOf(source))
  if (!response.ok) throw refuse(undefined, `could not be fetched: the server responded with status ${response.status}`)
  let failure: unknown
  const reader = (response.body ?? new Blob().stream()).getReader()
  const stop = (): void => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', stop)
  try {
    if (signal?.aborted) throw aborted(signal)
    // Response.blob() replaces the error of a failed stream by one of its own: keep the original.
    const observed = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { value, done } = await reader.read()
          if (signal?.aborted) throw aborted(signal)
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (cause) {
          failure = cause
          controller.error(cause)
        }
      },
    })
    return await new Response(observed).blob()
  } catch (cause) {
    const reason = failure ?? cause
    if (reason instanceof LocketError) throw reason
    throw refuse(undefined, 'could not be read to its end', { cause: reason })
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

export function aborted(signal: AbortSignal): LocketError {
  return new LocketError('ABORTED', 'The import was aborted; nothing was imported.', { cause: signal.reason })
}

function streamOf(source: AsyncIterable<Uint8Array | string>): ReadableStream<Uint8Array> {
  const given: unknown = source
  if (typeof given !== 'object' || given === null || !(Symbol.asyncIterator in given))
    throw new InputError(
      'INVALID_INPUT',
      'import() takes a ReadableStream, a Blob or File, a Response, or an async iterable of bytes.',
      { value: source },
    )
  const chunks = source[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}
