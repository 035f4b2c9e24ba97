import { onTestFinished } from 'vitest'
import type {
  BrowserModel,
  ModelOptions,
  Prompt,
  Session,
  SessionOptions,
} from '../../../src/llm/prompt-api/browser-model.js'

export interface BrowserScript {
  availability?: 'unavailable' | 'downloadable' | 'downloading' | 'available'
  /** Tokens, which are words. */
  context?: number
  /** What it replies, in pieces. */
  reply?: (talk: readonly Prompt[], constrained: boolean) => string[]
  /** What `create` or a prompt fails with. */
  createError?: Error
  promptError?: Error
  /** By the names that Chrome had first. */
  formerNames?: boolean
}

/** A stand-in for Chrome's `LanguageModel`, in what Locket uses of it, with its errors and by its specification. */
export class ScriptedBrowserModel implements BrowserModel {
  readonly created: SessionOptions[] = []
  readonly asked: { core: ModelOptions }[] = []
  /** Sessions that were not destroyed. */
  open = 0

  constructor(readonly script: BrowserScript = {}) {}

  async availability(core: ModelOptions) {
    this.asked.push({ core })
    return this.script.availability ?? 'available'
  }

  async create(options: SessionOptions): Promise<Session> {
    this.created.push(options)
    const { context = 100, availability = 'available', createError } = this.script
    await Promise.resolve()
    options.signal?.throwIfAborted()
    if (createError) throw createError
    if (availability !== 'available') {
      const monitor = new EventTarget()
      options.monitor?.(monitor)
      for (const loaded of [0, 0.5, 1])
        monitor.dispatchEvent(new ProgressEvent('downloadprogress', { lengthComputable: true, loaded, total: 1 }))
    }
    const initial = (options.initialPrompts ?? []).reduce((sum, { content }) => sum + words(content), 0)
    if (initial > context) throw quotaExceeded(initial, context)
    this.open++
    const count = async (text: string) => words(text)
    return {
      ...(this.script.formerNames
        ? { measureInputUsage: count, inputQuota: context }
        : { measureContextUsage: count, contextWindow: context }),
      promptStreaming: (talk, prompting) => this.prompt(initial, talk, prompting),
      destroy: () => void this.open--,
    }
  }

  private prompt(
    initial: number,
    talk: Prompt[],
    { responseConstraint, signal }: { responseConstraint?: object; signal: AbortSignal },
  ): ReadableStream<string> {
    const { context = 100, reply = () => [], promptError } = this.script
    const prompt = talk.reduce((sum, { content }) => sum + words(content), initial)
    const pieces = reply(talk, responseConstraint !== undefined)
    return new ReadableStream<string>(
      {
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 1))
          if (signal.aborted) return controller.error(signal.reason)
          if (prompt > context) return controller.error(quotaExceeded(prompt, context))
          if (promptError) return controller.error(promptError)
          if (talk.some(({ role }) => role === 'system'))
            return controller.error(new DOMException('system', 'NotSupportedError'))
          const piece = pieces.shift()
          if (piece === undefined) controller.close()
          else controller.enqueue(piece)
        },
      },
      { highWaterMark: 0 },
    )
  }
}

/** Makes it the page's model until the test, or file, has ended. */
export function installBrowserModel(script?: BrowserScript): ScriptedBrowserModel {
  const model = new ScriptedBrowserModel(script)
  const place = globalThis as { LanguageModel?: BrowserModel }
  place.LanguageModel = model
  onTestFinished(() => void delete place.LanguageModel)
  return model
}

const words = (text: string): number => text.split(/\s+/).filter(Boolean).length

function quotaExceeded(requested: number, quota: number): Error {
  return Object.assign(new DOMException('The input is too large.', 'QuotaExceededError'), { requested, quota })
}
