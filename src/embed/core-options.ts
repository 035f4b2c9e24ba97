import type { ModelFacts } from './models.js'

/** How the core loads and runs a model. */
export interface CoreOptions {
  facts: ModelFacts
  device: 'webgpu' | 'wasm'
  /** Absolute addresses that end in a slash. */
  modelBase: string
  ortBase: string
  threads: number
  batchSize: number
  maxWindows: number
}
