import type { LoadProgress } from '../../embed/embedder.js'
import { LanguageModelError, type LocketError } from '../../values/errors.js'
import type {
  Completion,
  CompletionRequest,
  LanguageModel,
  LanguageModelCapabilities,
  Probe,
} from '../language-model.js'
import { abortedError, checkRequest, notify, throwIfAborted } from '../request.js'
import { abortable, Turns } from '../turns.js'
import { entryOf, recommend } from './catalogue.js'
import {
  float32Twin,
  listedModels,
  needsFloat16,
  recordOf,
  withAbsoluteAddresses,
  type WebLlmAppConfig,
  type WebLlmModelRecord,
} from './config.js'
import type { ConnectEngine, EngineLink } from './engine.js'
import {
  faultOf,
  isDeviceLoss,
  isRejectedToken,
  lacksFloat16,
  libraryMissing,
  noDevice,
  noFloat16,
  replyError,
} from './faults.js'
import { contextOf } from './files.js'
import { generate } from './generate.js'
import type { Library } from './library.js'
import type { Loaded } from './loaded.js'
import { findAdapter, probeGpu, type Gpu } from './probe.js'
import { progressOf } from './progress.js'
import { explain, reload } from './reload.js'
import { Reply } from './reply.js'

export interface ModelSettings {
  /** Absent: chosen by `maxVideoMemoryMB`. */
  model: string | undefined
  appConfig: WebLlmAppConfig | undefined
  models: string
  worker: (() => Worker) | false | undefined
  contextTokens: number | undefined
  maxVideoMemoryMB: number
}

/** What lies outside: the library, the engine's thread, the device. */
export interface Surroundings {
  importLibrary(): Promise<Library>
  connect: ConnectEngine
  gpu(): Gpu | undefined
}

/** The context of every model of the prebuilt list that is recommended. */
const CONTEXT_TOKENS = 4096

/** `model_type` of models that only embed. */
const EMBEDDING = 1

interface Pending {
  link?: EngineLink
  listeners: Set<(progress: LoadProgress) => void>
  /** Calls that wait for it. */
  waiting: number
}

interface Loading extends Pending {
  done: Promise<Loaded>
}

/** WebLLM behind Locket's interface. */
export class WebLlmModel implements LanguageModel {
  readonly #settings: ModelSettings
  readonly #around: Surroundings
  readonly #turns = new Turns()
  /** The load that is under way or done, shared by all callers. */
  #loading: Loading | undefined
  #loaded: Loaded | undefined
  #closed = false

  constructor(settings: ModelSettings, around: Surroundings) {
    this.#settings = settings
    this.#around = around
  }

  get name(): string {
    return `web-llm: ${this.#id}`
  }

  get capabilities(): LanguageModelCapabilities {
    const { appConfig, contextTokens } = this.#settings
    const record = this.#loaded?.record ?? appConfig?.model_list.find((it) => it.model_id === this.#id)
    return {
      contextTokens:
        this.#loaded?.contextTokens ?? contextTokens ?? record?.overrides?.context_window_size ?? CONTEXT_TOKENS,
      grammar: true,
      vision: false,
      languages: entryOf(this.#id)?.languages ?? 'any',
    }
  }

  /** Before the load, that of the build that is chosen on a device with 16-bit shaders. */
  get #id(): string {
    return this.#loaded?.record.model_id ?? this.#wanted(true) ?? 'no model'
  }

  async load({
    onProgress,
    signal,
  }: { onProgress?: (progress: LoadProgress) => void; signal?: AbortSignal } = {}): Promise<void> {
    await this.#load(onProgress, signal)
  }

  async complete(request: CompletionRequest): Promise<Completion> {
    checkRequest(request)
    this.#checkOpen()
    return this.#turns.run(() => this.#answer(request), request.signal)
  }

  async probe(): Promise<Probe> {
    const { usable, reason, shaderF16 } = await probeGpu(this.#around.gpu())
    return usable && this.#wanted(shaderF16) === undefined
      ? { usable: false, reason: 'no model is known that fits' }
      : { usable, reason }
  }

  async dispose(): Promise<void> {
    this.#closed = true
    this.#end(this.#loading, closedError())
  }

  async #load(
    onProgress: ((progress: LoadProgress) => void) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Loaded> {
    this.#checkOpen()
    throwIfAborted(signal)
    const loading = (this.#loading ??= this.#begin())
    if (onProgress) loading.listeners.add(onProgress)
    loading.waiting++
    try {
      return await (signal ? abortable(loading.done, signal) : loading.done)
    } finally {
      if (onProgress) loading.listeners.delete(onProgress)
      loading.waiting--
      // Nobody waits for it any more: what is left of the download is not wanted.
      if (loading.waiting === 0 && signal?.aborted && this.#loaded === undefined)
        this.#end(loading, abortedError(signal))
    }
  }

  #begin(): Loading {
    const pending: Pending = { listeners: new Set(), waiting: 0 }
    const loading = Object.assign(pending, { done: this.#start(pending) })
    loading.done.then(
      (loaded) => {
        if (this.#loading === loading) this.#loaded = loaded
      },
      (error: LocketError) => this.#end(loading, error),
    )
    return loading
  }

  /** What was loaded, or was loading, is gone; the next call begins anew. */
  #end(loading: Pending | undefined, error: LocketError): void {
    loading?.link?.end(error)
    delete loading?.link
    if (!loading || loading !== this.#loading) return
    this.#loading = undefined
    this.#loaded = undefined
  }

  async #start(loading: Pending): Promise<Loaded> {
    const library = await this.#around.importLibrary().catch((cause: unknown) => {
      throw libraryMissing(cause)
    })
    const adapter = await findAdapter(this.#around.gpu())
    if (typeof adapter === 'string') throw noDevice(adapter)
    const { appConfig, models, worker, contextTokens } = this.#settings
    const config = withAbsoluteAddresses(appConfig ?? listedModels(library.prebuiltAppConfig, models))
    const float16 = adapter.features.has('shader-f16')
    const wanted = this.#wanted(float16)
    if (wanted === undefined)
      throw new LanguageModelError(
        'MODEL_MISSING',
        appConfig
          ? 'The configuration has no model.'
          : `No model is known that takes at most ${this.#settings.maxVideoMemoryMB} MB of video memory.`,
      )
    let record = recordOf(config, wanted)
    if (needsFloat16(record) && !float16) record = twinOf(config, record)

    // Given up meanwhile, or disposed of.
    if (this.#loading !== loading) throw closedError()
    const link = this.#around.connect(library, {
      config,
      worker,
      onReport: (report) =>
        loading.listeners.forEach((listener) => notify(listener, progressOf(record.model_id, report))),
      onCrash: (error) => this.#end(loading, error),
    })
    loading.link = link
    const loaded = {
      library,
      link,
      config,
      record,
      contextTokens: contextTokens ?? record.overrides?.context_window_size ?? CONTEXT_TOKENS,
    }
    try {
      await reload(loaded, contextTokens)
    } catch (thrown) {
      if (!lacksFloat16(faultOf(thrown))) throw await explain(thrown, loaded)
      record = loaded.record = twinOf(config, record)
      await reload(loaded, contextTokens).catch(async (again: unknown) => {
        throw await explain(again, loaded)
      })
    }
    if (contextTokens === undefined && record.overrides?.context_window_size === undefined)
      loaded.contextTokens = (await contextOf(record)) ?? CONTEXT_TOKENS
    return loaded
  }

  async #answer(request: CompletionRequest): Promise<Completion> {
    const { signal, onToken } = request
    const loaded = await this.#load(undefined, signal)
    const reply = new Reply(onToken)
    let seed = newSeed()
    let lost = false
    let rejected = false
    for (;;) {
      try {
        return await generate(loaded, request, reply, seed)
      } catch (thrown) {
        throwIfAborted(signal)
        const fault = faultOf(thrown)
        if (isDeviceLoss(fault) && !lost) {
          lost = true
          await this.#recover(loaded)
        } else if (isRejectedToken(fault) && !rejected) {
          rejected = true
          seed = newSeed()
        } else throw replyError(fault, loaded.record.model_id)
        reply.beginAgain()
      }
    }
  }

  async #recover(loaded: Loaded): Promise<void> {
    try {
      await reload(loaded, this.#settings.contextTokens)
    } catch (thrown) {
      const error = await explain(thrown, loaded)
      if (this.#loaded === loaded) this.#end(this.#loading, error)
      throw error
    }
  }

  #wanted(shaderF16: boolean): string | undefined {
    const { model, appConfig, maxVideoMemoryMB } = this.#settings
    if (model !== undefined) return model
    if (appConfig)
      return appConfig.model_list.find(
        (record) => record.model_type !== EMBEDDING && (record.vram_required_MB ?? 0) <= maxVideoMemoryMB,
      )?.model_id
    return recommend({ videoMemoryMB: maxVideoMemoryMB, shaderF16 })?.id
  }

  #checkOpen(): void {
    if (this.#closed) throw closedError()
  }
}

/** The library repeats a reply to the same seed. */
const newSeed = (): number => Math.floor(Math.random() * 2 ** 31)

function twinOf(config: WebLlmAppConfig, record: WebLlmModelRecord): WebLlmModelRecord {
  const twin = float32Twin(config, record)
  if (!twin) throw noFloat16(record.model_id)
  return twin
}

function closedError(): LanguageModelError {
  return new LanguageModelError('CLOSED', 'The model was disposed of.', { hint: 'Make a new one.' })
}
