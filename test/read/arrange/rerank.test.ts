import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LanguageModelError } from '../../../src/values/errors.js'
import { languageModelReranker } from '../../../src/rerank/index.js'
import type { RerankCandidate, Reranker } from '../../../src/rerank/reranker.js'
import { scriptedModel } from '../../../src/testing/index.js'
import type { OpenOptions } from '../../../src/engine/open-options.js'
import { start, STORES, texts } from '../../memory/support.js'

const SAID = [
  'My sister keeps bees on the roof.',
  'Bees make honey.',
  'The bees slept all winter.',
  'The car is on level three.',
]

/** A reranker of which the test says what it does. */
function scripted(
  judge: (query: string, candidates: readonly RerankCandidate[], signal?: AbortSignal) => unknown,
): Reranker & { calls: RerankCandidate[][] } {
  const calls: RerankCandidate[][] = []
  return {
    name: 'scripted',
    calls,
    rerank: async (query, candidates, { signal } = {}) => (
      calls.push([...candidates]),
      (await judge(query, candidates, signal)) as number[]
    ),
    dispose: () => Promise.resolve(),
  }
}
const prefers = (text: string) =>
  scripted((_, candidates) => candidates.map((candidate) => (candidate.text.includes(text) ? 1 : 0)))

describe.each(STORES)('search with a scripted reranker (hashEmbedder, %s)', (kind) => {
  it('lets it judge, and says so', async () => {
    const reranker = prefers('slept')
    const { memory } = await start(kind, { reranker })
    await memory.add(SAID.map((content) => ({ content, name: 'Ana', at: '2026-05-01T09:00:00Z' })))
    const { results, report } = await memory.search('bees', { explain: true })
    expect(results[0]?.memory).toBe('The bees slept all winter.')
    expect(report).toMatchObject({ reranker: 'used', problems: [] })
    expect(results[0]?.explanation?.find(({ signal }) => signal === 'reranker')).toEqual({
      signal: 'reranker',
      raw: 1,
      rank: 1,
      share: 9,
    })
    expect(results[1]?.explanation?.find(({ signal }) => signal === 'reranker')).toMatchObject({ raw: 0, rank: 2 })
    expect(reranker.calls[0]).toHaveLength(4)
    expect(reranker.calls[0]?.find(({ text }) => text.includes('slept'))).toEqual({
      id: results[0]?.id,
      text: 'Ana: The bees slept all winter.',
      at: '2026-05-01T09:00:00.000Z',
    })
  })

  it('leaves it alone where told to, and where nothing is found', async () => {
    const reranker = prefers('slept')
    const { memory } = await start(kind, { reranker })
    expect((await memory.search('bees')).report.reranker).toBeUndefined()
    await memory.add(SAID)
    const { results, report } = await memory.search('bees', { rerank: false })
    expect(results[0]?.memory).not.toBe('The bees slept all winter.')
    expect(report.reranker).toBeUndefined()
    await memory.search('bees', { threshold: 1 })
    expect(reranker.calls).toEqual([])
  })

  it.each<[string, () => unknown]>([
    ['fails', () => Promise.reject(new LanguageModelError('MODEL_MISSING', 'There is no model.'))],
    ['throws what is no error of ours', () => Promise.reject(new TypeError('x is not a function'))],
    ['returns too few scores', () => [1]],
    ['returns what is no score', () => [1, 0, Number.NaN, 0]],
    ['returns scores above 1', () => [1, 7, 0, 0]],
    ['returns nothing', () => undefined],
  ])('when it %s, the order stays and it is reported', async (_, judge) => {
    const { memory } = await start(kind, { reranker: scripted(judge) })
    await memory.add(SAID)
    const { report } = await memory.search('bees')
    expect(report).toMatchObject({
      reranker: 'failed',
      dense: 'used',
      problems: [{ code: expect.stringMatching(/^MODEL_(MISSING|FAILED)$/) as string }],
    })
    expect(await texts(memory.search('bees'))).toEqual(await texts(memory.search('bees', { rerank: false })))
  })

  it('an abort ends the search, whatever the reranker does', async () => {
    const controller = new AbortController()
    const { memory } = await start(kind, {
      reranker: scripted((_, candidates) => (controller.abort(), candidates.map(() => 1))),
    })
    await memory.add(SAID)
    await expect(memory.search('bees', { signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it('sees no more than the best thirty', async () => {
    const reranker = prefers('number 3 ')
    const { memory } = await start(kind, { reranker })
    await memory.add(Array.from({ length: 60 }, (_, i) => `Bee number ${i} is in hive ${i * 3}.`))
    expect((await memory.search('bee', { topK: 50 })).results).toHaveLength(50)
    expect(reranker.calls[0]).toHaveLength(30)
  })
})

it('a service worker, which loads nothing, ranks without it and says so (hashEmbedder)', async () => {
  const reranker = prefers('slept')
  const { memory } = await start('inMemoryStore', { reranker })
  await memory.add(SAID)
  // Of the past: which of two statements is newer is not asked, and that is loaded too.
  const plain = await texts(memory.search('bees before', { rerank: false, diversity: 0, topK: 2 }))
  vi.stubGlobal('ServiceWorkerGlobalScope', class {})
  onTestFinished(() => void vi.unstubAllGlobals())
  const { results, report } = await memory.search('bees before', { topK: 2 })
  expect(results.map(({ memory: text }) => text)).toEqual(plain)
  expect(report).toMatchObject({ reranker: 'failed', problems: [{ code: 'JOURNAL_ONLY' }] })
  expect(reranker.calls).toEqual([])
})

describe('context with a scripted language model as judge (hashEmbedder)', () => {
  it('packs what it prefers', async () => {
    const llm = scriptedModel(({ messages }) => {
      const lines = messages[1]?.content.split('Notes:\n')[1]?.split('\n') ?? []
      return `{"grades":[{"id":${lines.findIndex((line) => line.includes('slept')) + 1},"grade":3}]}`
    })
    const { memory } = await start('inMemoryStore', { reranker: languageModelReranker(llm) })
    await memory.add(SAID)
    const { results, report } = await memory.context('bees', { threshold: 0 })
    expect(report.reranker).toBe('used')
    expect(results[0]?.memory).toBe('The bees slept all winter.')
  })
})

it('what is no reranker is refused when a memory opens', async () => {
  await expect(start('inMemoryStore', { reranker: { name: 'x' } } as unknown as OpenOptions)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('rerank()') as string,
  })
})
