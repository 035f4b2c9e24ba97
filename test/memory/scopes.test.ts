import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/values/errors.js'
import type { Memory } from '../../src/memory.js'
import { SCOPE_FIELDS, scopeMatches, type Scope } from '../../src/values/scope.js'
import { start, STORES, texts } from './support.js'

const NOBODY = { scope: {} }

describe.each(STORES)('scopes (hashEmbedder, %s)', (kind) => {
  it('reads match the ids given and ignore the others; writes carry exactly the ids given', async () => {
    const { memory } = await start(kind, NOBODY)
    await memory.add('tea for ana', { userId: 'ana' })
    await memory.add('tea in the first run', { userId: 'ana', runId: 'r1' })
    await memory.add('tea with the coach', { userId: 'ana', agentId: 'coach' })
    await memory.add('tea for ben', { user_id: 'ben' })
    const found = async (scope: Scope) => (await texts(memory.search('tea', scope))).sort()
    expect(await found({ userId: 'ana' })).toEqual(['tea for ana', 'tea in the first run', 'tea with the coach'])
    expect(await found({ runId: 'r1' })).toEqual(['tea in the first run'])
    expect(await found({ userId: 'ana', agentId: 'coach' })).toEqual(['tea with the coach'])
    expect(await found({ userId: 'ben', runId: 'r1' })).toEqual([])
    expect((await memory.messages.list({ userId: 'ana', runId: 'r1' })).results[0]).toMatchObject({
      userId: 'ana',
      runId: 'r1',
    })
    expect((await memory.messages.list({ userId: 'ben' })).results[0]).not.toHaveProperty('runId')
  })

  it('takes ids from the defaults, the filters and the call, the later over the earlier', async () => {
    const { memory } = await start(kind, { scope: { userId: 'ana', runId: 'r1' } })
    await memory.add('tea in r1')
    await memory.add('tea in r2', { runId: 'r2' })
    await memory.add('tea in no run', { runId: null as never })
    await memory.add('tea for ben', { userId: 'ben' })
    const found = async (options: object) => (await texts(memory.search('tea', options))).sort()
    expect(await found({})).toEqual(['tea in r1'])
    expect(await found({ filters: { run_id: 'r2' } })).toEqual(['tea in r2'])
    expect(await found({ filters: { AND: [{ runId: { eq: 'r2' } }] } })).toEqual(['tea in r2'])
    expect(await found({ filters: { runId: '*' } })).toEqual(['tea in r1', 'tea in r2'])
    expect(await found({ runId: null })).toEqual(['tea in no run', 'tea in r1', 'tea in r2'])
    expect(await found({ filters: { userId: { in: ['ana', 'ben'] } } })).toEqual(['tea for ben', 'tea in r1'])
    expect(await found({ userId: 'ana', filters: { userId: 'ben' } })).toEqual([])
  })

  it('demands an identity, and names reset() to whoever would erase everything', async () => {
    const { memory } = await start(kind, NOBODY)
    const calls: Record<string, () => Promise<unknown>> = {
      add: () => memory.add('x'),
      search: () => memory.search('x'),
      context: () => memory.context('x'),
      getAll: () => memory.getAll(),
      list: () => memory.messages.list(),
      'filter on something else': () => memory.search('x', { filters: { topic: 'tea' } }),
      'filter with OR': () => memory.getAll({ filters: { OR: [{ userId: 'ana' }] } }),
      deleteAll: () => memory.deleteAll(),
      'deleteAll({})': () => memory.deleteAll({}),
    }
    for (const [call, run] of Object.entries(calls))
      await expect(run(), call).rejects.toMatchObject({ code: 'SCOPE_REQUIRED' })
    await expect(memory.deleteAll()).rejects.toThrow('reset()')
    for (const userId of ['', ' ', 5, {}, []])
      await expect(memory.add('x', { userId } as never), JSON.stringify(userId)).rejects.toBeInstanceOf(InputError)
    await expect(memory.deleteAll({ user: 'ana' } as never)).rejects.toMatchObject({
      code: 'UNKNOWN_OPTION',
      hint: 'Did you mean "userId"?',
    })
  })

  it('a default scope bounds calls by id', async () => {
    const { memory } = await start(kind)
    const other = await memory.add('Ben keeps bees.', { userId: 'ben', infer: false })
    const id = other.results[0]?.id as string
    const message = other.messages[0]?.id as string
    expect(await memory.get(id)).toBeNull()
    expect(await memory.get(message)).toBeNull()
    const calls = {
      update: () => memory.update(id, { text: 'x' }),
      delete: () => memory.delete(id),
      purge: () => memory.purge(id),
      history: () => memory.history(id),
      'messages.delete': () => memory.messages.delete(message),
      undo: () => memory.undo(other.operationId),
    }
    for (const [call, run] of Object.entries(calls))
      await expect(run(), call).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await memory.getAll({ userId: 'ben' })).total).toBe(1)
  })
})

describe('scopes, random (hashEmbedder)', () => {
  const id = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })
  const scope = fc
    .record({ userId: id('ana', 'ben'), agentId: id('coach', 'ana'), appId: id('x', '["ana"]'), runId: id('1', '2') })
    .map(
      (ids) =>
        Object.fromEntries(
          SCOPE_FIELDS.flatMap((field) => (ids[field] === undefined ? [] : [[field, ids[field]]])),
        ) as Scope,
    )
    .filter((ids) => Object.keys(ids).length > 0)
  const word = fc.constantFrom('bees', 'tea', 'wool', 'rain', 'Lyon')
  const operation = fc.record({
    call: fc.constantFrom('add', 'fact', 'search', 'search', 'getAll', 'list', 'get', 'context', 'delete', 'deleteAll'),
    scope,
    word,
    inFilter: fc.boolean(),
    pick: fc.nat(),
  })

  it('2,000 operations never show a row outside the scope asked for', { timeout: 120_000 }, async () => {
    const { memory } = await start('inMemoryStore', NOBODY)
    // What must be there, by id: the model against which every answer is checked.
    const live = new Map<string, { scope: Scope; text: string; kind: 'message' | 'memory' }>()
    let n = 0
    const operations = fc.sample(operation, { numRuns: 2_000, seed: 42 })
    for (const { call, scope, word, inFilter, pick } of operations) {
      const asked = inFilter ? { filters: { ...scope } } : scope
      const inside = (kind: 'message' | 'memory') =>
        [...live].filter(([, row]) => row.kind === kind && scopeMatches(row.scope, scope)).map(([rowId]) => rowId)
      if (call === 'add' || call === 'fact') {
        const text = `${word} number ${++n}`
        const { messages, results } = await memory.add(text, { ...scope, infer: call === 'add' })
        live.set(messages[0]?.id as string, { scope, text, kind: 'message' })
        if (results[0]) live.set(results[0].id, { scope, text, kind: 'memory' })
      } else if (call === 'search') {
        const { results, report } = await memory.search(word, { ...asked, topK: 50 })
        for (const hit of results) {
          expect(scopeMatches(live.get(hit.id)?.scope ?? {}, scope), `${hit.id} for ${JSON.stringify(scope)}`).toBe(
            true,
          )
          expect(scopeMatches(hit, scope)).toBe(true)
        }
        if (inside('message').length === 0) expect(report.searched).toBe(0)
      } else if (call === 'context') {
        const { results } = await memory.context(word, { ...asked, threshold: 0 })
        for (const hit of results) expect(scopeMatches(hit, scope)).toBe(true)
      } else if (call === 'getAll') {
        const { results } = await memory.getAll({ ...asked, limit: 1_000 })
        expect(results.map((row) => row.id).sort()).toEqual(inside('memory').sort())
      } else if (call === 'list') {
        const { results } = await memory.messages.list({ ...asked, limit: 1_000 })
        expect(results.map((row) => row.id).sort()).toEqual(inside('message').sort())
      } else if (call === 'get') {
        const rowId = [...live.keys()][pick % Math.max(1, live.size)]
        const row = rowId === undefined ? undefined : live.get(rowId)
        if (rowId === undefined || row?.kind !== 'message') continue
        expect((await memory.messages.get(rowId, scope)) !== null).toBe(scopeMatches(row.scope, scope))
      } else if (call === 'delete') {
        const rowId = inside('memory')[pick % 7]
        if (rowId === undefined) continue
        await memory.delete(rowId)
        live.delete(rowId)
      } else if (pick % 8 === 0) {
        const gone = [...inside('message'), ...inside('memory')]
        await memory.deleteAll(scope)
        for (const rowId of gone) live.delete(rowId)
      }
    }
    expect(live.size).toBeGreaterThan(20)
    await everyRow(memory, live.size)
  })

  async function everyRow(memory: Memory, expected: number): Promise<void> {
    const anyone = {
      filters: { OR: SCOPE_FIELDS.map((field) => ({ [field]: '*' })), userId: { in: ['ana', 'ben', null] } },
      limit: 1_000,
    }
    expect((await memory.getAll(anyone)).total + (await memory.messages.list(anyone)).total).toBe(expected)
  }
})
