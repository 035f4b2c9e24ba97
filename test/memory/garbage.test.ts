import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LocketError } from '../../src/values/errors.js'
import type { Memory } from '../../src/memory.js'
import { start, STORES } from './support.js'

describe.each(STORES)('bad input (hashEmbedder, %s)', (kind) => {
  it.each<[string, (memory: Memory) => Promise<unknown>, string]>([
    ['no content', (memory) => memory.add({} as never), 'INVALID_INPUT'],
    ['a number for a message', (memory) => memory.add(5 as never), 'INVALID_INPUT'],
    ['cyclic metadata', (memory) => memory.add('x', { metadata: cyclic() }), 'INVALID_METADATA'],
    ['a function in metadata', (memory) => memory.add('x', { metadata: { f: () => 1 } }), 'INVALID_METADATA'],
    ['BigInt in metadata', (memory) => memory.add({ content: 'x', metadata: { n: 1n } }), 'INVALID_METADATA'],
    [
      'an endless sparse list in metadata',
      (memory) => memory.add('x', { metadata: { list: Object.assign([], { length: 4e9 }) } }),
      'INVALID_METADATA',
    ],
    ['NaN in metadata', (memory) => memory.add('x', { metadata: { n: Number.NaN } }), 'INVALID_METADATA'],
    ['an unknown option', (memory) => memory.add('x', { userID: 'ana' } as never), 'UNKNOWN_OPTION'],
    ['an unknown operator', (memory) => memory.search('x', { filters: { a: { equals: 1 } } }), 'UNKNOWN_OPERATOR'],
    ['an unknown logical operator', (memory) => memory.search('x', { filters: { $or: [] } }), 'UNKNOWN_OPERATOR'],
    ['a cyclic filter', (memory) => memory.search('x', { filters: cyclic('NOT') }), 'INVALID_INPUT'],
    [
      'a filter that is a map',
      (memory) => memory.search('x', { filters: new Map([['topic', 'tea']]) as never }),
      'INVALID_INPUT',
    ],
    ['options that are a map', (memory) => memory.search('x', new Map([['topK', 1]]) as never), 'INVALID_INPUT'],
    ['a date that is none', (memory) => memory.add('x', { at: '2026-02-31' }), 'INVALID_DATE'],
    [
      'an expiry that is none',
      (memory) => memory.add('x', { infer: false, expiresAt: new Date(Number.NaN) }),
      'INVALID_DATE',
    ],
    ['an empty id', (memory) => memory.get(''), 'INVALID_INPUT'],
    ['evidence that is no list', (memory) => memory.add('x', { infer: false, evidence: {} as never }), 'INVALID_INPUT'],
    [
      'evidence for what is to be extracted',
      (memory) => memory.add('x', { evidence: [{ messageId: 'a', quote: 'b' }] }),
      'INVALID_INPUT',
    ],
    ['a wait that is no boolean', (memory) => memory.add('x', { wait: 'no' as never }), 'INVALID_INPUT'],
    ['null for options', (memory) => memory.purge('x', null as never), 'INVALID_INPUT'],
  ])('%s', async (_, call, code) => {
    const { memory } = await start(kind)
    await expect(call(memory)).rejects.toMatchObject({ code })
    expect((await memory.health()).counts).toMatchObject({ messages: 0, memories: 0 })
  })

  it('keys named __proto__ and constructor are keys like any other', async () => {
    const { memory } = await start(kind)
    const metadata = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1, "toString": "x"}') as Record<
      string,
      unknown
    >
    const { results } = await memory.add('x', { infer: false, metadata })
    expect(JSON.stringify((await memory.get(results[0]?.id as string))?.metadata)).toBe(JSON.stringify(metadata))
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect((await memory.getAll({ filters: { 'metadata.__proto__.polluted': true } })).total).toBe(1)
    expect((await memory.getAll({ filters: { hasOwnProperty: '*' } })).total).toBe(0)
    await memory.add('y', { infer: false, userId: '__proto__' })
    expect((await memory.getAll({ userId: '__proto__' })).total).toBe(1)
    expect((await memory.search('constructor __proto__ toString')).results.length).toBeGreaterThan(0)
  })
})

describe('garbage (hashEmbedder)', () => {
  const KNOWN = [
    'content',
    'role',
    'name',
    'at',
    'id',
    'metadata',
    'store',
    'infer',
    'categories',
    'kind',
    'evidence',
    'expiresAt',
    'wait',
    'review',
    'userId',
    'user_id',
    'runId',
    'topK',
    'threshold',
    'kinds',
    'filters',
    'explain',
    'vector',
    'signal',
    'budgetTokens',
    'limit',
    'cursor',
    'sort',
    'order',
    'status',
    'text',
    'ifRevision',
    'reason',
    'withEvidence',
    'AND',
    'OR',
    'NOT',
    'eq',
    'in',
    'contains',
    'icontains',
    'exists',
    'gt',
    '__proto__',
    'constructor',
    'type',
    'messageId',
    'quote',
  ]
  const anything = fc.anything({
    key: fc.oneof(fc.constantFrom(...KNOWN), fc.string({ maxLength: 4 })),
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withObjectString: true,
    withTypedArray: true,
    withUnicodeString: true,
    maxDepth: 3,
  })
  // Objects with the right names and wrong values reach further than what is wrong altogether.
  const options = fc.oneof(
    anything,
    fc.dictionary(
      fc.constantFrom(...KNOWN),
      fc.oneof(
        anything,
        fc.constantFrom(
          true,
          false,
          1,
          0,
          'asc',
          'semantic',
          'text',
          '2026-01-01',
          [],
          {},
          Symbol('s'),
          () => 1,
          cyclic(),
        ),
      ),
      { maxKeys: 3 },
    ),
  )
  const id = fc.oneof(anything, fc.constantFrom('kept', 'nobody', '__proto__'))
  const text = fc.oneof(anything, fc.string({ unit: 'binary', maxLength: 20 }), fc.constant('bees'))

  const METHODS: Record<string, (memory: Memory, args: unknown[]) => unknown> = {
    add: (memory, args) => memory.add(args[0] as never, args[2] as never),
    search: (memory, args) => memory.search(args[0] as never, args[2] as never),
    context: (memory, args) => memory.context(args[0] as never, args[2] as never),
    get: (memory, args) => memory.get(args[1] as never),
    getAll: (memory, args) => memory.getAll(args[2] as never),
    'messages.list': (memory, args) => memory.messages.list(args[2] as never),
    'messages.get': (memory, args) => memory.messages.get(args[1] as never, args[2] as never),
    'messages.delete': (memory, args) => memory.messages.delete(args[1] as never, args[2] as never),
    update: (memory, args) => memory.update(args[1] as never, args[2] as never, args[3] as never),
    delete: (memory, args) => memory.delete(args[1] as never, args[2] as never),
    deleteAll: (memory, args) => memory.deleteAll(args[2] as never),
    purge: (memory, args) => memory.purge(args[1] as never, args[2] as never),
    history: (memory, args) => memory.history(args[1] as never),
    undo: (memory, args) => memory.undo(args[1] as never),
    subscribe: (memory, args) => memory.subscribe(args[0] as never),
  }

  // Calls that are allowed to change what was there are kept from it: it belongs to another user, out of reach by default.
  it.each(Object.keys(METHODS))(
    '%s: throws nothing but typed errors, and what was stored is intact',
    { timeout: 120_000 },
    async (method) => {
      const { memory } = await start('inMemoryStore')
      const mine = { userId: 'the keeper', runId: 'kept' }
      await memory.add([{ id: 'kept', content: 'My sister keeps bees.', metadata: { a: [1] } }, '我妹妹养蜜蜂。'], {
        ...mine,
        infer: false,
      })
      const kept = async () =>
        JSON.stringify([
          await memory.getAll(mine),
          await memory.messages.list(mine),
          (await memory.search('bees', mine)).results.map(({ memory: found }) => found),
        ])
      const before = await kept()
      await fc.assert(
        fc.asyncProperty(text, id, options, options, async (...args) => {
          try {
            await METHODS[method]?.(memory, args)
          } catch (error) {
            if (!(error instanceof LocketError)) throw new Error(`${method} threw ${String(error)}`, { cause: error })
            expect(error.message).not.toBe('')
          }
        }),
        { numRuns: 300, seed: 11 },
      )
      await memory.idle()
      expect(await kept()).toBe(before)
    },
  )
})

function cyclic(key = 'self'): Record<string, never> {
  const value: Record<string, unknown> = {}
  value[key] = value
  return value as Record<string, never>
}
