import { EmbedderError, InputError } from '../values/errors.js'
import { checkOptions, oneOf, wholeNumber } from '../values/options.js'
import { abortable, abortedError } from './abortable.js'
import { centersOf } from './centers.js'
import { connect, type Connection } from './core-connection.js'
import type { Embedder, LoadProgress } from './embedder.js'
import { fingerprintOf, modelFacts } from './models.js'
import type { ModelFacts } from './models.js'
import { unwrap } from './outcome.js'
import type { Outcome } from './outcome.js'
import type { CoreOptions } from './core-options.js'
import type { EmbedderCore } from './transformers-core.js'

export type { ModelFacts, ModelFile } from './models.js'

export interface TransformersEmbedderOptions {
  /**
   * A model that Locket knows: `e5-small-memory-en-zh` (default, English and Chinese) or `all-MiniLM-L6-v2` (English);
   * or the facts of one of your own.
   */
  model?: string | ModelFacts
  /** Where the application serves the model folders. Default `/models/`, relative to the page. */
  models?: string
  /** `auto` (default): WebGPU when there is a hardware adapter and it gives the right vectors, else WASM. */
  device?: 'auto' | 'webgpu' | 'wasm'
  /**
   * Makes the worker that the model runs in, or `false` to run it where the caller is, for example in a worker of the
   * application.
   */
  worker?: (() => Worker) | false
  /** Where the files of the ONNX runtime are served. Default: `ort/` under `models`. */
  wasm?: string
  /**
   * WASM threads, 1 to 64. Default: up to 4 where the page is cross-origin isolated, else 1 (more are not possible).
   */
  threads?: number
  /** Texts that go through the model together at most, 1 to 256. Default 16. It changes speed, not vectors. */
  batchSize?: number
  /** Windows of one text that are embedded at most, 1 to 4096. Default 64, about 29,000 tokens. */
  maxWindows?: number
}

const OPTIONS = ['model', 'models', 'device', 'worker', 'wasm', 'threads', 'batchSize', 'maxWindows'] as const

/** Where the model runs, and why there. */
export interface EmbedderRuntime {
  device: 'webgpu' | 'wasm'
  reason: string
  /** WASM threads: more than one only where the page is cross-origin isolated. */
  threads: number
}

export interface TransformersEmbedder extends Embedder {
  /** Undefined until the model is loaded. */
  readonly runtime: EmbedderRuntime | undefined
}

/**
 * Embeds with Transformers.js, in a worker of its own. Nothing is loaded before the first call, and nothing comes from
 * another address than `models` and `wasm`.
 *
 * After `dispose()` every call rejects with `CLOSED`. After a crash or a failed run (`MODEL_FAILED`) the next call
 * starts anew.
 * @throws InputError `INVALID_INPUT` or `UNKNOWN_OPTION` for options that cannot mean anything.
 */
export function transformersEmbedder(options: TransformersEmbedderOptions = {}): TransformersEmbedder {
  checkOptions('transformersEmbedder()', options, OPTIONS)
  const facts = modelFacts(options.model)
  const wanted = oneOf('device', options.device, ['auto', 'webgpu', 'wasm'], 'auto')
  const batchSize = wholeNumber('batchSize', options.batchSize, 16, 1, 256)
  const maxWindows = wholeNumber('maxWindows', options.maxWindows, 64, 1, 4096)
  const threads = wholeNumber('threads', options.threads, defaultThreads(), 1, 64)

  let closed = false
  let connection: Connection | undefined
  /** Set while a loaded model stands behind `connection`. */
  let runtime: EmbedderRuntime | undefined
  /** The load that is under way or done, shared by all callers. */
  let loading: Loading | undefined
  /** Why WebGPU is not tried again. */
  let gpuFailure: string | undefined
  let lastJob = 0

  /** What was loaded is gone; a load that is under way goes on, on a connection of its own. */
  function disconnect(link: Connection | undefined, error: EmbedderError): void {
    link?.end(error)
    if (link !== connection) return
    if (runtime) loading = undefined
    connection = undefined
    runtime = undefined
  }

  async function start(onProgress: (progress: LoadProgress) => void): Promise<void> {
    if (closed) throw closedError()
    const link = connect(options.worker, (error) => disconnect(link, error))
    connection = link
    const refusal =
      wanted === 'wasm'
        ? 'it was asked for'
        : (gpuFailure ?? (await call(link, (core) => core.refusesGpu(wanted === 'webgpu'))))
    const device = refusal === undefined ? 'webgpu' : 'wasm'
    let running: number
    try {
      if (device === 'wasm' && wanted === 'webgpu')
        throw new EmbedderError('MODEL_FAILED', `WebGPU was asked for, but ${refusal}.`, {
          hint: 'Use the device "auto".',
        })
      running = unwrap(await call(link, (core, job) => core.load(coreOptions(device), job, onProgress)))
    } catch (error) {
      if (!(error instanceof EmbedderError) || error.code === 'ABORTED' || error.code === 'CLOSED') throw error
      disconnect(link, error)
      // When WASM fails too, the fault is not the graphics card's.
      gpuFailure = device === 'webgpu' ? `WebGPU failed: ${error.message}` : undefined
      if (device === 'wasm' || wanted === 'webgpu') throw error
      return start(onProgress)
    }
    // Ended meanwhile: the load came to nothing.
    if (connection !== link) await link.broken
    runtime = { device, reason: refusal ?? 'a WebGPU adapter gives the right vectors', threads: running }
  }

  async function load({
    onProgress,
    signal,
  }: { onProgress?: (progress: LoadProgress) => void; signal?: AbortSignal } = {}): Promise<void> {
    if (closed) throw closedError()
    const state = (loading ??= begin())
    if (onProgress) state.listeners.add(onProgress)
    state.waiting++
    try {
      await abortable(state.done, signal)
    } finally {
      if (onProgress) state.listeners.delete(onProgress)
      state.waiting--
      // Nobody waits for it any more: what is left of the download is not wanted.
      if (state.waiting === 0 && signal?.aborted && loading === state && !runtime) {
        loading = undefined
        disconnect(connection, abortedError(signal.reason))
      }
    }
  }

  function begin(): Loading {
    const listeners: Loading['listeners'] = new Set()
    const done = start((progress) => listeners.forEach((listener) => notify(listener, progress)))
    const state: Loading = { done, listeners, waiting: 0 }
    done.catch(() => {
      if (loading === state) loading = undefined
    })
    return state
  }

  function coreOptions(device: 'webgpu' | 'wasm'): CoreOptions {
    const models = directory(options.models ?? '/models/', globalThis.document?.baseURI ?? globalThis.location.href)
    return {
      facts,
      device,
      modelBase: directory(facts.name, models),
      ortBase: directory(options.wasm ?? 'ort/', models),
      threads,
      batchSize,
      maxWindows,
    }
  }

  function call<T>(
    link: Connection,
    work: (core: EmbedderCore, job: number) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const job = ++lastJob
    return abortable(Promise.race([work(link.core, job), link.broken]), signal, () => void link.core.cancel(job))
  }

  async function withModel<T>(
    work: (core: EmbedderCore, job: number) => Promise<Outcome<T>>,
    signal?: AbortSignal,
  ): Promise<T> {
    await load(signal ? { signal } : {})
    const link = connection
    const device = runtime?.device
    if (!link) return withModel(work, signal)
    try {
      return unwrap(await call(link, work, signal))
    } catch (error) {
      if (!(error instanceof EmbedderError) || (error.code !== 'MODEL_FAILED' && error.code !== 'INVALID_VECTOR'))
        throw error
      // A lost graphics device, or one that began to answer wrongly: the work is done again without it.
      const again = device === 'webgpu' && wanted === 'auto'
      if (again) gpuFailure = `WebGPU failed: ${error.message}`
      if (again || error.code === 'MODEL_FAILED') disconnect(link, error)
      if (again) return withModel(work, signal)
      throw error
    }
  }

  return {
    fingerprint: fingerprintOf(facts),
    dimensions: facts.dimensions,
    background: { ...facts.background, centers: centersOf(facts.name) },
    get runtime() {
      return runtime
    },
    load,
    async check(signal) {
      // Here and not in the worker, which is started only when there is something to embed.
      const { checkModel } = await import('./model-files.js')
      await checkModel(coreOptions('wasm').modelBase, facts, signal)
    },
    async embed(texts, purpose, { signal } = {}) {
      checkTexts(texts)
      oneOf('purpose', purpose, ['query', 'passage'], 'passage')
      return texts.length === 0 ? [] : withModel((core, job) => core.embed(texts, purpose, job), signal)
    },
    async countTokens(texts) {
      checkTexts(texts)
      return texts.length === 0 ? [] : withModel((core) => core.countTokens(texts))
    },
    async dispose() {
      closed = true
      loading = undefined
      disconnect(connection, closedError())
    },
  }
}

interface Loading {
  done: Promise<void>
  listeners: Set<(progress: LoadProgress) => void>
  waiting: number
}

/** More threads need shared memory, which only a cross-origin isolated page has. */
function defaultThreads(): number {
  return globalThis.crossOriginIsolated ? Math.min(4, navigator.hardwareConcurrency) : 1
}

function directory(path: string, base: string): string {
  return new URL(path.endsWith('/') ? path : `${path}/`, base).href
}

function checkTexts(texts: readonly string[]): void {
  const wrong = Array.isArray(texts) ? texts.findIndex((text) => typeof text !== 'string') : 0
  if (wrong !== -1)
    throw new InputError('INVALID_INPUT', 'An embedder takes a list of strings.', {
      value: Array.isArray(texts) ? texts[wrong] : texts,
    })
}

/** The listener is the caller's: its error is the page's to see, and the load goes on. */
function notify(listener: (progress: LoadProgress) => void, progress: LoadProgress): void {
  try {
    listener(progress)
  } catch (error) {
    reportError(error)
  }
}

function closedError(): EmbedderError {
  return new EmbedderError('CLOSED', 'The embedder was disposed.', { hint: 'Make a new one.' })
}
