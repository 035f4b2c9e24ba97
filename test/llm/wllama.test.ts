import binary from '@wllama/wllama/esm/wasm/wllama.wasm?url'
import glue from '@wllama/wllama/src/wasm/wllama.js?url'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { LoadProgress } from '../../src/embed/embedder.js'
import { wllama, wllamaCache } from '../../src/llm/wllama.js'
import type { WllamaOptions } from '../../src/llm/wllama.js'
import { languageModelConformance } from './conformance.js'

// Not shipped: it lies in ../shared, which the test server shows at this address.
const MODEL = '/shared/models/SmolLM2-135M-Instruct.Q4_1.gguf'
const ADDRESS = new URL(MODEL, location.href).href
const there = (await fetch(MODEL, { method: 'HEAD' })).ok
/** A busy machine must not fail a test. */
const PATIENT = { timeout: 300_000 }

const make = (options: Partial<WllamaOptions> = {}) => wllama({ model: MODEL, wasm: { binary, glue }, ...options })
const failure = async (options: Partial<WllamaOptions>) => {
  const model = make(options)
  onTestFinished(() => model.dispose())
  return model.load().then(
    () => undefined,
    (error: unknown) => error,
  )
}

if (there) languageModelConformance('wllama, with SmolLM2-135M', () => make(), PATIENT)

describe.skipIf(!there)(
  'wllama with SmolLM2-135M (skipped where it does not lie next to this checkout)',
  PATIENT,
  () => {
    const model = make()
    afterAll(async () => {
      await model.dispose()
      await wllamaCache().remove(MODEL)
    })

    test('says beforehand that it can run, keeps the model on the device, and says what it is', async () => {
      expect(await model.probe()).toMatchObject({ usable: true })
      const steps: LoadProgress[] = []
      await model.load({ onProgress: (step) => steps.push(step) })
      expect(steps.at(-1)).toEqual({ item: 'SmolLM2-135M-Instruct.Q4_1.gguf', loaded: 98_362_432, total: 98_362_432 })
      expect(await wllamaCache().list()).toEqual([{ url: ADDRESS, bytes: 98_362_432, complete: true }])
      expect(model.name).toBe('wllama: SmolLM2-135M-Instruct.Q4_1')
      expect(model.capabilities).toEqual({ contextTokens: 4096, grammar: true, vision: false, languages: 'any' })
      expect(await model.probe()).toMatchObject({ usable: true, reason: expect.stringContaining('on this device') })
    })

    test('keeps to a schema, and to one that only llama.cpp can make a grammar of', async () => {
      const properties = { city: { type: 'string' }, people: { type: 'integer' } }
      const schema = { type: 'object', properties, required: ['city', 'people'], additionalProperties: false }
      const messages = [{ role: 'user', content: 'Paris' }] as const
      expect(JSON.parse((await model.complete({ messages, maxTokens: 40, schema })).text)).toEqual({
        city: expect.any(String),
        people: expect.any(Number),
      })
      const { text } = await model.complete({
        messages,
        maxTokens: 8,
        schema: { type: 'string', pattern: '^[ab]{3}$' },
      })
      expect(text).toMatch(/^"[ab]{3}"$/)
      await expect(model.complete({ messages, maxTokens: 8, schema: { type: 'banana' } })).rejects.toMatchObject({
        code: 'MODEL_FAILED',
        message: expect.stringContaining('banana'),
      })
    })

    test('counts the tokens that a text takes in a prompt', async () => {
      const text = '她住在里斯本。 Ana lives in Lisbon, 😀'
      const [short, long] = await Promise.all(
        ['Hi', text].map((content) => model.complete({ messages: [{ role: 'user', content }], maxTokens: 1 })),
      )
      expect((await model.countTokens(text)) - (await model.countTokens('Hi'))).toBe(
        (long?.usage?.prompt ?? 0) - (short?.usage?.prompt ?? 0),
      )
      expect([
        await model.countTokens(''),
        await model.countTokens('Hello world'),
        await model.countTokens(' word'.repeat(6000)),
      ]).toEqual([0, 2, 6000])
    })

    test('loads a kept copy that was damaged anew', async () => {
      const [file] = await keptFiles()
      const writable = await file?.createWritable({ keepExistingData: true })
      await writable?.truncate(50_000_000)
      await writable?.close()
      expect((await wllamaCache().list())[0]?.bytes).toBe(50_000_000)
      const other = make()
      onTestFinished(() => other.dispose())
      await other.load()
      expect((await wllamaCache().list())[0]?.bytes).toBe(98_362_432)
      await wllamaCache().remove(MODEL)
      expect(await wllamaCache().list()).toEqual([])
      expect(await keptFiles()).toEqual([])
    })

    test('says that a file is cut short, and that memory does not suffice', async () => {
      const whole = await (await fetch(MODEL)).blob()
      expect(await failure({ model: new File([whole.slice(0, 50_000_000)], 'cut.gguf') })).toMatchObject({
        code: 'MODEL_FAILED',
        message: expect.stringMatching(/cut\.gguf .*corrupted or incomplete/),
      })
      expect(await failure({ model: new File([whole], 'large.gguf'), contextTokens: 1_000_000 })).toMatchObject({
        code: 'MODEL_UNAVAILABLE',
        hint: expect.stringContaining('contextTokens'),
      })
    })
  },
)

async function keptFiles(): Promise<FileSystemFileHandle[]> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('locket-language-models')
  const found: FileSystemFileHandle[] = []
  for await (const [name, handle] of (
    folder as unknown as { entries(): AsyncIterable<[string, FileSystemFileHandle]> }
  ).entries())
    if (name.endsWith('.gguf')) found.push(handle)
  return found
}

describe('wllama that cannot load', PATIENT, () => {
  test('names the address where there is no model', async () => {
    const url = `${location.origin}/nowhere/tiny.gguf`
    expect(await failure({ model: '/nowhere/tiny.gguf' })).toMatchObject({
      name: 'LanguageModelError',
      code: 'MODEL_MISSING',
      value: url,
      message: expect.stringContaining(url),
    })
    expect(await make({ model: '/nowhere/tiny.gguf' }).probe()).toEqual({
      usable: false,
      reason: expect.stringContaining(url) as string,
    })
  })

  test('names the part that is missing of a model that was split', async () => {
    expect(await failure({ model: '/nowhere/tiny-00001-of-00003.gguf' })).toMatchObject({
      code: 'MODEL_MISSING',
      message: expect.stringContaining('tiny-00001-of-00003.gguf'),
    })
    expect(make({ model: '/nowhere/tiny-00001-of-00003.gguf' }).name).toBe('wllama: tiny')
  })

  test('looks for the engine beside the model, and names its address', async () => {
    const model = wllama({ model: '/nowhere/tiny.gguf' })
    onTestFinished(() => model.dispose())
    await expect(model.load()).rejects.toMatchObject({
      code: 'MODEL_MISSING',
      message: expect.stringContaining('/nowhere/wllama/wllama.'),
      hint: expect.stringContaining('@wllama/wllama'),
    })
  })

  test('says that a page was served in place of the model', async () => {
    const page = URL.createObjectURL(new Blob(['<!doctype html>'], { type: 'text/html' }))
    expect(await failure({ model: page })).toMatchObject({
      code: 'MODEL_MISSING',
      message: expect.stringContaining('web page'),
    })
  })

  test('says that a file is none, or is damaged', async () => {
    expect(await failure({ model: new File(['version https://git-lfs'], 'pointer.gguf') })).toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('pointer.gguf is not a GGUF file'),
    })
    expect(await failure({ model: new File(['GGUF and then nothing of it'], 'junk.gguf') })).toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('junk.gguf did not load'),
    })
    expect(await wllamaCache().list()).toEqual([])
  })

  test('says that the engine is none', async () => {
    const junk = URL.createObjectURL(new Blob(['not WebAssembly'], { type: 'application/wasm' }))
    expect(await failure({ model: new File(['GGUF'], 'x.gguf'), wasm: { binary: junk, glue } })).toMatchObject({
      code: 'MODEL_FAILED',
    })
    expect(
      await failure({
        model: new File(['GGUF'], 'x.gguf'),
        wasm: { binary, glue: URL.createObjectURL(new Blob(['not JavaScript'], { type: 'text/javascript' })) },
      }),
    ).toMatchObject({ code: 'MODEL_FAILED' })
  })

  test('refuses options that mean nothing', () => {
    for (const model of ['', [], ['a.gguf', new Blob()], 7] as unknown as string[])
      expect(() => wllama({ model })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(() => make({ contextTokens: 1 })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(() => make({ contextToken: 1 } as Partial<WllamaOptions>)).toThrow(/Did you mean "contextTokens"/)
  })
})
