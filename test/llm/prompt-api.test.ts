import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserModel } from '../../src/llm/prompt-api/browser-model.js'
import { promptApi } from '../../src/llm/prompt-api.js'
import { ANSWER_SCHEMA, languageModelConformance } from './conformance.js'
import { ScriptedBrowserModel, installBrowserModel } from './support/scripted-browser-model.js'

const NUMBERS = () => Array.from({ length: 300 }, (_, i) => `number${i} `)
const request = { messages: [{ role: 'user', content: 'Hello' }], maxTokens: 64 } as const

describe('with a scripted LanguageModel for the browser’s', () => {
  const place = globalThis as { LanguageModel?: unknown }
  beforeAll(() => {
    place.LanguageModel = new ScriptedBrowserModel({
      reply: (_, constrained) => (constrained ? ['{"answer":', ' "yes"}'] : NUMBERS()),
    })
  })
  afterAll(() => void delete place.LanguageModel)
  languageModelConformance('promptApi', () => promptApi())
})

describe('promptApi, with a scripted LanguageModel', () => {
  test('sends the conversation as the browser takes it', async () => {
    const browser = installBrowserModel({ reply: (talk) => [`${talk.length} messages`] })
    const model = promptApi({ languages: ['en', 'ja'] })
    const { text } = await model.complete({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        { role: 'system', content: 'Be kind.' },
        { role: 'assistant', content: 'Hi' },
      ],
      maxTokens: 8,
      schema: ANSWER_SCHEMA,
    })
    expect(text).toBe('2 messages')
    const languages = [{ type: 'text', languages: ['en', 'ja'] }]
    expect(browser.asked[0]?.core).toEqual({ expectedInputs: languages, expectedOutputs: languages })
    expect(browser.created.at(-1)).toMatchObject({
      expectedInputs: languages,
      samplingMode: 'most-predictable',
      initialPrompts: [{ role: 'system', content: 'Be brief.\n\nBe kind.' }],
    })
    expect(model.capabilities.languages).toEqual(['en', 'ja'])
    // What is not said to anyone is said by the user.
    expect((await model.complete({ messages: [{ role: 'system', content: 'Count.' }], maxTokens: 8 })).text).toBe(
      '1 messages',
    )
    expect(browser.open).toBe(1)
    await model.dispose()
    expect(browser.open).toBe(0)
  })

  test.each([true, false])('knows the context and counts tokens, by former names: %s', async (formerNames) => {
    installBrowserModel({ context: 77, formerNames })
    const model = promptApi()
    expect(await model.countTokens?.('three little words')).toBe(3)
    expect(model.capabilities.contextTokens).toBe(77)
  })

  test('tells how far the download is', async () => {
    installBrowserModel({ availability: 'downloadable' })
    const told: (number | undefined)[][] = []
    await promptApi().load({ onProgress: ({ loaded, total }) => told.push([loaded, total]) })
    expect(told).toEqual([
      [0, 1],
      [0.5, 1],
      [1, 1],
    ])
  })

  test('says what to do when the browser wants a click, and loads on the next try', async () => {
    const browser = installBrowserModel({
      availability: 'downloadable',
      createError: new DOMException('Requires a user gesture', 'NotAllowedError'),
    })
    const model = promptApi()
    await expect(model.load()).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringMatching(/user gesture.*from a click/) as string,
    })
    delete browser.script.createError
    await model.load()
  })

  test('is unavailable on a device that cannot run it', async () => {
    installBrowserModel({ availability: 'unavailable' })
    await expect(promptApi({ languages: ['zh'] }).load()).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringMatching(/languages zh.*22 GB/) as string,
    })
  })

  test.each([
    ['NotReadableError', 'MODEL_FAILED'],
    ['NotSupportedError', 'MODEL_FAILED'],
    ['UnknownError', 'MODEL_FAILED'],
    ['InvalidStateError', 'MODEL_UNAVAILABLE'],
    // Not by the caller: the browser's process died.
    ['AbortError', 'MODEL_UNAVAILABLE'],
  ])('takes a prompt’s %s for %s, and goes on', async (name, code) => {
    const browser = installBrowserModel({ promptError: new DOMException('why', name), reply: () => ['Hi'] })
    const model = promptApi()
    await expect(model.complete(request)).rejects.toMatchObject({
      name: 'LanguageModelError',
      code,
      message: expect.stringContaining('why') as string,
    })
    delete browser.script.promptError
    expect((await model.complete(request)).text).toBe('Hi')
    expect(browser.open).toBe(1)
  })

  test('finds system messages too long before it is asked', async () => {
    installBrowserModel({ context: 10 })
    const messages = [{ role: 'system' as const, content: 'word '.repeat(11) }, ...request.messages]
    await expect(promptApi().complete({ messages, maxTokens: 8 })).rejects.toMatchObject({
      code: 'CONTEXT_EXCEEDED',
      message: expect.stringMatching(/11.*10/) as string,
    })
  })

  test.each([
    ['available', true],
    ['downloadable', false],
    ['downloading', false],
    ['unavailable', false],
  ] as const)('probes a model that is %s', async (availability, usable) => {
    installBrowserModel({ availability })
    expect(await promptApi().probe?.()).toMatchObject({
      usable,
      reason: expect.stringContaining('built-in model') as string,
    })
  })
})

test('promptApi in this browser as it is', async (context) => {
  if (browserModel()) return context.skip('this browser has a built-in model')
  const model = promptApi()
  for (const call of [() => model.load(), () => model.complete(request), () => model.countTokens?.('a')])
    await expect(call()).rejects.toMatchObject({
      name: 'LanguageModelError',
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('no built-in language model') as string,
    })
  expect(await model.probe?.()).toEqual({ usable: false, reason: 'this browser has no built-in model' })
})

test('promptApi refuses options that cannot mean anything', () => {
  for (const languages of [[], 'en', ['not a language']])
    expect(() => promptApi({ languages: languages as string[] })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }) as Error,
    )
  expect(() => promptApi({ language: 'en' } as object)).toThrow(
    expect.objectContaining({ code: 'UNKNOWN_OPTION' }) as Error,
  )
})
