import { expose } from 'comlink'
import { describe, expect, test } from 'vitest'
import type { Embedding } from '../../src/embed/embedder.js'
import type { Outcome } from '../../src/embed/outcome.js'
import type { EmbedderCore } from '../../src/embed/transformers-core.js'
import { transformersEmbedder } from '../../src/embed/transformers.js'

const FAILED: Outcome<never> = { ok: false, code: 'MODEL_FAILED', message: 'The device was lost.' }
const EMBEDDING: Embedding = { vectors: [new Float32Array([1])], tokens: 1, tokensSkipped: 0, unknownShare: 0 }

interface Script {
  refusal?: string
  load?: (device: string) => Outcome<number>
  embed?: (device: string) => Outcome<Embedding[]>
}

/** A worker whose core follows a script instead of running a model; `devices` lists the loads it was asked for. */
function scripted({ refusal, load, embed }: Script): { worker: () => Worker; devices: string[] } {
  const devices: string[] = []
  const worker = () => {
    const { port1, port2 } = new MessageChannel()
    let device = ''
    const core: EmbedderCore = {
      refusesGpu: async () => refusal,
      load: async (options) => {
        device = options.device
        devices.push(device)
        return load?.(device) ?? { ok: true, value: 1 }
      },
      embed: async (texts) => embed?.(device) ?? { ok: true, value: texts.map(() => EMBEDDING) },
      countTokens: async (texts) => ({ ok: true, value: texts.map(() => 1) }),
      cancel: () => {},
      dispose: () => {},
    }
    expose(core, port1)
    return Object.assign(port2, { terminate: () => port2.close() }) as unknown as Worker
  }
  return { worker, devices }
}

describe('the choice of the device, with a fake core', () => {
  test('WebGPU when it works', async () => {
    const { worker, devices } = scripted({})
    const embedder = transformersEmbedder({ worker })
    await embedder.load()
    expect(embedder.runtime?.device).toBe('webgpu')
    expect(devices).toEqual(['webgpu'])
  })

  test('WASM where there is no adapter, with the reason', async () => {
    const embedder = transformersEmbedder({ worker: scripted({ refusal: 'there is no WebGPU adapter' }).worker })
    await embedder.load()
    expect(embedder.runtime).toEqual({ device: 'wasm', reason: 'there is no WebGPU adapter', threads: 1 })
  })

  test('WASM when WebGPU does not load, with the reason', async () => {
    const { worker, devices } = scripted({ load: (device) => (device === 'webgpu' ? FAILED : { ok: true, value: 1 }) })
    const embedder = transformersEmbedder({ worker })
    await Promise.all([embedder.load(), embedder.load()])
    expect(embedder.runtime).toEqual({ device: 'wasm', reason: 'WebGPU failed: The device was lost.', threads: 1 })
    expect(devices).toEqual(['webgpu', 'wasm'])
  })

  test('WASM when WebGPU fails later: the work that was under way is done again', async () => {
    const { worker, devices } = scripted({
      embed: (device) => (device === 'webgpu' ? FAILED : { ok: true, value: [EMBEDDING] }),
    })
    const embedder = transformersEmbedder({ worker })
    expect(await Promise.all([embedder.embed(['a'], 'query'), embedder.embed(['b'], 'query')])).toHaveLength(2)
    expect(embedder.runtime?.device).toBe('wasm')
    expect(devices).toEqual(['webgpu', 'wasm'])
  })

  test('an error when WebGPU was asked for and fails', async () => {
    const { worker, devices } = scripted({ load: () => FAILED })
    await expect(transformersEmbedder({ worker, device: 'webgpu' }).load()).rejects.toMatchObject({
      code: 'MODEL_FAILED',
    })
    expect(devices).toEqual(['webgpu'])
  })

  test('both are tried again after both failed', async () => {
    let broken = true
    const { worker, devices } = scripted({ load: () => (broken ? FAILED : { ok: true, value: 1 }) })
    const embedder = transformersEmbedder({ worker })
    await expect(embedder.load()).rejects.toMatchObject({ code: 'MODEL_FAILED', message: 'The device was lost.' })
    broken = false
    await embedder.load()
    expect(devices).toEqual(['webgpu', 'wasm', 'webgpu'])
  })

  test('a run that fails on WASM rejects, and the next one has a new worker', async () => {
    let broken = true
    const { worker, devices } = scripted({
      refusal: 'none',
      embed: (): Outcome<Embedding[]> => (broken ? FAILED : { ok: true, value: [EMBEDDING] }),
    })
    const embedder = transformersEmbedder({ worker })
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({ code: 'MODEL_FAILED' })
    broken = false
    expect(await embedder.embed(['a'], 'query')).toHaveLength(1)
    expect(devices).toEqual(['wasm', 'wasm'])
  })
})
