import {
  WebWorkerMLCEngineHandler,
  type ChatCompletionChunk,
  type ChatCompletionRequestStreaming,
  type MLCEngine,
  type MLCEngineInterface,
} from '@mlc-ai/web-llm'
import { LONG_PROMPT } from './conformance.js'

/** What happens to a load: all goes well (default), it fails, or it ends without an error and without a model. */
export type ScriptedLoad = 'well' | 'nothing' | Error
/** What happens to a reply after so many tokens; the device is lost also when it is idle, before the first. */
export type ScriptedFault = { after: number; fault: 'device lost' | 'rejected token' | Error }

export const named = (name: string, message: string): Error => Object.assign(new Error(message), { name })

type Unused =
  | 'completions'
  | 'embeddings'
  | 'completion'
  | 'embedding'
  | 'listResumableSessions'
  | 'resumeChatCompletion'
  | 'deleteResumableSession'
  | 'forwardTokensAndSample'
/** The part of the library's interface that Locket uses, in its own types. */
type UsedInterface = Omit<MLCEngineInterface, Unused | 'chat' | 'chatCompletion'> & {
  chatCompletion(request: ChatCompletionRequestStreaming): Promise<AsyncIterable<ChatCompletionChunk>>
}

/** A stand-in for the library's engine that fails as `../shared/webllm.md` says the real one does. A token is a word. */
export class ScriptedEngine implements UsedInterface {
  loads: ScriptedLoad[] = []
  faults: ScriptedFault[] = []
  readonly reloaded: { id: string; context: number | undefined }[] = []
  readonly requests: ChatCompletionRequestStreaming[] = []
  interruptions = 0
  unloads = 0
  /** The words that `reply` gives for a request. */
  reply: (request: ChatCompletionRequestStreaming) => string = (request) => {
    if (request.response_format?.type === 'grammar') return '{"answer":"yes"}'
    const last = request.messages.at(-1)?.content
    return last === LONG_PROMPT
      ? Array.from({ length: 50 }, (_, i) => `number${i}`).join(' ')
      : 'Four short words, no more.'
  }

  #model: string | undefined
  #context = 4096
  #interrupted = false
  #progress: Parameters<MLCEngineInterface['setInitProgressCallback']>[0] | undefined
  #lock: Promise<unknown> = Promise.resolve()

  setInitProgressCallback(callback: Parameters<MLCEngineInterface['setInitProgressCallback']>[0]): void {
    this.#progress = callback
  }
  getInitProgressCallback() {
    return this.#progress
  }
  setAppConfig(): void {}
  setLogLevel(): void {}

  async reload(
    id: string | string[],
    options?: { context_window_size?: number } | { context_window_size?: number }[],
  ): Promise<void> {
    const [model] = [id].flat()
    const [given] = [options ?? []].flat()
    this.reloaded.push({ id: String(model), context: given?.context_window_size })
    this.#model = undefined
    const outcome = this.loads.shift() ?? 'well'
    this.#progress?.({ progress: Number.NaN, timeElapsed: 0, text: 'Start to fetch params' })
    this.#progress?.({
      progress: 0.25,
      timeElapsed: 1,
      text: 'Fetching param cache[1/4]: 25MB fetched. 25% completed, 1 secs elapsed. It can take a while.',
    })
    await new Promise((resolve) => setTimeout(resolve))
    if (outcome instanceof Error) throw outcome
    this.#progress?.({
      progress: 1,
      timeElapsed: 2,
      text: 'Loading model from cache[4/4]: 100MB loaded. 100% completed, 2 secs elapsed.',
    })
    this.#progress?.({
      progress: 0.5,
      timeElapsed: 2,
      text: 'Loading GPU shader modules[5/10]: 50% completed, 2 secs elapsed.',
    })
    if (outcome === 'nothing') return
    this.#model = model
    this.#context = given?.context_window_size ?? this.#context
  }

  async chatCompletion(request: ChatCompletionRequestStreaming): Promise<AsyncIterable<ChatCompletionChunk>> {
    this.#checkLoaded('ChatCompletionRequest')
    this.requests.push(request)
    return this.#stream(request)
  }

  async *#stream(request: ChatCompletionRequestStreaming): AsyncGenerator<ChatCompletionChunk> {
    const before = this.#lock
    let release!: (value: unknown) => void
    this.#lock = new Promise((resolve) => (release = resolve))
    await before
    try {
      // What was interrupted before is forgotten.
      this.#interrupted = false
      const prompt = request.messages
        .map(({ content }) => String(content).split(/\s+/).length)
        .reduce((sum, count) => sum + count, 0)
      if (prompt > this.#context)
        throw named(
          'ContextWindowSizeExceededError',
          `Prompt tokens exceed context window size: number of prompt tokens: ${prompt}; context window size: ${this.#context}\nConsider shortening the prompt.`,
        )
      const thought = request.extra_body?.enable_thinking === false ? ['<think>', '\n\n', '</think>', '\n\n'] : []
      const words = this.reply(request).match(/\s*\S+/g) ?? []
      const limit = Math.min(request.max_tokens ?? Infinity, this.#context - prompt)
      const plan = this.faults.shift()
      let count = thought.length
      let finish: 'stop' | 'length' | 'abort' = 'stop'
      for (const word of words) {
        if (plan && count - thought.length === plan.after) this.#fail(plan.fault)
        if (this.#interrupted) {
          finish = 'abort'
          break
        }
        await new Promise((resolve) => setTimeout(resolve))
        count++
        yield chunk((count === thought.length + 1 ? thought.join('') : '') + word, null)
        if (count >= limit) {
          finish = 'length'
          break
        }
      }
      yield chunk('', finish)
      yield {
        ...chunk('', null),
        choices: [],
        usage: {
          prompt_tokens: prompt,
          completion_tokens: count - thought.length,
          total_tokens: prompt + count,
          extra: {} as never,
        },
      }
    } finally {
      release(undefined)
    }
  }

  #fail(fault: ScriptedFault['fault']): never {
    if (fault === 'rejected token') throw new Error('Grammar matcher rejected the newly sampled token.')
    if (fault === 'device lost') {
      this.#model = undefined
      throw new DOMException(
        "Failed to execute 'mapAsync' on 'GPUBuffer': A valid external Instance reference no longer exists.",
        'AbortError',
      )
    }
    throw fault
  }

  /** The device is lost while nothing is asked of it. */
  loseDevice(): void {
    this.#model = undefined
  }

  interruptGenerate(): void {
    this.interruptions++
    this.#interrupted = true
  }
  async unload(): Promise<void> {
    this.unloads++
    this.#model = undefined
  }
  async resetChat(): Promise<void> {}
  async getMessage(): Promise<string> {
    this.#checkLoaded('getMessage')
    return ''
  }
  async runtimeStatsText(): Promise<string> {
    return ''
  }
  async getMaxStorageBufferBindingSize(): Promise<number> {
    return 1 << 30
  }
  async getGPUVendor(): Promise<string> {
    return 'scripted'
  }

  #checkLoaded(request: string): void {
    if (this.#model === undefined)
      throw named(
        'ModelNotLoadedError',
        `Model not loaded before trying to complete ${request}. Please ensure you have called MLCEngine.reload(model).`,
      )
  }
}

function chunk(content: string, finish_reason: 'stop' | 'length' | 'abort' | null): ChatCompletionChunk {
  return {
    id: 'scripted',
    model: 'scripted',
    object: 'chat.completion.chunk',
    created: 0,
    choices: [{ index: 0, finish_reason, delta: finish_reason ? {} : { role: 'assistant', content } }],
  }
}

/** A worker's two ends, with the library's own handler at the other one: what crosses is cloned, and errors become texts, as in a real worker. */
export function scriptedWorker(engine: ScriptedEngine): Worker {
  const { port1, port2 } = new MessageChannel()
  class Handler extends WebWorkerMLCEngineHandler {
    override postMessage(message: unknown): void {
      port2.postMessage(message)
    }
  }
  const handler = new Handler()
  engine.setInitProgressCallback((report) =>
    handler.postMessage({ kind: 'initProgressCallback', uuid: '', content: report }),
  )
  handler.engine = engine as unknown as MLCEngine
  port2.onmessage = ({ data }) => handler.onmessage(data)
  return Object.assign(port1, {
    terminate() {
      port1.close()
      port2.close()
    },
  }) as unknown as Worker
}
