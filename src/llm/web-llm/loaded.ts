import type { EngineLink } from './engine.js'
import type { WebLlmAppConfig, WebLlmModelRecord } from './config.js'
import type { Library } from './library.js'

/** A loaded model, with the engine, the configuration and the library that it runs on. */
export interface Loaded {
  library: Library
  link: EngineLink
  config: WebLlmAppConfig
  record: WebLlmModelRecord
  contextTokens: number
}
