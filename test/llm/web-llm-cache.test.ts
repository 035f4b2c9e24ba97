import { prebuiltAppConfig } from '@mlc-ai/web-llm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { needsFloat16, type WebLlmModelRecord } from '../../src/llm/web-llm/config.js'
import { findAdapter } from '../../src/llm/web-llm/probe.js'
import { probeWebLlm, recommend, WEB_LLM_CATALOGUE, webLlmCache } from '../../src/llm/web-llm.js'
import { config, record } from './web-llm-support.js'

const HOST = 'https://models.example'
const [ONE, TWO] = ['one', 'two'].map((id) =>
  record(id, { model: `${HOST}/${id}`, model_lib: `${HOST}/shared.wasm` }),
) as [WebLlmModelRecord, WebLlmModelRecord]
const appConfig = config(ONE, TWO)
const SHARDS = JSON.stringify({ records: [{ dataPath: 'params_shard_0.bin', nbytes: 100 }] })

const keep = async (cache: string, path: string, body: string) =>
  (await caches.open(cache)).put(`${HOST}/${path}`, new Response(body))

async function keepModel(id: string): Promise<void> {
  await keep('webllm/config', `${id}/resolve/main/mlc-chat-config.json`, '{}')
  await keep('webllm/model', `${id}/resolve/main/tokenizer.json`, '{}')
  await keep('webllm/model', `${id}/resolve/main/tensor-cache.json`, SHARDS)
  await keep('webllm/model', `${id}/resolve/main/params_shard_0.bin`, 'x'.repeat(100))
}

const clean = () => Promise.all(['webllm/config', 'webllm/wasm', 'webllm/model'].map((name) => caches.delete(name)))

describe('webLlmCache()', () => {
  beforeEach(async () => {
    await clean()
    await keepModel('one')
    await keep('webllm/wasm', 'shared.wasm', 'w'.repeat(1000))
  })
  afterEach(clean)
  const cache = webLlmCache({ appConfig })
  const bytes = 100 + 4 + SHARDS.length

  test('lists whole and partial models with their bytes', async () => {
    await keep('webllm/model', 'two/resolve/main/tensor-cache.json', SHARDS)
    expect((await cache.list()).sort((a, b) => a.id.localeCompare(b.id))).toEqual([
      { id: 'one', bytes: bytes + 1000, complete: true },
      { id: 'two', bytes: SHARDS.length + 1000, complete: false },
    ])
    expect([await cache.has('one'), await cache.has('two'), await cache.has('three')]).toEqual([true, false, false])
    expect(await cache.total()).toBe(bytes + SHARDS.length + 1000)
  })

  test('a model without its library is not complete, unless the library is never kept', async () => {
    await caches.delete('webllm/wasm')
    expect(await cache.has('one')).toBe(false)
    expect(await webLlmCache({ appConfig: config({ ...ONE, model_lib: '/own.wasm' }) }).has('one')).toBe(true)
  })

  test('removes one model and leaves the library that another uses', async () => {
    await keepModel('two')
    expect(await cache.remove('one')).toBe(true)
    expect(await cache.list()).toEqual([{ id: 'two', bytes: bytes + 1000, complete: true }])
    expect(await cache.remove('two')).toBe(true)
    expect([await cache.remove('two'), await cache.list(), await cache.total()]).toEqual([false, [], 0])
  })

  test('knows models by their address where there is no configuration', async () => {
    const plain = webLlmCache()
    expect((await plain.list()).sort((a, b) => a.id.localeCompare(b.id))).toEqual([
      { id: 'one', bytes, complete: true },
      { id: 'shared.wasm', bytes: 1000, complete: false },
    ])
    await plain.remove('one')
    expect(await plain.total()).toBe(1000)
  })

  test('makes no cache by looking, and refuses another backend', async () => {
    await clean()
    expect([await cache.list(), await cache.total()]).toEqual([[], 0])
    expect((await caches.keys()).filter((name) => name.startsWith('webllm'))).toEqual([])
    expect(() => webLlmCache({ appConfig: { ...appConfig, cacheBackend: 'opfs' } })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }) as Error,
    )
  })
})

describe('the catalogue', () => {
  const builds = WEB_LLM_CATALOGUE.flatMap(({ f16, f32 }) => [
    { ...f16, bits: 16 },
    { ...f32, bits: 32 },
  ])

  test.each(builds)(
    "$id is in the library's list, with this memory and the features of $bits bits",
    ({ id, videoMemoryMB, bits }) => {
      const found = prebuiltAppConfig.model_list.find((it) => it.model_id === id)
      expect(found).toMatchObject({ vram_required_MB: videoMemoryMB, overrides: { context_window_size: 4096 } })
      expect(needsFloat16(found as WebLlmModelRecord)).toBe(bits === 16)
      if (bits === 32) expect(found?.required_features).toBeUndefined()
    },
  )

  test('spans 0.4 to 4 GB, the smallest model first', () => {
    const memory = WEB_LLM_CATALOGUE.map(({ f16 }) => f16.videoMemoryMB)
    expect([Math.min(...memory) < 400, Math.max(...memory) > 3000, Math.max(...memory) < 4000]).toEqual([
      true,
      true,
      true,
    ])
    const parameters = WEB_LLM_CATALOGUE.map((it) => it.parameters)
    expect(parameters).toEqual(parameters.toSorted((a, b) => a - b))
  })

  test('recommends the most parameters that fit', () => {
    const id = (videoMemoryMB: number, shaderF16: boolean, language?: 'en' | 'zh') =>
      recommend({ videoMemoryMB, shaderF16, ...(language && { language }) })?.id
    expect([id(400, true, 'en'), id(400, true, 'zh'), id(400, true), id(400, false, 'en')]).toEqual([
      'SmolLM2-360M-Instruct-q4f16_1-MLC',
      undefined,
      undefined,
      undefined,
    ])
    expect([id(1000, true, 'en'), id(1000, true)]).toEqual([
      'Llama-3.2-1B-Instruct-q4f16_1-MLC',
      'Qwen2.5-0.5B-Instruct-q4f16_1-MLC',
    ])
    expect([id(4096, true), id(4096, false), id(4096, false, 'en')]).toEqual([
      'Qwen3-4B-q4f16_1-MLC',
      'Qwen3-1.7B-q4f32_1-MLC',
      'Llama-3.2-3B-Instruct-q4f32_1-MLC',
    ])
  })
})

describe('probeWebLlm()', () => {
  test('says why WebLLM is or is not usable on this device', async () => {
    const { usable, reason, shaderF16, maxBufferBytes } = await probeWebLlm()
    expect(reason).toMatch(/WebGPU/)
    // The browsers of the tests have no adapter, or one in software; a real one is usable.
    expect(usable).toBe(/^there is a WebGPU adapter/.test(reason))
    if (!usable) expect(shaderF16 && maxBufferBytes === undefined).toBe(false)
  })

  test('a device below the limits of the library, or one that fails, is none', async () => {
    expect(
      await findAdapter({
        requestAdapter: async () => ({ features: new Set(), limits: { maxStorageBuffersPerShaderStage: 8 } }),
      }),
    ).toMatch(/maxStorageBuffersPerShaderStage is 8.*needs 10/)
    expect(await findAdapter({ requestAdapter: () => Promise.reject(new Error('gone')) })).toContain('gone')
    expect(await findAdapter({ requestAdapter: async () => null })).toContain('no WebGPU adapter')
  })
})
