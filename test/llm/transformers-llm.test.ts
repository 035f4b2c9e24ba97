import { describe, expect, onTestFinished, test } from 'vitest'
import { transformersLlm } from '../../src/llm/transformers-llm.js'
import type { TransformersLlmOptions } from '../../src/llm/transformers-llm.js'
import { languageModelConformance } from './conformance.js'

// No text generation model is here: what the library and the adapter do is real, what the model says is scripted.
const scripted = (options: Partial<TransformersLlmOptions> = {}) =>
  transformersLlm({
    model: 'scripted',
    worker: () => new Worker(new URL('./support/scripted-generation.worker.ts', import.meta.url), { type: 'module' }),
    ...options,
  })
const ask = (content: string, maxTokens = 64) => ({ messages: [{ role: 'user', content }] as const, maxTokens })

languageModelConformance('transformersLlm, with a scripted model', () => scripted())

describe('transformersLlm, with a scripted model', () => {
  test('tells a reply that ended from one that was cut, and counts its tokens with the end', async () => {
    const model = scripted()
    onTestFinished(() => model.dispose())
    expect(await model.complete(ask('count'))).toMatchObject({
      text: 'one two three four five six seven eight nine ten eleven twelve',
      finish: 'stop',
    })
    const cut = await model.complete(ask('count', 3))
    expect(cut).toMatchObject({ finish: 'length', usage: { completion: 3 } })
    expect(cut.text).toMatch(/^one/)
    expect(cut.usage?.prompt).toBe(await model.countTokens('user: count\nassistant:'))
    expect(model.capabilities).toEqual({ contextTokens: 300, grammar: false, vision: false, languages: 'any' })
  })

  test('keeps a thought to itself', async () => {
    const model = scripted()
    onTestFinished(() => model.dispose())
    expect((await model.complete(ask('think'))).text).toMatch(/^one two/)
  })

  test('loads anew after a run that broke', async () => {
    const workers: Worker[] = []
    const model = transformersLlm({
      model: 'scripted',
      worker: () => {
        workers.push(
          new Worker(new URL('./support/scripted-generation.worker.ts', import.meta.url), { type: 'module' }),
        )
        return workers.at(-1) as Worker
      },
    })
    onTestFinished(() => model.dispose())
    await expect(model.complete(ask('break'))).rejects.toMatchObject({
      name: 'LanguageModelError',
      code: 'MODEL_FAILED',
      message: expect.stringContaining('device is lost'),
    })
    expect((await model.complete(ask('count'))).text).toMatch(/^one two/)
    workers.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
    expect((await model.complete(ask('count'))).text).toMatch(/^one two/)
    expect(workers).toHaveLength(3)
  })
})

describe('transformersLlm that cannot load', () => {
  const failing = async (options: Partial<TransformersLlmOptions>) => {
    const model = transformersLlm({ model: 'tiny', ...options })
    onTestFinished(() => model.dispose())
    return model.complete(ask('hello')).then(
      () => undefined,
      (error: unknown) => error,
    )
  }

  test('names the address where there is no model', async () => {
    const error = await failing({})
    expect(error).toMatchObject({
      name: 'LanguageModelError',
      code: 'MODEL_MISSING',
      message: expect.stringContaining(`${location.origin}/models/tiny/`),
    })
    expect(error).toMatchObject({ hint: expect.stringContaining('models') })
  })

  test('names the address where there is no runtime', async () => {
    expect(await failing({ wasm: '/nowhere' })).toMatchObject({
      name: 'LanguageModelError',
      code: 'MODEL_MISSING',
      message: expect.stringContaining('/nowhere/ort-wasm'),
    })
  })

  test('says that a model is none for conversations', async () => {
    // An embedding model: it is there, and is not what is wanted.
    expect(await failing({ model: 'e5-small-memory-en-zh' })).toMatchObject({
      name: 'LanguageModelError',
      code: 'MODEL_FAILED',
    })
  })

  test('says beforehand what is missing', async () => {
    const model = transformersLlm({ model: 'tiny' })
    expect(await model.probe()).toEqual({
      usable: false,
      reason: expect.stringContaining('/models/tiny/config.json') as string,
    })
    expect(await transformersLlm({ model: 'e5-small-memory-en-zh' }).probe()).toMatchObject({ usable: true })
  })

  test('refuses options that mean nothing', () => {
    expect(() => transformersLlm({ model: '' })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(() => transformersLlm({ model: 'x', device: 'gpu' as 'wasm' })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    )
    expect(() => transformersLlm({ model: 'x', modle: 'y' } as TransformersLlmOptions)).toThrow(/Did you mean "model"/)
  })
})
