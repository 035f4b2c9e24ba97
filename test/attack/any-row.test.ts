import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LocketError } from '../../src/values/errors.js'
import type { Memory } from '../../src/memory.js'
import { forged, memoryLine, messageLine } from '../backup/support.js'
import { openMemory, rejection } from './support.js'

const ALL = ['pending', 'active', 'superseded', 'merged'] as const
const scope = { userId: 'ana' }
const slot = { subject: 'user', attribute: 'likes', value: 'tea', cardinality: 'many' }
const message = messageLine({ name: 'Ana', trust: 'trusted', metadata: { app: 'chat' } }).messages
const memory = memoryLine({
  evidence: [{ messageId: 'm1', quote: 'I like tea.' }],
  attributedTo: 'Ana',
  categories: ['drinks'],
  metadata: { app: 'chat' },
  linkedIds: ['f1'],
  slot,
  entities: [{ name: 'Ana', type: 'person' }],
  relations: [{ subject: 'User', predicate: 'likes', object: 'tea' }],
  language: 'en',
  validTo: 9,
  expiresAt: 9e12,
}).memories
const event = { operationId: 'o1', at: 1, event: 'ADD' }

/** One correct row of each kind that a file can hold. */
const LINES: Record<string, object>[] = [
  { messages: message },
  { memories: memory },
  { history: { ...event, n: 1, table: 'messages', id: 'm1', no: 1, after: message } },
  { history: { ...event, n: 2, table: 'memories', id: 'f1', no: 2, before: memory, after: memory, reason: 'why' } },
  { vectors: { fingerprint: 'other', dimensions: 2, nos: [1], rows: btoa('\0\0\x80\x3f\0\0\x80\x3f') } },
  { summaries: { scope, text: 'Tea.', upTo: 1, updatedAt: 1 } },
  { jobs: { id: 'j1', kind: 'extract', nos: [1], scope, state: 'failed', error: { code: 'X', message: 'x' } } },
]

const NUMBERS = [0, -1, 0.5, 1e-9, 2, 1e10, 9e15, -9e15, 2 ** 32, 2 ** 53, 1e308]
const TEXTS = ['', ' ', 'x', 'm1', 'f1', 'ana', '__proto__', '\0', '\ud800', '‮', '2026-01-01', 'e'.repeat(70_000)]
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<unknown>(null, true, false, ...NUMBERS, ...TEXTS, [], {}),
    fc.constantFrom(
      'active',
      'superseded',
      'merged',
      'deleted',
      'hidden',
      'pending',
      'retract',
      'procedural',
      'system',
    ),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('id', 'text', 'at', 'userId', 'constructor', '$and'), tie('value'), { maxKeys: 3 }),
  ),
})).value

const WORDS = ['active', 'superseded', 'merged', 'deleted', 'hidden', 'pending', 'retract', 'procedural', 'extract']
/** Mostly of the type of the value that is replaced, so that many rows pass the first checks. */
const insteadOf = (value: unknown): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom<unknown>(...(typeof value === 'number' ? NUMBERS : [...TEXTS, ...WORDS])),
    },
    { weight: 1, arbitrary: anyValue },
    { weight: 2, arbitrary: fc.constant(undefined) },
  )

/** The paths of all values of a row with their values, those of lists and objects included. */
function valuesOf(value: unknown, path: string[] = []): [string[], unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return [[path, value], ...Object.entries(value).flatMap(([key, item]) => valuesOf(item, [...path, key]))]
}

function replaced(value: unknown, [key, ...rest]: string[], given: unknown): unknown {
  if (key === undefined) return given
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === key ? replaced(item, rest, given) : item))
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  return { ...fields, [key]: replaced(fields[key], rest, given) }
}

/** A correct row with one of its values left out or replaced by anything that JSON can say. */
const anyLine = fc.constantFrom(...LINES).chain((line) => {
  const change = fc
    .constantFrom(...valuesOf(line).filter(([path]) => path.length > 1))
    .chain(([path, value]) => insteadOf(value).map((given) => [path, given] as const))
  return change.map(([path, given]) => replaced(line, path, given) as object)
})

/** Every call that reads or changes what was imported, each with how it is made. */
const CALLS: Record<string, (memory: Memory) => Promise<unknown>> = {
  getAll: (memory) => memory.getAll({ status: ALL }),
  get: (memory) => memory.get('f1'),
  'messages.list': (memory) => memory.messages.list(),
  search: (memory) => memory.search('tea', { explain: true, threshold: 0 }),
  'search, in the past': (memory) => memory.search('tea', { asOf: 5, threshold: 0 }),
  context: (memory) => memory.context('tea'),
  why: (memory) => memory.why('tea', 'f1'),
  history: (memory) => memory.history('f1'),
  'entities.list': (memory) => memory.entities.list(),
  jobs: (memory) => memory.jobs(),
  health: (memory) => memory.health(),
  export: async (memory) => new Response(await memory.export()).blob(),
  add: (memory) => memory.add('I like tea.'),
  'add again': (memory) => memory.add([{ id: 'm1', role: 'user', content: 'I like tea.' }]),
  update: (memory) => memory.update('f1', { text: 'User likes coffee' }),
  approve: (memory) => memory.approve('f1'),
  idle: (memory) => memory.idle(),
  delete: (memory) => memory.delete('f1'),
  undo: async (memory) => memory.undo((await memory.delete('f1')).operationId),
  purge: (memory) => memory.purge('f1', { withEvidence: true }),
  deleteAll: (memory) => memory.deleteAll(),
}

/** True of files that contradict themselves: a quote without its message, a row older than its own history. */
const CONTRADICTIONS = ['EVIDENCE_DANGLING', 'ROW_OUTDATED', 'ROW_ERASED']

/** What verify() finds besides. */
const damage = async (memory: Memory): Promise<unknown[]> =>
  (await memory.verify()).findings.filter(({ code }) => !CONTRADICTIONS.includes(code))

it('any row of any kind is imported or refused, and whatever was taken in does no harm to any call (hashEmbedder)', async () => {
  let imported = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 2 }), fc.boolean(), async (lines, rest) => {
      const memory = await openMemory()
      try {
        const refused = await rejection(memory.import(forged([...(rest ? LINES : []), ...lines])))
        if (refused === undefined) imported++
        else {
          expect(refused).toMatchObject({ code: 'IMPORT_REFUSED' })
          expect((await memory.getAll({ status: ALL })).total + (await memory.messages.list()).total).toBe(0)
          return
        }
        expect(await damage(memory)).toEqual([])
        for (const [name, call] of Object.entries(CALLS))
          await call(memory).catch((cause: unknown) => {
            expect(cause, name).toBeInstanceOf(LocketError)
            expect((cause as LocketError).code, `${name}: ${String(cause)}`).toMatch(
              /^(NOT_FOUND|INVALID_STATE|CONFLICT)$/,
            )
          })
        expect(await damage(memory)).toEqual([])
        expect((await memory.getAll({ status: ALL })).total).toBe(0)
      } finally {
        await memory.close()
      }
    }),
    { numRuns: 250 },
  )
  // Otherwise nothing was put to the test.
  expect(imported).toBeGreaterThan(20)
})
