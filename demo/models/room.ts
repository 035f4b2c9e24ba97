// The frame that language models live in: see models.html.
import binary from '@wllama/wllama/esm/wasm/wllama.wasm?url'
import glue from '@wllama/wllama/src/wasm/wllama.js?url'
import { expose } from 'comlink'
import type { LanguageModel } from 'locket-memory'
import { openai } from 'locket-memory/openai'
import { promptApi } from 'locket-memory/prompt-api'
import { probeWebLlm, recommend, webLlm, webLlmCache, WEB_LLM_CATALOGUE, type WebLlmBuild, type WebLlmProbe } from 'locket-memory/web-llm'
import { wllama, wllamaCache } from 'locket-memory/wllama'
import { serveModel } from 'locket-memory/worker'
import type { ModelChoice, ModelKind, Secrets } from './choice.js'

export interface Usable {
  usable: boolean
  reason: string
}

export interface Build extends WebLlmBuild {
  languages: readonly string[]
  licence: string
  recommended: boolean
}

/** What this device can run, found out without asking another origin for anything. */
export interface Survey {
  promptApi: Usable
  webLlm: WebLlmProbe
  wllama: Usable
  /** The recommended one first. */
  builds: Build[]
}

/** A model's files on this device. */
export interface Kept {
  kind: ModelKind
  /** As its cache calls it. */
  id: string
  bytes: number
  complete: boolean
}

const ENGINE = { binary, glue }
/** Of the device's memory, in GB, a quarter at most goes to a model: browsers tell no video memory, and of memory 8 GB at most. */
const VIDEO_SHARE = 0.25

const room = {
  ready: (): boolean => true,

  async survey(): Promise<Survey> {
    const [ofBrowser, ofGpu, ofProcessor] = await Promise.all([probe(promptApi()), probeWebLlm(), probe(wllama({ model: new Blob(), wasm: ENGINE }))])
    return { promptApi: ofBrowser, webLlm: ofGpu, wllama: ofProcessor, builds: builds(ofGpu.shaderF16) }
  },

  /** Serves the model at the port, in place of the one before. Rejects for what cannot be meant; nothing is loaded. */
  async choose(choice: ModelChoice, secrets: Secrets, port: MessagePort): Promise<void> {
    const next = make(choice, secrets)
    await room.leave()
    current = next
    if (next) served = serveModel(next, port)
  },

  async leave(): Promise<void> {
    served?.stop()
    served = undefined
    const before = current
    current = undefined
    await before?.dispose()
  },

  async kept(): Promise<Kept[]> {
    const [onGpu, onProcessor] = await Promise.all([webLlmCache().list(), wllamaCache().list()])
    return [...onGpu.map((model): Kept => ({ kind: 'web-llm', ...model })), ...onProcessor.map(({ url, ...model }): Kept => ({ kind: 'wllama', id: url, ...model }))]
  },

  async remove({ kind, id }: Kept): Promise<void> {
    if (kind === 'web-llm') await webLlmCache().remove(id)
    else await wllamaCache().remove(id)
  },
}
export type Room = typeof room

let current: LanguageModel | undefined
let served: ReturnType<typeof serveModel> | undefined

function make(choice: ModelChoice, { key, file }: Secrets): LanguageModel | undefined {
  switch (choice.kind) {
    case 'rules':
      return undefined
    case 'prompt-api':
      return promptApi()
    case 'web-llm':
      return webLlm({ model: choice.model, models: choice.files })
    case 'wllama':
      return wllama({ model: choice.address === '' && file ? file : choice.address, wasm: ENGINE })
    case 'openai':
      // Beside the visitor, who can try again: one repetition is enough.
      return openai({ baseUrl: choice.baseUrl, model: choice.model, retries: 1, ...(key === undefined ? {} : { apiKey: key }) })
  }
}

async function probe(model: LanguageModel): Promise<Usable> {
  try {
    return (await model.probe?.()) ?? { usable: true, reason: '' }
  } finally {
    await model.dispose()
  }
}

function builds(shaderF16: boolean): Build[] {
  const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? 4
  const best = recommend({ videoMemoryMB: memory * 1024 * VIDEO_SHARE, shaderF16 })?.id
  return WEB_LLM_CATALOGUE.map(({ f16, f32, languages, licence }): Build => {
    const build = shaderF16 ? f16 : f32
    return { ...build, languages, licence, recommended: build.id === best }
  }).sort((a, b) => Number(b.recommended) - Number(a.recommended) || a.videoMemoryMB - b.videoMemoryMB)
}

addEventListener('message', ({ origin, data, ports: [port] }) => {
  if (origin === location.origin && data === 'room' && port) expose(room, port)
})
