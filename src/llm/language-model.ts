import type { LoadProgress } from '../embed/embedder.js'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/**
 * A JSON Schema, as data. Locket's own schemas keep to `type`, `properties`, `required`, `additionalProperties`,
 * `items`, `enum`, `maxItems` and `maxLength`.
 */
export interface JsonSchema {
  readonly [key: string]: unknown
}

export interface CompletionRequest {
  messages: readonly ChatMessage[]
  /**
   * The reply is to be JSON of this shape. A model without a grammar is only asked for it: the reply must be checked
   * all the same.
   */
  schema?: JsonSchema
  /** The reply is cut after so many tokens, 1 or more. */
  maxTokens: number
  /** 0 to 2; default 0, the most likely reply. */
  temperature?: number
  signal?: AbortSignal
  /** Called with each piece of the reply as it comes, in order; the pieces together are its text. */
  onToken?: (piece: string) => void
}

export interface Completion {
  text: string
  /** `length`: cut, by `maxTokens` or because the context was full. */
  finish: 'stop' | 'length'
  /** Tokens of prompt and reply, where the model tells. */
  usage?: { prompt: number; completion: number }
}

export interface LanguageModelCapabilities {
  /** Tokens of prompt and reply together. */
  contextTokens: number
  /** Whether `schema` is enforced while the reply is made, rather than asked for. */
  grammar: boolean
  /** Whether it reads images. */
  vision: boolean
  /** BCP 47 languages that it is good at; `any` where its maker names none. */
  languages: readonly string[] | 'any'
}

/**
 * Whether a model can be used here and now, and why, in words that a user understands: "this browser has no WebGPU".
 */
export interface Probe {
  usable: boolean
  reason: string
}

/** Continues a conversation. Requests at once are answered one after another. */
export interface LanguageModel {
  /** What a person would call it, for example `web-llm: Qwen3-0.6B-q4f16_1-MLC`. */
  readonly name: string
  /** As far as known before `load`; exact after it. */
  readonly capabilities: LanguageModelCapabilities
  /** Idempotent; called by Locket when first needed. Rejects with a `LanguageModelError`, and may be tried again. */
  load(options?: { onProgress?: (progress: LoadProgress) => void; signal?: AbortSignal }): Promise<void>
  /**
   * Loads first where that was not done.
   * @throws LanguageModelError `MODEL_MISSING` (files not there), `MODEL_UNAVAILABLE` (no device, no answer, busy: try
   *   later), `MODEL_FAILED`, `CONTEXT_EXCEEDED`; LocketError `ABORTED` by `signal`.
   */
  complete(request: CompletionRequest): Promise<Completion>
  /** Tokens of a text by the model's own tokenizer; without it Locket estimates, on the safe side. */
  countTokens?(text: string): Promise<number>
  /**
   * Whether `load` may be expected to succeed, found out without downloading anything; `autoLlm` asks. Never rejects
   * for what is missing.
   */
  probe?(): Promise<Probe>
  dispose(): Promise<void>
}
