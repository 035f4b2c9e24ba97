import { InputError, LanguageModelError } from '../values/errors.js'
import { checkOptions, flag, wholeNumber } from '../values/options.js'
import type { LanguageModel, Probe } from './language-model.js'
import { missingFile } from './model-download.js'
import { workerModel } from './worker-model.js'
import type { WllamaCoreOptions } from './wllama/core.js'
import { listKept, keptFolder, removeKept } from './wllama/kept-models.js'
import type { KeptModel } from './wllama/kept-models.js'
import { wllamaWorker } from './wllama/worker.js'

export type { KeptModel } from './wllama/kept-models.js'

export interface WllamaOptions {
  /**
   * The address of a GGUF file that the application serves, relative to the page; of one that was split
   * (`…-00001-of-00003.gguf`) the first part's, or the list of all. Or the file itself, as a user chose it.
   */
  model: string | readonly string[] | Blob | readonly Blob[]
  /**
   * Where `wllama.wasm` and `wllama.js` of @wllama/wllama are served; or the address of each, as a bundler gives it.
   * Default: `wllama/` beside the model; for a file `/models/wllama/`.
   */
  wasm?: string | { binary: string; glue: string }
  /**
   * Tokens of prompt and reply together, 128 to 1,048,576. Default 4096. A model that was trained with fewer takes
   * fewer.
   */
  contextTokens?: number
  /**
   * 1 to 64. Default: half of the processor's where the page is cross-origin isolated, up to 8; else 1 (more are not
   * possible).
   */
  threads?: number
  /** Whether the model's files are kept on the device. Default true. */
  cache?: boolean
}

export interface WllamaModel extends LanguageModel {
  countTokens(text: string): Promise<number>
  probe(): Promise<Probe>
}

const OPTIONS = ['model', 'wasm', 'contextTokens', 'threads', 'cache'] as const
/** -00002-of-00005.gguf, and what may follow. */
const PART = /-(\d{5})-of-(\d{5})\.gguf(?=$|\?)/

/**
 * Runs a GGUF model on the processor, in a worker, with llama.cpp as built by @wllama/wllama, an optional peer (`npm i
 * @wllama/wllama`). Replies keep to a schema. Nothing is loaded before the first call, and nothing comes from another
 * address than `model` and `wasm`.
 *
 * After `dispose()` every call rejects with `CLOSED`. After a crash (`MODEL_FAILED`) the next call starts anew.
 * @throws InputError `INVALID_INPUT` or `UNKNOWN_OPTION` for options that cannot mean anything.
 */
export function wllama(options: WllamaOptions): WllamaModel {
  checkOptions('wllama()', options, OPTIONS)
  const model = filesOf(options.model)
  const contextTokens = wholeNumber('contextTokens', options.contextTokens, 4096, 128, 1_048_576)
  const wanted = wholeNumber('threads', options.threads, defaultThreads(), 1, 64)
  // More threads need shared memory, which only a cross-origin isolated page has.
  const threads = globalThis.crossOriginIsolated ? wanted : 1
  const cache = flag('cache', options.cache, true)

  function coreOptions(): WllamaCoreOptions {
    const lacking = lacks()
    if (lacking !== undefined)
      throw new LanguageModelError('MODEL_UNAVAILABLE', `The model cannot run here: ${lacking}.`)
    const base = globalThis.document?.baseURI ?? globalThis.location.href
    const addresses = isAddresses(model) ? model.map((url) => new URL(url, base).href) : model
    return {
      model: addresses,
      engine: engineAt(
        options.wasm,
        typeof addresses[0] === 'string' ? addresses[0] : new URL('/models/', base).href,
        base,
      ),
      contextTokens,
      threads,
      cache,
      library: libraryAddress(),
    }
  }

  const capabilities = { contextTokens, grammar: true, vision: false, languages: 'any' } as const
  return Object.assign(
    workerModel({ name: `wllama: ${nameOf(model[0])}`, capabilities, worker: wllamaWorker, options: coreOptions }),
    {
      async probe(): Promise<Probe> {
        const lacking = lacks()
        if (lacking !== undefined) return { usable: false, reason: lacking }
        const { model: files, engine } = coreOptions()
        const kept = new Set((await wllamaCache().list()).filter(({ complete }) => complete).map(({ url }) => url))
        const urls = files.filter((file): file is string => typeof file === 'string')
        const missing = await missingFile([...urls.filter((url) => !kept.has(url)), ...Object.values(engine)])
        if (missing !== undefined) return { usable: false, reason: missing }
        const where = `on the processor${threads > 1 ? `, on ${threads} threads` : ''}`
        return {
          usable: true,
          reason: urls.every((url) => kept.has(url))
            ? `it is on this device and runs ${where}`
            : `its files are there, and it runs ${where}`,
        }
      },
    },
  )
}

/**
 * The model files that are kept on this device, for a page where users see and free what is stored. Empty where nothing
 * can be kept.
 */
export function wllamaCache(): {
  list(): Promise<KeptModel[]>
  remove(model: string | readonly string[]): Promise<void>
} {
  return {
    async list() {
      const folder = await keptFolder()
      return folder ? listKept(folder) : []
    },
    /** Takes what `wllama` takes as `model`; what is not there is no error. A model that is loaded goes on. */
    async remove(model) {
      const folder = await keptFolder()
      if (!folder) return
      for (const url of filesOf(model) as readonly string[])
        await removeKept(folder, new URL(url, globalThis.document?.baseURI ?? globalThis.location.href).href)
    },
  }
}

const isAddresses = (files: readonly string[] | readonly Blob[]): files is readonly string[] =>
  typeof files[0] === 'string'

function filesOf(model: WllamaOptions['model']): readonly string[] | readonly Blob[] {
  const list: readonly unknown[] = Array.isArray(model) ? model : typeof model === 'string' ? partsOf(model) : [model]
  const [first] = list
  const right =
    typeof first === 'string'
      ? list.every((file) => typeof file === 'string' && file !== '')
      : list.length > 0 && list.every((file) => file instanceof Blob)
  if (!right)
    throw new InputError(
      'INVALID_INPUT',
      'model must be the address of a GGUF file, the file, or a list of one of these.',
      { value: model },
    )
  return list as readonly string[] | readonly Blob[]
}

/** The addresses of all parts of a model that was split. */
function partsOf(url: string): string[] {
  const total = Number(PART.exec(url)?.[2] ?? 1)
  return total === 1
    ? [url]
    : Array.from({ length: total }, (_, i) =>
        url.replace(PART, (_, _part, of: string) => `-${String(i + 1).padStart(5, '0')}-of-${of}.gguf`),
      )
}

function nameOf(file: string | Blob | undefined): string {
  const name =
    typeof file === 'string'
      ? file.slice(file.lastIndexOf('/') + 1).replace(/\?.*/, '')
      : file instanceof File
        ? file.name
        : 'a file'
  return name.replace(PART, '').replace(/\.gguf$/i, '')
}

function engineAt(wasm: WllamaOptions['wasm'], model: string, base: string): WllamaCoreOptions['engine'] {
  if (typeof wasm === 'object') return { binary: new URL(wasm.binary, base).href, glue: new URL(wasm.glue, base).href }
  const folder = wasm === undefined ? new URL('wllama/', model) : new URL(wasm.endsWith('/') ? wasm : `${wasm}/`, base)
  return { binary: new URL('wllama.wasm', folder).href, glue: new URL('wllama.js', folder).href }
}

function defaultThreads(): number {
  return Math.min(8, Math.max(1, Math.floor((globalThis.navigator?.hardwareConcurrency ?? 1) / 2)))
}

/** Why the engine cannot run here. */
function lacks(): string | undefined {
  if (typeof Worker === 'undefined') return 'no worker can be made here'
  try {
    new WebAssembly.Memory({ initial: 1n, address: 'i64' } as unknown as WebAssembly.MemoryDescriptor)
  } catch {
    return 'this browser has no 64-bit WebAssembly'
  }
  return undefined
}

/** Where the page's import map has the library; undefined with a bundler, which finds it for the worker. */
function libraryAddress(): string | undefined {
  try {
    return import.meta.resolve('@wllama/wllama')
  } catch {
    return undefined
  }
}
