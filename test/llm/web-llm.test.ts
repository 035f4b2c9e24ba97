import { describe, expect, test } from 'vitest'
import type { AppConfig } from '@mlc-ai/web-llm'
import type { LoadProgress } from '../../src/embed/embedder.js'
import type { CompletionRequest } from '../../src/llm/language-model.js'
import { webLlm, type WebLlmAppConfig, type WebLlmOptions } from '../../src/llm/web-llm.js'
import { ANSWER_SCHEMA, LONG_PROMPT, languageModelConformance } from './conformance.js'
import { named, scriptedWorker } from './web-llm-engine.js'
import { config, makeModel, pretendedGpu, record, scriptedModel } from './web-llm-support.js'

languageModelConformance(
  "webLlm() over a scripted engine, a stand-in, behind the library's own worker protocol",
  () => scriptedModel().model,
)
languageModelConformance(
  'webLlm() over a thinking model of a scripted engine, a stand-in',
  () => scriptedModel({ appConfig: config(record('Qwen3-0.6B-q4f16_1-MLC')) }).model,
)

const ask = (changes: Partial<CompletionRequest> = {}): CompletionRequest => ({
  messages: [{ role: 'user', content: 'Say four words.' }],
  maxTokens: 20,
  ...changes,
})
const ANSWER = 'Four short words, no more.'

describe('webLlm() over a scripted engine, a stand-in: loading', () => {
  test('tells bytes where the library tells megabytes, and shares elsewhere', async () => {
    const { model } = scriptedModel()
    const told: LoadProgress[] = []
    await model.load({ onProgress: (progress) => told.push(progress) })
    expect(told).toEqual([
      { item: 'toy-q4f16_1-MLC: Start to fetch params', loaded: 0, total: 1 },
      { item: 'toy-q4f16_1-MLC: Fetching param cache', loaded: 25 << 20, total: 100 << 20 },
      { item: 'toy-q4f16_1-MLC: Loading model from cache', loaded: 100 << 20, total: 100 << 20 },
      { item: 'toy-q4f16_1-MLC: Loading GPU shader modules', loaded: 0.5, total: 1 },
    ])
  })

  test('passes contextTokens to the engine, and tells it', async () => {
    const { model, engine } = scriptedModel({ contextTokens: 512 })
    expect(model.capabilities.contextTokens).toBe(512)
    await model.load()
    expect(engine.reloaded).toEqual([{ id: 'toy-q4f16_1-MLC', context: 512 }])
    expect(model.name).toBe('web-llm: toy-q4f16_1-MLC')
  })

  test('a load that ends without a model is an error, and the next call loads again', async () => {
    const { model, engine } = scriptedModel()
    engine.loads = ['nothing']
    await expect(model.load()).rejects.toMatchObject({ name: 'LanguageModelError', code: 'MODEL_UNAVAILABLE' })
    expect((await model.complete(ask())).text).toBe(ANSWER)
    expect(engine.reloaded).toHaveLength(2)
  })

  test('a load that everybody gave up is ended, and one that somebody waits for is not', async () => {
    const ended: Worker[] = []
    const { engine } = scriptedModel()
    const worker = () => {
      const made = scriptedWorker(engine)
      const { terminate } = made
      made.terminate = () => (ended.push(made), terminate.call(made))
      return made
    }
    const model = makeModel({ appConfig: config(record('toy')), worker, contextTokens: 300 })
    const [stays, goes] = [new AbortController(), new AbortController()]
    const both = Promise.allSettled([model.load({ signal: stays.signal }), model.load({ signal: goes.signal })])
    goes.abort()
    expect((await both).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(ended).toEqual([])

    const other = makeModel({ appConfig: config(record('toy')), worker, contextTokens: 300 })
    const alone = new AbortController()
    const given = other.load({ signal: alone.signal, onProgress: () => alone.abort() })
    await expect(given).rejects.toMatchObject({ code: 'ABORTED' })
    expect(ended).toHaveLength(1)
    expect((await other.complete(ask())).text).toBe(ANSWER)
  })

  test('takes the 32-bit build where the device has no 16-bit shaders, whether the record says so or the engine does', async () => {
    const appConfig = config(record('toy-q4f16_1-MLC'), record('toy-q4f32_1-MLC'))
    const said = scriptedModel({ appConfig }, { gpu: () => pretendedGpu() })
    await said.model.load()
    expect(said.engine.reloaded.map(({ id }) => id)).toEqual(['toy-q4f32_1-MLC'])
    expect(said.model.name).toBe('web-llm: toy-q4f32_1-MLC')

    const refused = scriptedModel({ appConfig })
    refused.engine.loads = [
      named(
        'ShaderF16SupportError',
        'This model requires WebGPU extension shader-f16, which is not enabled in this browser.',
      ),
    ]
    await refused.model.load()
    expect(refused.engine.reloaded.map(({ id }) => id)).toEqual(['toy-q4f16_1-MLC', 'toy-q4f32_1-MLC'])
  })

  test('without a 32-bit build says so', async () => {
    const { model } = scriptedModel({}, { gpu: () => pretendedGpu() })
    await expect(model.load()).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringMatching(/toy-q4f16_1-MLC.*shader-f16.*q4f32/) as string,
    })
  })

  test('chooses by language and memory, also for the device', async () => {
    const chosen = async (maxVideoMemoryMB: number, ...features: string[]) => {
      const { model, engine } = scriptedModel(
        { appConfig: undefined, maxVideoMemoryMB },
        { gpu: () => pretendedGpu(...features) },
      )
      await model.load()
      return [engine.reloaded[0]?.id, model.capabilities.languages]
    }
    expect(await chosen(2048, 'shader-f16')).toEqual(['Qwen3-1.7B-q4f16_1-MLC', ['en', 'zh']])
    expect(await chosen(2048)).toEqual(['Qwen2.5-1.5B-Instruct-q4f32_1-MLC', ['en', 'zh']])
    await expect(chosen(100)).rejects.toMatchObject({
      code: 'MODEL_MISSING',
      message: expect.stringContaining('100 MB') as string,
    })
  })

  const failures: [string, Error, string, RegExp][] = [
    [
      'no memory',
      named('DeviceLostError', 'The WebGPU device was lost while loading the model.'),
      'MODEL_UNAVAILABLE',
      /lost while toy.*smaller model/,
    ],
    [
      'no device',
      new Error('Unable to find a compatible GPU. This issue might be because …'),
      'MODEL_UNAVAILABLE',
      /cannot run here/,
    ],
    ['no room', named('QuotaExceededError', 'Quota exceeded.'), 'MODEL_UNAVAILABLE', /no room.*webLlmCache/],
    [
      'a feature',
      named(
        'FeatureSupportError',
        'This model requires feature subgroups, which is not yet supported by this browser.',
      ),
      'MODEL_UNAVAILABLE',
      /subgroups/,
    ],
    [
      'a wrong hash',
      named('IntegrityError', 'Integrity verification failed for https://models.example/x.wasm\n  Expected: a'),
      'MODEL_FAILED',
      /https:\/\/models\.example\/x\.wasm/,
    ],
    [
      'a model that the worker does not know',
      named('ModelNotFoundError', 'Cannot find model record in appConfig for toy.'),
      'MODEL_MISSING',
      /toy/,
    ],
  ]
  test.each(failures)('%s: loaded once, and reported', async (_, thrown, code, message) => {
    const { model, engine } = scriptedModel()
    engine.loads = [thrown]
    await expect(model.load()).rejects.toMatchObject({
      name: 'LanguageModelError',
      code,
      message: expect.stringMatching(message) as string,
    })
    expect(engine.reloaded).toHaveLength(1)
  })

  test('an unknown model lists what there is', async () => {
    const { model } = scriptedModel({ model: 'toys', appConfig: config(record('toy-a'), record('toy-b')) })
    await expect(model.load()).rejects.toMatchObject({
      code: 'MODEL_MISSING',
      message: expect.stringMatching(/"toys".*toy-a, toy-b/) as string,
    })
  })

  test('without WebGPU nothing is loaded', async () => {
    const { model, engine } = scriptedModel({}, { gpu: () => undefined })
    await expect(model.complete(ask())).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('no WebGPU') as string,
    })
    expect(engine.reloaded).toEqual([])
  })

  test('without the package says how to get it', async () => {
    const { model } = scriptedModel(
      {},
      { importLibrary: () => Promise.reject(new TypeError('Failed to resolve module specifier')) },
    )
    await expect(model.load()).rejects.toMatchObject({
      code: 'MODEL_MISSING',
      message: expect.stringContaining('npm i @mlc-ai/web-llm') as string,
    })
  })

  test('a worker that crashes, or cannot be started, is an error', async () => {
    const model = makeModel({
      appConfig: config(record('toy')),
      worker: () => new Worker('/models/none/worker.js', { type: 'module' }),
    })
    await expect(model.load()).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringMatching(/worker.*"worker"/) as string,
    })
  })
})

describe('webLlm() over a scripted engine, a stand-in: replying', () => {
  test('asks at temperature 0, with a grammar without white space, and not to think', async () => {
    const { model, engine } = scriptedModel({ appConfig: config(record('Qwen3-0.6B-q4f16_1-MLC')) })
    const pieces: string[] = []
    const { text, usage } = await model.complete(ask({ schema: ANSWER_SCHEMA, onToken: (piece) => pieces.push(piece) }))
    expect([text, pieces.join('')]).toEqual(['{"answer":"yes"}', '{"answer":"yes"}'])
    expect(usage).toEqual({ prompt: 3, completion: 1 })
    expect(engine.requests).toMatchObject([
      {
        temperature: 0,
        max_tokens: 24,
        extra_body: { enable_thinking: false },
        response_format: { type: 'grammar', grammar: expect.stringMatching(/^root ::=/) as string },
      },
    ])
  })

  test('gives the schema as a text where it has no grammar for it', async () => {
    const { model, engine } = scriptedModel()
    await model.complete(ask({ schema: { type: 'string', pattern: '^a' } }))
    expect(engine.requests[0]?.response_format).toEqual({
      type: 'json_object',
      schema: '{"type":"string","pattern":"^a"}',
    })
    expect(engine.requests[0]?.extra_body).toBeUndefined()
  })

  test('a string without an end is cut at twice the longest that the schema allows', async () => {
    const { model, engine } = scriptedModel()
    const schema = { type: 'object', properties: { a: { type: 'string', maxLength: 20 } }, required: ['a'] }
    const reply = (words: string) => {
      engine.reply = () => words
      return model.complete(ask({ schema, maxTokens: 500 }))
    }
    const { text, finish } = await reply(`{"a":"${'again and '.repeat(100)}`)
    expect([finish, text.length > 45, text.length < 60]).toEqual(['length', true, true])
    const escaped = `{"a":"${'\\" '.repeat(15)}"}`
    expect(await reply(escaped)).toMatchObject({ finish: 'stop', text: escaped })
    expect(await reply('{"a":"x"} {"a":"y"}')).toMatchObject({ finish: 'stop' })
  })

  test('may be expected to load where there is a device, and a model for it', async () => {
    expect(await scriptedModel().model.probe()).toMatchObject({ usable: true })
    expect(await scriptedModel({}, { gpu: () => undefined }).model.probe()).toMatchObject({
      usable: false,
      reason: expect.stringContaining('WebGPU') as string,
    })
    expect(await scriptedModel({ appConfig: undefined, maxVideoMemoryMB: 10 }).model.probe()).toMatchObject({
      usable: false,
    })
  })

  test('a reply that fills the context is cut', async () => {
    const { model } = scriptedModel()
    const text = 'word '.repeat(290).trim()
    expect(
      await model.complete(
        ask({
          messages: [
            { role: 'user', content: text },
            { role: 'assistant', content: 'So' },
            { role: 'user', content: LONG_PROMPT },
          ],
          maxTokens: 1000,
        }),
      ),
    ).toMatchObject({ finish: 'length' })
  })

  test('a device lost while idle is set up again', async () => {
    const { model, engine } = scriptedModel()
    await model.load()
    engine.loseDevice()
    expect((await model.complete(ask())).text).toBe(ANSWER)
    expect(engine.reloaded).toHaveLength(2)
  })

  test('a device lost in the middle of a reply: the same request again, told once', async () => {
    const { model, engine } = scriptedModel()
    engine.faults = [{ after: 2, fault: 'device lost' }]
    const pieces: string[] = []
    expect((await model.complete(ask({ temperature: 1, onToken: (piece) => pieces.push(piece) }))).text).toBe(ANSWER)
    expect(pieces.join('')).toBe(ANSWER)
    expect(engine.reloaded).toHaveLength(2)
    expect(engine.requests[1]).toEqual(engine.requests[0])
  })

  test('a device lost twice is unavailable, and the next request tries again', async () => {
    const { model, engine } = scriptedModel()
    engine.faults = [
      { after: 2, fault: 'device lost' },
      { after: 0, fault: 'device lost' },
    ]
    await expect(model.complete(ask())).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('lost again') as string,
    })
    expect((await model.complete(ask())).text).toBe(ANSWER)
  })

  test('a device that does not come back: unavailable, and the next request begins anew', async () => {
    const { model, engine } = scriptedModel()
    await model.load()
    engine.faults = [{ after: 2, fault: 'device lost' }]
    engine.loads = ['nothing']
    await expect(model.complete(ask())).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    expect((await model.complete(ask())).text).toBe(ANSWER)
  })

  test('an abort is told apart from a lost device: nothing is loaded again', async () => {
    const { model, engine } = scriptedModel()
    const controller = new AbortController()
    await expect(
      model.complete(
        ask({
          messages: [{ role: 'user', content: LONG_PROMPT }],
          signal: controller.signal,
          onToken: () => controller.abort(),
        }),
      ),
    ).rejects.toMatchObject({ code: 'ABORTED' })
    expect((await model.complete(ask())).text).toBe(ANSWER)
    expect([engine.interruptions, engine.reloaded.length]).toEqual([1, 1])
  })

  test('a reply that became another one after part of it was told is not patched up', async () => {
    const { model, engine } = scriptedModel()
    engine.faults = [{ after: 2, fault: 'device lost' }]
    let turn = 0
    engine.reply = () => (turn++ === 0 ? ANSWER : 'Another reply this time.')
    await expect(model.complete(ask({ onToken: () => {} }))).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('another one') as string,
    })
    expect((await model.complete(ask())).text).toBe('Another reply this time.')
    // Nobody was told: the second reply is the reply.
    turn = 0
    engine.faults = [{ after: 2, fault: 'device lost' }]
    expect((await model.complete(ask())).text).toBe('Another reply this time.')
  })

  test('a rejected token is sampled again once, from another seed', async () => {
    const { model, engine } = scriptedModel()
    engine.faults = [{ after: 1, fault: 'rejected token' }]
    expect((await model.complete(ask())).text).toBe(ANSWER)
    expect(engine.requests[0]?.seed).not.toBe(engine.requests[1]?.seed)
    engine.faults = [
      { after: 1, fault: 'rejected token' },
      { after: 1, fault: 'rejected token' },
    ]
    await expect(model.complete(ask())).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('Grammar matcher rejected') as string,
    })
    expect(engine.requests).toHaveLength(4)
  })

  test('a schema that the library does not take is a failure, and the engine stays usable', async () => {
    const { model, engine } = scriptedModel()
    engine.faults = [
      {
        after: 0,
        fault: named(
          'GrammarMatcherInitError',
          'Failed to initialize the grammar matcher for response format `json_object`: 12345',
        ),
      },
    ]
    await expect(model.complete(ask({ schema: { type: 'strange' } }))).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('json_object') as string,
    })
    expect((await model.complete(ask())).text).toBe(ANSWER)
    expect(engine.reloaded).toHaveLength(1)
  })

  test('is disposed of in the middle of a reply', async () => {
    const { model } = scriptedModel()
    const reply = model.complete(ask({ onToken: () => void model.dispose() }))
    await expect(reply).rejects.toMatchObject({ code: 'CLOSED' })
  })
})

describe('webLlm()', () => {
  test("takes the library's own configuration type", () => {
    const theirs: AppConfig = {
      model_list: [{ model: 'a', model_id: 'b', model_lib: 'c', overrides: { context_window_size: 1 } }],
    }
    expect(webLlm({ appConfig: theirs }).name).toBe('web-llm: b')
  })

  test('says what it would load before it does', () => {
    expect(webLlm().name).toBe('web-llm: Qwen3-1.7B-q4f16_1-MLC')
    expect(webLlm({ model: 'SmolLM2-360M-Instruct-q4f16_1-MLC' }).capabilities).toEqual({
      contextTokens: 4096,
      grammar: true,
      vision: false,
      languages: ['en'],
    })
  })

  const wrong: [WebLlmOptions, string][] = [
    [{ maxVideoMemory: 3 } as WebLlmOptions, 'UNKNOWN_OPTION'],
    [{ contextTokens: 1 }, 'INVALID_INPUT'],
    [{ maxVideoMemoryMB: 0.5 }, 'INVALID_INPUT'],
    [{ appConfig: {} as WebLlmAppConfig }, 'INVALID_INPUT'],
    [{ appConfig: { model_list: [] }, models: 'hub' }, 'INVALID_INPUT'],
  ]
  test.each(wrong)('refuses %o', (options, code) => {
    expect(() => webLlm(options)).toThrow(expect.objectContaining({ code }) as Error)
  })
})
