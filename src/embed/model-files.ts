import { fetchFile, joined, lengthOf } from '../platform/fetch-file.js'
import { EmbedderError } from '../values/errors.js'
import type { LoadProgress } from './embedder.js'
import { fingerprintOf } from './models.js'
import type { ModelFacts, ModelFile } from './models.js'
import { ORT_VERSION } from './ort-files.js'

export const STAMP = 'locket-model.json'
/** Beside the files of the ONNX runtime: whose they are. Its absence is no error, since their hashes are known. */
const ORT_STAMP = 'locket-ort.json'
const COPY_AGAIN = 'Run "npx locket-memory init" with the folder that is served, and reload.'
const CACHE = 'locket-models'

export interface ReadOptions {
  signal: AbortSignal
  onProgress: (progress: LoadProgress) => void
}

/**
 * The model's files by path, from the application's own address.
 *
 * The folder's stamp is asked for first, past every cache, so files that were replaced are noticed; a file is then kept
 * under its hash, so an old one can never answer for a new one, and without a network the last good copies serve.
 */
export async function readModel(
  base: string,
  facts: ModelFacts,
  options: ReadOptions,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const store = await openCache(base)
  const files = facts.files ?? (await readStamp(base, facts, store, options.signal))
  const read = await Promise.all(
    files.map(async (file) => [file.path, await readFile(base, file, store, options, damaged)] as const),
  )
  await prune(base, files, store)
  return new Map(read)
}

/**
 * Rejects with `MODEL_MISSING` or `MODEL_STALE` unless the folder's stamp is that of this model; the model's files are
 * not read.
 */
export async function checkModel(base: string, facts: ModelFacts, signal: AbortSignal): Promise<void> {
  if (!facts.files) await readStamp(base, facts, await openCache(base), signal)
}

/** One file of the ONNX runtime; one of another version is `MODEL_STALE`. */
export async function readRuntime(
  base: string,
  file: ModelFile,
  options: ReadOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const store = await openCache(base)
  const bytes = await readFile(base, file, store, options, staleRuntime)
  await prune(base, [file], store, file.path)
  return bytes
}

/** Rejects with `MODEL_MISSING` or `MODEL_STALE` unless this file of the ONNX runtime is served. */
export async function checkRuntime(base: string, file: ModelFile, signal: AbortSignal): Promise<void> {
  await readFile(base, file, undefined, { signal, onProgress: () => {} }, staleRuntime)
}

async function readStamp(
  base: string,
  facts: ModelFacts,
  store: Cache | undefined,
  signal: AbortSignal,
): Promise<ModelFile[]> {
  const url = base + STAMP
  let text: string
  try {
    const response = await get(url, { cache: 'no-cache', signal })
    text = await response.text()
  } catch (error) {
    const kept = unreachable(error) ? await store?.match(url) : undefined
    if (!kept) throw error
    text = await kept.text()
  }
  const stamp = parseStamp(url, text)
  const expected = fingerprintOf(facts)
  if (stamp.fingerprint !== expected)
    throw new EmbedderError(
      'MODEL_STALE',
      `The model at ${base} is ${stamp.fingerprint}; this version of Locket needs ${expected}.`,
      {
        value: stamp.fingerprint,
        hint: COPY_AGAIN,
      },
    )
  await keep(store, url, new TextEncoder().encode(text))
  return stamp.files
}

function parseStamp(url: string, text: string): { fingerprint: string; files: ModelFile[] } {
  try {
    const stamp: unknown = JSON.parse(text)
    if (isStamp(stamp)) return stamp
  } catch {
    // Reported below, with the address.
  }
  throw new EmbedderError('MODEL_FAILED', `${url} is not a model's stamp.`, {
    value: text.slice(0, 80),
    hint: COPY_AGAIN,
  })
}

function isStamp(value: unknown): value is { fingerprint: string; files: ModelFile[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'fingerprint' in value &&
    'files' in value &&
    Array.isArray(value.files)
  )
}

async function readFile(
  base: string,
  file: ModelFile,
  store: Cache | undefined,
  { signal, onProgress }: ReadOptions,
  problem: (base: string, url: string, wrong: string) => EmbedderError | Promise<EmbedderError>,
): Promise<Uint8Array<ArrayBuffer>> {
  const url = base + file.path
  const key = file.sha256 && keyOf(url, file.sha256)
  const kept = key ? await store?.match(key) : undefined
  if (kept) {
    const bytes = new Uint8Array(await kept.arrayBuffer())
    if ((await difference(bytes, file)) === undefined) {
      onProgress({ item: file.path, loaded: bytes.length, total: bytes.length })
      return bytes
    }
  }
  // Kept by hash in our own cache, a file needs no second copy in the browser's, and cannot come from a stale one.
  const response = await get(url, { cache: key && store ? 'no-store' : 'no-cache', signal })
  const bytes = await body(url, response, file, onProgress)
  const wrong = await difference(bytes, file)
  if (wrong !== undefined) throw await problem(base, url, wrong)
  if (key) await keep(store, key, bytes)
  return bytes
}

function damaged(_base: string, url: string, wrong: string): EmbedderError {
  return new EmbedderError('MODEL_FAILED', `${url} is not the file it should be: ${wrong}.`, {
    value: url,
    hint: `${COPY_AGAIN} A file left as a Git LFS pointer, or changed by a proxy, looks like this.`,
  })
}

async function staleRuntime(base: string, url: string, wrong: string): Promise<EmbedderError> {
  const served = await servedRuntime(base)
  // The right version with a wrong file was changed after the copying.
  const what =
    served === undefined || served === ORT_VERSION
      ? `${url} is not the file of ${ORT_VERSION} that this version of Locket needs: ${wrong}.`
      : `The ONNX runtime at ${base} is ${served}; this version of Locket needs ${ORT_VERSION}.`
  return new EmbedderError('MODEL_STALE', what, { value: served ?? url, hint: COPY_AGAIN })
}

/** The version that the stamp beside the files names, or undefined where there is none that can be read. */
async function servedRuntime(base: string): Promise<string | undefined> {
  try {
    const stamp: unknown = await (await fetch(base + ORT_STAMP, { cache: 'no-cache' })).json()
    return typeof stamp === 'object' && stamp !== null && 'version' in stamp ? String(stamp.version) : undefined
  } catch {
    // Copied by hand, without a stamp: the hash says enough.
    return undefined
  }
}

const get = (url: string, init: RequestInit): Promise<Response> =>
  fetchFile(
    url,
    init,
    (code, message, details) =>
      new EmbedderError(code, message, code === 'ABORTED' ? details : { ...details, hint: howToServe(url) }),
  )

function unreachable(error: unknown): boolean {
  return error instanceof EmbedderError && error.code === 'MODEL_MISSING' && error.cause !== undefined
}

function howToServe(url: string): string {
  const folder = url.includes('/ort/') ? 'the ONNX runtime files (ort)' : 'the model files'
  return `Serve ${folder} at that address: "npx locket-memory init" copies them into your public folder; another address is named in the option "models".`
}

async function body(
  url: string,
  response: Response,
  file: ModelFile,
  onProgress: (progress: LoadProgress) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const total = file.bytes ?? lengthOf(response)
  const chunks: Uint8Array[] = []
  let loaded = 0
  try {
    const reader = (response.body ?? new Blob([]).stream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      chunks.push(part.value)
      loaded += part.value.length
      onProgress({ item: file.path, loaded, total })
    }
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError')
      throw new EmbedderError('ABORTED', 'Loading the model was aborted.', { cause })
    throw new EmbedderError('MODEL_MISSING', `${url} broke off after ${loaded} bytes.`, {
      value: url,
      cause,
      hint: 'Try again.',
    })
  }
  return joined(chunks, loaded)
}

async function difference(bytes: Uint8Array<ArrayBuffer>, file: ModelFile): Promise<string | undefined> {
  if (file.bytes !== undefined && bytes.length !== file.bytes) return `${bytes.length} bytes instead of ${file.bytes}`
  // crypto.subtle is missing on plain-http pages; hashing 40 MB in JavaScript would take longer than loading them.
  if (file.sha256 === undefined || !globalThis.crypto?.subtle) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex === file.sha256 ? undefined : `its SHA-256 is ${hex} instead of ${file.sha256}`
}

/** Undefined where the browser keeps none: plain http, extensions' own addresses, storage that is switched off. */
async function openCache(base: string): Promise<Cache | undefined> {
  if (!base.startsWith('http') || !('caches' in globalThis)) return undefined
  try {
    return await caches.open(CACHE)
  } catch {
    // Firefox refuses when storage is blocked: the files are then read from the server each time.
    return undefined
  }
}

function keyOf(url: string, sha256: string): string {
  return `${url}?sha256=${sha256}`
}

async function keep(store: Cache | undefined, key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await store?.put(key, new Response(bytes))
  } catch {
    // A full disk: the model works without a kept copy.
  }
}

/** Drops the kept files below `base` (or of the one `path`) that are no longer current. */
async function prune(base: string, files: readonly ModelFile[], store: Cache | undefined, path = ''): Promise<void> {
  if (!store) return
  const current = new Set(files.map((file) => keyOf(base + file.path, file.sha256 ?? '')))
  for (const { url } of await store.keys()) {
    if (url.startsWith(`${base}${path}`) && url !== base + STAMP && !current.has(url)) await store.delete(url)
  }
}
