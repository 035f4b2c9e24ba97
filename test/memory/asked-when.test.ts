import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src/memory.js'
import type { SearchOptions } from '../../src/read/types.js'
import { start } from './support.js'

const referenceDate = '2026-05-20T15:00:00'

async function first(memory: Memory, query: string, options: SearchOptions = {}): Promise<string | undefined> {
  return (await memory.search(query, { referenceDate, ...options })).results[0]?.id
}

async function dates(memory: Memory, query: string, options: SearchOptions = {}): Promise<Record<string, number>> {
  const { results } = await memory.search(query, { referenceDate, explain: true, ...options })
  return Object.fromEntries(
    results.map(({ id, explanation }) => [id, explanation?.find(({ signal }) => signal === 'date')?.raw ?? 0]),
  )
}

describe('when (hashEmbedder)', () => {
  it('prefers what was said when the question says, counted from referenceDate', async () => {
    const { memory } = await start()
    await memory.add([
      { id: 'winter', content: 'We ate fish at the harbour.', at: '2026-01-10T12:00:00' },
      { id: 'week', content: 'We ate fish at the market.', at: '2026-05-13T12:00:00' },
      { id: 'friday', content: 'We ate fish at the pier.', at: '2026-05-15T12:00:00' },
      { id: 'yesterday', content: 'We ate fish at the inn.', at: '2026-05-19T12:00:00' },
    ])
    for (const [query, id] of [
      ['Where did we eat fish yesterday?', 'yesterday'],
      ['Where did we eat fish last Friday?', 'friday'],
      ['where did we eat fish a week ago', 'week'],
      ['Where did we eat fish last winter?', 'winter'],
      ['Where did we eat fish four months ago?', 'winter'],
    ] as const)
      expect(await first(memory, query), query).toBe(id)
    expect(await first(memory, 'Where did we eat fish yesterday?', { referenceDate: '2026-05-16' })).toBe('friday')
    expect(await dates(memory, 'Where did we eat fish?')).toEqual({ winter: 0, week: 0, friday: 0, yesterday: 0 })
    // Nothing is of then: whatever answers best.
    expect(
      Object.values(await dates(memory, 'Where did we eat fish last Tuesday?', { referenceDate: '2030-01-01' })),
    ).toEqual([0, 0, 0, 0])
    await expect(memory.search('fish', { referenceDate: 'yesterday' })).rejects.toMatchObject({ code: 'INVALID_DATE' })
  })

  it('does so in Chinese', async () => {
    const { memory } = await start()
    await memory.add([
      { id: 'winter', content: '我们在港口吃了鱼。', at: '2026-01-10T12:00:00' },
      { id: 'friday', content: '我们在码头吃了鱼。', at: '2026-05-15T12:00:00' },
      { id: 'yesterday', content: '我们在饭馆吃了鱼。', at: '2026-05-19T12:00:00' },
    ])
    for (const [query, id] of [
      ['昨天我们在哪里吃鱼？', 'yesterday'],
      ['上周五我们在哪里吃了鱼？', 'friday'],
      ['去年冬天我们在哪里吃了鱼？', 'winter'],
      ['四个月前我们在哪里吃鱼？', 'winter'],
    ] as const)
      expect(await first(memory, query), query).toBe(id)
    expect(await first(memory, '昨天我们在哪里吃鱼？', { referenceDate: '2026-05-16' })).toBe('friday')
  })

  it.each([
    [
      'en',
      'Last Friday I went to the dentist.',
      'Today I went to the baker.',
      'Where did I go last Friday?',
      'Where did I go on Monday?',
    ],
    ['zh', '上周五我去了杭州。', '今天我去了面包店。', '上周五我去了哪里？', '周一我去了哪里？'],
  ])(
    'knows when something happened, and when it was only told (rules, %s)',
    async (_, told, today, onFriday, onMonday) => {
      const { memory } = await start('inMemoryStore', { extractor: undefined as never })
      await memory.add([
        { id: 'told', content: told, at: '2026-05-18T12:00:00' },
        { id: 'today', content: today, at: '2026-05-18T12:01:00' },
      ])
      await memory.idle()
      const friday = await dates(memory, onFriday)
      const monday = await dates(memory, onMonday)
      expect([friday['told'], friday['today']]).toEqual([1, 0])
      expect([monday['told'], monday['today']]).toEqual([0.5, 1])
    },
  )

  it('takes the nearest year of a date without one', async () => {
    const { memory } = await start()
    await memory.add([
      { id: '2024', content: 'We ate fish at the harbour.', at: '2024-05-04T12:00:00' },
      { id: '2026', content: 'We ate fish at the market.', at: '2026-05-04T12:00:00' },
    ])
    for (const query of ['Where did we eat fish on 4 May?', 'Where did we eat fish in May?', '5月4日 fish']) {
      expect(await dates(memory, query), query).toEqual({ 2024: 0.5, 2026: 1 })
      expect(await dates(memory, query, { referenceDate: '2024-06-01' }), query).toEqual({ 2024: 1, 2026: 0.5 })
    }
    expect(await dates(memory, 'Where did we eat fish on 4 May 2024?')).toEqual({ 2024: 1, 2026: 0 })
    expect(await dates(memory, 'Where did we eat fish last May?', { referenceDate: '2025-01-01' })).toEqual({
      2024: 1,
      2026: 0,
    })
  })

  it.each([
    [
      'en',
      ['I rent a room with a green door.', 'I moved to Lisbon.', 'I rent a flat with a blue door.'],
      'Which door did I have before I moved to Lisbon?',
      'Which door did I have after I moved to Lisbon?',
    ],
    [
      'zh',
      ['我租的房间有一扇绿色的门。', '我搬家到了上海。', '我租的公寓有一扇蓝色的门。'],
      '我搬家到上海之前的门是什么颜色？',
      '我搬家到上海之后的门是什么颜色？',
    ],
  ])('counts from an event that the store knows of (%s)', async (_, [old, event, now], before, after) => {
    const { memory } = await start()
    await memory.add([
      { id: 'old', content: old as string, at: '2026-01-10T12:00:00' },
      { id: 'event', content: event as string, at: '2026-02-10T12:00:00' },
      { id: 'now', content: now as string, at: '2026-03-10T12:00:00' },
    ])
    expect(await dates(memory, before)).toMatchObject({ old: 0.5, now: 0 })
    expect(await dates(memory, after)).toMatchObject({ old: 0, now: 0.5 })
    const order = async (query: string): Promise<string[]> =>
      (await memory.search(query, { referenceDate })).results.map(({ id }) => id).filter((id) => id !== 'event')
    expect(await order(before)).toEqual(['old', 'now'])
    expect(await order(after)).toEqual(['now', 'old'])
    expect((await memory.why(before, 'old', { referenceDate })).reason).toBe('shown')
  })

  it.each([
    [
      'I live in Berlin.',
      'I moved to Lisbon, I live in Lisbon now.',
      'Where did I live before I moved to Lisbon?',
      'Where do I live?',
    ],
    ['我住在北京。', '我搬到上海了，现在住在上海。', '我搬到上海之前住在哪里？', '我住在哪里？'],
  ])(
    'does not hold against a text that it is no longer so when that is asked (rules): %s',
    async (old, now, past, present) => {
      const { memory } = await start('inMemoryStore', { extractor: undefined as never })
      await memory.add([{ id: 'old', content: old, at: '2026-01-10T12:00:00' }])
      await memory.add([{ id: 'now', content: now, at: '2026-02-10T12:00:00' }])
      await memory.idle()
      const outdated = async (query: string): Promise<number | undefined> =>
        (await memory.search(query, { explain: true })).results
          .find(({ id }) => id === 'old')
          ?.explanation?.find(({ signal }) => signal === 'outdated')?.raw
      expect(await outdated(present)).toBe(1)
      expect(await outdated(past)).toBe(0)
    },
  )
})
