import { transfer } from 'comlink'
import { asBlob } from '../backup/source.js'
import type { ImportOptions, ImportReport, ImportSource } from '../types.js'
import type { Client } from './client.js'

/** A result as it crosses: a stream itself where the browser can hand it over, otherwise all that it holds. */
export async function crossing(result: unknown): Promise<unknown> {
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
  const given = (await client.ask(['export'], args)) as ReadableStream<Uint8Array> | Blob
  return client.untilLost(given instanceof Blob ? given.stream() : given)
}

/** The file crosses as a blob, of which nothing is copied; the rest of the options as data. */
export async function importThrough(
  client: Client,
  source: ImportSource,
  { onProgress, ...options }: ImportOptions = {},
): Promise<ImportReport> {
  const blob = await asBlob(source, options.signal)
  return client.ask(
    ['import'],
    [blob, options],
    onProgress && ((progress) => onProgress(progress as Parameters<typeof onProgress>[0])),
  ) as Promise<ImportReport>
}
