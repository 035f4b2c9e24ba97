import { InputError, LanguageModelError } from '../values/errors.js'
import { checkOptions, oneOf, wholeNumber } from '../values/options.js'
import type { Completion, CompletionRequest, LanguageModel } from './language-model.js'
import { bodyOf, concede } from './openai/dialect.js'
import type { Dialect, Format } from './openai/dialect.js'
import { exchange } from './openai/exchange.js'
import type { Endpoint, Failure } from './openai/failures.js'
import { probeEndpoint } from './openai/probe.js'
import { abortedError, checkRequest, notify, throwIfAborted } from './request.js'
import { Turns, abortable } from './turns.js'

export interface OpenAiOptions {
  /**
   * Where the API is, for example `http://localhost:11434/v1`; relative to the page for one that the application's own
   * server passes on.
   */
  baseUrl: string
  /** The model's name, as the server knows it. */
  model: string
  /**
   * The key, or what gets it: asked before each request, and never kept, logged or told in an error. A server that
   * needs none needs none here.
   */
  apiKey?: string | (() => string | Promise<string>)
  /** Further headers of each request. */
  headers?: Readonly<Record<string, string>>
  /** Further fields of each request, for example `{ reasoning_effort: 'none' }`. */
  body?: Readonly<Record<string, unknown>>
  /** ms that the server may be silent, before its first byte and between two. Default 60,000; 1 to 3,600,000. */
  timeoutMs?: number
  /** How often a request is repeated that met a busy or broken server or connection, 0 to 10. Default 3. */
  retries?: number
  /**
   * ms before the first repetition, doubled for each further one, less up to half by chance; what the server asks for
   * goes before. Default 500; 0 to 60,000.
   */
  backOffMs?: number
  /**
   * How a schema is asked for. `auto` (default): `json_schema`, and where the server refuses that, `json_object`, then
   * not at all.
   */
  jsonMode?: 'auto' | Format
  /** Tokens of prompt and reply together, as the server was started. Default 4096. */
  contextTokens?: number
  /** BCP 47 languages that the model is good at. Default `any`. */
  languages?: readonly string[] | 'any'
  /** Instead of the page's `fetch`. */
  fetch?: typeof fetch
}

const OPTIONS = [
  'baseUrl',
  'model',
  'apiKey',
  'headers',
  'body',
  'timeoutMs',
  'retries',
  'backOffMs',
  'jsonMode',
  'contextTokens',
  'languages',
  'fetch',
] as const

/** A server that asks for a longer wait than this, in ms, is called busy: who waits for the reply should know. */
const LONGEST_WAIT = 60_000

/**
 * A model behind an OpenAI-compatible `/chat/completions`: Ollama, LM Studio, vLLM, llama.cpp, or a provider. There is
 * nothing to load. After `dispose()` every call rejects with `CLOSED`.
 * @throws InputError `INVALID_INPUT` or `UNKNOWN_OPTION` for options that cannot mean anything.
 */
export function openai(options: OpenAiOptions): LanguageModel {
  checkOptions('openai()', options, OPTIONS)
  const base = baseOf(options?.baseUrl)
  const { model, apiKey, headers = {}, body = {}, languages = 'any' } = options
  if (typeof model !== 'string' || model === '')
    throw new InputError('INVALID_INPUT', 'openai() needs the name of a model.', { hint: 'Pass it as "model".' })
  const timeoutMs = wholeNumber('timeoutMs', options.timeoutMs, 60_000, 1, 3_600_000)
  const retries = wholeNumber('retries', options.retries, 3, 0, 10)
  const backOffMs = wholeNumber('backOffMs', options.backOffMs, 500, 0, 60_000)
  const jsonMode = oneOf('jsonMode', options.jsonMode, ['auto', 'json_schema', 'json_object', 'none'], 'auto')
  const send: typeof fetch = options.fetch ?? ((...args) => fetch(...args))
  const url = new URL('chat/completions', base)

  const turns = new Turns()
  const closing = new AbortController()
  let contextTokens = wholeNumber('contextTokens', options.contextTokens, 4096, 1, 1e9)
  /** As it was last understood. */
  let dialect: Dialect = {
    format: jsonMode === 'auto' ? 'json_schema' : jsonMode,
    usage: true,
    limit: 'max_tokens',
    temperature: true,
  }

  function throwIfClosed(): void {
    if (closing.signal.aborted) throw closing.signal.reason
  }

  async function answer(request: CompletionRequest): Promise<Completion> {
    throwIfClosed()
    const { signal, onToken, maxTokens } = request
    const characters = request.messages.reduce((sum, { content }) => sum + content.length, 0)
    let spoken = dialect
    let failures = 0
    /** What the server first had against the request: once it was put in every form, that is what is told. */
    let refused: Failure | undefined
    for (;;) {
      const key = await keyOf(apiKey, signal)
      const endpoint: Endpoint = { model, timeoutMs, contextTokens, characters, redact: redactor(key, headers) }
      const result = await exchange({
        url,
        headers: headersOf(key, headers),
        body: bodyOf(request, model, spoken, body),
        maxTokens,
        endpoint,
        fetch: send,
        signal,
        closing: closing.signal,
        onToken: onToken && ((piece) => notify(onToken, piece)),
      })
      if ('text' in result) {
        dialect = spoken
        return result
      }
      contextTokens = result.contextTokens ?? contextTokens
      const other =
        result.refusal === undefined
          ? undefined
          : concede(spoken, result.refusal, request.schema !== undefined, jsonMode !== 'auto')
      if (other) {
        refused ??= result
        spoken = other
        continue
      }
      const wait = result.after ?? backOffMs * 2 ** failures * (1 - Math.random() / 2)
      if (!result.again || failures >= retries || wait > LONGEST_WAIT)
        throw errorOf(result.refusal === undefined ? result : (refused ?? result), failures + 1)
      failures++
      await pause(wait, signal, closing.signal)
    }
  }

  function errorOf({ code, what, hint, cause }: Failure, times: number): LanguageModelError {
    const message = `The model "${model}" at ${addressOf(url)} ${what}${times > 1 ? `, ${times} times` : ''}.`
    return new LanguageModelError(code, message, { hint, ...(cause === undefined ? {} : { cause }) })
  }

  return {
    name: `openai: ${model} at ${url.host}`,
    get capabilities() {
      return { contextTokens, grammar: dialect.format === 'json_schema', vision: false, languages }
    },
    async load({ signal } = {}) {
      throwIfClosed()
      throwIfAborted(signal)
    },
    async complete(request) {
      throwIfClosed()
      checkRequest(request)
      return turns.run(() => answer(request), request.signal)
    },
    async probe() {
      throwIfClosed()
      let key: string
      try {
        key = await keyOf(apiKey, undefined)
      } catch {
        return { usable: false, reason: 'its key could not be had' }
      }
      return probeEndpoint({
        url: new URL('models', base),
        address: addressOf(base),
        model,
        headers: headersOf(key, headers),
        fetch: send,
        timeoutMs: Math.min(timeoutMs, 5000),
      })
    },
    async dispose() {
      closing.abort(
        new LanguageModelError('CLOSED', 'The language model was disposed of.', { hint: 'Make a new one.' }),
      )
    },
  }
}

function baseOf(baseUrl: unknown): URL {
  const hint = 'Pass the address of the API as "baseUrl", for example http://localhost:11434/v1.'
  // Not told as a value: an address may hold a key.
  const invalid = (why: string) => new InputError('INVALID_INPUT', `The address of the model ${why}.`, { hint })
  if (typeof baseUrl !== 'string' || baseUrl === '') throw invalid('is missing')
  let url: URL
  try {
    url = new URL(
      baseUrl.replace(/\/(?:chat\/completions\/?)?$/, '') + '/',
      globalThis.document?.baseURI ?? globalThis.location?.href,
    )
  } catch {
    throw invalid('is none')
  }
  if (!/^https?:$/.test(url.protocol)) throw invalid('must begin with http:// or https://')
  if (url.username || url.password) throw invalid('holds a name or password, which browsers do not send')
  if (url.search || url.hash) throw invalid('has a query or a fragment; pass a key as "apiKey" or in "headers"')
  return url
}

const addressOf = (url: URL): string => url.origin + url.pathname

async function keyOf(apiKey: OpenAiOptions['apiKey'], signal: AbortSignal | undefined): Promise<string> {
  if (typeof apiKey !== 'function') return apiKey?.trim() ?? ''
  const asked = (async () => (await apiKey()).trim())().catch((cause: unknown) => {
    throw new LanguageModelError(
      'MODEL_UNAVAILABLE',
      'The key of the model could not be had: the function "apiKey" failed.',
      { cause },
    )
  })
  return signal ? abortable(asked, signal) : asked
}

function headersOf(key: string, headers: Readonly<Record<string, string>>): Headers {
  try {
    const all = new Headers({ 'Content-Type': 'application/json' })
    if (key !== '') all.set('Authorization', `Bearer ${key}`)
    for (const [name, value] of Object.entries(headers)) all.set(name, value)
    return all
  } catch {
    // What the browser says may hold the key.
    throw new InputError('INVALID_INPUT', 'The key or a header of the model has characters that a header cannot carry.')
  }
}

/** Takes the key, and the values of the application's headers, out of what a server says. */
function redactor(key: string, headers: Readonly<Record<string, string>>): (text: string) => string {
  const secrets = [key, ...Object.values(headers).flatMap((value) => [value, value.replace(/^Bearer\s+/i, '')])].filter(
    (secret) => secret.length > 3,
  )
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, '•••'), text)
}

async function pause(ms: number, signal: AbortSignal | undefined, closing: AbortSignal): Promise<void> {
  const ended = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => reject(abortedError(signal)), ended)
      closing.addEventListener('abort', () => reject(closing.reason as Error), ended)
    })
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}
