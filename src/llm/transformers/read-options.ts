import { InputError } from '../../values/errors.js'
import { oneOf, wholeNumber } from '../../values/options.js'
import type { LoadingOptions } from './loading-options.js'

/** What every model that runs with Transformers.js is told: which one, where its files are, and what to run it on. */
export interface ServingOptions {
  model: string
  models?: string | { hub: string }
  dtype?: LoadingOptions['dtype']
  device?: LoadingOptions['device']
  wasm?: string
  threads?: number
}

export const SERVING_OPTIONS = ['model', 'models', 'dtype', 'device', 'wasm', 'threads'] as const

/**
 * The options checked at once; where things are is asked for when they are loaded, relative to the page as it is then.
 */
export function readServing(options: ServingOptions, defaultDtype: LoadingOptions['dtype']): () => LoadingOptions {
  const { model, models = '/models/' } = options
  if (typeof model !== 'string' || model === '')
    throw new InputError('INVALID_INPUT', 'model must be the name of a folder below "models".', { value: model })
  const dtype = oneOf('dtype', options.dtype, ['fp32', 'fp16', 'q8', 'q4', 'q4f16'], defaultDtype)
  const device = oneOf('device', options.device, ['webgpu', 'wasm'], 'wasm')
  const threads = wholeNumber(
    'threads',
    options.threads,
    globalThis.crossOriginIsolated ? Math.min(4, navigator.hardwareConcurrency) : 1,
    1,
    64,
  )
  return () => {
    const page = globalThis.document?.baseURI ?? globalThis.location.href
    const folder = directory(typeof models === 'string' ? models : '/models/', page)
    const from = typeof models === 'string' ? { folder } : { hub: directory(models.hub, page) }
    return {
      model,
      from,
      ortBase: directory(options.wasm ?? 'ort/', options.wasm === undefined ? folder : page),
      dtype,
      device,
      threads,
    }
  }
}

function directory(path: string, base: string): string {
  return new URL(path.endsWith('/') ? path : `${path}/`, base).href
}
