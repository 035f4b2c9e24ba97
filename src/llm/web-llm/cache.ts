import { lengthOf } from '../../platform/fetch-file.js'
import { InputError } from '../../values/errors.js'
import { checkOptions } from '../../values/options.js'
import { folderOf, libraryOf, withAbsoluteAddresses, type WebLlmAppConfig } from './config.js'
import { CACHES, CHAT_CONFIG, TENSOR_LIST, type TensorList } from './files.js'

export interface WebLlmCacheOptions {
  /**
   * The configuration whose models are called by their ids. Models that it lacks are called by the folder of their
   * address, as the prebuilt list does.
   */
  appConfig?: WebLlmAppConfig
}

export interface CachedModel {
  /** The model's id, or the file's name for a library of no known model. */
  id: string
  /** Bytes of all its files; several models may share a library, which counts for each. */
  bytes: number
  /**
   * Whether everything is there that a load without a network needs. A library of the application's own origin is never
   * kept, and not missed.
   */
  complete: boolean
}

export interface WebLlmCache {
  /** The models that the browser keeps, wholly or in part. */
  list(): Promise<CachedModel[]>
  /** Whether the model is there completely. */
  has(id: string): Promise<boolean>
  /**
   * Removes a model's files, and its library where no other kept model of the configuration uses it. False when there
   * was nothing.
   */
  remove(id: string): Promise<boolean>
  /** Bytes of everything that WebLLM keeps. */
  total(): Promise<number>
}

interface Kept {
  cache: Cache
  url: string
}

/**
 * What WebLLM keeps in the browser's Cache API, for a manager of models: no engine and no library is loaded for it.
 * @throws InputError `INVALID_INPUT` for a configuration with another `cacheBackend`.
 */
export function webLlmCache(options: WebLlmCacheOptions = {}): WebLlmCache {
  checkOptions('webLlmCache()', options, ['appConfig'])
  const { appConfig } = options
  if (appConfig?.cacheBackend !== undefined && appConfig.cacheBackend !== 'cache')
    throw new InputError('INVALID_INPUT', 'webLlmCache() manages the Cache API only.', {
      value: appConfig.cacheBackend,
      hint: 'Leave out cacheBackend.',
    })
  const records = appConfig
    ? withAbsoluteAddresses(appConfig).model_list.map((record) => ({
        id: record.model_id,
        folder: folderOf(record),
        library: libraryOf(record),
      }))
    : []

  /** The ids of the models that a file belongs to. */
  function ownersOf(url: string): string[] {
    const known = records.filter(({ folder, library }) => url.startsWith(folder) || url === library).map(({ id }) => id)
    return known.length > 0 ? known : [nameOf(url)]
  }

  async function byModel(): Promise<Map<string, Kept[]>> {
    const models = new Map<string, Kept[]>()
    for (const file of await files())
      for (const id of ownersOf(file.url)) models.set(id, [...(models.get(id) ?? []), file])
    // A library alone is no model: it is the rest of one, or another's.
    for (const { id, library } of records) if (models.get(id)?.every(({ url }) => url === library)) models.delete(id)
    return models
  }

  async function complete(id: string, kept: readonly Kept[]): Promise<boolean> {
    const has = (end: string) => kept.find(({ url }) => url.endsWith(end))
    const list = has(`/${TENSOR_LIST}`)
    if (!list || !has(`/${CHAT_CONFIG}`) || !(has('/tokenizer.json') ?? has('/tokenizer.model'))) return false
    const library = records.find((record) => record.id === id)?.library
    if (library !== undefined && new URL(library).origin !== location.origin && !has(library)) return false
    const { records: shards } = (await (await list.cache.match(list.url))?.json()) as TensorList
    return shards.every(({ dataPath }) => has(`/${dataPath}`))
  }

  return {
    async list() {
      return Promise.all(
        [...(await byModel())].map(async ([id, kept]) => ({
          id,
          bytes: await bytesOf(kept),
          complete: await complete(id, kept),
        })),
      )
    },
    async has(id) {
      const kept = (await byModel()).get(id)
      return kept !== undefined && complete(id, kept)
    },
    async remove(id) {
      const models = await byModel()
      const kept = models.get(id) ?? []
      models.delete(id)
      const others = new Set([...models.values()].flat().map(({ url }) => url))
      await Promise.all(kept.filter(({ url }) => !others.has(url)).map(({ cache, url }) => cache.delete(url)))
      return kept.length > 0
    },
    async total() {
      return bytesOf(await files())
    },
  }
}

/** Everything that the library keeps, without making caches that are not there. */
async function files(): Promise<Kept[]> {
  if (!('caches' in globalThis)) return []
  const kept: Kept[] = []
  for (const name of Object.values(CACHES)) {
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    for (const { url } of await cache.keys()) kept.push({ cache, url })
  }
  return kept
}

async function bytesOf(kept: readonly Kept[]): Promise<number> {
  const sizes = await Promise.all(
    kept.map(async ({ cache, url }) => {
      const response = await cache.match(url)
      return response ? (lengthOf(response) ?? (await response.blob()).size) : 0
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * `…/Qwen3-0.6B-q4f16_1-MLC/resolve/main/params_shard_0.bin` → `Qwen3-0.6B-q4f16_1-MLC`; of other addresses the file's
 * name.
 */
const nameOf = (url: string): string => /([^/]+)\/resolve\//.exec(url)?.[1] ?? url.slice(url.lastIndexOf('/') + 1)
