import { checkOptions, wholeNumber } from '../values/options.js'
import type { LanguageModel, Probe } from './language-model.js'
import { missingFile } from './model-download.js'
import type { GenerationOptions } from './transformers/loading-options.js'
import { readServing, SERVING_OPTIONS } from './transformers/read-options.js'
import { generationWorker } from './transformers/worker.js'
import { workerModel } from './worker-model.js'

export interface TransformersLlmOptions {
  /**
   * The model's folder below `models`, or its name at the hub: `onnx-community/Qwen2.5-0.5B-Instruct`. It has a chat
   * template.
   */
  model: string
  /**
   * Where the application serves the model folders, relative to the page; default `/models/`. Only when a hub is named
   * here are files asked of it.
   */
  models?: string | { hub: string }
  /** Which weights: the suffix of the ONNX file, in the words of Transformers.js. Default `q4`. */
  dtype?: GenerationOptions['dtype']
  /** Default `wasm`, which is slow for language models: use `webgpu` where the users' devices have it. */
  device?: GenerationOptions['device']
  /** Where the files of the ONNX runtime are served. Default: `ort/` under `models`, with a hub `/models/ort/`. */
  wasm?: string
  /**
   * Tokens of prompt and reply together, 128 to 1,048,576. Default 4096. A model that was trained with fewer takes
   * fewer.
   */
  contextTokens?: number
  /**
   * WASM threads, 1 to 64. Default: up to 4 where the page is cross-origin isolated, else 1 (more are not possible).
   */
  threads?: number
  /** Makes the worker that the model runs in. */
  worker?: () => Worker
}

export interface TransformersLlm extends LanguageModel {
  countTokens(text: string): Promise<number>
  probe(): Promise<Probe>
}

const OPTIONS = [...SERVING_OPTIONS, 'contextTokens', 'worker'] as const

/**
 * Generates text with Transformers.js, in a worker of its own. It has no grammar: a schema is not enforced.
 * Nothing is loaded before the first call, and nothing comes from another address than `models` and `wasm`.
 *
 * After `dispose()` every call rejects with `CLOSED`. After a crash or a failed run (`MODEL_FAILED`) the next call
 * starts anew.
 * @throws InputError `INVALID_INPUT` or `UNKNOWN_OPTION` for options that cannot mean anything.
 */
export function transformersLlm(options: TransformersLlmOptions): TransformersLlm {
  checkOptions('transformersLlm()', options, OPTIONS)
  const serving = readServing(options, 'q4')
  const contextTokens = wholeNumber('contextTokens', options.contextTokens, 4096, 128, 1_048_576)

  const coreOptions = (): GenerationOptions => ({ ...serving(), contextTokens })
  const capabilities = { contextTokens, grammar: false, vision: false, languages: 'any' } as const
  return Object.assign(
    workerModel({
      name: `transformers: ${options.model}`,
      capabilities,
      worker: options.worker ?? generationWorker,
      options: coreOptions,
    }),
    {
      async probe(): Promise<Probe> {
        if (typeof Worker === 'undefined') return { usable: false, reason: 'no worker can be made here' }
        const { from, model, device } = coreOptions()
        if (device === 'webgpu' && !(await hasAdapter())) return { usable: false, reason: 'there is no WebGPU adapter' }
        if ('hub' in from) return { usable: true, reason: `its files come from ${from.hub}` }
        const missing = await missingFile([`${from.folder}${model}/config.json`])
        if (missing !== undefined) return { usable: false, reason: missing }
        return {
          usable: true,
          reason: `its files are there, and it runs on ${device === 'webgpu' ? 'WebGPU' : 'the processor'}`,
        }
      },
    },
  )
}

async function hasAdapter(): Promise<boolean> {
  const { gpu } = navigator as { gpu?: { requestAdapter(): Promise<unknown> } }
  return Boolean(await gpu?.requestAdapter().catch(() => undefined))
}
