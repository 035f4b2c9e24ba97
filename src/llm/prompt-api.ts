import { InputError, LanguageModelError } from '../values/errors.js'
import type { LoadProgress } from '../embed/embedder.js'
import { checkOptions } from '../values/options.js'
import { wellFormed } from '../values/well-formed.js'
import type { ChatMessage, Completion, CompletionRequest, LanguageModel } from './language-model.js'
import { browserModel } from './prompt-api/browser-model.js'
import type { ModelOptions, Prompt, Session, SessionOptions } from './prompt-api/browser-model.js'
import { failureOf, noModel, notOnThisDevice } from './prompt-api/failures.js'
import { abortedError, checkRequest, notify, throwIfAborted } from './request.js'
import { Turns, abortable } from './turns.js'

export interface PromptApiOptions {
  /**
   * BCP 47 languages that the model is to read and write. Default `['en']`; the browser refuses those it was not tested
   * with.
   */
  languages?: readonly string[]
}

/** What the model is taken to have until it says. */
const CONTEXT_TOKENS = 4096

/**
 * The model that the browser has built in (Chrome's Prompt API): nothing of the application's to download or to serve.
 * Pages have it, workers do not.
 *
 * Where the browser has yet to download it, call `load()` from a click or a key press: it refuses otherwise
 * (`MODEL_UNAVAILABLE`). The progress it tells may be a share of 1 instead of bytes. It has no limit on replies: one is
 * cut after `maxTokens` pieces, of a token or a few each. After `dispose()` every call rejects with `CLOSED`.
 * @throws InputError `INVALID_INPUT` or `UNKNOWN_OPTION` for options that cannot mean anything.
 */
export function promptApi(options: PromptApiOptions = {}): LanguageModel {
  checkOptions('promptApi()', options, ['languages'])
  const languages = languagesOf(options.languages)
  const core: ModelOptions = {
    expectedInputs: [{ type: 'text', languages }],
    expectedOutputs: [{ type: 'text', languages }],
  }

  const turns = new Turns()
  const closing = new AbortController()
  const listeners = new Set<(progress: LoadProgress) => void>()
  let contextTokens = CONTEXT_TOKENS
  /** Kept to count tokens with, and so that the browser keeps the model. */
  let loading: Promise<Session> | undefined

  function throwIfClosed(): void {
    if (closing.signal.aborted) throw closing.signal.reason
  }

  async function start(): Promise<Session> {
    const model = browserModel()
    if (!model) throw noModel()
    let session: Session
    try {
      if ((await model.availability(core)) === 'unavailable') throw notOnThisDevice(languages)
      session = await model.create({
        ...core,
        signal: closing.signal,
        monitor: (monitor) => monitor.addEventListener('downloadprogress', told),
      })
    } catch (cause) {
      throwIfClosed()
      throw cause instanceof LanguageModelError ? cause : failureOf(cause, contextTokens)
    }
    const has = session.contextWindow ?? session.inputQuota
    if (has !== undefined && Number.isFinite(has)) contextTokens = has
    return session
  }

  function told(event: Event): void {
    const { loaded, total, lengthComputable } = event as ProgressEvent
    for (const listener of listeners)
      notify(listener, {
        item: "the browser's language model",
        loaded,
        total: lengthComputable || total > 0 ? total : undefined,
      })
  }

  async function ready(signal?: AbortSignal): Promise<Session> {
    throwIfClosed()
    throwIfAborted(signal)
    const begun = (loading ??= start())
    begun.catch(() => {
      if (loading === begun) loading = undefined
    })
    return signal ? abortable(begun, signal) : begun
  }

  async function answer(request: CompletionRequest): Promise<Completion> {
    const { signal, schema, messages } = request
    await ready(signal)
    const model = browserModel()
    if (!model) throw noModel()
    const ending = new AbortController()
    const end = () => ending.abort()
    signal?.addEventListener('abort', end)
    closing.signal.addEventListener('abort', end)
    let session: Session | undefined
    try {
      const { system, talk } = conversationOf(messages)
      session = await model.create({
        ...core,
        samplingMode: samplingOf(request.temperature),
        initialPrompts: system,
        signal: ending.signal,
      })
      return await read(
        session.promptStreaming(talk, { ...(schema ? { responseConstraint: schema } : {}), signal: ending.signal }),
        request,
      )
    } catch (cause) {
      throwIfClosed()
      if (signal?.aborted) throw abortedError(signal)
      throw failureOf(cause, contextTokens)
    } finally {
      signal?.removeEventListener('abort', end)
      closing.signal.removeEventListener('abort', end)
      // Ends a reply that was cut.
      ending.abort()
      session?.destroy()
    }
  }

  return {
    name: "prompt-api: the browser's built-in model",
    get capabilities() {
      return { contextTokens, grammar: true, vision: false, languages }
    },
    async load({ onProgress, signal } = {}) {
      if (onProgress) listeners.add(onProgress)
      try {
        await ready(signal)
      } finally {
        if (onProgress) listeners.delete(onProgress)
      }
    },
    async complete(request) {
      throwIfClosed()
      checkRequest(request)
      return turns.run(() => answer(request), request.signal)
    },
    async countTokens(text) {
      const session = await ready()
      const count = await (session.measureContextUsage
        ? session.measureContextUsage(text)
        : session.measureInputUsage?.(text))
      // A browser that cannot count: a token is at least a byte of UTF-8.
      return count ?? new TextEncoder().encode(text).length
    },
    async probe() {
      throwIfClosed()
      const model = browserModel()
      if (!model) return { usable: false, reason: 'this browser has no built-in model' }
      switch (await model.availability(core).catch(() => 'unavailable')) {
        case 'available':
          return { usable: true, reason: 'the browser has its built-in model ready' }
        case 'downloadable':
          return {
            usable: false,
            reason: 'the browser has a built-in model, but has yet to download it, which a click must start',
          }
        case 'downloading':
          return { usable: false, reason: 'the browser is still downloading its built-in model' }
        default:
          return {
            usable: false,
            reason: `the browser's built-in model does not run on this device or not in ${languages.join(', ')}`,
          }
      }
    },
    async dispose() {
      if (closing.signal.aborted) return
      closing.abort(
        new LanguageModelError('CLOSED', 'The language model was disposed of.', { hint: 'Make a new one.' }),
      )
      const session = await loading?.catch(() => undefined)
      session?.destroy()
    },
  }
}

function languagesOf(languages: unknown): string[] {
  const given = languages ?? ['en']
  try {
    if (Array.isArray(given) && given.length > 0) return Intl.getCanonicalLocales(given as string[])
  } catch {
    // The error below says it.
  }
  throw new InputError('INVALID_INPUT', 'languages must be a list of at least one BCP 47 language.', {
    value: languages,
    hint: "For example ['en', 'ja'].",
  })
}

/** System messages go before the conversation, as one: the API takes no other. */
function conversationOf(messages: readonly ChatMessage[]): { system: Prompt[]; talk: Prompt[] } {
  const clean = messages.map(({ role, content }) => ({ role, content: wellFormed(content) }))
  const rules = clean.filter(({ role }) => role === 'system')
  const talk = clean.filter(({ role }) => role !== 'system')
  const text = rules.map(({ content }) => content).join('\n\n')
  if (talk.length === 0) return { system: [], talk: [{ role: 'user', content: text }] }
  return { system: rules.length === 0 ? [] : [{ role: 'system', content: text }], talk }
}

function samplingOf(temperature = 0): NonNullable<SessionOptions['samplingMode']> {
  if (temperature === 0) return 'most-predictable'
  if (temperature < 0.6) return 'predictable'
  if (temperature <= 1) return 'balanced'
  return temperature <= 1.5 ? 'creative' : 'most-creative'
}

async function read(
  stream: ReadableStream<string>,
  { maxTokens, signal, onToken }: CompletionRequest,
): Promise<Completion> {
  const reader = stream.getReader()
  let text = ''
  for (let pieces = 0; ;) {
    const { done, value } = await reader.read()
    throwIfAborted(signal)
    if (done) return { text, finish: 'stop' }
    if (value === '') continue
    if (pieces === maxTokens) return { text, finish: 'length' }
    pieces++
    text += value
    notify(onToken, value)
    throwIfAborted(signal)
  }
}
