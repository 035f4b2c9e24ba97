import { lengthOf } from '../../platform/fetch-file.js'
import { LocketError } from '../../values/errors.js'
import type { DownloadOptions } from '../model-download.js'
import { bodyOf, requestFile } from '../model-download.js'
import { DamagedModel } from './failure.js'
import { findKept, keep, keptFolder, removeKept } from './kept-models.js'

/** One file of a model, and whether it is a copy that was kept from before. */
export interface OpenedFile {
  blob: Blob
  kept: boolean
}

const HINT = 'Serve the model at that address: Locket brings none, and asks no other server for one.'

/**
 * The files at these addresses, in order, kept on the device unless `cache` is false.
 * Without a network the kept copy serves; with one, a file that was replaced on the server is loaded anew.
 */
export async function openFiles(
  urls: readonly string[],
  cache: boolean,
  options: Omit<DownloadOptions, 'hint'>,
): Promise<OpenedFile[]> {
  const folder = cache ? await keptFolder() : undefined
  const files: OpenedFile[] = []
  for (const url of urls) files.push(await openFile(url, folder, { ...options, hint: HINT }))
  return files
}

/** Drops the kept copies: what they hold cannot be loaded. */
export async function forgetFiles(urls: readonly string[]): Promise<void> {
  const folder = await keptFolder()
  if (folder) for (const url of urls) await removeKept(folder, url)
}

/** @throws DamagedModel for what does not begin as a GGUF does. */
export async function checkGguf(blob: Blob, name: string): Promise<void> {
  const begin = new TextDecoder('latin1').decode(await blob.slice(0, 4).arrayBuffer())
  if (begin === 'GGUF') return
  throw new DamagedModel('MODEL_FAILED', `${name} is not a GGUF file: it begins with ${JSON.stringify(begin)}.`, {
    value: name,
    hint: 'A file left as a Git LFS pointer, or a page in place of the file, looks like this.',
  })
}

async function openFile(
  url: string,
  folder: Awaited<ReturnType<typeof keptFolder>>,
  options: DownloadOptions,
): Promise<OpenedFile> {
  const item = url.slice(url.lastIndexOf('/') + 1)
  const found = folder && (await findKept(folder, url))
  if (found && !(await replaced(url, found.version, options))) {
    options.onProgress({ item, loaded: found.blob.size, total: found.blob.size })
    return { blob: found.blob, kept: true }
  }
  const response = await requestFile(url, options)
  if (folder && (await fits(lengthOf(response)))) {
    try {
      return { blob: await keep(folder, url, versionOf(response), bodyOf(response, item, options)), kept: false }
    } catch (error) {
      await removeKept(folder, url).catch(() => {})
      if (error instanceof LocketError) throw error
      // A full disk, or another page that keeps the same file at this moment: the model works without a kept copy.
      return openFile(url, undefined, options)
    }
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of bodyOf(response, item, options)) chunks.push(chunk)
  return { blob: new Blob(chunks), kept: false }
}

/** Whether the server has another file at the address now; false where it cannot be asked. */
async function replaced(url: string, version: string | undefined, options: DownloadOptions): Promise<boolean> {
  try {
    return versionOf(await requestFile(url, { ...options, method: 'HEAD' })) !== version
  } catch (error) {
    if (error instanceof LocketError && error.code === 'ABORTED') throw error
    return false
  }
}

function versionOf(response: Response): string | undefined {
  return response.headers.get('etag') ?? response.headers.get('last-modified') ?? lengthOf(response)?.toString()
}

async function fits(bytes: number | undefined): Promise<boolean> {
  const { quota = Infinity, usage = 0 } = await navigator.storage
    .estimate()
    .catch(() => ({ quota: Infinity, usage: 0 }))
  return (bytes ?? 0) < quota - usage
}
