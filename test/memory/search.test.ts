import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src/memory.js'
import { scoringFor } from '../../src/read/rank/fuse.js'
import { hashEmbedder } from '../../src/testing/index.js'
import { DAY, start, STORES, stubEmbedder, texts } from './support.js'

async function seeded(kind: (typeof STORES)[number]): Promise<Memory> {
  const { memory } = await start(kind)
  await memory.add([
    {
      id: 'bees',
      content: 'My sister keeps bees on the roof.',
      at: '2026-05-01T09:00:00Z',
      metadata: { topic: 'family', stars: 5, place: { city: 'Lyon' } },
    },
    {
      id: 'hives',
      role: 'assistant',
      content: 'How many hives does she keep?',
      at: '2026-05-01T09:01:00Z',
      metadata: { topic: 'family', stars: 1 },
    },
    { id: 'two', content: 'Two, and she sells the honey.', at: '2026-05-01T09:02:00Z' },
    {
      id: 'car',
      content: 'The car is on level three.',
      at: '2026-05-04T18:00:00Z',
      metadata: { topic: 'car', stars: 3, tags: ['parking', 'Blue'] },
    },
    { id: 'tea', name: 'Ben', content: 'Green tea in the morning.', at: '2026-05-09T07:00:00Z' },
  ])
  await memory.add('Ana likes honey.', {
    infer: false,
    evidence: [{ messageId: 'two', quote: 'she sells the honey' }],
    categories: ['food'],
    kind: 'procedural',
  })
  return memory
}

describe.each(STORES)('search (hashEmbedder, %s)', (kind) => {
  it('ranks what answers first, and says how it searched', async () => {
    const memory = await seeded(kind)
    const { results, report } = await memory.search('Who keeps bees?')
    expect(results[0]).toMatchObject({
      id: 'bees',
      messageId: 'bees',
      kind: 'episodic',
      role: 'user',
      at: '2026-05-01T09:00:00.000Z',
      userId: 'ana',
      metadata: { topic: 'family' },
    })
    expect(report).toEqual({ dense: 'used', keywords: 'used', searched: 6, unknownShare: 0, problems: [] })
    for (const [i, { score }] of results.entries()) {
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(results[i - 1]?.score ?? 1)
    }
  })

  it('returns at most topK, and nothing below the threshold', async () => {
    const memory = await seeded(kind)
    const all = (await memory.search('honey bees')).results
    expect(all.length).toBe(6)
    expect((await memory.search('honey bees', { topK: 2 })).results.map(({ id }) => id)).toEqual(
      all.slice(0, 2).map(({ id }) => id),
    )
    const threshold = all[1]?.score as number
    expect((await memory.search('honey bees', { threshold })).results).toHaveLength(2)
    expect((await memory.search('honey bees', { threshold: 1 })).results).toEqual([])
  })

  it('keeps to the kinds and filters asked for', async () => {
    const memory = await seeded(kind)
    const ids = async (options: object) =>
      (await memory.search('honey', { ...options, explain: false })).results
        .map(({ id, memory: text }) => (text === 'Ana likes honey.' ? 'fact' : id))
        .sort()
    expect(await ids({ kinds: ['procedural'] })).toEqual(['fact'])
    expect(await ids({ kinds: ['episodic'] })).toEqual(['bees', 'car', 'hives', 'tea', 'two'])
    expect(await ids({ kinds: ['semantic'] })).toEqual([])
    expect(await ids({ filters: { topic: 'family' } })).toEqual(['bees', 'hives'])
    expect(await ids({ filters: { 'metadata.place.city': 'Lyon' } })).toEqual(['bees'])
    expect(await ids({ filters: { tags: { icontains: 'blue' } } })).toEqual(['car'])
    expect(await ids({ filters: { categories: { contains: 'food' } } })).toEqual(['fact'])
    expect(await ids({ filters: { at: { gte: '2026-05-04', lt: new Date('2026-05-05T00:00:00Z') } } })).toEqual(['car'])
    expect(await ids({ filters: { role: 'assistant' } })).toEqual(['hives'])
    expect(await ids({ filters: { name: '*' } })).toEqual(['tea'])
    expect(
      await ids({
        filters: {
          OR: [
            { AND: [{ topic: 'family' }, { stars: { gt: 2, lt: 9 } }] },
            { NOT: [{ topic: '*' }, { categories: '*' }] },
          ],
        },
      }),
    ).toEqual(['bees', 'tea', 'two'])
    expect(await ids({ filters: { constructor: '*' } })).toEqual([])
  })

  it('explains each score: it grows with the ranking value, to which the shares sum; ranks are places', async () => {
    const memory = await seeded(kind)
    const { results } = await memory.search('Who keeps bees on 1 May?', { explain: true })
    // What the store lacks of the query's words is the same for all of them.
    const lacks = results.map(
      ({ score, explanation = [] }) =>
        Math.log(1 / score - 1) + explanation.reduce((sum, { share }) => sum + share, 0) / scoringFor([]).spread,
    )
    for (const { explanation } of results) {
      expect(Math.max(...lacks) - Math.min(...lacks)).toBeLessThan(1e-9)
      for (const { rank } of explanation ?? [])
        expect(rank >= 1 && rank <= results.length && Number.isInteger(rank)).toBe(true)
    }
    const first = Object.fromEntries(results[0]?.explanation?.map((signal) => [signal.signal, signal]) ?? [])
    expect(first.meaning?.rank).toBe(1)
    expect(first.meaning?.raw).toBeGreaterThan(0)
    expect(first.meaning?.raw).toBeLessThanOrEqual(1.0001)
    expect(first.date).toMatchObject({ raw: 1, rank: 1 })
    expect((await memory.search('bees')).results[0]).not.toHaveProperty('explanation')
  })

  it('finds what was said on a date that the query names', async () => {
    const memory = await seeded(kind)
    expect((await memory.search('What happened on 4 May 2026?')).results[0]?.id).toBe('car')
    expect((await memory.search('5月4日发生了什么？')).results[0]?.id).toBe('car')
  })

  it('shows the messages around a hit and the evidence of a fact', async () => {
    const memory = await seeded(kind)
    const { results } = await memory.search('hives honey bees')
    const hit = (id: string) => results.find((result) => result.id === id)
    expect(hit('hives')).toMatchObject({
      before: { messageId: 'bees', quote: 'My sister keeps bees on the roof.' },
      after: { messageId: 'two', role: 'user' },
    })
    expect(hit('bees')).not.toHaveProperty('before')
    // Days later: another session.
    expect(hit('two')).not.toHaveProperty('after')
    expect(hit('two')?.evidence).toEqual([
      expect.objectContaining({ messageId: 'two', quote: 'Two, and she sells the honey.' }),
    ])
    expect(results.find(({ kind: kindOf }) => kindOf === 'procedural')?.evidence).toEqual([
      { messageId: 'two', quote: 'she sells the honey', role: 'user', at: '2026-05-01T09:02:00.000Z' },
    ])
    await memory.messages.delete('hives')
    expect((await memory.search('bees')).results.find(({ id }) => id === 'bees')).toMatchObject({
      after: { messageId: 'two' },
    })
  })

  it('takes a vector that the caller has already', async () => {
    const { embed } = hashEmbedder()
    const asked: string[] = []
    const { memory } = await start(kind, {
      embedder: stubEmbedder({
        embed: (all, purpose) => {
          if (purpose === 'query') asked.push(...all)
          return embed(all, purpose)
        },
      }),
    })
    await memory.add(['alpha beta', 'gamma delta'])
    const vector = (await embed(['gamma delta'], 'query'))[0]?.vectors[0] as Float32Array
    expect((await memory.search('nothing in common', { vector })).results[0]?.memory).toBe('gamma delta')
    expect(asked).toEqual([])
    for (const [bad, code] of [
      [new Float32Array(3).fill(1), 'DIMENSION_MISMATCH'],
      [new Float32Array(64), 'INVALID_VECTOR'],
      [new Float32Array(64).fill(Number.NaN), 'INVALID_VECTOR'],
      [[1, 2], 'INVALID_INPUT'],
    ] as const)
      await expect(memory.search('x', { vector: bad as never })).rejects.toMatchObject({ code })
  })

  it('answers by keywords alone without an embedder', async () => {
    const { memory } = await start(kind, { embedder: false })
    await memory.add(['My sister keeps bees.', 'The car is on level three.', '我妹妹在楼顶养蜜蜂。'])
    expect(await texts(memory.search('bees'))).toEqual(['My sister keeps bees.', 'The car is on level three.'])
    expect((await memory.search('蜜蜂')).results[0]?.memory).toBe('我妹妹在楼顶养蜜蜂。')
    const context = await memory.context('bees', { threshold: 0 })
    expect(context.text).toContain('keeps bees')
    expect(context.tokens).toBeGreaterThan(0)
  })

  it('ends with ABORTED when told to', async () => {
    const memory = await seeded(kind)
    const controller = new AbortController()
    const pending = memory.search('bees', { signal: controller.signal })
    controller.abort()
    await expect(pending).rejects.toMatchObject({ name: 'LocketError', code: 'ABORTED' })
    await expect(memory.search('bees', { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
    await expect(memory.context('bees', { signal: AbortSignal.abort('enough') })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    expect((await memory.search('bees', { signal: new AbortController().signal })).results[0]?.id).toBe('bees')
  })

  it('ranks sensibly with three memories', async () => {
    const { memory } = await start(kind)
    await memory.add(['I am allergic to wool.', 'My sister keeps bees.', 'The car is on level three.'], {
      infer: false,
    })
    for (const [query, answer] of [
      ['wool allergy', 'I am allergic to wool.'],
      ['sister bees', 'My sister keeps bees.'],
      ['car level', 'The car is on level three.'],
    ] as const) {
      const { results } = await memory.search(query)
      expect(results[0]?.memory).toBe(answer)
      expect(results[0]?.score).toBeGreaterThan(results[1]?.score ?? 0)
    }
  })

  it('names the option that was meant', async () => {
    const memory = await seeded(kind)
    for (const [option, meant] of [
      ['limit', 'topK'],
      ['topk', 'topK'],
      ['filter', 'filters'],
      ['user', 'userId'],
      ['treshold', 'threshold'],
    ] as const) {
      const failure = await memory.search('x', { [option]: 1 }).catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 'UNKNOWN_OPTION' })
      expect((failure as Error).message, option).toContain(meant)
    }
    for (const bad of [
      { topK: 0 },
      { topK: 1.5 },
      { topK: 1001 },
      { topK: '3' },
      { threshold: 2 },
      { threshold: Number.NaN },
      { kinds: [] },
      { kinds: ['fact'] },
      { explain: 1 },
      { signal: {} },
    ])
      await expect(memory.search('x', bad as never), JSON.stringify(bad)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    await expect(memory.search('x', { filters: { stars: { greater: 1 } } })).rejects.toMatchObject({
      code: 'UNKNOWN_OPERATOR',
    })
    for (const query of ['', '  ', undefined, 5, null])
      await expect(memory.search(query as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('finds a message the moment it was added, whatever the clock does', async () => {
    const { memory, clock } = await start(kind)
    await memory.add('first bees', { infer: false })
    clock.advance(-400 * DAY)
    await memory.add('second bees', { infer: false })
    expect((await texts(memory.search('bees'))).sort()).toEqual(['first bees', 'second bees'])
    expect(await texts(memory.getAll({ order: 'asc' }))).toEqual(['first bees', 'second bees'])
    expect(await texts(memory.getAll({ order: 'asc', sort: 'createdAt' }))).toEqual(['second bees', 'first bees'])
  })
})
