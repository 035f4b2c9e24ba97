import type { ErrorCode } from '../../values/errors.js'
import type { Completion } from '../language-model.js'
import { isObject, parsed } from './reply.js'
import type { Reading } from './reply.js'

/** Why one attempt gave no completion, and what follows from it. */
export interface Failure {
  code: Extract<ErrorCode, 'MODEL_MISSING' | 'MODEL_UNAVAILABLE' | 'MODEL_FAILED' | 'CONTEXT_EXCEEDED'>
  /** Follows the endpoint's address: "answered 503". */
  what: string
  hint: string
  cause?: unknown
  /** The same request may well succeed in a moment. */
  again?: boolean
  /** ms that the server asks to wait before. */
  after?: number | undefined
  /** What the server has against the request: it may accept another form of it. */
  refusal?: string
  /** The context that the server says it has, in tokens. */
  contextTokens?: number
}

/** What a failure is reported with. */
export interface Endpoint {
  model: string
  timeoutMs: number
  contextTokens: number
  /** Characters of the conversation that was sent. */
  characters: number
  /** Takes out of a text what must not be told: the key. */
  redact(text: string): string
}

const AGAIN = [408, 429, 500, 502, 503, 504, 529]
const WAIT = 'The server is busy or ill: try later.'
const FULL =
  /context[ _](?:length|size|window)|maximum context|exceed_context|context the overflows|prompt is too long|`inputs` tokens/i

/** What a status other than 2xx means. `body` is what came with it. */
export function failureOf(status: number, headers: Headers, body: string, endpoint: Endpoint): Failure {
  const said = endpoint.redact(wordsOf(body))
  const what = `answered ${status}${said ? `: ${short(said)}` : ''}`
  if (status === 413 || ((status === 400 || status === 422 || status === 500) && FULL.test(body)))
    return full(body, said, endpoint)
  if (AGAIN.includes(status))
    return { code: 'MODEL_UNAVAILABLE', what, hint: WAIT, again: true, after: retryAfter(headers) }
  switch (status) {
    case 401:
    case 403:
      return { code: 'MODEL_UNAVAILABLE', what, hint: 'Check the option "apiKey", and that its key may use the model.' }
    case 402:
      return { code: 'MODEL_UNAVAILABLE', what, hint: 'The account has no credit.' }
    case 404:
    case 410:
      return {
        code: 'MODEL_MISSING',
        what,
        hint: `Check that "baseUrl" is right (it often ends in /v1), and that the server has the model "${endpoint.model}" (Ollama: ollama pull ${endpoint.model}).`,
      }
    case 400:
    case 422:
      return {
        code: 'MODEL_FAILED',
        what,
        hint: 'The server does not accept the request: see what it says.',
        refusal: said,
      }
    default:
      return {
        code: status >= 500 ? 'MODEL_UNAVAILABLE' : 'MODEL_FAILED',
        what,
        hint: 'Check that the address is that of an OpenAI-compatible endpoint.',
      }
  }
}

/**
 * What it means that status 200 brought no completion. `told`: pieces of it reached the caller, so it cannot be begun
 * again unseen.
 */
export function failureIn(
  reading: Exclude<Reading, { text: string }>,
  headers: Headers,
  endpoint: Endpoint,
  told: boolean,
): Failure {
  if ('refusal' in reading)
    return {
      code: 'MODEL_FAILED',
      what: `refused: ${short(endpoint.redact(reading.refusal))}`,
      hint: 'The model or its filter does not take this conversation: asking again will not help.',
    }
  if ('fault' in reading) {
    const text = JSON.stringify(reading.fault)
    const status = isObject(reading.fault) ? Number(reading.fault['code'] ?? reading.fault['status']) : NaN
    if (FULL.test(text)) return full(text, endpoint.redact(wordsOf(text)), endpoint)
    const failure = failureOf(
      Number.isInteger(status) && status >= 400 && status < 600 ? status : 400,
      headers,
      text,
      endpoint,
    )
    const what = `reported: ${short(endpoint.redact(wordsOf(text)))}`
    if (!told) return { ...failure, what }
    const { again: _, refusal: __, ...final } = failure
    return { ...final, what }
  }
  switch (reading.unreadable) {
    case 'page':
      return {
        code: 'MODEL_MISSING',
        what: 'answered with a page instead of a completion',
        hint: 'Check "baseUrl": it often ends in /v1.',
      }
    case 'broken off':
      return brokenOff(told)
    case 'garbage':
    case 'no choices':
      return {
        code: 'MODEL_FAILED',
        what: `answered with what is no completion: ${short(endpoint.redact(reading.sample)) || 'nothing'}`,
        hint: 'Check that the address is that of an OpenAI-compatible endpoint.',
      }
  }
}

export function brokenOff(told: boolean, cause?: unknown): Failure {
  return { code: 'MODEL_UNAVAILABLE', what: 'broke off in the middle of a reply', hint: WAIT, again: !told, cause }
}

export function timedOut({ timeoutMs }: Endpoint): Failure {
  return {
    code: 'MODEL_UNAVAILABLE',
    what: `sent nothing for ${timeoutMs / 1000} s`,
    hint: 'Try later, or raise "timeoutMs": a server that has to load the model, or does not stream, needs longer.',
  }
}

/** `fetch` tells no reason: the server is down, or the browser kept its answer from the page. */
export function unreachable(url: URL, cause: unknown): Failure {
  const origin = globalThis.location?.origin ?? 'this origin'
  const mixed = globalThis.isSecureContext && globalThis.location?.protocol === 'https:' && url.protocol === 'http:'
  return {
    code: 'MODEL_UNAVAILABLE',
    what: 'could not be reached',
    hint:
      `Check that the server runs and lets pages of ${origin} in (CORS): OLLAMA_ORIGINS=${origin} for Ollama, "Enable CORS" in LM Studio, --allowed-origins for vLLM;` +
      ` and that the page's content security policy has it in connect-src.${mixed ? ' A page from https reaches http at localhost only.' : ''}`,
    cause,
    again: true,
  }
}

function full(body: string, said: string, { contextTokens, characters }: Endpoint): Failure {
  const [asked, has] = [count(body, 'n_prompt_tokens'), count(body, 'n_ctx')]
  const numbers =
    asked && has
      ? `the prompt has ${asked} tokens, the context ${has}`
      : `${characters} characters were sent, ${contextTokens} tokens were taken for its context`
  return {
    code: 'CONTEXT_EXCEEDED',
    what: `finds the prompt too long (${numbers})${said ? `: ${short(said)}` : ''}`,
    hint: 'Send less at once, start the server with a larger context, or lower "contextTokens" to what it has.',
    ...(has ? { contextTokens: has } : {}),
  }
}

const count = (body: string, field: string): number | undefined =>
  Number(new RegExp(`"${field}"\\s*:\\s*(\\d+)`).exec(body)?.[1]) || undefined

/** Some servers answer a prompt that fills their context with nothing at all. */
export function silentlyFull({ text, usage }: Completion, endpoint: Endpoint): Failure | undefined {
  if (text !== '' || !usage || usage.prompt < endpoint.contextTokens) return undefined
  return full(JSON.stringify({ n_prompt_tokens: usage.prompt, n_ctx: endpoint.contextTokens }), '', endpoint)
}

/** What an error body says in words, wherever it says it. */
function wordsOf(body: string): string {
  const value = parsed(body)
  const fault = isObject(value) ? (value['error'] ?? value) : value
  const words = isObject(fault) ? (fault['message'] ?? fault['detail'] ?? fault) : fault
  if (words === undefined) return /^\s*</.test(body) ? 'a page' : body
  return typeof words === 'string' ? words : JSON.stringify(words)
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300)}…` : line.replace(/[.!]$/, '')
}

/** Seconds, or a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After')
  if (value === null) return undefined
  const ms = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
