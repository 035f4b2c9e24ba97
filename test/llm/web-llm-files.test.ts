import { CreateMLCEngine } from '@mlc-ai/web-llm'
import { afterEach, describe, expect, test } from 'vitest'
import type { connectEngine } from '../../src/llm/web-llm/engine.js'
import { CACHES } from '../../src/llm/web-llm/files.js'
import { webLlm } from '../../src/llm/web-llm.js'
import { ScriptedEngine } from './web-llm-engine.js'
import { config, makeModel, record, scriptedModel } from './web-llm-support.js'

/** Where nothing is asked for: what stands here, the library has kept. */
const HOST = 'https://models.example'
const kept = (id = 'toy-q4f16_1-MLC', rest = {}) =>
  record(id, { model: `${HOST}/${id}`, model_lib: `${HOST}/library.wasm`, ...rest })
const FOLDER = `${HOST}/toy-q4f16_1-MLC/resolve/main/`

const keep = async (cache: string, url: string, body: BodyInit, type = 'application/octet-stream') =>
  (await caches.open(cache)).put(url, new Response(body, { headers: { 'content-type': type } }))
const keptFile = async (cache: string, url: string) => (await (await caches.open(cache)).match(url)) !== undefined
const chatConfig = (rest = {}) =>
  keep(
    CACHES.config,
    `${FOLDER}mlc-chat-config.json`,
    JSON.stringify({ tokenizer_files: ['tokenizer.json'], context_window_size: 777, ...rest }),
  )

/** A valid module that asks for a function which nobody has. */
const FOREIGN_LIBRARY = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 9, 1, 3, 101, 110, 118, 1, 120, 0, 0,
])
const EMPTY_LIBRARY = FOREIGN_LIBRARY.slice(0, 8)

async function keepAll(shardBytes: number): Promise<void> {
  await chatConfig()
  await keep(CACHES.wasm, `${HOST}/library.wasm`, EMPTY_LIBRARY)
  await keep(CACHES.model, `${FOLDER}tokenizer.json`, '{}')
  await keep(
    CACHES.model,
    `${FOLDER}tensor-cache.json`,
    JSON.stringify({ records: [{ dataPath: 'params_shard_0.bin', nbytes: 8 }] }),
  )
  await keep(CACHES.model, `${FOLDER}params_shard_0.bin`, new Uint8Array(shardBytes))
}

afterEach(async () => {
  await Promise.all(Object.values(CACHES).map((name) => caches.delete(name)))
})

/** There is no graphics device here, but the real engine reads its files before it asks for one. */
describe('a real engine whose files are wrong', () => {
  const load = (appConfig: ReturnType<typeof config>, worker?: false) => makeModel({ appConfig, worker }).load()

  test.each([
    ["in Locket's worker", undefined],
    ['on the page', false as const],
  ])('names the address that is not there, %s', async (_, worker) => {
    await expect(load(config(record('toy-q4f16_1-MLC')), worker)).rejects.toMatchObject({
      name: 'LanguageModelError',
      code: 'MODEL_MISSING',
      value: new URL('/models/none/toy-q4f16_1-MLC/resolve/main/mlc-chat-config.json', location.href).href,
      message: expect.stringMatching(/status 404.*models: "hub"/) as string,
    })
  })

  test('names the library that a page was answered for, and does not keep the page', async () => {
    await chatConfig()
    await keep(CACHES.wasm, `${HOST}/library.wasm`, '<!doctype html>', 'text/html')
    await expect(load(config(kept()), false)).rejects.toMatchObject({
      code: 'MODEL_MISSING',
      value: `${HOST}/library.wasm`,
      message: expect.stringContaining('web page') as string,
    })
    expect(await keptFile(CACHES.wasm, `${HOST}/library.wasm`)).toBe(false)
  })

  test("names the version that a library should be of, in Locket's worker", async () => {
    await keepAll(8)
    const own = record('toy-q4f16_1-MLC', {
      model: `${HOST}/toy-q4f16_1-MLC`,
      model_lib: `data:application/wasm;base64,${btoa(String.fromCharCode(...FOREIGN_LIBRARY))}`,
    })
    await expect(load(config(own))).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringMatching(/another version of WebLLM; this one needs v\d+_\d+_\d+/) as string,
    })
  })

  test('does not keep a library of another version: it is asked for again', async () => {
    await keepAll(8)
    await keep(CACHES.wasm, `${HOST}/library.wasm`, FOREIGN_LIBRARY)
    await expect(load(config(kept()), false)).rejects.toMatchObject({
      code: 'MODEL_MISSING',
      value: `${HOST}/library.wasm`,
    })
    expect(await keptFile(CACHES.wasm, `${HOST}/library.wasm`)).toBe(false)
  })

  test('names the file whose hash is wrong', async () => {
    await keepAll(8)
    const integrity = { config: `sha256-${btoa(String.fromCharCode(...new Uint8Array(32)))}` }
    await expect(load(config(kept(undefined, { integrity })), false)).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringMatching(/mlc-chat-config\.json.*hash/s) as string,
    })
    expect(await keptFile(CACHES.config, `${FOLDER}mlc-chat-config.json`)).toBe(true)
  })
})

test('the real CreateMLCEngine says what its cache said, in most browsers without the address; webLlm() names it, for the default folder and model too', async () => {
  const theirs = CreateMLCEngine('toy', {
    appConfig: {
      model_list: [
        {
          model: new URL('/models/none/toy', location.href).href,
          model_id: 'toy',
          model_lib: '/models/none/library.wasm',
        },
      ],
    },
  })
  await expect(theirs).rejects.toThrow(/Failed to execute 'add' on 'Cache'|Response is not OK|bad status/)
  const address = new URL('/models/Qwen3-1.7B-q4f16_1-MLC/resolve/main/mlc-chat-config.json', location.href).href
  await expect(makeModel({ worker: false }).load()).rejects.toMatchObject({ code: 'MODEL_MISSING', value: address })
})

test('an address that cannot be reached is named', async () => {
  const model = makeModel({ worker: false, appConfig: config(kept()) })
  await expect(model.load()).rejects.toMatchObject({
    code: 'MODEL_MISSING',
    message: expect.stringMatching(/models\.example.*mlc-chat-config\.json cannot be reached/) as string,
  })
})

test('without a device the real entry does not ask for files', async () => {
  const asked = performance.getEntriesByType('resource').length
  await expect(webLlm({ model: 'Qwen3-0.6B-q4f16_1-MLC', models: 'hub' }).load()).rejects.toMatchObject({
    code: 'MODEL_UNAVAILABLE',
  })
  expect(
    performance
      .getEntriesByType('resource')
      .slice(asked)
      .filter(({ name }) => /huggingface|github/.test(name)),
  ).toEqual([])
})

describe('webLlm() over a scripted engine, a stand-in, whose files are wrong', () => {
  const short = () => new Error('Tensor-cache record range 0..8 exceeds shard size 4')

  test('a shard that was cut short: what is kept of the model goes, and it is loaded once more', async () => {
    const { model, engine } = scriptedModel({ appConfig: config(kept()) })
    await keepAll(4)
    engine.loads = [short()]
    await model.load()
    expect(engine.reloaded).toHaveLength(2)
    expect(await keptFile(CACHES.model, `${FOLDER}params_shard_0.bin`)).toBe(false)
  })

  test('a shard that is short again is named', async () => {
    const model = makeModel({ appConfig: config(kept()) }, { connect: connectAgain(() => keepAll(4)) })
    await expect(model.load()).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      value: `${FOLDER}params_shard_0.bin`,
      message: expect.stringContaining('4 bytes instead of 8') as string,
    })
    expect(await keptFile(CACHES.model, `${FOLDER}params_shard_0.bin`)).toBe(false)
  })

  /** An engine that downloads the files, as `download` says, and then finds the shard too short. */
  function connectAgain(download: () => Promise<void>): typeof connectEngine {
    return () => {
      const engine = new ScriptedEngine()
      engine.reload = async () => {
        await download()
        throw short()
      }
      return { engine: engine as never, broken: new Promise<never>(() => {}), end: () => {} }
    }
  }

  test('the context is that of the model, where nothing overrides it', async () => {
    const { model } = scriptedModel({ appConfig: config(kept(undefined, { overrides: {} })), contextTokens: undefined })
    await keepAll(8)
    await model.load()
    expect(model.capabilities.contextTokens).toBe(777)
  })
})
