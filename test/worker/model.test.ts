import { afterEach, expect, it } from 'vitest'
import { LanguageModelError, LocketError } from '../../src/values/errors.js'
import { miniSearchIndex } from '../../src/index/keyword/minisearch-index.js'
import type { CompletionRequest, LanguageModel } from '../../src/llm/language-model.js'
import { Memory } from '../../src/memory.js'
import { inMemoryStore } from '../../src/store/memory-store.js'
import { hashEmbedder, scriptedModel } from '../../src/testing/index.js'
import { connectModel, serveModel } from '../../src/worker/index.js'
import { languageModelConformance } from '../llm/conformance.js'

const startWorker = () => new Worker(new URL('./model.worker.ts', import.meta.url), { type: 'module' })
const ask = (changes: Partial<CompletionRequest> = {}): CompletionRequest => ({
  messages: [{ role: 'user', content: 'next' }],
  maxTokens: 8,
  ...changes,
})
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Serves a model on one port of a channel; the other is for who connects. */
function offer(llm: LanguageModel) {
  const { port1, port2 } = new MessageChannel()
  const served = serveModel(llm, port1)
  cleanups.push(() => served.stop())
  return { port: port2, served }
}

/** A scripted model whose first reply begins and then goes on until it is aborted. */
function endless() {
  const model = scriptedModel(['two'])
  let begun!: () => void
  let aborted!: () => void
  const state = {
    begun: new Promise<void>((resolve) => (begun = resolve)),
    aborted: new Promise<void>((resolve) => (aborted = resolve)),
  }
  let first = true
  const complete: LanguageModel['complete'] = (request) => {
    if (!first) return model.complete(request)
    first = false
    begun()
    return new Promise((_, reject) =>
      request.signal?.addEventListener('abort', () => {
        aborted()
        reject(new LocketError('ABORTED', 'It was aborted.'))
      }),
    )
  }
  return { ...model, ...state, complete }
}

languageModelConformance('a model in a worker, scripted', () => connectModel(startWorker()))

it('tells what it is once it has answered, and what changes while it is used (scripted model)', async () => {
  const model = scriptedModel(['one'], { grammar: true })
  let contextTokens = 1000
  const changing: LanguageModel = {
    ...model,
    get capabilities() {
      return { ...model.capabilities, contextTokens }
    },
    load: async ({ onProgress } = {}) => {
      contextTokens = 2000
      onProgress?.({ item: 'weights', loaded: 1, total: 2 })
    },
    countTokens: async (text) => text.length,
  }
  const remote = connectModel(offer(changing).port)
  expect(remote.capabilities).toMatchObject({ grammar: false })
  expect(remote.countTokens).toBeUndefined()
  const told: unknown[] = []
  await remote.load({ onProgress: (progress) => told.push(progress) })
  expect(told).toEqual([{ item: 'weights', loaded: 1, total: 2 }])
  expect(remote).toMatchObject({ name: 'scripted', capabilities: { contextTokens: 2000, grammar: true } })
  expect(await remote.countTokens?.('four')).toBe(4)
})

it('passes on what the model says of its use, and a model that says nothing (scripted model)', async () => {
  const silent = connectModel(offer(scriptedModel([])).port)
  expect(await silent.probe?.()).toMatchObject({ usable: true })
  const lacking = connectModel(
    offer({ ...scriptedModel([]), probe: async () => ({ usable: false, reason: 'this browser has no WebGPU' }) }).port,
  )
  expect(await lacking.probe?.()).toEqual({ usable: false, reason: 'this browser has no WebGPU' })
  const nobody = connectModel(new MessageChannel().port2, { timeout: 20 })
  expect(await nobody.probe?.()).toMatchObject({ usable: false })
})

it('throws what the model throws, as it is (scripted model)', async () => {
  const remote = connectModel(
    offer(
      scriptedModel([
        new LanguageModelError('MODEL_MISSING', 'There is no model at /models/x.', {
          value: '/models/x',
          hint: 'Serve it.',
        }),
      ]),
    ).port,
  )
  const error = await rejection(remote.complete(ask()))
  expect(error).toBeInstanceOf(LanguageModelError)
  expect(error).toMatchObject({
    code: 'MODEL_MISSING',
    value: '/models/x',
    hint: 'Serve it.',
    message: 'There is no model at /models/x. Serve it.',
  })
  expect(await rejection(remote.complete({ ...ask(), schema: { call: () => 1 } }))).toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('complete()'),
  })
  expect(() => connectModel(new MessageChannel().port2, { timeOut: 20 } as object)).toThrow(
    expect.objectContaining({ code: 'UNKNOWN_OPTION' }),
  )
})

it('stops the model when the caller aborts, with the caller’s reason (scripted model)', async () => {
  const model = endless()
  const remote = connectModel(offer(model).port)
  const controller = new AbortController()
  const waiting = rejection(remote.complete(ask({ signal: controller.signal })))
  await model.begun
  const patience = new Error('out of patience')
  controller.abort(patience)
  expect(await waiting).toMatchObject({ code: 'ABORTED', cause: patience })
  await model.aborted
  expect((await remote.complete(ask())).text).toBe('two')
})

it('goes on through the next port when the other end is gone, and stops the model that nobody waits for (scripted model)', async () => {
  const first = endless()
  const ports = [offer(first)]
  const remote = connectModel(async () => {
    const next = ports.shift()
    if (!next) throw new LanguageModelError('MODEL_UNAVAILABLE', 'No page is open.')
    return next.port
  })
  const served = ports[0]?.served
  const waiting = rejection(remote.complete(ask()))
  await first.begun
  served?.stop()
  expect(await waiting).toMatchObject({ name: 'LanguageModelError', code: 'MODEL_UNAVAILABLE' })
  await first.aborted
  expect(await rejection(remote.load())).toMatchObject({ code: 'MODEL_UNAVAILABLE', message: 'No page is open.' })
  ports.push(offer(scriptedModel(['from the second'])))
  expect((await remote.complete(ask())).text).toBe('from the second')
})

it('is unavailable from then on when the worker that was given outright is terminated (scripted model)', async () => {
  const worker = startWorker()
  const remote = connectModel(worker)
  await remote.load()
  worker.terminate()
  await expect
    .poll(() => rejection(remote.complete(ask({ maxTokens: 1 }))))
    .toMatchObject({ code: 'MODEL_UNAVAILABLE' })
})

it('lets a dispose reject what is under way, and leaves the model to others (scripted model)', async () => {
  const model = endless()
  const { port1, port2 } = new MessageChannel()
  const served = serveModel(model, port1)
  cleanups.push(() => served.stop())
  const [one, two] = [connectModel(port2), connectModel(port2)]
  const waiting = rejection(one.complete(ask()))
  await model.begun
  await one.dispose()
  expect(await waiting).toMatchObject({ code: 'CLOSED' })
  await model.aborted
  expect((await two.complete(ask())).text).toBe('two')
})

it('a model that was disposed of where it is served is out of reach, not closed (scripted model)', async () => {
  const remote = connectModel(
    offer(scriptedModel([new LanguageModelError('CLOSED', 'The language model was disposed of.')])).port,
  )
  expect(await rejection(remote.complete(ask()))).toMatchObject({ code: 'MODEL_UNAVAILABLE' })
})

it('lets a memory wait for the page that has the model (scripted model, hashEmbedder)', async () => {
  let port: MessagePort | undefined
  const llm = connectModel(() => {
    if (!port) throw new LanguageModelError('MODEL_UNAVAILABLE', 'No page is open.')
    return port
  })
  const memory = await Memory.open({
    name: `test-model-${crypto.randomUUID()}`,
    scope: { userId: 'ana' },
    embedder: hashEmbedder(),
    keywordIndex: miniSearchIndex(),
    store: inMemoryStore(),
    llm,
    onWarning() {},
  })
  cleanups.push(() => memory.close())
  const { report, job } = await memory.add('I keep two ferrets.')
  expect(report).toMatchObject({ extraction: 'waiting', problems: [{ code: 'MODEL_UNAVAILABLE' }] })
  expect((await memory.search('ferrets')).results).toHaveLength(1)

  const fact = {
    from: [1],
    quote: 'I keep two ferrets',
    text: 'User keeps two ferrets',
    by: 'User',
    about: 'User',
    attribute: 'pet',
    value: 'ferrets',
    when: '',
  }
  port = offer(scriptedModel([JSON.stringify({ facts: [fact] })], { grammar: true })).port
  expect(await memory.retry(job)).toEqual([])
  expect((await memory.getAll()).results.map(({ memory: text }) => text)).toEqual(['User keeps two ferrets'])
})
