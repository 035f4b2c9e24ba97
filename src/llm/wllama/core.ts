import type * as Library from '@wllama/wllama'
import type { LoadProgress } from '../../embed/embedder.js'
import { LanguageModelError } from '../../values/errors.js'
import { CancellableCalls } from '../../platform/cancellable-calls.js'
import { trustedWorker } from '../../platform/trusted-types.js'
import type { Completion, JsonSchema } from '../language-model.js'
import { requestFile } from '../model-download.js'
import { Thinking } from '../thinking.js'
import { grammarOf } from '../grammar.js'
import type { ModelCore, PlainRequest, TokenSink } from '../worker-model.js'
import { COPY_ENGINE, DamagedModel, failureOf, overflow } from './failure.js'
import { checkGguf, forgetFiles, openFiles } from './model-files.js'

export interface WllamaCoreOptions {
  /** Absolute addresses of the model's files, or the files themselves. */
  model: readonly string[] | readonly Blob[]
  /** Absolute addresses of the engine's two files. */
  engine: { binary: string; glue: string }
  contextTokens: number
  threads: number
  cache: boolean
  /** Where the library is, for pages whose import map says so: import maps do not reach workers. */
  library: string | undefined
}

/**
 * Tokens of a prompt that are read at once: how long an abort may take to be seen. Larger ones are no faster on a CPU.
 */
const BATCH_TOKENS = 32

interface Engine {
  wllama: Library.Wllama
  contextTokens: number
  /** Rejects when the thread of llama.cpp could not be started or crashed. */
  broken: Promise<never>
  /** The last lines of its log that tell of trouble. */
  log: string[]
}

/** wllama where it runs: in a worker of its own, which makes another for llama.cpp. */
export function createCore(): ModelCore<WllamaCoreOptions> {
  let engine: Engine | undefined
  const jobs = new CancellableCalls()

  /** Runs `work` on the engine; one that crashed is not used again. */
  async function withEngine<T>(doing: string, work: (engine: Engine) => Promise<T>): Promise<T> {
    const used = engine
    if (!used) throw new LanguageModelError('MODEL_FAILED', 'The model is not loaded.')
    used.log.length = 0
    try {
      return await Promise.race([work(used), used.broken])
    } catch (error) {
      const crashed = error instanceof Error && (error.name === 'RuntimeError' || error instanceof LanguageModelError)
      if (crashed) {
        engine = undefined
        void used.wllama.exit()
      }
      throw failureOf(error, doing, used.log)
    }
  }

  return {
    load: (options, job, onProgress) =>
      jobs.run(job, async (signal) => {
        engine ??= await load(options, signal, onProgress)
        return { contextTokens: engine.contextTokens }
      }),
    complete: (request, job, onToken) =>
      jobs.run(job, (signal) => withEngine('failed', (it) => complete(it, request, signal, onToken))),
    countTokens: (text) => withEngine('could not count tokens', (it) => countTokens(it, text)),
    cancel: (job) => jobs.cancel(job),
    usable: () => engine !== undefined,
  }
}

async function load(
  options: WllamaCoreOptions,
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void,
): Promise<Engine> {
  const { model, engine, cache } = options
  const library = await importLibrary(options.library)
  // The engine's own message does not say that a file is missing.
  await Promise.all(Object.values(engine).map((url) => requestFile(url, { signal, hint: COPY_ENGINE, method: 'HEAD' })))
  if (isFiles(model))
    return start(
      library,
      model,
      model.map((file) => (file instanceof File ? file.name : 'the given file')).join(' and '),
      options,
    )
  const opened = await openFiles(model, cache, { signal, onProgress })
  try {
    return await start(
      library,
      opened.map(({ blob }) => blob),
      model.join(' and '),
      options,
    )
  } catch (error) {
    if (!(error instanceof DamagedModel)) throw error
    if (cache) await forgetFiles(model)
    // It may be the kept copy only that is damaged.
    if (!opened.some(({ kept }) => kept)) throw error
    return load(options, signal, onProgress)
  }
}

const isFiles = (model: readonly string[] | readonly Blob[]): model is readonly Blob[] => typeof model[0] !== 'string'

async function importLibrary(address: string | undefined): Promise<typeof Library> {
  try {
    return await import('@wllama/wllama').catch((cause: unknown) => {
      if (address === undefined) throw cause
      return import(/* @vite-ignore */ address) as Promise<typeof Library>
    })
  } catch (cause) {
    throw new LanguageModelError('MODEL_UNAVAILABLE', 'The package @wllama/wllama is not there.', {
      cause,
      hint: 'Run npm i @wllama/wllama; a page without a bundler names it in its import map.',
    })
  }
}

async function start(
  library: typeof Library,
  files: readonly Blob[],
  name: string,
  { engine, contextTokens, threads }: WllamaCoreOptions,
): Promise<Engine> {
  for (const file of files) await checkGguf(file, name)
  const log: string[] = []
  const trouble = (part: unknown) => {
    log.push(textOfPart(part))
    if (log.length > 5) log.shift()
  }
  const quiet = () => {}
  const wllama = new library.Wllama(
    { default: engine.binary },
    { logger: { debug: quiet, log: quiet, warn: quiet, error: trouble } },
  )
  // Its files for Safari would come from a CDN.
  wllama.setCompat(null)
  const { broken, giveBack } = lendThread({ ...engine, threads })
  try {
    await Promise.race([
      wllama.loadModel([...files], {
        n_ctx: contextTokens,
        n_batch: BATCH_TOKENS,
        n_ubatch: BATCH_TOKENS,
        n_threads: threads,
        n_gpu_layers: 0,
        // One request at a time: another one would take its share of the context.
        n_parallel: 1,
      }),
      broken,
    ])
  } catch (error) {
    void wllama.exit()
    throw failureOf(error, `${name} did not load`, log)
  } finally {
    giveBack()
  }
  const { n_ctx, n_ctx_train } = wllama.getLoadedContextInfo()
  // A load that failed is told by nothing else.
  if (n_ctx === 0) {
    void wllama.exit()
    const failure = failureOf('', `${name} did not load`, log)
    throw failure.code === 'MODEL_FAILED' ? new DamagedModel('MODEL_FAILED', failure.message) : failure
  }
  return { wllama, contextTokens: Math.min(n_ctx, n_ctx_train), broken, log }
}

/**
 * The library makes its thread from a blob, which a strict content security policy forbids. It gets one that is made
 * from a file instead, in place of the next `Worker`; this realm is Locket's own, so nobody else asks for one
 * meanwhile.
 */
function lendThread(files: { binary: string; glue: string; threads: number }): {
  broken: Promise<never>
  giveBack: () => void
} {
  const thread = trustedWorker(() => new Worker(new URL('./llama.worker.js', import.meta.url)))
  thread.postMessage(files)
  const broken = new Promise<never>((_, reject) => {
    thread.addEventListener('error', (event) => {
      event.preventDefault()
      reject(
        new LanguageModelError(
          'MODEL_FAILED',
          `The engine's worker ${event.message ? `crashed: ${event.message}` : 'could not be started'}.`,
          { hint: COPY_ENGINE },
        ),
      )
    })
  })
  broken.catch(() => {})
  const native = globalThis.Worker
  globalThis.Worker = function () {
    return thread
  } as unknown as typeof Worker
  return { broken, giveBack: () => void (globalThis.Worker = native) }
}

async function complete(
  { wllama }: Engine,
  { messages, schema, maxTokens, temperature }: PlainRequest,
  signal: AbortSignal,
  onToken: TokenSink,
): Promise<Completion> {
  const thinking = new Thinking()
  let text = ''
  let finish: Completion['finish'] = 'stop'
  let usage: Completion['usage']
  const told: { last?: void | Promise<void> } = {}
  const tell = (piece: string) => {
    if (piece === '') return
    text += piece
    told.last = onToken(piece)
  }
  await wllama.createChatCompletion({
    messages: [...messages],
    stream: true,
    max_tokens: maxTokens,
    temperature,
    abortSignal: signal,
    // Models that think first unless told not to.
    chat_template_kwargs: { enable_thinking: false },
    ...constraint(schema),
    ...{ stream_options: { include_usage: true } },
    onData: ({ choices: [choice], usage: spent }: Library.ChatCompletionChunk) => {
      if (choice?.delta.content) tell(thinking.push(choice.delta.content))
      if (choice?.finish_reason === 'length') finish = 'length'
      if (spent) usage = { prompt: spent.prompt_tokens, completion: spent.completion_tokens }
    },
  })
  tell(thinking.end())
  await told.last
  return { text, finish, ...(usage ? { usage } : {}) }
}

/** Without white space where that can be said, which takes fewer tokens than llama.cpp's own grammar for a schema. */
function constraint(schema: JsonSchema | undefined): Pick<Library.ChatCompletionParams, 'grammar' | 'response_format'> {
  if (!schema) return {}
  const grammar = grammarOf(schema)
  return grammar === undefined
    ? { response_format: { type: 'json_schema', json_schema: { name: 'reply', schema, strict: true } } }
    : { grammar }
}

/**
 * The library cannot tokenize, but llama.cpp tells how long a prompt is that it refuses: so the text is asked about in
 * one that is too long, which costs no reading of it. The difference to one with a single token in its place is what
 * the text takes in a message.
 */
async function countTokens(engine: Engine, text: string): Promise<number> {
  return (await promptTokens(engine, text)) - (await promptTokens(engine, 'a')) + 1
}

async function promptTokens({ wllama, contextTokens }: Engine, content: string): Promise<number> {
  try {
    const { usage } = await wllama.createChatCompletion({
      messages: [
        { role: 'user', content },
        { role: 'assistant', content: ' a'.repeat(contextTokens) },
        { role: 'user', content: 'a' },
      ],
      max_tokens: 1,
    })
    return usage.prompt_tokens
  } catch (error) {
    const over = overflow(error)
    if (!over) throw error
    return over.tokens
  }
}

function textOfPart(part: unknown): string {
  if (typeof part === 'string') return part
  if (part instanceof Error) return part.message
  return typeof part === 'object' && part !== null && 'message' in part ? String(part.message) : ''
}
