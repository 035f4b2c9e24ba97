import type { LoadProgress } from '../embed/embedder.js'
import { InputError, LanguageModelError } from '../values/errors.js'
import type { Completion, CompletionRequest, LanguageModelCapabilities, Probe } from '../llm/language-model.js'
import { checkRequest } from '../llm/request.js'
import { isRecord, own } from './plain-data.js'

/** What is known of a model where it is used: sent first, and again with each result. */
export interface ModelFacts {
  name: string
  capabilities: LanguageModelCapabilities
  countsTokens: boolean
}

export type ModelMethod = 'load' | 'complete' | 'countTokens' | 'probe'

export interface ModelResult {
  value: unknown
  facts: ModelFacts
}

// ── from a client, which may ask for anything ──────────────────────────────────────────────────────────────────────

/** The request with the fields that requests have, and no others. @throws InputError `INVALID_INPUT` */
export function readRequest(sent: unknown): CompletionRequest {
  const request = { messages: own(sent, 'messages'), maxTokens: own(sent, 'maxTokens') } as CompletionRequest
  const temperature = own(sent, 'temperature') as number | undefined
  checkRequest({ ...request, ...(temperature === undefined ? {} : { temperature }) })
  if (temperature !== undefined && typeof temperature !== 'number')
    throw new InputError('INVALID_INPUT', 'temperature must be a number from 0 to 2.', { value: temperature })
  const schema = own(sent, 'schema')
  if (schema !== undefined && !isRecord(schema))
    throw new InputError('INVALID_INPUT', 'schema must be a JSON schema.', { value: schema })
  return {
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    maxTokens: request.maxTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(schema === undefined ? {} : { schema }),
  }
}

/** @throws InputError `INVALID_INPUT` */
export function readText(sent: unknown): string {
  if (typeof sent === 'string') return sent
  throw new InputError('INVALID_INPUT', 'countTokens() takes a text.', { value: sent })
}

// ── from a server, which may answer anything ───────────────────────────────────────────────────────────────────────

/** @throws LanguageModelError `MODEL_FAILED` */
export function readFacts(sent: unknown): ModelFacts {
  const name = own(sent, 'name')
  const capabilities = own(sent, 'capabilities')
  const contextTokens = own(capabilities, 'contextTokens')
  const languages = own(capabilities, 'languages')
  if (typeof name !== 'string' || typeof contextTokens !== 'number' || !(contextTokens > 0)) throw unreadable()
  const isList = Array.isArray(languages) && languages.every((language) => typeof language === 'string')
  return {
    name,
    capabilities: {
      contextTokens,
      grammar: own(capabilities, 'grammar') === true,
      vision: own(capabilities, 'vision') === true,
      languages: isList ? languages : 'any',
    },
    countsTokens: own(sent, 'countsTokens') === true,
  }
}

/** @throws LanguageModelError `MODEL_FAILED` */
export function readResult(sent: unknown): ModelResult {
  return { value: own(sent, 'value'), facts: readFacts(own(sent, 'facts')) }
}

/** @throws LanguageModelError `MODEL_FAILED` */
export function readCompletion(sent: unknown): Completion {
  const text = own(sent, 'text')
  const finish = own(sent, 'finish')
  if (typeof text !== 'string' || (finish !== 'stop' && finish !== 'length')) throw unreadable()
  const prompt = own(own(sent, 'usage'), 'prompt')
  const completion = own(own(sent, 'usage'), 'completion')
  const isCounted = typeof prompt === 'number' && typeof completion === 'number'
  return { text, finish, ...(isCounted ? { usage: { prompt, completion } } : {}) }
}

/** @throws LanguageModelError `MODEL_FAILED` */
export function readCount(sent: unknown): number {
  if (typeof sent === 'number' && sent >= 0) return sent
  throw unreadable()
}

/** Undefined where the model did not say. */
export function readProbe(sent: unknown): Probe | undefined {
  const usable = own(sent, 'usable')
  const reason = own(sent, 'reason')
  return typeof usable === 'boolean' && typeof reason === 'string' ? { usable, reason } : undefined
}

/** Undefined for anything that is not the progress of a file. */
export function readProgress(sent: unknown): LoadProgress | undefined {
  const item = own(sent, 'item')
  const loaded = own(sent, 'loaded')
  const total = own(sent, 'total')
  if (typeof item !== 'string' || typeof loaded !== 'number') return undefined
  return { item, loaded, total: typeof total === 'number' ? total : undefined }
}

function unreadable(): LanguageModelError {
  return new LanguageModelError('MODEL_FAILED', 'The other realm gave an answer that is not one of a language model.', {
    hint: 'It must serve one with serveModel() of the same version.',
  })
}
