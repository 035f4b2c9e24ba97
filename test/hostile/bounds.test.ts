import { describe, expect, it } from 'vitest'
import type { Filters } from '../../src/values/filter.js'
import type { Memory } from '../../src/memory.js'
import { packed } from '../backup/support.js'
import { start } from '../memory/support.js'

const nested = (levels: number, wrap: (inner: object) => object, inner: object = { topic: 'tea' }): Filters => {
  let filter = inner
  for (let i = 0; i < levels; i++) filter = wrap(filter)
  return filter as Filters
}
const deep = (levels: number): object => {
  let value: object = {}
  for (let i = 0; i < levels; i++) value = { in: value }
  return value
}
const keys = (count: number): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i]))
const throwing = (): Record<string, unknown> =>
  Object.defineProperty({}, 'topic', {
    enumerable: true,
    get: () => {
      throw new TypeError('getter')
    },
  }) as Record<string, unknown>
const trap = (name: keyof ProxyHandler<object>): Record<string, unknown> =>
  new Proxy(
    { topic: 'tea' },
    {
      [name]: () => {
        throw new TypeError('trap')
      },
    },
  )
const endless = (): unknown[] =>
  Object.assign([1], {
    [Symbol.iterator]: function* () {
      for (;;) yield 1
    },
  })
/** One level deeper with every look. */
const bottomless = (): Record<string, unknown> =>
  new Proxy({ in: 1 }, { get: (_, key) => (key === 'in' ? bottomless() : undefined) })
const LONG = 'a'.repeat(1_000_001)

describe('bounds are told by name, and nothing is stored (hashEmbedder)', () => {
  it.each<[string, (memory: Memory) => Promise<unknown>, string, RegExp]>([
    ['a megabyte of metadata', (memory) => memory.add('x', { metadata: { text: LONG } }), 'INVALID_METADATA', /262144/],
    ['a key of a megabyte', (memory) => memory.add('x', { metadata: { [LONG]: 1 } }), 'INVALID_METADATA', /262144/],
    [
      '100,000 keys of metadata',
      (memory) => memory.add('x', { metadata: keys(100_000) }),
      'INVALID_METADATA',
      /262144/,
    ],
    [
      '100,000 values in a list',
      (memory) => memory.add('x', { metadata: { list: Array.from({ length: 100_000 }, () => 'abcd') } }),
      'INVALID_METADATA',
      /262144/,
    ],
    [
      'metadata 10,000 levels deep',
      (memory) => memory.add('x', { metadata: deep(10_000) as never }),
      'INVALID_METADATA',
      /32 levels/,
    ],
    [
      'metadata without a bottom',
      (memory) => memory.add('x', { metadata: bottomless() }),
      'INVALID_METADATA',
      /32 levels/,
    ],
    [
      'a getter that throws',
      (memory) => memory.add('x', { metadata: throwing() }),
      'INVALID_METADATA',
      /cannot be read/,
    ],
    [
      'a proxy that refuses its keys',
      (memory) => memory.add('x', { metadata: trap('ownKeys') }),
      'INVALID_METADATA',
      /cannot be read/,
    ],
    [
      'a proxy that refuses its values',
      (memory) => memory.add('x', { metadata: trap('get') }),
      'INVALID_METADATA',
      /cannot be read/,
    ],
    [
      'a proxy without a prototype to see',
      (memory) => memory.add('x', { metadata: trap('getPrototypeOf') }),
      'INVALID_METADATA',
      /cannot be read/,
    ],
    [
      'a proxy inside',
      (memory) => memory.add({ content: 'x', metadata: { a: { b: trap('get') } } }),
      'INVALID_METADATA',
      /cannot be read/,
    ],
    [
      'a filter 10,000 levels deep (NOT)',
      (memory) => memory.search('x', { filters: nested(10_000, (NOT) => ({ NOT })) }),
      'INVALID_INPUT',
      /500 levels/,
    ],
    [
      'a filter 10,000 levels deep (OR)',
      (memory) => memory.getAll({ filters: nested(10_000, (inner) => ({ OR: [inner] })) }),
      'INVALID_INPUT',
      /500 levels/,
    ],
    [
      'a filter 10,000 levels deep (AND)',
      (memory) => memory.messages.list({ filters: nested(10_000, (AND) => ({ AND })) }),
      'INVALID_INPUT',
      /500 levels/,
    ],
    [
      'a filter of 100,000 branches',
      (memory) => memory.search('x', { filters: { OR: Array.from({ length: 100_000 }, () => ({ topic: 'tea' })) } }),
      'INVALID_INPUT',
      /10000/,
    ],
    [
      'a filter of 100,000 fields',
      (memory) => memory.search('x', { filters: keys(100_000) as never }),
      'INVALID_INPUT',
      /10000/,
    ],
    [
      'a filter of 100,000 values',
      (memory) => memory.search('x', { filters: { topic: { in: Array.from({ length: 100_000 }, (_, i) => i) } } }),
      'INVALID_INPUT',
      /10000/,
    ],
    [
      'a filter that branches at every level',
      (memory) => memory.search('x', { filters: nested(40, (inner) => ({ OR: [inner, inner] })) }),
      'INVALID_INPUT',
      /10000/,
    ],
    [
      'a sparse list of branches',
      (memory) => memory.search('x', { filters: { AND: Object.assign([], { length: 4e9 }) } }),
      'INVALID_INPUT',
      /10000/,
    ],
    [
      'a field of a megabyte',
      (memory) => memory.search('x', { filters: { [LONG]: 1 } }),
      'INVALID_INPUT',
      /1000 characters/,
    ],
    [
      'a filter whose getter throws',
      (memory) => memory.search('x', { filters: throwing() as never }),
      'INVALID_INPUT',
      /cannot be read/,
    ],
    [
      'a filter whose proxy throws',
      (memory) => memory.search('x', { filters: trap('ownKeys') as never }),
      'INVALID_INPUT',
      /cannot be read/,
    ],
    ...(['userId', 'agentId', 'appId', 'runId', 'user_id'] as const).map(
      (field): [string, (memory: Memory) => Promise<unknown>, string, RegExp] => [
        `a ${field} of a megabyte`,
        (memory) => memory.add('x', { [field]: LONG }),
        'INVALID_INPUT',
        /1000 characters/,
      ],
    ),
    ['an id of a megabyte to read by', (memory) => memory.get(LONG), 'INVALID_INPUT', /1000 characters/],
    ['an id of a megabyte to undo', (memory) => memory.undo(LONG), 'INVALID_INPUT', /1000 characters/],
    [
      'a message id of a megabyte',
      (memory) => memory.add({ content: 'x', id: LONG }),
      'INVALID_INPUT',
      /1000 characters/,
    ],
    ['a role of a megabyte', (memory) => memory.add({ content: 'x', role: LONG }), 'INVALID_INPUT', /1000 characters/],
    ['a name of a megabyte', (memory) => memory.add({ content: 'x', name: LONG }), 'INVALID_INPUT', /1000 characters/],
    [
      '10,000 categories',
      (memory) => memory.add('x', { infer: false, categories: Array.from({ length: 10_000 }, (_, i) => `c${i}`) }),
      'INVALID_INPUT',
      /100/,
    ],
    [
      'evidence with a message id of a megabyte',
      (memory) => memory.add('x', { infer: false, evidence: [{ messageId: LONG, quote: 'x' }] }),
      'INVALID_INPUT',
      /1000 characters/,
    ],
    [
      'a file whose scope is a megabyte long',
      async (memory) =>
        memory
          .import(await packed(`${JSON.stringify([{ memory: 'x', user_id: LONG }])}\n`), { mode: 'merge' })
          .then(({ problems, added }) => {
            throw Object.assign(new Error(`${problems[0]?.message} ${added}`), { code: problems[0]?.code })
          }),
      'INVALID_INPUT',
      /1000 characters.* 0$/,
    ],
  ])('%s', async (_, call, code, bound) => {
    const { memory } = await start()
    const error = await call(memory).then(
      () => undefined,
      (cause: unknown) => cause as { code: string; message: string },
    )
    expect(error).toMatchObject({ code })
    expect(error?.message).toMatch(bound)
    expect((error?.message ?? '').length).toBeLessThan(1_000)
    expect((await memory.health()).counts).toMatchObject({ messages: 0, memories: 0, history: 0 })
  })

  it('within them all of it is kept, and found', async () => {
    const { memory } = await start()
    const metadata = { ...keys(10_000), deep: deep(30), list: endless() } as Record<string, unknown>
    await memory.add('bees', { infer: false, metadata, userId: 'a'.repeat(1_000) })
    const own = { userId: 'a'.repeat(1_000) }
    const [row] = (await memory.getAll(own)).results
    expect(row?.metadata).toEqual({ ...keys(10_000), deep: deep(30), list: [1] })
    expect((await memory.getAll({ ...own, filters: nested(499, (NOT) => ({ NOT }), { key7: 8 }) })).total).toBe(1)
    expect(
      (await memory.getAll({ ...own, filters: { OR: Array.from({ length: 3_000 }, (_, i) => ({ key7: i })) } })).total,
    ).toBe(1)
    expect(
      (await memory.getAll({ ...own, filters: { key7: { in: Array.from({ length: 9_000 }, (_, i) => i) } } })).total,
    ).toBe(1)
  })
})

describe('names that objects have (hashEmbedder)', () => {
  const NAMES = [
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    'valueOf',
    'prototype',
    '__defineGetter__',
    'isPrototypeOf',
    'then',
    'length',
  ]

  it.each(NAMES)(
    '%s is a name like any other: of a scope, a field, a category, an entity, a speaker, a role, an id',
    async (name) => {
      const { memory } = await start('inMemoryStore', { scope: { userId: name } })
      const metadata = JSON.parse(`{"${name}": {"${name}": "${name}"}}`) as Record<string, unknown>
      await memory.add(
        { id: name, role: name, name, content: `${name} keeps bees with ${name}.`, metadata },
        { infer: false, categories: [name], agentId: name, appId: name, runId: name },
      )
      const at = { agentId: name, appId: name, runId: name }
      const [row] = (await memory.getAll(at)).results
      expect(JSON.stringify(row?.metadata)).toBe(JSON.stringify(metadata))
      expect(row).toMatchObject({ userId: name, agentId: name, categories: [name], attributedTo: name })
      const counts = async (filters: Filters): Promise<number> => (await memory.getAll({ ...at, filters })).total
      expect(await counts(JSON.parse(`{"metadata.${name}.${name}": "${name}"}`) as Filters)).toBe(1)
      expect(await counts(JSON.parse(`{"${name}": "*"}`) as Filters)).toBe(1)
      expect(await counts(JSON.parse(`{"${name}": {"exists": false}}`) as Filters)).toBe(0)
      expect(await counts({ categories: name })).toBe(1)
      expect((await memory.getAll({ ...at, userId: 'nobody' })).total).toBe(0)
      expect((await memory.messages.get(name, at))?.id).toBe(name)
      expect((await memory.search(name, at)).results).toHaveLength(1)
      const { results } = await memory.entities.list(at)
      for (const entity of results) expect(Object.keys(entity)).toContain('id')
      await expect(
        memory.search('x', { filters: JSON.parse(`{"topic": {"${name}": 1}}`) as Filters }),
      ).rejects.toMatchObject({ code: 'UNKNOWN_OPERATOR' })
      await expect(memory.search('x', JSON.parse(`{"${name}": 1}`) as object)).rejects.toMatchObject({
        code: 'UNKNOWN_OPTION',
      })
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
      expect(Object.keys(Object.prototype)).toEqual([])
      expect((await memory.verify()).findings).toEqual([])
    },
  )
})
