import type { ChatCompletionChunk, ChatOptions, ResponseFormat } from '@mlc-ai/web-llm'
import type { LoadProgress } from '../../embed/embedder.js'
import { LanguageModelError, type LocketError } from '../../values/errors.js'
import { wellFormed } from '../../values/well-formed.js'
import type {
  Completion,
  CompletionRequest,
  JsonSchema,
  LanguageModel,
  LanguageModelCapabilities,
  Probe,
} from '../language-model.js'
import { abortedError, checkRequest, notify, throwIfAborted } from '../request.js'
import { abortable, Turns } from '../turns.js'
import { webLlmCache } from './cache.js'
import { entryOf, recommend } from './catalogue.js'
import {
  float32Twin,
  libraryOf,
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
  isForeignLibrary,
  isRejectedToken,
  isShortShard,
  lacksFloat16,
  libraryMissing,
  loadError,
  mayBeFile,
  noDevice,
  noFloat16,
  replyError,
} from './faults.js'
import { CACHES, contextOf, findWrongFile } from './files.js'
import { grammarOf } from '../grammar.js'
import type { Library } from './library.js'
import { findAdapter, probeGpu, type Gpu } from './probe.js'
import { progressOf } from './progress.js'
import { Reply } from './reply.js'
import { runawayString } from './runaway.js'

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

/** A loaded model, and where it is. */
interface Loaded {
  library: Library
  link: EngineLink
  config: WebLlmAppConfig
  record: WebLlmModelRecord
  contextTokens: number
}

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
      await this.#reload(loaded)
    } catch (thrown) {
      if (!lacksFloat16(faultOf(thrown))) throw await this.#explain(thrown, loaded)
      record = loaded.record = twinOf(config, record)
      await this.#reload(loaded).catch(async (again: unknown) => {
        throw await this.#explain(again, loaded)
      })
    }
    if (contextTokens === undefined && record.overrides?.context_window_size === undefined)
      loaded.contextTokens = (await contextOf(record)) ?? CONTEXT_TOKENS
    return loaded
  }

  /** Rejects with what the library threw. What the library keeps of a wrong file is removed, and loaded once more. */
  async #reload(loaded: Loaded, again = false): Promise<void> {
    const { link, record } = loaded
    const id = record.model_id
    try {
      await Promise.race([link.engine.reload(id, this.#chatOptions()), link.broken])
      // A load that something broke off ends without an error, and without a model.
      await Promise.race([link.engine.getMessage(id), link.broken])
    } catch (thrown) {
      const fault = faultOf(thrown)
      if (again || !(isShortShard(fault) || isForeignLibrary(fault))) throw thrown
      if (isForeignLibrary(fault)) await forgetLibrary(record)
      else await forget(loaded)
      await this.#reload(loaded, true)
    }
  }

  #chatOptions(): ChatOptions | undefined {
    const { contextTokens } = this.#settings
    return contextTokens === undefined ? undefined : { context_window_size: contextTokens }
  }

  async #explain(thrown: unknown, { library, record }: Loaded): Promise<LocketError> {
    const fault = faultOf(thrown)
    const wrong = mayBeFile(fault) ? await findWrongFile(record) : undefined
    if (wrong) wrong.cause ??= thrown
    return wrong ?? loadError(fault, record.model_id, library.modelVersion)
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
      await this.#reload(loaded)
    } catch (thrown) {
      const error = await this.#explain(thrown, loaded)
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

async function generate(
  { link, record }: Loaded,
  request: CompletionRequest,
  reply: Reply,
  seed: number,
): Promise<Completion> {
  const { messages, maxTokens, temperature = 0, schema, signal } = request
  const { engine, broken } = link
  const race = <T>(work: Promise<T>): Promise<T> => Promise.race([work, broken])
  const interrupt = (): void => engine.interruptGenerate()
  const runaway = schema && runawayString(schema)
  signal?.addEventListener('abort', interrupt)
  let finish: string | null | undefined
  let usage: Completion['usage']
  let chunks: AsyncIterator<ChatCompletionChunk> | undefined
  try {
    const stream = await race(
      engine.chatCompletion({
        messages: messages.map(({ role, content }) => ({ role, content: wellFormed(content) })),
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: maxTokens + (thinks(record) ? THOUGHT_TOKENS : 0),
        temperature,
        seed,
        ...(schema && { response_format: formatOf(schema) }),
        ...(thinks(record) && { extra_body: { enable_thinking: false } }),
      }),
    )
    chunks = stream[Symbol.asyncIterator]()
    for (let step = await race(chunks.next()); !step.done; step = await race(chunks.next())) {
      throwIfAborted(signal)
      const { choices, usage: counts } = step.value
      const [choice] = choices
      if (choice?.delta.content) reply.add(choice.delta.content)
      finish = choice?.finish_reason ?? finish
      if (runaway?.(reply.text)) {
        finish = 'length'
        break
      }
      if (counts) usage = { prompt: counts.prompt_tokens, completion: counts.completion_tokens }
    }
    throwIfAborted(signal)
    reply.end()
  } finally {
    // The library forgets an interruption that comes before the first token; a stream that is left it ends. Who waits
    // is told at once.
    chunks?.return?.().catch(() => {})
    signal?.removeEventListener('abort', interrupt)
  }
  if (finish !== 'stop' && finish !== 'length')
    throw new LanguageModelError('MODEL_UNAVAILABLE', 'The reply was interrupted.', {
      value: finish,
      hint: 'Ask again.',
    })
  return { text: reply.text, finish, ...(usage && { usage }) }
}

/** The form of OpenAI, `json_schema`, is accepted by the library and ignored. */
function formatOf(schema: JsonSchema): ResponseFormat {
  const grammar = grammarOf(schema)
  return grammar === undefined ? { type: 'json_object', schema: JSON.stringify(schema) } : { type: 'grammar', grammar }
}

/**
 * Tokens of the empty thought that stands before the reply of a model that was told not to think; the library counts
 * them as the reply's.
 */
const THOUGHT_TOKENS = 4

/** Models that think aloud before they reply, unless told not to. */
const thinks = ({ model_id }: WebLlmModelRecord): boolean => /^Qwen3/i.test(model_id)

/** The library repeats a reply to the same seed. */
const newSeed = (): number => Math.floor(Math.random() * 2 ** 31)

function twinOf(config: WebLlmAppConfig, record: WebLlmModelRecord): WebLlmModelRecord {
  const twin = float32Twin(config, record)
  if (!twin) throw noFloat16(record.model_id)
  return twin
}

async function forget({ library, config, record }: Loaded): Promise<void> {
  const { cacheBackend = 'cache' } = config
  if (cacheBackend === 'cache') await webLlmCache({ appConfig: config }).remove(record.model_id)
  else await library.deleteModelAllInfoInCache(record.model_id, config)
}

async function forgetLibrary(record: WebLlmModelRecord): Promise<void> {
  if ('caches' in globalThis) await (await caches.open(CACHES.wasm)).delete(libraryOf(record))
}

function closedError(): LanguageModelError {
  return new LanguageModelError('CLOSED', 'The model was disposed of.', { hint: 'Make a new one.' })
}
