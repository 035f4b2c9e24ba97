import { describe, expect, it } from 'vitest'
import { LocketError } from '../../src/values/errors.js'
import type { KeywordIndex } from '../../src/index/keyword/keyword-index.js'
import { miniSearchIndex } from '../../src/index/keyword/minisearch-index.js'
import { Memory } from '../../src/memory.js'
import { hashEmbedder } from '../../src/testing/index.js'
import type { MemoryListener } from '../../src/engine/events.js'
import { start, STORES, stubEmbedder, texts } from './support.js'

describe('two instances of one name (hashEmbedder, IndexedDB)', () => {
  it('see what the other wrote, changed and erased in the next read', async () => {
    const rig = await start('IndexedDB')
    const other = await rig.open()
    const { results } = await rig.memory.add('My sister keeps bees.', { infer: false })
    const id = results[0]?.id as string
    expect(await texts(other.search('bees'))).toEqual(['My sister keeps bees.'])
    expect((await other.getAll()).total).toBe(1)
    await other.update(id, { text: 'My sister keeps goats.' })
    expect((await rig.memory.search('goats', { kinds: ['semantic'] })).results[0]?.memory).toBe(
      'My sister keeps goats.',
    )
    await rig.memory.delete(id)
    expect((await other.getAll()).total).toBe(0)
    await other.deleteAll()
    expect((await rig.memory.search('bees')).results).toEqual([])
    await rig.memory.add('anew')
    await other.reset()
    expect((await rig.memory.messages.list()).total).toBe(0)
  })

  it('that write the same fact at once make one row of it', async () => {
    const rig = await start('IndexedDB')
    const other = await rig.open()
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? other : rig.memory).add({ id: `m${i}`, content: 'I live in Lyon.' }, { infer: false }),
      ),
    )
    expect(added.map(({ results }) => results[0]?.event).sort()).toEqual([
      'ADD',
      ...Array.from({ length: 9 }, () => 'NONE'),
    ])
    expect(new Set(added.map(({ results }) => results[0]?.id)).size).toBe(1)
    const { results, total } = await rig.memory.getAll()
    expect(total).toBe(1)
    expect(results[0]?.evidence).toHaveLength(10)
    await Promise.all([rig.memory.idle(), other.idle()])
    expect((await rig.memory.health()).vectors.rows).toBe(10)
    expect((await other.health()).vectors.rows).toBe(10)
  })

  it('that resend one conversation at once store it once', async () => {
    const rig = await start('IndexedDB')
    const other = await rig.open()
    const talk = Array.from({ length: 50 }, (_, i) => `sentence ${i}`)
    const [a, b] = await Promise.all([rig.memory.add(talk), other.add(talk)])
    expect(a?.messages.map(({ id }) => id)).toEqual(b?.messages.map(({ id }) => id))
    expect((await other.messages.list()).total).toBe(50)
  })

  it('the one that stays embeds what the one that closed left', async () => {
    const rig = await start('IndexedDB')
    const stuck = await rig.open({ embedder: stubEmbedder({ load: () => Promise.reject(new Error('no model here')) }) })
    await stuck.add(['one', 'two'])
    await rig.memory.idle()
    expect((await rig.memory.health()).vectors.rows).toBe(0)
    const next = await rig.open()
    await stuck.close()
    await expect.poll(async () => (await next.health()).vectors.rows, { timeout: 30_000 }).toBe(2)
    await expect.poll(async () => (await next.health()).pending.jobs, { timeout: 30_000 }).toBe(0)
  })
})

describe.each(STORES)('open, close and events (hashEmbedder, %s)', (kind) => {
  it('everything is there after it was closed and opened again', async () => {
    const rig = await start(kind)
    const { results, operationId } = await rig.memory.add(['I live in Lyon.', '我住在里昂。'], {
      infer: false,
      metadata: { a: [1, { b: null }] },
    })
    await rig.memory.delete(results[1]?.id as string)
    const before = [
      await rig.memory.getAll({ status: ['active', 'deleted'] }),
      await rig.memory.messages.list(),
      await rig.memory.history(results[0]?.id as string),
    ]
    const again = await rig.reopen()
    expect([
      await again.getAll({ status: ['active', 'deleted'] }),
      await again.messages.list(),
      await again.history(results[0]?.id as string),
    ]).toEqual(before)
    expect((await again.search('Lyon')).results[0]?.memory).toBe('I live in Lyon.')
    expect((await again.search('里昂')).results[0]?.memory).toBe('我住在里昂。')
    await again.idle()
    expect(await again.health()).toMatchObject({
      vectors: { rows: 2 },
      pending: { jobs: 0 },
      counts: { messages: 2, memories: 2 },
    })
    await expect(again.undo(operationId)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('close() in the middle of add() loses nothing', async () => {
    let entered = () => {}
    const embedding = new Promise<void>((resolve) => (entered = resolve))
    const slow = stubEmbedder({
      embed: async (all, purpose, options) => {
        entered()
        await new Promise((resolve) => options?.signal?.addEventListener('abort', resolve))
        return hashEmbedder().embed(all, purpose)
      },
    })
    const rig = await start(kind, { embedder: slow })
    const adding = rig.memory.add(['one', 'two']).catch((error: unknown) => error)
    await embedding
    await rig.memory.close()
    const outcome = await adding
    if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'CLOSED' })
    else expect(outcome).toMatchObject({ messages: [{ status: 'added' }, { status: 'added' }] })
    const again = await rig.reopen({ embedder: hashEmbedder() })
    await again.idle()
    expect((await again.messages.list()).total).toBe(2)
    expect(await again.health()).toMatchObject({ vectors: { rows: 2 }, pending: { jobs: 0, documents: 0 } })
  })

  it('close() right behind add() settles both', async () => {
    const rig = await start(kind)
    const adding = rig.memory.add('one').catch((error: unknown) => error)
    const searching = rig.memory.search('one').catch((error: unknown) => error)
    await rig.memory.close()
    for (const outcome of [await adding, await searching])
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(LocketError)
    await rig.memory.close()
    const again = await rig.reopen()
    expect((await again.add('one')).messages[0]?.status).toMatch(/added|known/)
    expect((await again.messages.list()).total).toBe(1)
  })

  it('a plug that cannot be disposed of does not keep the work from the next instance', async () => {
    const index: KeywordIndex = { ...miniSearchIndex(), dispose: () => Promise.reject(new Error('stuck')) }
    const rig = await start(kind, {
      embedder: stubEmbedder({ load: () => Promise.reject(new Error('no model')) }),
      keywordIndex: index,
    })
    await rig.memory.add(['one', 'two'])
    await expect(rig.memory.close()).rejects.toThrow('stuck')
    index.dispose = () => Promise.resolve()
    const next = await rig.open({ embedder: hashEmbedder(), keywordIndex: miniSearchIndex() })
    await next.idle()
    expect((await next.health()).vectors.rows).toBe(2)
  })

  it('every call after close is CLOSED', async () => {
    const { memory } = await start(kind)
    const { results, operationId } = await memory.add('one', { infer: false })
    const id = results[0]?.id as string
    await memory.close()
    const calls: Record<string, () => unknown> = {
      add: () => memory.add('x'),
      search: () => memory.search('x'),
      context: () => memory.context('x'),
      get: () => memory.get(id),
      getAll: () => memory.getAll(),
      'messages.list': () => memory.messages.list(),
      'messages.get': () => memory.messages.get(id),
      'messages.delete': () => memory.messages.delete(id),
      update: () => memory.update(id, { text: 'x' }),
      delete: () => memory.delete(id),
      deleteAll: () => memory.deleteAll(),
      purge: () => memory.purge(id),
      history: () => memory.history(id),
      undo: () => memory.undo(operationId),
      reset: () => memory.reset(),
      subscribe: () => memory.subscribe(() => {}),
      idle: () => memory.idle(),
      pause: () => memory.pause(),
      resume: () => memory.resume(),
      health: () => memory.health(),
    }
    for (const [call, run] of Object.entries(calls))
      await expect((async () => run())(), call).rejects.toMatchObject({ name: 'InputError', code: 'CLOSED' })
  })

  it('tells subscribers what changed, until they leave; one that throws harms nobody', async () => {
    const { memory, warnings } = await start(kind)
    const events: Parameters<MemoryListener>[0][] = []
    memory.subscribe(() => {
      throw new Error('mine')
    })
    const leave = memory.subscribe((event) => events.push(event))
    const { results, messages } = await memory.add('one', { infer: false })
    const change = {
      type: 'change',
      messages: [messages[0]?.id],
      memories: [results[0]?.id],
      scopes: [{ userId: 'ana' }],
    }
    expect(events).toContainEqual(change)
    expect(events).toContainEqual({ type: 'work', pending: 0 })
    expect(warnings.some(({ cause }) => (cause as Error).message === 'mine')).toBe(true)
    events.length = 0
    await memory.purge(results[0]?.id as string)
    expect(events).toContainEqual(change)
    leave()
    events.length = 0
    await memory.add('two')
    expect(events).toEqual([])
    expect(() => memory.subscribe('x' as never)).toThrow(LocketError)
  })

  it('refuses to open what cannot be meant', async () => {
    const name = 'test-never-opened'
    const bad: unknown[] = [
      undefined,
      null,
      'x',
      [],
      {},
      { name: '' },
      { name: 5 },
      { name, scope: 'ana' },
      { name, scope: { user: 'ana' } },
      { name, scope: { userId: 5 } },
      { name, scoop: {} },
      { name, now: 5 },
      { name, newId: 'x' },
      { name, onWarning: 1 },
      { name, onProgress: {} },
      { name, embedder: true },
      { name, embedder: {} },
      { name, store: {} },
      { name, vectorIndex: 1 },
      { name, keywordIndex: {} },
      { name, models: 5 },
    ]
    for (const options of bad)
      await expect(Memory.open(options as never), JSON.stringify(options)).rejects.toBeInstanceOf(LocketError)
    expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(`locket:${name}`)
  })
})
