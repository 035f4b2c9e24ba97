import { afterEach, describe, expect, expectTypeOf, it } from 'vitest'
import type { Memory } from '../../src/memory.js'
import type { ScopeInput } from '../../src/values/scope.js'
import { METHODS, SCOPE_ARGUMENT, type MethodName } from '../../src/worker/methods.js'
import { connect, serve, type AllowedInScope, type RemoteMemory, type ServeOptions } from '../../src/worker/index.js'
import { openMemory, rejection } from './support.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const REFUSED = { code: 'NOT_ALLOWED' }
/** Everything that a client of one scope can be allowed. */
const ALL = (Object.keys(SCOPE_ARGUMENT) as MethodName[]).filter(
  (name) => SCOPE_ARGUMENT[name] !== 'store',
) as AllowedInScope[]

async function guestOf(memory: Memory | RemoteMemory, options: ServeOptions): Promise<RemoteMemory> {
  const { port1, port2 } = new MessageChannel()
  const served = serve(memory, port1, options)
  cleanups.push(() => served.stop())
  const guest = await connect(port2)
  cleanups.push(() => guest.close())
  return guest
}

/** A memory of Bob and Ana, and what Bob's rows are called. The default scope is Bob's, as nothing may depend on it. */
async function household() {
  const memory = await openMemory({ scope: { userId: 'bob' } })
  cleanups.push(() => memory.close())
  const one = { id: 'm1', content: 'Bob keeps bees in Lyon' }
  const { results, messages, operationId } = await memory.add(one, { infer: false })
  const [fact] = results
  await memory.add('Bob owes money', { userId: 'bob', runId: 'r1' })
  await memory.add('Ana likes tea', { userId: 'ana', infer: false })
  await memory.idle()
  return { memory, factId: fact?.id as string, messageId: messages[0]?.id as string, operationId }
}

const count = async (memory: Memory, scope: ScopeInput) => (await memory.getAll(scope)).total

describe('a guest that is confined to one scope (hashEmbedder)', () => {
  it('reads nothing of another one: by no option, filter, id or cursor', async () => {
    const { memory, factId, messageId } = await household()
    const guest = await guestOf(memory, { scope: { userId: 'ana' }, allow: ALL })
    const { results } = await guest.search('bees Lyon')
    expect(results.map((hit) => hit.memory)).toEqual(['Ana likes tea'])
    expect((await guest.context('bees', { threshold: 0 })).text).not.toContain('Lyon')
    expect((await guest.getAll()).total).toBe(1)
    expect((await guest.messages.list()).total).toBe(1)

    for (const ids of [{ userId: 'bob' }, { user_id: 'bob' }, { userId: null }, { userId: '' }, { userId: ['bob'] }]) {
      const scope = ids as ScopeInput
      for (const call of [
        () => guest.search('bees', scope),
        () => guest.context('bees', scope),
        () => guest.why('bees', factId, scope),
        () => guest.get(factId, scope),
        () => guest.getAll(scope),
        () => guest.messages.list(scope),
        () => guest.messages.get(messageId, scope),
        () => guest.entities.list(scope),
        () => guest.entities.get('e1', scope),
        () => guest.history(factId, scope),
        () => guest.jobs(scope),
        () => guest.export(scope),
      ])
        expect(await rejection(call())).toMatchObject(REFUSED)
    }
    for (const filters of [{ userId: 'bob' }, { user_id: '*' }, { OR: [{ userId: 'bob' }, { userId: 'ana' }] }]) {
      const texts = (await guest.search('bees', { filters })).results.map((hit) => hit.memory)
      expect(texts.filter((text) => text.includes('Bob'))).toEqual([])
      expect((await guest.getAll({ filters })).results.every(({ userId }) => userId === 'ana')).toBe(true)
    }

    expect(await guest.get(factId)).toBeNull()
    expect(await guest.get(messageId)).toBeNull()
    expect(await guest.messages.get(messageId)).toBeNull()
    expect(await guest.why('bees', factId)).toMatchObject({ reason: 'not-in-scope' })
    expect(await rejection(guest.history(factId))).toMatchObject({ code: 'NOT_FOUND' })
    const { results: entities } = await memory.entities.list()
    for (const { id } of entities) expect(await guest.entities.get(id)).toBeNull()
    const next = (await memory.getAll({ limit: 1 })).next
    const page = await guest.getAll(next === undefined ? {} : { cursor: next })
    expect(page.results.every(({ userId }) => userId === 'ana')).toBe(true)
    expect((await guest.search('tea', { agentId: 'coach' })).results).toEqual([])
  })

  it('changes and erases nothing of another one', async () => {
    const { memory, factId, messageId, operationId } = await household()
    const guest = await guestOf(memory, { scope: { userId: 'ana' }, allow: ALL })
    const before = [await count(memory, { userId: 'bob' }), (await memory.messages.list()).total]
    const bob = { userId: 'bob' }
    const calls: Record<string, (scope: ScopeInput | undefined) => Promise<unknown>> = {
      update: (scope) => guest.update(factId, { text: 'x' }, scope),
      delete: (scope) => guest.delete(factId, scope),
      'delete, purging': (scope) => guest.delete(factId, { ...scope, purge: true }),
      'messages.delete': (scope) => guest.messages.delete(messageId, scope),
      purge: (scope) => guest.purge(messageId, { ...scope, withEvidence: true }),
      undo: (scope) => guest.undo(operationId, scope),
      approve: (scope) => guest.approve(factId, scope),
      reject: (scope) => guest.reject(factId, scope),
    }
    for (const [name, call] of Object.entries(calls)) {
      expect(await rejection(call(undefined)), name).toMatchObject({ code: 'NOT_FOUND' })
      expect(await rejection(call(bob)), name).toMatchObject(REFUSED)
    }
    expect(await rejection(guest.add('x', bob))).toMatchObject(REFUSED)
    expect(await rejection(guest.deleteAll(bob))).toMatchObject(REFUSED)
    expect(await rejection(guest.promote('r1', bob))).toMatchObject(REFUSED)
    expect((await guest.promote('r1')).count).toBe(0)
    expect((await guest.retry()).length).toBe(0)
    await guest.deleteAll()
    expect([await count(memory, { userId: 'bob' }), (await memory.messages.list()).total]).toEqual(before)
    expect(await count(memory, { userId: 'ana' })).toBe(0)
  })

  it('adds, and finds its own rows where another scope uses the same ids', async () => {
    const { memory } = await household()
    const guest = await guestOf(memory, { scope: { userId: 'ana' }, allow: ALL })
    await guest.add({ id: 'm1', content: 'Ana paints' }, { runId: 'today' })
    expect(await guest.get('m1')).toMatchObject({ content: 'Ana paints', userId: 'ana', runId: 'today' })
    expect(await guest.messages.get('m1')).toMatchObject({ content: 'Ana paints' })
    expect(await guest.history('m1')).toHaveLength(1)
    await guest.purge('m1')
    expect(await guest.get('m1')).toBeNull()
    expect(await memory.get('m1')).toMatchObject({ content: 'Bob keeps bees in Lyon' })
  })

  it('exports and imports its own scope only', async () => {
    const { memory } = await household()
    const guest = await guestOf(memory, { scope: { userId: 'ana' }, allow: ALL })
    const exported = await new Response(
      (await guest.export()).pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair),
    ).text()
    expect(exported).toContain('tea')
    expect(exported).not.toContain('Lyon')
    const bobs = await new Response(await memory.export()).blob()
    const before = await count(memory, { userId: 'bob' })
    for (const scope of [{ userId: 'bob' }, { userId: null }, 'file'])
      expect(await rejection(guest.import(bobs, { scope: scope as ScopeInput }))).toBeDefined()
    await guest.import(bobs, { mode: 'replace' })
    expect(await count(memory, { userId: 'bob' })).toBe(before)
    const list = new Blob([JSON.stringify([{ memory: 'Forged', userId: 'bob' }])])
    await guest.import(list)
    expect(await count(memory, { userId: 'bob' })).toBe(before)
    expect((await guest.getAll({ limit: 100 })).results.map((item) => item.memory)).toContain('Forged')
  })

  it('hears of its own scope only, erasures included', async () => {
    const { memory, factId } = await household()
    const guest = await guestOf(memory, { scope: { userId: 'ana' }, allow: [...ALL, 'subscribe'] })
    const events: { type: string }[] = []
    guest.subscribe((event) => events.push(event))
    await memory.update(factId, { text: 'Bob sold his bees' })
    await memory.purge(factId)
    const { results } = await memory.add('Ana runs', { userId: 'ana', infer: false })
    const id = results[0]?.id as string
    await expect.poll(() => events.length).toBeGreaterThan(0)
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`${factId}|bob`))
    expect(events.every(({ type }) => type === 'change')).toBe(true)
    events.length = 0
    await memory.purge(id, { userId: 'ana' })
    await expect.poll(() => events).toContainEqual(expect.objectContaining({ type: 'change', memories: [id] }))
    // One operation that touches two scopes: what is said of the other one is left out.
    events.length = 0
    const list = [
      { id: 'a-fact', memory: 'Ana sings', userId: 'ana' },
      { id: 'b-fact', memory: 'Bob sings', userId: 'bob' },
    ]
    await memory.import(new Blob([JSON.stringify(list)]), { scope: 'file' })
    await expect.poll(() => JSON.stringify(events)).toContain('a-fact')
    expect(JSON.stringify(events)).not.toMatch(/b-fact|bob/)
  })

  it('is confined as well where the memory that is served is itself remote', async () => {
    const { memory, factId } = await household()
    const far = await guestOf(memory, {})
    const guest = await guestOf(far, { scope: { userId: 'ana' }, allow: ALL })
    expect(await guest.get(factId)).toBeNull()
    expect((await guest.search('bees Lyon')).results.map((hit) => hit.memory)).toEqual(['Ana likes tea'])
  })
})

describe('a guest that may do some things only (hashEmbedder)', () => {
  it('may search, build a context and add by default, and sees no jobs, exports and purges nothing', async () => {
    const { memory } = await household()
    const guest = await guestOf(memory, { scope: { userId: 'ana' } })
    await guest.add('Ana dances')
    expect((await guest.search('dances')).results.length).toBeGreaterThan(0)
    expect((await guest.context('dances', { threshold: 0 })).text).toContain('dances')
    const events: string[] = []
    guest.subscribe(({ type }) => events.push(type))
    for (const [name, call] of Object.entries({
      jobs: () => guest.jobs(),
      export: () => guest.export(),
      purge: () => guest.purge('x'),
      deleteAll: () => guest.deleteAll(),
      reset: () => guest.reset(),
      health: () => guest.health(),
      getAll: () => guest.getAll(),
      'messages.list': () => guest.messages.list(),
      changeKey: () => guest.changeKey({ passphrase: 'a long passphrase of the attacker' }),
      'search, with secrets': () => guest.search('dances', { secrets: 'show' }),
    }))
      expect(await rejection(call()), name).toMatchObject(REFUSED)
    guest.pause()
    await guest.add('Ana swims')
    expect((await memory.health()).paused).toBe(false)
    expect(events.filter((type) => type !== 'closed')).toEqual([])
  })

  it('is refused by the host when the options cannot hold', async () => {
    const { memory } = await household()
    const { port1 } = new MessageChannel()
    const attempt = (options: object) => () => serve(memory, port1, options)
    const code = (name: string) => expect.objectContaining({ code: name })
    expect(attempt({ scope: {} })).toThrow(code('SCOPE_REQUIRED'))
    expect(attempt({ origins: ['https://chat.example'] })).toThrow(code('SCOPE_REQUIRED'))
    expect(attempt({ scope: { userId: 'ana' }, origins: ['*'] })).toThrow(code('INVALID_INPUT'))
    expect(attempt({ scope: { userId: 'ana' }, origins: ['https://chat.example/'] })).toThrow(code('INVALID_INPUT'))
    expect(attempt({ scope: { userId: 'ana' }, allow: ['reset'] })).toThrow(code('INVALID_INPUT'))
    expect(attempt({ scope: { runId: 'r1' }, allow: ['promote'] })).toThrow(code('INVALID_INPUT'))
    expect(attempt({ allow: ['serach'] })).toThrow(code('INVALID_INPUT'))
    expect(attempt({ alow: ['search'] })).toThrow(code('UNKNOWN_OPTION'))
  })

  it('has its rights checked by the types', () => {
    expectTypeOf<{ scope: { userId: string }; allow: ['reset'] }>().not.toExtend<ServeOptions>()
    expectTypeOf<{ scope: { userId: string }; allow: ['messages.list'] }>().toExtend<ServeOptions>()
    expectTypeOf<{ origins: string[] }>().not.toExtend<ServeOptions>()
    // Every method has its line in the table that says which argument confines it.
    const names = Object.entries(METHODS).flatMap(([name, part]) =>
      typeof part === 'string' ? [name] : Object.keys(part).map((inner) => `${name}.${inner}`),
    )
    expect(Object.keys(SCOPE_ARGUMENT).toSorted()).toEqual(names.toSorted())
  })
})
