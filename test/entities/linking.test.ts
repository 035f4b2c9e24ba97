import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src/memory.js'
import { indexedDbStore } from '../../src/store/indexeddb-store.js'
import type { Store } from '../../src/store/store.js'
import { scriptedExtractor, type ScriptedFact } from '../../src/testing/index.js'
import { start, STORES, type Rig, type StoreKind } from '../memory/support.js'

const names = async (memory: Memory, options = {}) =>
  (await memory.idle(), await memory.entities.list(options)).results
    .map(({ name, messages, memories }) => `${name} ${messages}+${memories}`)
    .sort()

/** The rows themselves, with what must hold of them whatever happened. */
async function rows(rig: Rig, kind: StoreKind) {
  const store: Store = rig.store ?? indexedDbStore(rig.name)
  if (kind === 'IndexedDB') await store.open()
  try {
    return await store.read(['entities', 'mentions', 'relations', 'messages', 'memories'], async (tx) => {
      const [entities, mentions, relations, messages, memories] = await Promise.all([
        tx.list('entities'),
        tx.list('mentions'),
        tx.list('relations'),
        tx.list('messages'),
        tx.list('memories'),
      ])
      const documents = new Map([...messages, ...memories].map((row) => [row.no, row]))
      const known = new Map(entities.map((entity) => [entity.no, entity]))
      for (const { id, entity, no, scopeKey } of mentions) {
        expect(id).toBe(`${entity}:${no}`)
        expect(documents.get(no)?.scopeKey).toBe(scopeKey)
        expect(known.get(entity)?.scopeKey).toBe(scopeKey)
      }
      for (const { subject, object, no } of relations)
        for (const end of [subject, object])
          expect(mentions.some((mention) => mention.entity === end && mention.no === no)).toBe(true)
      for (const entity of entities) {
        const said = new Set(
          mentions
            .filter((mention) => mention.entity === entity.no)
            .flatMap((mention) => mention.names.flatMap(({ key, name }) => [key, name])),
        )
        for (const name of [entity.key, entity.name, ...entity.aliases]) expect(said).toContain(name)
        expect(entity.aliases.length).toBeLessThanOrEqual(16)
      }
      expect(new Set(entities.map(({ key, scopeKey }) => `${scopeKey} ${key}`)).size).toBe(entities.length)
      return { entities, mentions, relations }
    })
  } finally {
    if (kind === 'IndexedDB') store.close()
  }
}

const fact = (
  text: string,
  value: string,
  attribute: string,
  relations: ScriptedFact['relations'],
  more: Partial<ScriptedFact> = {},
): ScriptedFact => ({
  text,
  quote: '',
  slot: { subject: 'user', attribute, value, cardinality: 'one' },
  ...(relations ? { relations } : {}),
  ...more,
})
const employer = scriptedExtractor((text) =>
  [...text.matchAll(/work at (\w+)/g)].map(([quote, firm]) => ({
    ...fact(
      `User works at ${firm}`,
      (firm as string).toLowerCase(),
      'employer',
      [{ subject: 'User', predicate: 'works at', object: firm as string }],
      { entities: [{ name: firm as string, type: 'organisation' }] },
    ),
    quote,
    mode: 'change' as const,
  })),
)

describe.each(STORES)('entities of what is stored (hashEmbedder, %s)', (kind) => {
  it('are those that messages and memories speak of, by scope', async () => {
    const { memory } = await start(kind)
    await memory.add([
      { content: 'Hey Mel! How was Lisbon?', name: 'Caroline' },
      { content: 'Melanie here: Lisbon was great.', name: 'Melanie' },
    ])
    await memory.add('Ana Rivera lives in Porto.', { infer: false })
    await memory.add('Nina lives in Oslo.', { userId: 'ben' })
    expect(await names(memory)).toEqual(['Ana Rivera 0+1', 'Lisbon 2+0', 'Melanie 2+0', 'Porto 0+1'])
    expect(await names(memory, { userId: 'ben' })).toEqual(['Nina 1+0', 'Oslo 1+0'])
    expect(await names(memory, { type: 'place' })).toEqual(['Lisbon 2+0', 'Porto 0+1'])
    expect(await names(memory, { query: 'RIV' })).toEqual(['Ana Rivera 0+1'])
    const { results } = await memory.entities.list({ query: 'mel' })
    expect(results).toMatchObject([{ userId: 'ana', name: 'Melanie', type: 'person', aliases: ['mel'] }])
    expect(await memory.entities.get(results[0]?.id as string)).toMatchObject({
      name: 'Melanie',
      messages: 2,
      relations: [],
    })
  })

  it('come page by page', async () => {
    const { memory } = await start(kind)
    await memory.add(
      ['I saw Lisbon, Porto and Oslo.', 'Porto again.', 'And Porto and Oslo.'].map((content) => ({ content })),
    )
    await memory.idle()
    const first = await memory.entities.list({ limit: 2 })
    expect(first.complete).toBe(true)
    expect(first).toMatchObject({ total: 3, results: [{ name: 'Porto' }, { name: 'Oslo' }] })
    const second = await memory.entities.list({ limit: 2, cursor: first.next as string })
    expect(second.results.map(({ name }) => name)).toEqual(['Lisbon'])
    expect(second.next).toBeUndefined()
    await expect(memory.entities.list({ cursor: 'x' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(memory.entities.list({ type: 'thing' as never })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await memory.entities.get('e999')).toBeNull()
    expect(await memory.entities.get('constructor')).toBeNull()
  })

  it('may be called constructor', async () => {
    const { memory } = await start(kind)
    await memory.add('The cat is called `constructor`, the dog `__proto__`.')
    expect(await names(memory)).toEqual(['__proto__ 1+0', 'constructor 1+0'])
  })

  it('stand to each other as facts say, for as long as the facts hold', async () => {
    const { memory } = await start(kind, { extractor: employer })
    await memory.add('I work at Acme')
    await memory.add('I work at Globex')
    await memory.idle()
    const [acme] = (await memory.entities.list({ query: 'acme' })).results
    expect(acme).toMatchObject({ type: 'organisation', messages: 1, memories: 0 })
    const { relations } = (await memory.entities.get(acme?.id as string)) ?? {}
    expect(relations).toMatchObject([{ subject: 'User', predicate: 'works at', object: 'Acme', holds: false }])
    expect(relations?.[0]?.validTo).toBeDefined()
    const [user] = (await memory.entities.list({ query: 'user' })).results
    expect(
      (await memory.entities.get(user?.id as string))?.relations.map(({ object, holds }) => `${object} ${holds}`),
    ).toEqual(['Globex true', 'Acme false'])
  })

  it('follow corrections of a text, deletions and their undoing', async () => {
    const rig = await start(kind, { extractor: employer })
    const { memory } = rig
    const { results } = await memory.add({ content: 'I work at Acme', id: 'm' })
    const id = results[0]?.id as string
    expect(await names(memory)).toEqual(['Acme 1+1', 'User 0+1'])
    const { operationId } = await memory.messages.delete('m')
    expect(await names(memory)).toEqual([])
    expect((await rows(rig, kind)).entities).toEqual([])
    await memory.undo(operationId)
    expect(await names(memory)).toEqual(['Acme 1+1', 'User 0+1'])
    expect((await rows(rig, kind)).relations).toHaveLength(1)
    await memory.update(id, { text: 'User works at Initech in Oslo' })
    expect(await names(memory)).toEqual(['Acme 1+0', 'Initech 0+1', 'Oslo 0+1'])
    expect((await rows(rig, kind)).relations).toEqual([])
  })

  it('wait for approval with their fact', async () => {
    const rig = await start(kind, { extractor: employer })
    const { memory } = rig
    const { results } = await memory.add('we all work at Acme', { review: true })
    expect(await names(memory)).toEqual(['Acme 1+0'])
    await memory.approve(results[0]?.id as string)
    expect(await names(memory)).toEqual(['Acme 1+1', 'User 0+1'])
    expect((await rows(rig, kind)).relations).toHaveLength(1)
  })

  it('lose the names that only an erased text had', async () => {
    const rig = await start(kind)
    const { memory } = rig
    await memory.add([
      { content: 'Mel was here.', id: 'a' },
      { content: 'Melanie Zanzibar was here.', id: 'b' },
    ])
    expect(await names(memory)).toEqual(['Melanie Zanzibar 2+0'])
    await memory.purge('b')
    expect(JSON.stringify(await rows(rig, kind))).not.toMatch(/zanzibar/i)
    expect(await names(memory)).toEqual(['Mel 1+0'])
    await memory.purge('a')
    expect(await rows(rig, kind)).toEqual({ entities: [], mentions: [], relations: [] })
  })

  it('are gone with their scope, and with everything', async () => {
    const rig = await start(kind)
    const { memory } = rig
    await memory.add('Ana is in Lisbon.', { runId: 'r' })
    await memory.add('Ana is in Porto.')
    await memory.idle()
    await memory.deleteAll({ runId: 'r' })
    expect((await rows(rig, kind)).entities.map(({ key }) => key).sort()).toEqual(['ana', 'porto'])
    await memory.reset()
    expect(await rows(rig, kind)).toEqual({ entities: [], mentions: [], relations: [] })
    await memory.add('Ana is in Oslo.')
    expect(await names(memory)).toEqual(['Ana 1+0', 'Oslo 1+0'])
  })

  it('are found in what was stored before there was any linking, and after a crash in the middle', async () => {
    const rig = await start(kind)
    await rig.memory.add(
      Array.from({ length: 80 }, (_, i) => ({
        content: i % 2 ? `Message ${i} is about Porto.` : `Message ${i} mentions Lisbon.`,
      })),
    )
    await rig.memory.idle()
    await rig.memory.close()
    const store: Store = rig.store ?? indexedDbStore(rig.name)
    await store.open()
    await store.write(['meta', 'entities', 'mentions', 'relations'], async (tx) => {
      // As version 1 left it: no row of any of it, no word of how far it got.
      await tx.delete('meta', 'links')
      for (const table of ['entities', 'mentions', 'relations'] as const) await tx.clear(table)
    })
    store.close()
    const next = await rig.open()
    expect((await next.search('Lisbon')).results.length).toBeGreaterThan(0)
    expect(await names(next)).toEqual(['Lisbon 40+0', 'Porto 40+0'])
    await next.add('Lisbon again')
    expect(await names(next)).toEqual(['Lisbon 41+0', 'Porto 40+0'])
  })
})

describe('two instances (hashEmbedder, IndexedDB)', () => {
  it('link each text once, and both know of it', async () => {
    const rig = await start('IndexedDB')
    const other = await rig.open()
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        (i % 2 ? rig.memory : other).add(`Note ${i}: Mel went to Lisbon with Nina.`),
      ),
    )
    for (const memory of [rig.memory, other])
      expect(await names(memory)).toEqual(['Lisbon 12+0', 'Mel 12+0', 'Nina 12+0'])
    await rows(rig, 'IndexedDB')
    await other.deleteAll()
    expect(await names(rig.memory)).toEqual([])
  })
})

describe('whatever is done (hashEmbedder, inMemoryStore)', () => {
  const PEOPLE = [
    'Mel',
    'Melanie',
    'Ana',
    'Ana Rivera',
    'Ms. Rivera',
    '王小明',
    '小明',
    'Lisbon',
    '我妈',
    'constructor',
  ]
  const action = fc.oneof(
    fc.record({
      do: fc.constant('add' as const),
      who: fc.array(fc.constantFrom(...PEOPLE), { minLength: 1, maxLength: 3 }),
      infer: fc.boolean(),
      run: fc.boolean(),
    }),
    fc.record({
      do: fc.constantFrom(
        'delete' as const,
        'purge' as const,
        'undo' as const,
        'update' as const,
        'link' as const,
        'deleteRun' as const,
      ),
      at: fc.nat(20),
    }),
  )

  it('leaves rows that follow from the texts that are left, and from nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 14 }), async (actions) => {
        const rig = await start()
        const { memory } = rig
        const operations: string[] = []
        let count = 0
        const all = async () => [
          ...(await memory.messages.list({ limit: 100 })).results,
          ...(await memory.getAll({ limit: 100 })).results,
        ]
        for (const step of actions) {
          try {
            if (step.do === 'add')
              operations.push(
                (
                  await memory.add(`${count++}: met ${step.who.join(', ')} today.`, {
                    infer: step.infer,
                    ...(step.run ? { runId: 'r' } : {}),
                  })
                ).operationId,
              )
            else if (step.do === 'link') await memory.idle()
            else if (step.do === 'deleteRun') await memory.deleteAll({ runId: 'r' })
            else if (step.do === 'undo')
              operations.push((await memory.undo(operations[step.at % (operations.length || 1)] ?? 'none')).operationId)
            else {
              const found = await all()
              const row = found[step.at % (found.length || 1)]
              if (!row) continue
              if (step.do === 'purge') await memory.purge(row.id)
              else if ('content' in row)
                operations.push(
                  (await memory.messages.delete(row.id, row.runId ? { runId: row.runId } : {})).operationId,
                )
              else if (step.do === 'delete') operations.push((await memory.delete(row.id)).operationId)
              else await memory.update(row.id, { text: `${count++}: now Oslo and Nina.` })
            }
          } catch (cause) {
            expect(['CONFLICT', 'NOT_FOUND']).toContain((cause as { code?: string }).code)
          }
          // Whenever one looks, nothing is named that no text says.
          await rows(rig, 'inMemoryStore')
        }
        await memory.idle()
        const { entities } = await rows(rig, 'inMemoryStore')
        const text = JSON.stringify([await all(), (await memory.getAll({ latestOnly: false, limit: 100 })).results])
        for (const { name } of entities) expect(text).toContain(name === '妈妈' ? '我妈' : name)
        await memory.deleteAll()
        expect(await rows(rig, 'inMemoryStore')).toEqual({ entities: [], mentions: [], relations: [] })
        await memory.close()
      }),
      { numRuns: 25 },
    )
  })
})
