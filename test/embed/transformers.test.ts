import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { LoadProgress } from '../../src/embed/embedder.js'
import { GOLDEN_TEXT, GOLDEN_VECTORS, cosine, decodeGolden } from '../../src/embed/golden.js'
import { modelFacts } from '../../src/embed/models.js'
import { transformersEmbedder } from '../../src/embed/transformers.js'
import type { TransformersEmbedder, TransformersEmbedderOptions } from '../../src/embed/transformers.js'
import { distance, dot, embedderConformance, norm } from './conformance.js'

function make(options: TransformersEmbedderOptions = {}): TransformersEmbedder {
  return transformersEmbedder({ device: 'wasm', ...options })
}

async function vectors(
  embedder: TransformersEmbedder,
  texts: string[],
  purpose: 'query' | 'passage',
): Promise<Float32Array[]> {
  return (await embedder.embed(texts, purpose)).map((result) => result.vectors[0] as Float32Array)
}

embedderConformance('transformersEmbedder()', make)

describe('transformersEmbedder() in its worker', { timeout: 60_000 }, () => {
  const threads: Worker[] = []
  const embedder = make({
    worker: () => {
      const thread = new Worker(new URL('../../src/embed/transformers.worker.ts', import.meta.url), { type: 'module' })
      threads.push(thread)
      return thread
    },
  })
  const steps: LoadProgress[] = []

  beforeAll(async () => {
    // The only caller gives up, so the load is stopped; the next one starts anew.
    const controller = new AbortController()
    const given = embedder.load({ signal: controller.signal })
    controller.abort()
    await expect(given).rejects.toMatchObject({ code: 'ABORTED' })
    expect(embedder.runtime).toBeUndefined()
    await embedder.load({ onProgress: (step) => steps.push(step) })
  }, 60_000)
  afterAll(() => embedder.dispose())

  test('reports progress by file, in bytes', () => {
    const last = new Map(steps.map((step) => [step.item, step]))
    expect(last.get('onnx/model_q4.onnx')).toEqual({
      item: 'onnx/model_q4.onnx',
      loaded: 33_598_509,
      total: 33_598_509,
    })
    expect(last.get('ort-wasm-simd-threaded.wasm')).toMatchObject({ loaded: 14_264_838 })
  })

  test('says where it runs and why', () =>
    expect(embedder.runtime).toMatchObject({ device: 'wasm', reason: 'it was asked for' }))

  test('gives the golden vector', async () => {
    const [vector] = await vectors(embedder, [GOLDEN_TEXT], 'passage')
    expect(cosine(vector as Float32Array, decodeGolden(GOLDEN_VECTORS['e5-small-memory-en-zh']))).toBeGreaterThan(
      0.99999,
    )
  })

  test.each([
    [
      'Ana is a vegetarian and loves lentils.',
      'The train to Porto leaves at nine.',
      'The red car belongs to my brother.',
    ],
    ['安娜吃素，最喜欢扁豆。', '去波尔图的火车九点开。', '那辆红色的汽车是我哥哥的。'],
  ])('finds "%s" and its neighbours for questions in English and Chinese', async (...passages) => {
    const stored = await vectors(embedder, passages, 'passage')
    const questions = [
      'what does Ana eat?',
      'when does the train leave?',
      'whose car is it?',
      '安娜吃什么？',
      '火车几点开？',
      '那是谁的汽车？',
    ]
    const asked = await vectors(embedder, questions, 'query')
    const best = asked.map((question) => {
      const scores = stored.map((vector) => dot(question, vector))
      return scores.indexOf(Math.max(...scores))
    })
    expect(best).toEqual([0, 1, 2, 0, 1, 2])
  })

  test('embeds a question and a passage differently', async () => {
    const [asked] = await vectors(embedder, ['Ana'], 'query')
    const [stored] = await vectors(embedder, ['Ana'], 'passage')
    expect(distance(asked as Float32Array, stored as Float32Array)).toBeGreaterThan(1e-3)
  })

  test('reports what its vocabulary cannot express', async () => {
    const [english, korean] = await embedder.embed(['Ana eats no meat.', '안녕하세요 저는 학생입니다'], 'passage')
    expect(english?.unknownShare).toBe(0)
    expect(korean?.unknownShare).toBeGreaterThan(0.4)
  })

  test('counts the tokens of a text that is too long for the tokenizer at once', async () => {
    const [spaced, unspaced] = await embedder.countTokens(['word '.repeat(60_000), '她在里斯本吃素。'.repeat(12_500)])
    expect(spaced).toBe(60_000)
    expect(unspaced).toBeGreaterThan(75_000)
  })

  test('starts anew after a crash (an error event, faked), and the calls that waited fail', async () => {
    const started = threads.length
    const waiting = embedder.embed(['a', 'b'], 'passage')
    // Past the wait for the load, so that the call is on its way.
    await new Promise((resolve) => setTimeout(resolve))
    threads.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))
    await expect(waiting).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('out of memory'),
    })
    expect(norm((await vectors(embedder, ['a'], 'passage'))[0] as Float32Array)).toBeCloseTo(1, 4)
    expect(threads).toHaveLength(started + 1)
  })

  test('calls that wait when it is disposed are closed', async () => {
    const waiting = embedder.embed(['a', 'b'], 'passage')
    await embedder.dispose()
    await expect(waiting).rejects.toMatchObject({ code: 'CLOSED' })
  })
})

describe('transformersEmbedder() inline', { timeout: 60_000 }, () => {
  const embedder = make({ worker: false, maxWindows: 2 })

  beforeAll(async () => {
    // One of two callers gives up; the load goes on for the other.
    const controller = new AbortController()
    const first = embedder.load({ signal: controller.signal })
    const second = embedder.load()
    controller.abort()
    await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
    await second
  }, 60_000)
  afterAll(() => embedder.dispose())

  test('gives the golden vector too', async () => {
    const [vector] = await vectors(embedder, [GOLDEN_TEXT], 'passage')
    expect(cosine(vector as Float32Array, decodeGolden(GOLDEN_VECTORS['e5-small-memory-en-zh']))).toBeGreaterThan(
      0.99999,
    )
  })

  test('asked no other origin for anything', () => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name)
    expect(names).toContainEqual(expect.stringContaining('locket-model.json'))
    expect(names.filter((name) => !name.startsWith('blob:') && new URL(name).origin !== location.origin)).toEqual([])
  })

  test('embeds a long text in overlapping windows, and says what the limit left out', async () => {
    const body = Array.from({ length: 1200 }, () => 'la').join(' ')
    const [result] = await embedder.embed([body], 'passage')
    // 512 less two special tokens and "passage", ":"; the second window shares 64 with the first.
    const window = 512 - 4
    expect(result?.vectors).toHaveLength(2)
    expect(result?.tokensSkipped).toBe((result?.tokens ?? 0) - (2 * window - 64))
    // Both windows are the same tokens behind the same prefix.
    expect(distance(result?.vectors[0] as Float32Array, result?.vectors[1] as Float32Array)).toBeLessThan(1e-5)
  })

  test('refuses a model that gives other vectors', async () => {
    const facts = { ...modelFacts(), golden: { vector: GOLDEN_VECTORS['all-MiniLM-L6-v2'], minimum: 0.999 } }
    await expect(make({ worker: false, model: facts }).load()).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('cosine'),
    })
  })
})

describe('transformersEmbedder() that cannot load', () => {
  const failing = async (options: TransformersEmbedderOptions) => {
    const embedder = make(options)
    onTestFinished(() => embedder.dispose())
    return embedder.embed(['a'], 'query').then(
      () => undefined,
      (error: unknown) => error,
    )
  }

  test('names the address where there is no model', async () => {
    const error = await failing({ models: '/nowhere', wasm: '/models/ort' })
    expect(error).toMatchObject({
      code: 'MODEL_MISSING',
      value: `${location.origin}/nowhere/e5-small-memory-en-zh/locket-model.json`,
    })
  })

  test('names the address where there is no runtime', async () => {
    expect(await failing({ wasm: '/nowhere' })).toMatchObject({
      code: 'MODEL_MISSING',
      message: expect.stringContaining('/nowhere/ort-wasm'),
    })
  })

  test('names both versions when the model is stale', async () => {
    const error = await failing({ model: { ...modelFacts(), version: '2' } })
    expect(error).toMatchObject({
      code: 'MODEL_STALE',
      message: expect.stringMatching(/e5-small-memory-en-zh@q4:mean:1.*e5-small-memory-en-zh@q4:mean:2/),
    })
  })

  test('says that its worker could not be started', async () => {
    const error = await failing({ worker: () => new Worker('/nowhere.js', { type: 'module' }) })
    expect(error).toMatchObject({ code: 'MODEL_FAILED', hint: expect.stringContaining('worker') })
  })

  test('says why there is no WebGPU when nothing else is wanted', async ({ skip }) => {
    if (await (navigator as { gpu?: { requestAdapter(): Promise<unknown> } }).gpu?.requestAdapter())
      skip('this browser has WebGPU')
    expect(await failing({ device: 'webgpu' })).toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('WebGPU'),
    })
  })

  test('refuses options that mean nothing', () => {
    expect(() => make({ device: 'gpu' as 'wasm' })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(() => make({ batchSize: 0 })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(() => make({ modell: 'x' } as TransformersEmbedderOptions)).toThrow(/Did you mean "model"/)
  })
})
