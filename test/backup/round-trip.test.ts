import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src/memory.js'
import { start, STORES } from '../memory/support.js'
import { comparable, fileOf, homes, unpacked } from './support.js'

const TEXTS = [
  'I live in Lyon.',
  'I live in Lisbon now, and I like tea.',
  'I like tea.',
  'I like coffee',
  '我喜欢喝茶',
  'Mel was here.',
  'half a \uD800 pair and a "quote"\u2028',
  'Melanie Rivera was in Oslo.',
  'x',
]
const SCOPES = [{ userId: 'ana' }, { userId: 'ana', runId: 'r1' }, { userId: 'ben' }] as const

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      texts: fc.array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 3 }),
      scope: fc.constantFrom(...SCOPES),
      id: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
      infer: fc.boolean(),
      review: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'update' as const,
        'delete' as const,
        'forget' as const,
        'purge' as const,
        'approve' as const,
        'metadata' as const,
        'wait' as const,
      ),
      at: fc.nat(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), at: fc.nat() }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Does what it can: an operation that is refused is none. */
async function live(memory: Memory, clock: { advance(ms: number): void }, steps: readonly Step[]): Promise<void> {
  const operations: string[] = []
  const everybody = { userId: null as never, filters: { userId: '*' } }
  for (const one of steps) {
    clock.advance(3_600_000)
    try {
      if (one.do === 'say') {
        const messages = one.texts.map((content, i) => ({
          content,
          ...(one.id && i === 0 ? { id: one.id } : {}),
          ...(i === 1 ? { role: 'assistant', name: 'Mel' } : {}),
        }))
        operations.push(
          (
            await memory.add(messages, {
              ...one.scope,
              infer: one.infer,
              review: one.review,
              ...(one.infer ? {} : { metadata: { from: ['test', { n: 1.5 }] }, categories: ['x'] }),
            })
          ).operationId,
        )
        continue
      }
      const memories = (await memory.getAll({ ...everybody, status: ['active', 'pending', 'superseded', 'deleted'] }))
        .results
      const messages = (await memory.messages.list(everybody)).results
      const { id } = memories[one.at % memories.length] ?? {}
      const said = messages[one.at % messages.length]
      if (one.do === 'undo')
        operations.push((await memory.undo(operations[one.at % operations.length] ?? '')).operationId)
      if (one.do === 'update' && id)
        await memory.update(id, { text: `${TEXTS[one.at % TEXTS.length]} indeed` }, { reason: 'test' })
      if (one.do === 'metadata' && id)
        await memory.update(id, { metadata: { ['__proto__']: 'own', deep: [null, true] }, expiresAt: '2030-01-01' })
      if (one.do === 'delete' && id)
        operations.push((await memory.delete(id, { withEvidence: one.at % 2 === 0 })).operationId)
      if (one.do === 'approve' && id) await memory.approve(id)
      if (one.do === 'purge' && id) await memory.purge(id)
      if (one.do === 'forget' && said)
        operations.push((await memory.messages.delete(said.id, { purge: one.at % 3 === 0 })).operationId)
      if (one.do === 'wait') await memory.idle()
    } catch (cause) {
      if (!['CONFLICT', 'NOT_FOUND', 'INVALID_INPUT'].includes((cause as { code: string }).code)) throw cause
    }
  }
  await memory.idle()
}

describe.each(STORES)('export and import (hashEmbedder, %s)', (kind) => {
  it('make of any store the same store again', { timeout: 300_000 }, () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const [from, to] = [
          await start(kind, { scope: {}, extractor: homes() }),
          await start(kind, { scope: {}, extractor: homes() }),
        ]
        await live(from.memory, from.clock, steps)
        const before = await from.memory.verify()
        expect(before.findings).toEqual([])
        const file = await fileOf(from.memory)
        const report = await to.memory.import(file)
        expect(report).toMatchObject({
          known: 0,
          changed: 0,
          skipped: 0,
          problems: [],
          waiting: 0,
          added: (before.checked['messages'] ?? 0) + (before.checked['memories'] ?? 0),
        })
        await to.memory.idle()
        expect(await comparable(await fileOf(to.memory))).toEqual(await comparable(file))
        expect((await to.memory.verify()).findings).toEqual([])
        // What was imported is found as what was said is by whoever opens it anew: an index that has seen changes scores a little differently.
        await Promise.all([from.reopen(), to.reopen()])
        const texts = async (memory: Memory) =>
          (await memory.search('I like tea in Lisbon', { filters: { userId: '*' } })).results.map(
            ({ memory: text, score, at }) => ({ text, at, score: score.toFixed(5) }),
          )
        expect(await texts(to.memory)).toEqual(await texts(from.memory))
        const names = async (memory: Memory) =>
          (await memory.entities.list({ userId: 'ben' })).results.map(({ name }) => name).sort()
        expect(await names(to.memory)).toEqual(await names(from.memory))
        // Once more: nothing new, and nothing changes.
        const again = await to.memory.import(file)
        expect(again).toMatchObject({ added: 0, changed: 0, known: report.added, skipped: 0 })
        expect(await comparable(await fileOf(to.memory))).toEqual(await comparable(file))
        // An empty file would erase the whole store, and is refused.
        if (report.added > 0) {
          const replaced = await to.memory.import(file, { mode: 'replace', scope: 'file' })
          expect(replaced).toMatchObject({ added: report.added, removed: report.added, skipped: 0 })
        }
        await to.memory.idle()
        expect(await comparable(await fileOf(to.memory))).toEqual(await comparable(file))
        expect((await to.memory.verify()).findings).toEqual([])
        await Promise.all([from.memory.close(), to.memory.close()])
      }),
      // Shrinking a store on a slow disk takes minutes.
      { numRuns: kind === 'IndexedDB' ? 3 : 20, endOnFailure: kind === 'IndexedDB' },
    ),
  )
})

it('an empty store is a header and an end (hashEmbedder)', async () => {
  const { memory } = await start()
  const file = await fileOf(memory)
  expect((await unpacked(file)).trimEnd().split('\n')).toHaveLength(2)
  expect(await memory.import(file)).toMatchObject({ added: 0, known: 0, skipped: 0 })
})
