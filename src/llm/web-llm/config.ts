import { LanguageModelError } from '../../values/errors.js'

/** A model of WebLLM's configuration; the names are the library's. */
export interface WebLlmModelRecord {
  /**
   * Address of the folder with the weights; the files are below it at `resolve/main/`, unless the address has a
   * `resolve` of its own.
   */
  model: string
  model_id: string
  /** Address of the compiled library, a `.wasm` file. */
  model_lib: string
  overrides?: { context_window_size?: number }
  vram_required_MB?: number
  low_resource_required?: boolean
  buffer_size_required_bytes?: number
  required_features?: string[]
  model_type?: number
  /** Hashes of configuration, library and tokenizer. */
  integrity?: object
  model_manifest?: string
}

/** WebLLM's `AppConfig`: which models there are, and where. Addresses may be relative to the page. */
export interface WebLlmAppConfig {
  model_list: WebLlmModelRecord[]
  /**
   * Where the library keeps the files. Default `cache`, the Cache API, which is the one that `webLlmCache()` manages.
   */
  cacheBackend?: 'cache' | 'indexeddb' | 'cross-origin' | 'opfs'
  opfsAccessMode?: 'async' | 'sync' | 'auto'
}

/** What relative addresses are relative to, in a window or a worker. */
export const pageAddress = (): string => globalThis.document?.baseURI ?? globalThis.location.href

/** The library's own list with its hub's addresses, or with those of a folder that holds the same files. */
export function listedModels(prebuilt: WebLlmAppConfig, models: string): WebLlmAppConfig {
  if (models === 'hub') return prebuilt
  const folder = models.endsWith('/') ? models : `${models}/`
  return {
    ...prebuilt,
    model_list: prebuilt.model_list.map((record) => ({
      ...record,
      model: `${folder}${record.model_id}`,
      model_lib: folder + record.model_lib.slice(record.model_lib.lastIndexOf('/') + 1),
    })),
  }
}

/**
 * Addresses that mean the same in the page and in a worker, where the library would resolve relative ones differently.
 * A library of the page's own origin stays a path: the engine keeps no copy of such a one, and so never runs an old
 * one.
 */
export function withAbsoluteAddresses(config: WebLlmAppConfig, base = pageAddress()): WebLlmAppConfig {
  const { origin } = new URL(base)
  const model_list = config.model_list.map((record) => {
    const library = new URL(record.model_lib, base)
    return {
      ...record,
      model: new URL(record.model, base).href,
      model_lib: library.origin === origin ? library.pathname + library.search : library.href,
    }
  })
  return { ...config, model_list }
}

/** @throws LanguageModelError `MODEL_MISSING`, with what there is. */
export function recordOf({ model_list }: WebLlmAppConfig, id: string): WebLlmModelRecord {
  const found = model_list.find((record) => record.model_id === id)
  if (found) return found
  throw new LanguageModelError('MODEL_MISSING', `WebLLM's configuration has no model "${id}".`, {
    value: id,
    hint: `It has: ${model_list.map((record) => record.model_id).join(', ') || 'none'}.`,
  })
}

/** Many records of the prebuilt list do not say that they need it, but their names do. */
export function needsFloat16({ model_id, model_lib, required_features }: WebLlmModelRecord): boolean {
  return required_features?.includes('shader-f16') === true || /q\df16/.test(model_id) || /q\df16/.test(model_lib)
}

/** The same model in 32 bits, where the configuration has it. */
export function float32Twin(
  { model_list }: WebLlmAppConfig,
  { model_id }: WebLlmModelRecord,
): WebLlmModelRecord | undefined {
  const twin = model_id.replace(/(q\d)f16/, '$1f32')
  return twin === model_id ? undefined : model_list.find((record) => record.model_id === twin)
}

/** The folder that the library takes a model's files from, with a slash at its end. */
export function folderOf({ model }: WebLlmModelRecord): string {
  const folder = model.endsWith('/') ? model : `${model}/`
  return new URL(/.+\/resolve\/.+\//.test(folder) ? folder : `${folder}resolve/main/`, pageAddress()).href
}

export const libraryOf = ({ model_lib }: WebLlmModelRecord): string => new URL(model_lib, pageAddress()).href
