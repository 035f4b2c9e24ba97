import type { LoadingOptions } from '../llm/transformers/loading-options.js'
import { readServing, SERVING_OPTIONS } from '../llm/transformers/read-options.js'
import { Turns } from '../llm/turns.js'
import { WorkerLink } from '../llm/worker-link.js'
import { checkOptions, wholeNumber } from '../values/options.js'
import { wellFormed } from '../values/well-formed.js'
import { checkJudged } from './check.js'
import type { CrossEncoderCore, CrossEncoderOptions } from './cross-encoder/core.js'
import { crossEncoderWorker } from './cross-encoder/worker.js'
import type { Reranker } from './reranker.js'

export interface TransformersRerankerOptions {
  /**
   * The model's folder below `models`, or its name at the hub. A cross-encoder: a classifier of pairs of texts, with
   * one label or two.
   */
  model: string
  /**
   * Where the application serves the model folders, relative to the page; default `/models/`. Only when a hub is named
   * here are files asked of it.
   */
  models?: string | { hub: string }
  /** Which weights: the suffix of the ONNX file, in the words of Transformers.js. Default `q8`. */
  dtype?: LoadingOptions['dtype']
  /** Default `wasm`. */
  device?: LoadingOptions['device']
  /** Where the files of the ONNX runtime are served. Default: `ort/` under `models`, with a hub `/models/ort/`. */
  wasm?: string
  /**
   * Tokens of query and text together that are read, 16 to 8192; the rest of a longer text is not. Default 256. A model
   * that was trained with fewer takes fewer.
   */
  maxTokens?: number
  /**
   * WASM threads, 1 to 64. Default: up to 4 where the page is cross-origin isolated, else 1 (more are not possible).
   */
  threads?: number
  /** Makes the worker that the model runs in. */
  worker?: () => Worker
}

const OPTIONS = [...SERVING_OPTIONS, 'maxTokens', 'worker'] as const

/**
 * A cross-encoder through Transformers.js, in a worker of its own. Nothing is loaded before the first call, and nothing
 * comes from another address than `models` and `wasm`.
 *
 * After `dispose()` every call rejects with `CLOSED`. After a crash or a failed run (`MODEL_FAILED`) the next call
 * starts anew.
 * @throws InputError `INVALID_INPUT` or `UNKNOWN_OPTION` for options that cannot mean anything.
 */
export function transformersReranker(options: TransformersRerankerOptions): Reranker {
  checkOptions('transformersReranker()', options, OPTIONS)
  const serving = readServing(options, 'q8')
  const maxTokens = wholeNumber('maxTokens', options.maxTokens, 256, 16, 8192)

  const turns = new Turns()
  const link = new WorkerLink<CrossEncoderOptions, void, CrossEncoderCore>({
    what: 'reranker',
    worker: options.worker ?? crossEncoderWorker,
    options: () => ({ ...serving(), maxTokens }),
  })

  return {
    name: `transformers: ${options.model}`,
    async rerank(query, candidates, { signal } = {}) {
      link.assertOpen()
      checkJudged(query, candidates)
      if (candidates.length === 0) return []
      const texts = candidates.map(({ text }) => wellFormed(text))
      return turns.run(() => link.call((core, job) => core.score(wellFormed(query), texts, job), signal), signal)
    },
    dispose: () => link.dispose(),
  }
}
