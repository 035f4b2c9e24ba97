import { describe, expect, it } from 'vitest'
import type { MemoryItem } from '../../src/read/types.js'
import { DAY, start, STORES, texts } from './support.js'

describe.each(STORES)('lists (hashEmbedder, %s)', (kind) => {
  it('pages through everything once, whatever is added in between', async () => {
    const { memory, clock } = await start(kind)
    for (let i = 0; i < 25; i++) {
      // Times tie in pairs: the order of writing decides.
      clock.advance(i % 2)
      await memory.add(`fact ${i}`, { infer: false })
    }
    for (const order of ['asc', 'desc'] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await memory.getAll({ limit: 7, order, ...(cursor === undefined ? {} : { cursor }) })
        seen.push(...page.results.map(({ memory: text }) => text))
        cursor = page.next
        await memory.add(`late ${order} ${seen.length}`, { infer: false })
      } while (cursor !== undefined)
      const expected = Array.from({ length: 25 }, (_, i) => `fact ${i}`)
      expect(seen.filter((text) => text.startsWith('fact'))).toEqual(order === 'asc' ? expected : expected.reverse())
      expect(new Set(seen).size).toBe(seen.length)
    }
    for (const cursor of ['', 'x', '1:x', 5, null])
      await expect(memory.getAll({ cursor: cursor as string })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('hands out cursors that it takes, with a clock that counts fractions too', async () => {
    const { memory } = await start(kind, { now: () => 1_750_000_000_000.25 })
    await memory.add(['one', 'two', 'three'])
    const first = await memory.messages.list({ limit: 2 })
    expect(
      (await memory.messages.list({ limit: 2, cursor: first.next as string })).results.map(({ content }) => content),
    ).toEqual(['one'])
  })

  it('sorts by any time, either way', async () => {
    const { memory, clock } = await start(kind)
    const ids: string[] = []
    for (const [text, at] of [
      ['a', '2026-03-03'],
      ['b', '2026-01-01'],
      ['c', '2026-02-02'],
    ] as const) {
      clock.advance(1_000)
      ids.push((await memory.add(text, { infer: false, at })).results[0]?.id as string)
    }
    clock.advance(1_000)
    await memory.update(ids[1] as string, { categories: ['x'] })
    expect(await texts(memory.getAll())).toEqual(['c', 'b', 'a'])
    expect(await texts(memory.getAll({ sort: 'at', order: 'asc' }))).toEqual(['b', 'c', 'a'])
    expect(await texts(memory.getAll({ sort: 'updatedAt' }))).toEqual(['b', 'c', 'a'])
    expect((await memory.messages.list({ sort: 'at' })).results.map(({ content }) => content)).toEqual(['a', 'c', 'b'])
    for (const bad of [{ sort: 'size' }, { sort: 1n }, { order: Object.create(null) }, { limit: 0 }])
      await expect(memory.getAll(bad as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('lists by status, filters and kinds, and counts all that match', async () => {
    const { memory, clock } = await start(kind)
    const add = async (text: string, options: object) =>
      (await memory.add(text, { infer: false, ...options })).results[0]?.id as string
    const gone = await add('gone', { metadata: { n: 1 } })
    await add('kept', { metadata: { n: 2 }, kind: 'procedural' })
    await add('expired', { metadata: { n: 3 }, expiresAt: clock.now() - 1 })
    await memory.delete(gone)
    expect(await texts(memory.getAll())).toEqual(['kept'])
    expect(await texts(memory.getAll({ status: ['deleted'] }))).toEqual(['gone'])
    expect((await texts(memory.getAll({ status: ['deleted', 'active'] }))).sort()).toEqual(['gone', 'kept'])
    expect(await texts(memory.getAll({ status: ['deleted'], filters: { n: { lt: 2 }, status: 'deleted' } }))).toEqual([
      'gone',
    ])
    expect(await texts(memory.getAll({ status: ['deleted'], filters: { n: 2 } }))).toEqual([])
    expect(await texts(memory.getAll({ kinds: ['procedural'] }))).toEqual(['kept'])
    expect(await memory.getAll({ limit: 1, status: ['deleted', 'active'] })).toMatchObject({
      total: 2,
      next: expect.any(String),
    })
    for (const status of ['deleted', [], ['gone'], 5])
      await expect(memory.getAll({ status: status as never })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('gets memories and messages by id, deleted ones included', async () => {
    const { memory } = await start(kind)
    const { results, messages } = await memory.add('I live in Lyon.', { infer: false })
    const id = results[0]?.id as string
    await memory.delete(id, { withEvidence: true, reason: 'moved' })
    expect(await memory.get(id)).toMatchObject({ memory: 'I live in Lyon.', status: 'deleted', revision: 2 })
    expect(await memory.get(messages[0]?.id as string)).toMatchObject({ content: 'I live in Lyon.', status: 'hidden' })
    expect(await memory.get('nobody')).toBeNull()
    for (const bad of ['', 5, null, undefined, {}])
      await expect(memory.get(bad as string)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

describe.each(STORES)('update (hashEmbedder, %s)', (kind) => {
  it('is found by its new words and not by the old ones', async () => {
    const { memory, clock } = await start(kind)
    const { results, messages } = await memory.add('I adore liquorice.', { infer: false })
    clock.advance(DAY)
    const updated = await memory.update(results[0]?.id as string, { text: 'I adore marzipan.' }, { reason: 'misheard' })
    expect(updated).toMatchObject({
      id: results[0]?.id,
      memory: 'I adore marzipan.',
      revision: 2,
      updatedAt: new Date(clock.now()).toISOString(),
      evidence: [{ messageId: messages[0]?.id }],
    })
    const found = await memory.search('marzipan', { kinds: ['semantic'], explain: true })
    expect(found.results[0]?.id).toBe(updated.id)
    const words = (hit: typeof found) => hit.results[0]?.explanation?.find(({ signal }) => signal === 'words')?.raw
    const meaning = (hit: typeof found) =>
      hit.results[0]?.explanation?.find(({ signal }) => signal === 'meaning')?.raw as number
    expect(words(found)).toBeGreaterThan(0)
    const old = await memory.search('liquorice', { kinds: ['semantic'], explain: true })
    expect(words(old) ?? 0).toBe(0)
    expect(meaning(found)).toBeGreaterThan(meaning(old) + 0.3)
    // What was said stays as it was said.
    expect((await memory.search('liquorice', { kinds: ['episodic'] })).results[0]?.memory).toBe('I adore liquorice.')
    expect(
      (await memory.history(updated.id)).map(({ event, before, after, reason }) => ({ event, before, after, reason })),
    ).toEqual([
      { event: 'ADD', before: undefined, after: 'I adore liquorice.', reason: undefined },
      { event: 'UPDATE', before: 'I adore liquorice.', after: 'I adore marzipan.', reason: 'misheard' },
    ])
    await memory.idle()
    expect((await memory.health()).vectors.rows).toBe(2)
  })

  it('removes with null, leaves with undefined', async () => {
    const { memory, clock } = await start(kind)
    const { results } = await memory.add('x', {
      infer: false,
      metadata: { a: 1 },
      categories: ['c'],
      expiresAt: clock.now() + DAY,
    })
    const id = results[0]?.id as string
    expect(await memory.update(id, { metadata: { b: 2 }, categories: undefined as never })).toMatchObject({
      metadata: { b: 2 },
      categories: ['c'],
    })
    const bare = await memory.update(id, { metadata: null, categories: null, expiresAt: null })
    for (const key of ['metadata', 'categories', 'expiresAt']) expect(bare).not.toHaveProperty(key)
    clock.advance(2 * DAY)
    expect((await memory.getAll()).total).toBe(1)
  })

  it('fails with CONFLICT when the revision moved or another memory says the same', async () => {
    const { memory } = await start(kind)
    const { results } = await memory.add(['one', 'two'], { infer: false })
    const [one, two] = results.map(({ id }) => id) as [string, string]
    await memory.update(one, { text: 'uno' }, { ifRevision: 1 })
    await expect(memory.update(one, { text: 'eins' }, { ifRevision: 1 })).rejects.toMatchObject({
      name: 'ConflictError',
      code: 'CONFLICT',
    })
    await expect(memory.delete(one, { ifRevision: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(memory.delete(one, { ifRevision: 1, purge: true })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(memory.update(two, { text: ' uno ' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await texts(memory.getAll({ order: 'asc' }))).toEqual(['uno', 'two'])
    for (const bad of [{ ifRevision: '2' }, { ifRevision: Number.NaN }, { reason: 5 }, { reason: () => 1 }]) {
      await expect(memory.update(one, { text: 'x' }, bad as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      await expect(memory.delete(one, bad as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    }
    for (const bad of [
      { text: '' },
      { text: 5 },
      { text: null },
      { categories: 'x' },
      { expiresAt: 'soon' },
      { metadata: [] },
      null,
      5,
    ])
      await expect(memory.update(one, bad as never)).rejects.toMatchObject({ name: 'InputError' })
    await expect(memory.update(one, { txt: 'x' } as never)).rejects.toMatchObject({
      code: 'UNKNOWN_OPTION',
      hint: 'Did you mean "text"?',
    })
    await expect(memory.update('nobody', { text: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe.each(STORES)('delete and undo (hashEmbedder, %s)', (kind) => {
  it('deletes, undoes, and undoes the undo', async () => {
    const { memory } = await start(kind)
    const { results } = await memory.add('I live in Lyon.', { infer: false })
    const id = results[0]?.id as string
    const there = async () => [
      (await memory.getAll()).total,
      (await memory.search('Lyon', { kinds: ['semantic'] })).results.length,
    ]
    const deleted = await memory.delete(id)
    expect(deleted.count).toBe(1)
    expect(await there()).toEqual([0, 0])
    const undone = await memory.undo(deleted.operationId)
    expect(await there()).toEqual([1, 1])
    expect(await memory.get(id)).toMatchObject({ status: 'active', revision: 3 })
    await memory.undo(undone.operationId)
    expect(await there()).toEqual([0, 0])
    expect((await memory.history(id)).map(({ event }) => event)).toEqual(['ADD', 'DELETE', 'RESTORE', 'RESTORE'])
    await expect(memory.undo(deleted.operationId)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(memory.undo('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('undoes an update, words and vectors included', async () => {
    const { memory } = await start(kind)
    const { results } = await memory.add('I adore liquorice.', { infer: false })
    const id = results[0]?.id as string
    await memory.update(id, { text: 'I adore marzipan.' })
    const operationId = (await memory.history(id)).at(-1)?.operationId as string
    await memory.undo(operationId)
    await memory.idle()
    expect((await memory.search('liquorice')).results[0]).toMatchObject({ id, memory: 'I adore liquorice.' })
    expect((await memory.search('liquorice')).results).toHaveLength(1)
    expect((await memory.health()).vectors.rows).toBe(1)
  })

  it('undoes an add as a whole, or not at all when a later operation touched its rows', async () => {
    const { memory } = await start(kind)
    const first = await memory.add(['one', 'two'], { infer: false })
    await memory.update(first.results[1]?.id as string, { text: 'deux' })
    await expect(memory.undo(first.operationId)).rejects.toMatchObject({ name: 'ConflictError', code: 'CONFLICT' })
    expect((await memory.getAll()).total).toBe(2)
    const second = await memory.add(['three', 'four'], { infer: false })
    const undone = await memory.undo(second.operationId)
    expect(undone.count).toBe(4)
    expect((await memory.messages.list()).total).toBe(2)
    await memory.undo(undone.operationId)
    expect((await memory.messages.list()).total).toBe(4)
    expect((await memory.search('three')).results[0]?.memory).toBe('three')
  })

  it('cannot restore a fact that was said anew meanwhile', async () => {
    const { memory } = await start(kind)
    const { results } = await memory.add({ id: 'a', content: 'I live in Lyon.' }, { infer: false })
    const { operationId } = await memory.delete(results[0]?.id as string)
    await memory.add({ id: 'b', content: 'I live in Lyon.' }, { infer: false })
    await expect(memory.undo(operationId)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await memory.getAll()).total).toBe(1)
  })

  it('hides the messages too with withEvidence, and undo shows them again', async () => {
    const { memory } = await start(kind)
    const { results } = await memory.add(['I live in Lyon.', 'It rains.'], { infer: false })
    const { operationId, count } = await memory.delete(results[0]?.id as string, { withEvidence: true })
    expect(count).toBe(2)
    expect((await memory.search('Lyon')).results.some(({ memory: text }) => text.includes('Lyon'))).toBe(false)
    expect((await memory.messages.list()).total).toBe(1)
    await memory.undo(operationId)
    expect((await memory.messages.list()).total).toBe(2)
    expect((await memory.search('Lyon')).results[0]?.memory).toBe('I live in Lyon.')
  })

  it('closes what rests on a deleted message alone, and undo brings all of it back', async () => {
    const { memory } = await start(kind)
    await memory.add([
      { id: 'a', content: 'We moved to Lyon in May.' },
      { id: 'b', content: 'Lyon is fine.' },
    ])
    const fact = async (text: string, ...from: string[]) =>
      (await memory.add(text, { infer: false, evidence: from.map((messageId) => ({ messageId, quote: 'Lyon' })) }))
        .results[0]?.id as string
    const alone = await fact('They moved in May.', 'a')
    const shared = await fact('They live in Lyon.', 'a', 'b')
    const { operationId, count } = await memory.messages.delete('a')
    expect(count).toBe(3)
    expect(await memory.get(alone)).toMatchObject({ status: 'deleted' })
    expect(await memory.get(shared)).toMatchObject({ status: 'active', evidence: [{ messageId: 'b', quote: 'Lyon' }] })
    expect(await memory.get('a')).toMatchObject({ status: 'deleted' })
    expect((await memory.search('moved May')).results.some(({ memory: text }) => text.includes('May'))).toBe(false)
    await memory.undo(operationId)
    expect(await memory.get(alone)).toMatchObject({ status: 'active' })
    expect(((await memory.get(shared)) as MemoryItem).evidence).toHaveLength(2)
    expect((await memory.messages.list()).total).toBe(2)
  })

  it('keeps a fact that another message had said too, with words and a vector of its own', async () => {
    const { memory } = await start(kind)
    const { results } = await memory.add(
      [
        { id: 'a', content: 'I live in Lyon.' },
        { id: 'b', content: 'I live  in Lyon.' },
      ],
      { infer: false },
    )
    const id = results[0]?.id as string
    const { operationId } = await memory.messages.delete('a')
    await memory.idle()
    expect((await memory.search('Lyon')).results.map((hit) => hit.id).sort()).toEqual(['b', id].sort())
    expect((await memory.health()).vectors.rows).toBe(3)
    await memory.undo(operationId)
    await memory.idle()
    expect((await memory.search('Lyon')).results.map((hit) => hit.id).sort()).toEqual(['b', id].sort())
    expect((await memory.health()).vectors.rows).toBe(2)
  })

  it('takes ids of the kind that the call is about only', async () => {
    const { memory } = await start(kind)
    const { results, messages } = await memory.add('I live in Lyon.', { infer: false })
    const [id, messageId] = [results[0]?.id as string, messages[0]?.id as string]
    for (const purge of [false, true]) {
      await expect(memory.delete(messageId, { purge })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(memory.messages.delete(id, { purge })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await expect(memory.messages.delete(messageId, { purge: true, ifRevision: 7 })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect((await memory.messages.delete(messageId, { purge: true, ifRevision: 1 })).count).toBe(2)
    await expect(memory.history(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
