/** What Locket uses of the Prompt API (`self.LanguageModel`, Chrome 138 and later), by its names past and present. */
export interface BrowserModel {
  availability(options: ModelOptions): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>
  /** Downloads the model first where it has to; that takes a user's click. */
  create(options: SessionOptions): Promise<Session>
}

export interface ModelOptions {
  expectedInputs: { type: 'text'; languages: string[] }[]
  expectedOutputs: { type: 'text'; languages: string[] }[]
}

export interface SessionOptions extends ModelOptions {
  initialPrompts?: Prompt[]
  /** Unknown to older browsers, which pass it over. */
  samplingMode?: 'most-predictable' | 'predictable' | 'balanced' | 'creative' | 'most-creative'
  signal?: AbortSignal
  monitor?: (monitor: EventTarget) => void
}

export interface Prompt {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface Session {
  promptStreaming(
    input: Prompt[],
    options: { responseConstraint?: object; signal: AbortSignal },
  ): ReadableStream<string>
  measureContextUsage?(input: string): Promise<number>
  readonly contextWindow?: number
  /** The former names of the two. */
  measureInputUsage?(input: string): Promise<number>
  readonly inputQuota?: number
  destroy(): void
}

/** Undefined where the browser has none; pages have it, workers do not. */
export const browserModel = (): BrowserModel | undefined =>
  (globalThis as { LanguageModel?: BrowserModel }).LanguageModel
