import type { ChatOptions } from '@mlc-ai/web-llm'
import type { LocketError } from '../../values/errors.js'
import { webLlmCache } from './cache.js'
import { libraryOf, type WebLlmModelRecord } from './config.js'
import { faultOf, isForeignLibrary, isShortShard, loadError, mayBeFile } from './faults.js'
import { CACHES, findWrongFile } from './files.js'
import type { Loaded } from './loaded.js'

/**
 * Loads the model into the engine. A cached file that is damaged is removed and the load tried once more.
 * Rejects with what the library threw.
 */
export async function reload(loaded: Loaded, contextTokens: number | undefined, again = false): Promise<void> {
  const { link, record } = loaded
  const id = record.model_id
  try {
    await Promise.race([link.engine.reload(id, chatOptions(contextTokens)), link.broken])
    // A load that something broke off ends without an error, and without a model.
    await Promise.race([link.engine.getMessage(id), link.broken])
  } catch (thrown) {
    const fault = faultOf(thrown)
    if (again || !(isShortShard(fault) || isForeignLibrary(fault))) throw thrown
    if (isForeignLibrary(fault)) await forgetLibrary(record)
    else await forget(loaded)
    await reload(loaded, contextTokens, true)
  }
}

function chatOptions(contextTokens: number | undefined): ChatOptions | undefined {
  return contextTokens === undefined ? undefined : { context_window_size: contextTokens }
}

/** The error to report for what the library threw: a wrong file where one is found, else the failed load. */
export async function explain(thrown: unknown, { library, record }: Loaded): Promise<LocketError> {
  const fault = faultOf(thrown)
  const wrong = mayBeFile(fault) ? await findWrongFile(record) : undefined
  if (wrong) wrong.cause ??= thrown
  return wrong ?? loadError(fault, record.model_id, library.modelVersion)
}

async function forget({ library, config, record }: Loaded): Promise<void> {
  const { cacheBackend = 'cache' } = config
  if (cacheBackend === 'cache') await webLlmCache({ appConfig: config }).remove(record.model_id)
  else await library.deleteModelAllInfoInCache(record.model_id, config)
}

async function forgetLibrary(record: WebLlmModelRecord): Promise<void> {
  if ('caches' in globalThis) await (await caches.open(CACHES.wasm)).delete(libraryOf(record))
}
