import { expect, test } from 'vitest'
import { autoLlm } from '../../src/llm/auto.js'
import type { LanguageModel, Probe } from '../../src/llm/language-model.js'
import { openai } from '../../src/llm/openai.js'
import { promptApi } from '../../src/llm/prompt-api.js'
import { scriptedModel } from '../../src/testing/scripted-model.js'
import { scriptedEndpoint } from './support/endpoint.js'
import { installBrowserModel } from './support/scripted-browser-model.js'

const disposed: LanguageModel[] = []
function scripted(probe?: () => Promise<Probe>): LanguageModel {
  const model: LanguageModel = {
    ...scriptedModel([]),
    ...(probe ? { probe } : {}),
    dispose: async () => void disposed.push(model),
  }
  return model
}
const usable = (reason: string) => scripted(() => Promise.resolve({ usable: true, reason }))
const useless = (reason: string) => scripted(() => Promise.resolve({ usable: false, reason }))

test('the first that can be used is chosen, the others are told of and disposed of (scripted models)', async () => {
  const [none, gpu, cpu] = [
    useless('this browser has no built-in model'),
    usable('WebGPU with 4 GB'),
    usable('its file is there'),
  ]
  const { llm, name, reason, considered } = await autoLlm({
    candidates: {
      'prompt-api': () => none,
      'web-llm': () => Promise.resolve(gpu),
      openai: undefined,
      wllama: () => cpu,
    },
  })
  expect(llm).toBe(gpu)
  expect(name).toBe('web-llm')
  expect(reason).toBe('web-llm: WebGPU with 4 GB.')
  expect(considered).toEqual([
    { name: 'prompt-api', usable: false, reason: 'this browser has no built-in model' },
    { name: 'web-llm', usable: true, reason: 'WebGPU with 4 GB' },
    { name: 'wllama', usable: true, reason: 'its file is there' },
  ])
  expect(disposed).toEqual([none, cpu])
})

test('the preferred one comes first, if it can be used (scripted models)', async () => {
  const candidates = { one: () => usable('fine'), two: () => usable('fine too'), three: () => useless('broken') }
  expect((await autoLlm({ candidates, prefer: 'two' })).considered.map(({ name }) => name)).toEqual([
    'two',
    'one',
    'three',
  ])
  expect((await autoLlm({ candidates, prefer: 'two' })).name).toBe('two')
  expect((await autoLlm({ candidates, prefer: 'three' })).name).toBe('one')
  expect((await autoLlm({ candidates, prefer: 'gone' })).name).toBe('one')
})

test('what fails, hangs or says nothing does not stand in the way (scripted models)', async () => {
  const never = () => new Promise<never>(() => {})
  const { name, considered } = await autoLlm({
    candidates: {
      throws: () => {
        throw new Error('no such file')
      },
      rejects: () => Promise.reject(new Error('could not be imported')),
      'probe rejects': () => scripted(() => Promise.reject(new Error('no adapter'))),
      'never made': never,
      'never says': () => scripted(never),
      silent: () => scripted(),
    },
    timeoutMs: 50,
  })
  expect(name).toBe('silent')
  expect(considered.map(({ reason }) => reason)).toEqual([
    'no such file',
    'could not be imported',
    'no adapter',
    ...Array.from({ length: 2 }, () => 'it did not say within 0.05 s whether it can be used'),
    'nothing is known against it',
  ])
})

test('none is an answer', async () => {
  expect(
    await autoLlm({ candidates: { 'prompt-api': () => useless('not here'), wllama: () => useless('no file') } }),
  ).toMatchObject({
    llm: undefined,
    reason: 'No language model can be used here (prompt-api: not here; wllama: no file).',
  })
  expect(await autoLlm({ candidates: {} })).toEqual({
    llm: undefined,
    name: undefined,
    reason: 'No language model can be used here (none was offered).',
    considered: [],
  })
})

test('real adapters are asked: a scripted LanguageModel of the browser, a scripted server', async () => {
  const { baseUrl } = await scriptedEndpoint([{ body: { data: [{ id: 'tiny' }] } }, { body: { data: [] } }])
  const candidates = { 'prompt-api': () => promptApi(), ollama: () => openai({ baseUrl, model: 'tiny' }) }
  const browser = installBrowserModel({ availability: 'downloadable' })
  expect(await autoLlm({ candidates })).toMatchObject({
    name: 'ollama',
    considered: [{ usable: false }, { usable: true }],
  })
  browser.script.availability = 'available'
  expect(await autoLlm({ candidates })).toMatchObject({
    name: 'prompt-api',
    reason: 'prompt-api: the browser has its built-in model ready.',
  })
  expect(browser.created).toEqual([])
})

test('options that cannot mean anything are refused', async () => {
  for (const options of [undefined, {}, { candidates: { a: scripted() } }, { candidates: {}, timeoutMs: 0 }])
    await expect(autoLlm(options as unknown as Parameters<typeof autoLlm>[0])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  await expect(
    autoLlm({ candidates: {}, prefers: 'a' } as object as Parameters<typeof autoLlm>[0]),
  ).rejects.toMatchObject({ code: 'UNKNOWN_OPTION' })
})
