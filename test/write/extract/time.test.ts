import { afterEach, describe, expect, it } from 'vitest'
import { Memory } from '../../../src/index.js'
import { inMemoryStore } from '../../../src/store/memory-store.js'
import { hashEmbedder, manualClock, scriptedExtractor } from '../../../src/testing/index.js'

const DAY = 24 * 60 * 60 * 1000
const extractor = scriptedExtractor((text) => {
  const city = /^(?:No, )?I live in (\w+)/.exec(text)?.[1]
  if (!city) return []
  const slot = { subject: 'user', attribute: 'home', value: city.toLowerCase(), cardinality: 'one' as const }
  return [
    {
      text: `User lives in ${city}`,
      quote: text,
      category: 'home',
      slot,
      mode: text.startsWith('No') ? 'correct' : 'assert',
    },
  ]
})

let memory: Memory
afterEach(() => memory.close())

const open = async () => {
  const clock = manualClock('2026-01-01T12:00:00Z')
  memory = await Memory.open({
    name: 'time',
    scope: { userId: 'ana' },
    store: inMemoryStore(),
    embedder: hashEmbedder(),
    extractor,
    now: clock.now,
  })
  return clock
}
const homes = async (options = {}) =>
  (await memory.search('where does the user live', { kinds: ['semantic'], ...options })).results.map(
    (hit) => hit.memory,
  )
const listed = async (options = {}) => (await memory.getAll(options)).results.map((item) => item.memory)

describe('facts in time (hashEmbedder, scriptedExtractor)', () => {
  it('tells what was true on a day, as known now', async () => {
    const clock = await open()
    await memory.add({ content: 'I live in Lyon', id: 'a' })
    clock.advance(30 * DAY)
    await memory.add({ content: 'I live in Lisbon', id: 'b' })
    expect(await homes()).toEqual(['User lives in Lisbon'])
    expect(await homes({ asOf: '2026-01-15' })).toEqual(['User lives in Lyon'])
    expect(await homes({ asOf: '2026-03-01' })).toEqual(['User lives in Lisbon'])
    expect(await homes({ asOf: '2025-12-01' })).toEqual([])
    expect((await homes({ latestOnly: false })).sort()).toEqual(['User lives in Lisbon', 'User lives in Lyon'])
    expect(await listed({ asOf: '2026-01-15' })).toEqual(['User lives in Lyon'])
    const [old] = (await memory.search('Lyon', { kinds: ['semantic'], asOf: '2026-01-15' })).results
    expect(old).toMatchObject({ validTo: '2026-01-31T12:00:00.000Z', supersededBy: expect.any(String) })
  })

  it('holds that what was corrected was never so', async () => {
    const clock = await open()
    await memory.add({ content: 'I live in Lyon', id: 'a' })
    clock.advance(DAY)
    await memory.add({ content: 'No, I live in Lille', id: 'b' })
    expect(await homes({ asOf: '2026-01-01T18:00:00Z' })).toEqual([])
    expect(await homes()).toEqual(['User lives in Lille'])
  })

  it('tells what it held on a day, deleted and changed since', async () => {
    const clock = await open()
    const { results } = await memory.add('The spare key is with Ida', { infer: false })
    const id = results[0]?.id as string
    clock.advance(DAY)
    await memory.update(id, { text: 'The spare key is with Ole' })
    clock.advance(DAY)
    await memory.delete(id)
    expect(await listed()).toEqual([])
    expect(await listed({ knownAt: '2026-01-01T18:00:00Z' })).toEqual(['The spare key is with Ida'])
    expect(await listed({ knownAt: '2026-01-02T18:00:00Z' })).toEqual(['The spare key is with Ole'])
    expect(await listed({ knownAt: '2026-01-04T00:00:00Z' })).toEqual([])
    expect(await listed({ knownAt: '2025-01-01' })).toEqual([])
    const past = await memory.search('spare key', { knownAt: '2026-01-02T18:00:00Z', kinds: ['semantic'] })
    expect(past.results.map((hit) => hit.memory)).toEqual(['The spare key is with Ole'])
  })

  it('orders by what was written, not by a clock that jumped back', async () => {
    const clock = await open()
    const { results } = await memory.add('first', { infer: false })
    clock.set('2020-01-01')
    await memory.update(results[0]?.id as string, { text: 'second' })
    clock.set('2026-06-01')
    expect(await listed({ knownAt: '2026-02-01' })).toEqual(['second'])
  })

  it('forgets a purged past', async () => {
    const clock = await open()
    const { results } = await memory.add('The code is 4711', { infer: false })
    clock.advance(DAY)
    await memory.purge(results[0]?.id as string)
    expect(await listed({ knownAt: '2026-01-01T18:00:00Z' })).toEqual([])
  })
})

describe('what was said about the past (hashEmbedder, scriptedExtractor)', () => {
  it('steps back behind what holds now, and comes forward when the past is asked for', async () => {
    const clock = await open()
    await memory.add({ content: 'I live in Lyon', id: 'a' })
    clock.advance(30 * DAY)
    await memory.add({ content: 'I live in Lisbon by the sea, at last', id: 'b' })
    const messages = async (options = {}) =>
      (await memory.search('I live in which city', { kinds: ['episodic'], ...options })).results.map(
        (hit) => hit.messageId,
      )
    expect(await messages()).toEqual(['b', 'a'])
    expect((await messages({ latestOnly: false }))[0]).toBe('a')
  })
})

describe('what took the place of what was said (hashEmbedder, scriptedExtractor)', () => {
  it('is found first by who asks in the words of the old', async () => {
    const clock = await open()
    await memory.add({ content: 'I live in Lyon', id: 'a' })
    for (const [i, city] of ['Lisbon', 'Oslo'].entries()) {
      clock.advance(30 * DAY)
      await memory.add({ content: `I live in ${city}`, id: `b${i}` })
    }
    const { results } = await memory.search('Lyon', { explain: true })
    expect(results[0]?.memory).toBe('User lives in Oslo')
    expect(results[0]?.explanation?.find(({ signal }) => signal === 'successor')?.share).toBeGreaterThan(0)
    expect((await memory.search('Lyon', { latestOnly: false })).results[0]?.memory).toContain('Lyon')
  })
})
