import { InputError } from '../values/errors.js'
import { checkOptions, wholeNumber } from '../values/options.js'
import type { LanguageModel, Probe } from './language-model.js'
import type { WebLlmAppConfig } from './web-llm/config.js'
import { connectEngine } from './web-llm/engine.js'
import { importLibrary } from './web-llm/library.js'
import { WebLlmModel } from './web-llm/model.js'
import { browserGpu } from './web-llm/probe.js'

export { webLlmCache, type CachedModel, type WebLlmCache, type WebLlmCacheOptions } from './web-llm/cache.js'
export {
  recommend,
  WEB_LLM_CATALOGUE,
  type WebLlmBuild,
  type WebLlmCatalogueEntry,
  type WebLlmNeeds,
} from './web-llm/catalogue.js'
export type { WebLlmAppConfig, WebLlmModelRecord } from './web-llm/config.js'
export { probeWebLlm, type WebLlmProbe } from './web-llm/probe.js'

export interface WebLlmOptions {
  /**
   * Id of a model, for example `Qwen3-0.6B-q4f16_1-MLC`. On a device without 16-bit shaders its `q4f32` build is taken,
   * where there is one. Default: the first of `appConfig`, or the largest of the catalogue for English and Chinese,
   * that keeps to `maxVideoMemoryMB`.
   */
  model?: string
  /**
   * Where the models of WebLLM's prebuilt list are served: a folder with `<id>/resolve/main/…` for each and the
   * libraries (`.wasm`) beside them. Default `/models/`, relative to the page. `hub`: from the library's makers
   * (huggingface.co, raw.githubusercontent.com).
   */
  models?: string
  /** Models of your own, or addresses of your own, instead of the prebuilt list. */
  appConfig?: WebLlmAppConfig
  /**
   * Makes the worker that the model runs in: Locket's, or any with the library's `WebWorkerMLCEngineHandler`; or
   * `false` to run it where the caller is.
   */
  worker?: (() => Worker) | false
  /**
   * Tokens of prompt and reply together, 256 to 131,072: more takes more memory. Default: the model's own, 4,096 in the
   * prebuilt list.
   */
  contextTokens?: number
  /** MB of video memory that a model chosen for you may take. Default 2,048. */
  maxVideoMemoryMB?: number
}

const OPTIONS = ['model', 'models', 'appConfig', 'worker', 'contextTokens', 'maxVideoMemoryMB'] as const

/**
 * A language model on the graphics card, by WebLLM (`@mlc-ai/web-llm`, an optional peer: `npm i @mlc-ai/web-llm`), in a
 * worker of its own. Nothing is loaded before the first call, and nothing comes from another address than those of
 * `models` or `appConfig`.
 *
 * A schema is enforced while the reply is made, except for `maxLength`; a string of twice the schema's longest ends the
 * reply (`length`). Models that think aloud are told not to. A device that is lost in the middle of a reply is set up
 * again once, and the reply begun again. After `dispose()` every call rejects with `CLOSED`.
 * @throws InputError `INVALID_INPUT` or `UNKNOWN_OPTION` for options that cannot mean anything.
 */
export function webLlm(options: WebLlmOptions = {}): LanguageModel & { probe(): Promise<Probe> } {
  checkOptions('webLlm()', options, OPTIONS)
  const { model, appConfig, models, worker, contextTokens } = options
  if (appConfig && models !== undefined)
    throw new InputError('INVALID_INPUT', 'appConfig says where its models are: leave out "models".', { value: models })
  if (appConfig && !Array.isArray(appConfig.model_list))
    throw new InputError('INVALID_INPUT', 'appConfig must have a model_list.', {
      value: appConfig,
      hint: 'See the AppConfig of WebLLM.',
    })
  return new WebLlmModel(
    {
      model,
      appConfig,
      models: models ?? '/models/',
      worker,
      contextTokens:
        contextTokens === undefined ? undefined : wholeNumber('contextTokens', contextTokens, 0, 256, 131_072),
      maxVideoMemoryMB: wholeNumber('maxVideoMemoryMB', options.maxVideoMemoryMB, 2048, 1, 1_000_000),
    },
    { importLibrary, connect: connectEngine, gpu: browserGpu },
  )
}
