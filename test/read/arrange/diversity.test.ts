import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diversify } from '../../../src/read/arrange/diversity.js'
import { start, STORES, texts } from '../../memory/support.js'

const COPIES = Array.from(
  { length: 12 },
  (_, i) => `${'really '.repeat(i % 2)}I love hiking in the green mountains${'!'.repeat(i)}`,
)
const OTHERS = [
  'Hiking boots should be a size too large.',
  'The mountains were white with snow.',
  'My love of hiking began in Norway.',
  'Green tea after hiking is best.',
]

describe.each(STORES)('copies (hashEmbedder, %s)', (kind) => {
  it('do not fill the list, and none is left out', async () => {
    const { memory } = await start(kind)
    await memory.add([...COPIES, ...OTHERS])
    const query = 'Who loves hiking in the green mountains?'
    const five = await texts(memory.search(query, { topK: 6 }))
    expect(COPIES).toContain(five[0])
    expect(five.filter((text) => OTHERS.includes(text)).length).toBeGreaterThanOrEqual(3)
    const all = await texts(memory.search(query, { topK: 100 }))
    expect(all.slice(0, 6)).toEqual(five)
    expect([...all].sort()).toEqual([...COPIES, ...OTHERS].sort())
    const plain = await texts(memory.search(query, { topK: 6, diversity: 0 }))
    expect(plain.every((text) => COPIES.includes(text))).toBe(true)
  })

  it('are told of in the explanation, and keep their score', async () => {
    const { memory } = await start(kind)
    await memory.add([...COPIES, ...OTHERS])
    const { results } = await memory.search('hiking in the green mountains', { topK: 100, explain: true })
    const plain = await memory.search('hiking in the green mountains', { topK: 100, diversity: 0 })
    for (const { id, score } of results) expect(plain.results.find((hit) => hit.id === id)?.score).toBe(score)
    expect(results[0]?.explanation?.some(({ signal }) => signal === 'copies')).toBe(false)
    const last = results.findLast(({ memory: text }) => COPIES.includes(text))
    expect(last?.explanation?.find(({ signal }) => signal === 'copies')?.share).toBeLessThan(-10)
    expect(last?.summary).toMatch(/copies \(−\d/)
  })

  it('of Chinese texts are seen too; what several people said is not one text', async () => {
    const { memory } = await start(kind)
    await memory.add([...Array.from({ length: 8 }, () => '我周末喜欢去爬山。'), '爬山的时候我看见一只鹰。'])
    expect(await texts(memory.search('爬山', { topK: 2 }))).toContain('爬山的时候我看见一只鹰。')
  })
})

describe('spread', () => {
  const textsOf = (some: readonly { text: string }[]) => Promise.resolve(some.map(({ text }) => text))
  const ranked = fc
    .array(
      fc.record({
        value: fc.double({ min: -20, max: 40, noNaN: true }),
        text: fc.constantFrom('a b c d', 'a b c e', 'a b c d e', 'x y', '', '猫狗鱼', '猫狗鸟'),
      }),
      { maxLength: 130 },
    )
    .map((list) => list.sort((a, b) => b.value - a.value))

  it('keeps everything, begins with the best, and is the same however much of it is asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        ranked,
        fc.nat(140),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (list, count, diversity) => {
          const all = (await diversify(list, list.length, diversity, textsOf)).map(({ candidate }) => candidate)
          expect(all).toHaveLength(list.length)
          expect(new Set(all).size).toBe(list.length)
          expect(all[0]).toBe(list[0])
          expect((await diversify(list, count, diversity, textsOf)).map(({ candidate }) => candidate)).toEqual(
            all.slice(0, count),
          )
          if (diversity === 0) expect(all).toEqual(list)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('takes at each place what is worth most after its copies', async () => {
    const list = [30, 29, 28, 27.5].map((value, i) => ({ value, text: i < 3 ? 'one two three' : 'something else' }))
    const placed = await diversify(list, 4, 0.5, textsOf)
    expect(placed.map(({ candidate, cost }) => [candidate.value, cost])).toEqual([
      [30, 0],
      [27.5, 0],
      [29, 5],
      [28, 10],
    ])
  })

  it('reads no more texts than it takes', async () => {
    let read = 0
    const list = Array.from({ length: 100 }, (_, i) => ({ value: 100 - i, text: `text ${i} of ${i * 7} words` }))
    await diversify(list, 5, 1, (some) => ((read += some.length), textsOf(some)))
    expect(read).toBe(10)
  })
})
