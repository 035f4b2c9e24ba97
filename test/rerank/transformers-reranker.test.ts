import { describe, expect, onTestFinished, test } from 'vitest'
import { transformersReranker, type TransformersRerankerOptions } from '../../src/rerank/index.js'
import { CANDIDATES, QUERY, rerankerConformance } from './conformance.js'

// No cross-encoder is here: tokenizer, batches and the adapter are real, what the model finds is scripted.
const worker = () =>
  new Worker(new URL('./support/scripted-cross-encoder.worker.ts', import.meta.url), { type: 'module' })
const scripted = (options: Partial<TransformersRerankerOptions> = {}) => {
  const reranker = transformersReranker({ model: 'scripted', worker, ...options })
  onTestFinished(() => reranker.dispose())
  return reranker
}
const note = (text: string) => ({ id: text, text, at: '2024-05-01T10:00:00.000Z' })

rerankerConformance('transformersReranker, with a scripted model', () =>
  transformersReranker({ model: 'scripted', worker }),
)

describe('transformersReranker, with a scripted model', () => {
  test('scores a text alike in whatever company', async () => {
    const reranker = scripted()
    const [alone] = await reranker.rerank(QUERY, [note('Ana has a pet')])
    const many = await reranker.rerank(QUERY, [
      ...Array.from({ length: 9 }, (_, i) => note(`Note ${i} ${'and so on '.repeat(i)}`)),
      note('Ana has a pet'),
    ])
    expect(many.at(-1)).toBe(alone)
  })

  test('takes a model with two labels, and none with three', async () => {
    const reranker = scripted()
    const [none = 0, one = 0] = await reranker.rerank(`two labels ${QUERY}`, [
      note('Buses are late'),
      note('Ana has a pet'),
    ])
    expect(none).toBeLessThan(one)
    await expect(reranker.rerank(`three labels ${QUERY}`, CANDIDATES)).rejects.toMatchObject({
      name: 'LanguageModelError',
      code: 'MODEL_FAILED',
      message: expect.stringContaining('3 labels'),
    })
  })

  test('reads the beginning of a text that is too long', async () => {
    const reranker = scripted({ maxTokens: 32 })
    const [short, long] = await reranker.rerank('pet', [note('bus '.repeat(200)), note(`${'bus '.repeat(200)} pet`)])
    expect(long).toBe(short)
  })

  test('loads anew after a run that broke', async () => {
    const reranker = scripted()
    await expect(reranker.rerank('break', CANDIDATES)).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('device is lost'),
    })
    expect(await reranker.rerank(QUERY, CANDIDATES)).toHaveLength(CANDIDATES.length)
  })
})

describe('transformersReranker that cannot load', () => {
  const failing = async (options: Partial<TransformersRerankerOptions>) => {
    const reranker = transformersReranker({ model: 'tiny', ...options })
    onTestFinished(() => reranker.dispose())
    return reranker.rerank(QUERY, CANDIDATES).then(
      () => undefined,
      (error: unknown) => error,
    )
  }

  test('names the address where there is no model', async () => {
    expect(await failing({})).toMatchObject({
      name: 'LanguageModelError',
      code: 'MODEL_MISSING',
      message: expect.stringContaining(`${location.origin}/models/tiny/`),
      hint: expect.stringContaining('models'),
    })
  })

  test('says of a model that is no cross-encoder that it does not do', async () => {
    expect(await failing({ model: 'e5-small-memory-en-zh', dtype: 'q4' })).toMatchObject({
      name: 'LanguageModelError',
      code: 'MODEL_FAILED',
    })
  })

  test('refuses options that mean nothing', () => {
    expect(() => transformersReranker({ model: '' })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(() => transformersReranker({ model: 'x', modle: 'y' } as TransformersRerankerOptions)).toThrow(
      /Did you mean "model"/,
    )
  })
})
