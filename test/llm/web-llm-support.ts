import type { WebLlmAppConfig, WebLlmModelRecord } from '../../src/llm/web-llm/config.js'
import { connectEngine } from '../../src/llm/web-llm/engine.js'
import { importLibrary } from '../../src/llm/web-llm/library.js'
import { WebLlmModel, type ModelSettings, type Surroundings } from '../../src/llm/web-llm/model.js'
import type { Gpu } from '../../src/llm/web-llm/probe.js'
import { ScriptedEngine, scriptedWorker } from './web-llm-engine.js'

/** Test browsers have no graphics device: one that is only said to be there. */
export const pretendedGpu = (...features: string[]): Gpu => ({
  requestAdapter: async () => ({ features: new Set(features), limits: {} }),
})

export const record = (model_id: string, rest: Partial<WebLlmModelRecord> = {}): WebLlmModelRecord => ({
  model: `/models/none/${model_id}`,
  model_id,
  model_lib: '/models/none/library.wasm',
  overrides: { context_window_size: 300 },
  ...rest,
})

export const config = (...model_list: WebLlmModelRecord[]): WebLlmAppConfig => ({ model_list })

export function makeModel(settings: Partial<ModelSettings>, around: Partial<Surroundings> = {}): WebLlmModel {
  return new WebLlmModel(
    {
      model: undefined,
      appConfig: undefined,
      models: '/models/',
      worker: undefined,
      contextTokens: undefined,
      maxVideoMemoryMB: 2048,
      ...settings,
    },
    { importLibrary, connect: connectEngine, gpu: () => pretendedGpu('shader-f16'), ...around },
  )
}

/** The adapter, with a scripted engine behind the library's own protocol. */
export function scriptedModel(settings: Partial<ModelSettings> = {}, around: Partial<Surroundings> = {}) {
  const engine = new ScriptedEngine()
  const model = makeModel(
    {
      appConfig: config(record('toy-q4f16_1-MLC')),
      contextTokens: 300,
      worker: () => scriptedWorker(engine),
      ...settings,
    },
    around,
  )
  return { engine, model }
}
