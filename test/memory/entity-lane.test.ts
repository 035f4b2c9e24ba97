import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src/memory.js'
import type { SearchHit } from '../../src/read/types.js'
import { start } from './support.js'

async function holding(texts: readonly string[]): Promise<Memory> {
  const { memory } = await start()
  await memory.add(
    texts.map((content, i) => ({ id: `${i}`, content, at: new Date(Date.UTC(2026, 0, 1 + i)).toISOString() })),
  )
  // What texts speak of is noted behind the writes.
  await memory.idle()
  return memory
}

const ask = async (memory: Memory, query: string): Promise<SearchHit[]> =>
  (await memory.search(query, { topK: 30, explain: true })).results
const raw = (hits: readonly SearchHit[], text: string, signal: string): number =>
  hits.find(({ memory }) => memory === text)?.explanation?.find((one) => one.signal === signal)?.raw ?? 0
const value = ({ explanation = [] }: SearchHit, without?: string): number =>
  explanation.reduce((sum, { signal, share }) => sum + (signal === without ? 0 : share), 0)

describe('entities (hashEmbedder)', () => {
  it.each([
    [
      "Where does my sister's boss live?",
      'Karen Blum lives in Porto.',
      [
        "My sister's boss is Karen Blum.",
        'My sister lives in Lyon.',
        'My boss lives above a bakery.',
        'Paul Meyer lives in Rome.',
        'Otto Blau lives in Turin.',
        'I live near the station.',
      ],
    ],
    [
      '我姐姐的老板住在哪里？',
      '陈建国住在苏州。',
      [
        '我姐姐的老板叫陈建国。',
        '我姐姐住在杭州。',
        '我的老板很严格。',
        '李建军住在成都。',
        '王小明住在武汉。',
        '刘洋住在长沙。',
        '我住在南京。',
      ],
    ],
  ])('follows whom the first hit names and the question does not: %s', async (query, answer, others) => {
    const memory = await holding([...others, answer])
    const hits = await ask(memory, query)
    expect(raw(hits, answer, 'hop')).toBeGreaterThan(0.2)
    const without = [...hits]
      .sort((a, b) => value(b, 'hop') - value(a, 'hop'))
      .findIndex(({ memory: text }) => text === answer)
    expect(hits.findIndex(({ memory: text }) => text === answer)).toBeLessThanOrEqual(without)
  })

  it.each([
    [
      'Which sports do Ana and Ben play?',
      'Ben sails.',
      (i: number) => `Ana plays sports: she plays tennis, court ${i}.`,
    ],
    // Of the past, so that none of the alike statements steps back for a newer one.
    [
      '李雪和王小明以前周末喜欢什么运动？',
      '王小明会帆船。',
      (i: number) => `李雪周末喜欢运动，喜欢打网球，在${i}号场。`,
    ],
  ])('gives evidence for both where a question names two: %s', async (query, answer, other) => {
    const memory = await holding([...Array.from({ length: 6 }, (_, i) => other(i)), answer])
    const { results } = await memory.search(query, { topK: 5, explain: true, diversity: 0 })
    expect(results.slice(0, 3).map(({ memory: text }) => text)).toContain(answer)
    expect((await memory.search(query, { topK: 3, diversity: 0 })).results.map(({ id }) => id)).toEqual(
      results.slice(0, 3).map(({ id }) => id),
    )
    const raised = results
      .find(({ memory: text }) => text === answer)
      ?.explanation?.find(({ signal }) => signal === 'coverage')
    expect(raised?.share).toBeGreaterThan(0)
  })

  it('knows somebody under another name, and counts common names less', async () => {
    const memory = await holding([
      'Melanie Rivera is my cousin.',
      'Mel bought a kayak in Porto.',
      'Porto is rainy.',
      'In Porto we ate.',
      'We left Porto.',
      'I bought bread.',
    ])
    const hits = await ask(memory, 'What did Melanie Rivera buy in Porto?')
    expect(raw(hits, 'Mel bought a kayak in Porto.', 'entities')).toBeGreaterThan(
      raw(hits, 'I bought bread.', 'entities'),
    )
    expect(raw(hits, 'Melanie Rivera is my cousin.', 'entities')).toBeGreaterThan(
      raw(hits, 'Porto is rainy.', 'entities') / 2,
    )
    expect(raw(await ask(memory, 'What is rainy?'), 'Porto is rainy.', 'entities')).toBe(0)
  })
})
