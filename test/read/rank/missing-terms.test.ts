import { describe, expect, it } from 'vitest'
import { inverseFrequency } from '../../../src/index/keyword/bm25.js'
import { NEUTRAL_PENALTY } from '../../../src/read/rank/fuse.js'
import { missingTermRarity } from '../../../src/read/rank/missing-terms.js'
import { start } from '../../memory/support.js'

const nothing = { ceiling: 0, onTheDay: [], inThePeriod: [] }
const hit = (no: number, words: number[]): { no: number; score: number; words: number[] } => ({ no, score: 1, words })

describe('what a store lacks of the words of a query', () => {
  it('is nothing when every word is in some text, and more the more texts have none of the others', () => {
    const rarity = [inverseFrequency(0, 500), inverseFrequency(3, 500), inverseFrequency(200, 500)]
    expect(missingTermRarity({ ...nothing, rarity, hits: [hit(1, [0, 2]), hit(2, [1])] }, 700)).toBe(0)
    const lacks = [1, 3, 30, 100, 1_000_000].map((searched) =>
      missingTermRarity({ ...nothing, rarity, hits: [hit(1, [1, 2])] }, searched),
    )
    expect(lacks[0]).toBe(0)
    expect(lacks).toEqual([...lacks].sort((a, b) => a - b))
    expect(lacks.at(-1)).toBe(6)
    expect(missingTermRarity({ ...nothing, rarity, hits: [hit(1, [0, 1])] }, 30)).toBeLessThan(lacks[2] as number)
  })

  it('is the middle of that where there are no words to tell by', () => {
    expect(missingTermRarity({ ...nothing, rarity: [], hits: [] }, 700)).toBe(NEUTRAL_PENALTY)
  })

  it('lowers the score of a question with a word that no text has, the more of them there are (hashEmbedder)', async () => {
    const scores: number[] = []
    for (const count of [2, 40]) {
      const { memory } = await start('inMemoryStore', { extractor: false })
      await memory.add(
        [
          'The bees moved into the new hive.',
          ...Array.from({ length: count }, (_, i) => `Row ${i} of the ledger was copied out.`),
        ],
        { infer: false },
      )
      const [known, unknown] = await Promise.all(
        ['new hive bees', 'new hive quagga'].map(async (query) => (await memory.search(query)).results[0]),
      )
      expect(unknown?.memory).toBe(known?.memory)
      scores.push((known?.score ?? 0) / (unknown?.score ?? 1))
    }
    expect(scores[1]).toBeGreaterThan(scores[0] as number)
  })
})
