import { transfer } from 'comlink'
import { asBlob } from '../backup/source.js'
import { LocketError } from '../values/errors.js'
import type { ImportOptions, ImportProgress, ImportReport, ImportSource } from '../backup/types.js'
import type { Client } from './client.js'

/**
 * A result as it can be posted: a stream is transferred where the browser can do that, and read into a blob elsewhere.
 */
export async function asTransferable(result: unknown): Promise<unknown> {
  if (!(result instanceof ReadableStream)) return result
  return canTransfer() ? transfer(result, [result]) : new Response(result).blob()
}

function canTransfer(): boolean {
  const { port1, port2 } = new MessageChannel()
  const stream = new ReadableStream()
  try {
    port1.postMessage(stream, [stream])
    return true
  } catch {
    return false
  } finally {
    port1.close()
    port2.close()
  }
}

export async function exportThrough(client: Client, args: readonly unknown[]): Promise<ReadableStream<Uint8Array>> {
  const given = await client.call(['export'], args)
  if (given instanceof Blob) return client.untilLost(given.stream().pipeThrough(onlyBytes()))
  if (given instanceof ReadableStream) return client.untilLost(given.pipeThrough(onlyBytes()))
  throw new LocketError('VERSION_MISMATCH', 'The other realm answered export() with something that is no file.', {
    hint: 'Both ends must run the same version of Locket.',
  })
}

/** What the other realm puts into its stream is written to a file unseen. */
function onlyBytes(): TransformStream<unknown, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      if (chunk instanceof Uint8Array) controller.enqueue(chunk)
      else controller.error(new LocketError('VERSION_MISMATCH', 'The exported file holds something that is no bytes.'))
    },
  })
}

/** The file is sent as a blob, of which nothing is copied; the other options as data. */
export async function importThrough(
  client: Client,
  source: ImportSource,
  { onProgress, ...options }: ImportOptions = {},
): Promise<ImportReport> {
  const blob = await asBlob(source, options.signal)
  const listener = onProgress && ((progress: unknown) => onProgress(progress as ImportProgress))
  return client.call(['import'], [blob, options], listener) as Promise<ImportReport>
}
