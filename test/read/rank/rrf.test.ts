import { describe, expect, it } from 'vitest'
import { reciprocalRanks } from '../../../src/read/rank/rrf.js'
import { start, STORES, texts } from '../../memory/support.js'

describe.each(STORES)("fusion: 'rrf' (hashEmbedder, %s)", (kind) => {
  it('ranks by the ranks in both lanes alone, and keeps the score', async () => {
    const { memory } = await start(kind)
    await memory.add([
      'Do bees sleep?',
      'They do, all winter.',
      'Bees sleep in the hive when it is cold.',
      'The car is on level three.',
    ])
    const query = 'Where do bees sleep?'
    const fitted = await memory.search(query)
    const { results } = await memory.search(query, { fusion: 'rrf', explain: true })
    for (const { id, score, explanation = [] } of results) {
      expect(fitted.results.find((hit) => hit.id === id)?.score).toBe(score)
      expect(explanation.length).toBeGreaterThan(0)
      for (const { signal, rank, share } of explanation) {
        expect(['meaning', 'words', 'copies']).toContain(signal)
        if (signal !== 'copies') expect(share).toBeCloseTo(1000 / (60 + rank), 9)
      }
    }
    const values = results.map(({ explanation = [] }) => explanation.reduce((sum, { share }) => sum + share, 0))
    expect(values).toEqual([...values].sort((a, b) => b - a))
    // An answer without a word of the question has only its meaning; the fitted ranking knows that a question stands before it.
    expect(
      (await texts(memory.search(query, { fusion: 'rrf', topK: 2 }))).every((text) => /bees sleep/i.test(text)),
    ).toBe(true)
  })

  it('refuses what is no fusion', async () => {
    const { memory } = await start(kind)
    await expect(memory.search('x', { fusion: 'rff' as 'rrf' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('"rrf"') as string,
    })
  })
})

it('reciprocalRanks adds up what a document has in each lane', () => {
  const shares = reciprocalRanks({
    meaning: [
      { no: 1, score: 0.9 },
      { no: 2, score: 0.8 },
    ],
    words: [{ no: 2, score: 7 }],
  })
  expect(shares.get(1)).toEqual([{ signal: 'meaning', raw: 0.9, rank: 1, share: 1000 / 61 }])
  expect(shares.get(2)).toEqual([
    { signal: 'meaning', raw: 0.8, rank: 2, share: 1000 / 62 },
    { signal: 'words', raw: 7, rank: 1, share: 1000 / 61 },
  ])
  expect(shares.get(3)).toBeUndefined()
})
