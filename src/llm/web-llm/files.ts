import { lengthOf } from '../../platform/fetch-file.js'
import { LanguageModelError } from '../../values/errors.js'
import { requestFile } from '../model-download.js'
import { folderOf, libraryOf, type WebLlmModelRecord } from './config.js'

/** The caches of the Cache API that the library keeps its files in. */
export const CACHES = { config: 'webllm/config', wasm: 'webllm/wasm', model: 'webllm/model' } as const

export const CHAT_CONFIG = 'mlc-chat-config.json'
export const TENSOR_LIST = 'tensor-cache.json'

/** Looking for the reason of a failure takes a few requests and is not broken off. */
const NEVER = new AbortController().signal

interface ChatConfig {
  context_window_size?: number
  sliding_window_size?: number
  tokenizer_files?: string[]
}

export interface TensorList {
  records: { dataPath: string; nbytes: number }[]
}

/** A file as it is in a cache of the library, or at its address. */
interface Found {
  response: Response
  url: string
  /** Where it is kept; undefined where it comes from its server. */
  cache?: Cache
}

/**
 * The first file of a model that is not what it should be, as the error to report: the library's own errors name no
 * address. A wrong file that the library keeps is removed, since the library would take it for ever. Undefined where
 * all files are there and look right.
 */
export async function findWrongFile(record: WebLlmModelRecord): Promise<LanguageModelError | undefined> {
  const folder = folderOf(record)
  try {
    // The addresses of a packaged model's other files stand in its manifest, which is the library's to read.
    if (record.model_manifest !== undefined) {
      await readJson(new URL(record.model_manifest, folder).href, CACHES.config)
      await checkLibrary(libraryOf(record))
      return undefined
    }
    const { tokenizer_files = [] } = await readJson<ChatConfig>(folder + CHAT_CONFIG, CACHES.config)
    await checkLibrary(libraryOf(record))
    const tokenizer = tokenizer_files.includes('tokenizer.json') ? 'tokenizer.json' : 'tokenizer.model'
    await discard(await find(folder + tokenizer, CACHES.model))
    const { records } = await readJson<TensorList>(folder + TENSOR_LIST, CACHES.model)
    for (const { dataPath, nbytes } of records) await checkShard(folder + dataPath, nbytes)
    return undefined
  } catch (error) {
    if (error instanceof LanguageModelError) return error
    throw error
  }
}

/** Tokens of the context that a loaded model has, by its own configuration; undefined where that does not say. */
export async function contextOf(record: WebLlmModelRecord): Promise<number | undefined> {
  if (record.model_manifest !== undefined) return undefined
  const { context_window_size = -1, sliding_window_size = -1 } = await readJson<ChatConfig>(
    folderOf(record) + CHAT_CONFIG,
    CACHES.config,
  )
  return [context_window_size, sliding_window_size].find((size) => size > 0)
}

async function readJson<T>(url: string, cacheName: string): Promise<T> {
  const found = await find(url, cacheName)
  try {
    return (await found.response.json()) as T
  } catch (cause) {
    return refuse(found, 'MODEL_FAILED', `${url} is not JSON.`, cause)
  }
}

async function checkLibrary(url: string): Promise<void> {
  const found = await find(url, CACHES.wasm)
  const bytes = new Uint8Array(await found.response.arrayBuffer())
  if (!WebAssembly.validate(bytes))
    await refuse(found, 'MODEL_FAILED', `${url} is not a WebAssembly library, or not all of it.`)
}

async function checkShard(url: string, expected: number): Promise<void> {
  const found = await find(url, CACHES.model)
  const bytes = found.cache ? (await found.response.blob()).size : lengthOf(found.response)
  await discard(found)
  if (bytes !== undefined && bytes < expected)
    await refuse(found, 'MODEL_FAILED', `${url} has ${bytes} bytes instead of ${expected}.`)
}

async function find(url: string, cacheName: string): Promise<Found> {
  const cache = 'caches' in globalThis ? await caches.open(cacheName) : undefined
  const kept = await cache?.match(url)
  if (!kept || !cache) return { response: await requestFile(url, { signal: NEVER, hint: HOW_TO_SERVE }), url }
  const found = { response: kept, url, cache }
  // A single-page application's server answers every unknown address with its page and status 200.
  if (kept.headers.get('content-type')?.startsWith('text/html'))
    await refuse(found, 'MODEL_MISSING', `${url} answered with a web page, not a model file.`)
  return found
}

async function refuse(
  { url, response, cache }: Found,
  code: 'MODEL_MISSING' | 'MODEL_FAILED',
  message: string,
  cause?: unknown,
): Promise<never> {
  await cache?.delete(url)
  if (!response.bodyUsed) await response.body?.cancel()
  throw new LanguageModelError(code, message, {
    value: url,
    hint: HOW_TO_SERVE,
    ...(cause === undefined ? {} : { cause }),
  })
}

async function discard({ response }: Found): Promise<void> {
  if (!response.bodyUsed) await response.body?.cancel()
}

export const HOW_TO_SERVE =
  'Serve the files yourself and say where with "models" or "appConfig" (docs/language-models.md lists them), or take them from the library\'s hub with models: "hub".'
