import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LocketError } from '../../src/values/errors.js'
import type { Filters } from '../../src/values/filter.js'
import { miniSearchIndex } from '../../src/index/keyword/minisearch-index.js'
import { Memory } from '../../src/memory.js'
import { SCOPE_FIELDS, scopeKey, scopeMatches, type Scope } from '../../src/values/scope.js'
import { inMemoryStore } from '../../src/store/memory-store.js'
import { contentOf, fileOf, unpacked } from '../backup/support.js'
import { hashEmbedder, manualClock, scriptedExtractor } from '../../src/testing/index.js'
import type { MemoryStatus } from '../../src/store/records.js'

/** Ids that an implementation might take apart, fold, or look up where they do not belong. */
const IDS = [
  'ana',
  'an',
  'ana ',
  'Ana',
  'ANA',
  'ana:',
  'ana|coach',
  'ana\n',
  'ana\0',
  'ana,coach',
  '["ana"]',
  '["ana",null,null,null]',
  '{"userId":"ana"}',
  '","',
  '"',
  "'",
  '\\',
  '/',
  '%',
  '.',
  'ana.coach',
  'null',
  'undefined',
  'true',
  '0',
  '-1',
  'NaN',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'prototype',
  '*',
  'a*',
  '.*',
  '$ne',
  'userId',
  'e1',
  'id1q',
  '\u200b',
  '\u2060',
  '\u202eana',
  'é',
  'e\u0301',
  'ａｎａ',
  '我',
  '我们',
  '🐝',
  '🐝\u200d',
  '\ud800',
  '\uffff',
  'ana'.repeat(100),
]
const RUNS = 10
const PER_RUN = 1_000
const STATUSES: MemoryStatus[] = ['pending', 'active', 'superseded', 'merged', 'deleted']
const WORDS = ['bees', 'tea', 'wool', 'Lyon', '蜜蜂', '上海']
/** Every text holds one such word, every id is one: whatever comes out of a call is searched for those of others. */
const TOKEN = /zq\d+z|\bid\d+q\b/g

const anyId = fc.constantFrom(...IDS)
const anyScope = (ids: readonly string[]) =>
  fc
    .record(
      Object.fromEntries(
        SCOPE_FIELDS.map((field) => [field, fc.option(fc.constantFrom(...ids), { nil: undefined, freq: 2 })]),
      ) as Record<keyof Scope, fc.Arbitrary<string | undefined>>,
    )
    .map(plain)
    .filter((scope) => Object.keys(scope).length > 0)
const plain = (scope: Record<string, string | undefined>): Scope =>
  Object.fromEntries(Object.entries(scope).filter(([, id]) => id !== undefined))

const FIELDS = [
  'owner',
  'topic',
  'metadata.userId',
  'metadata.owner',
  'metadata.scope.userId',
  'id',
  'kind',
  'status',
  'role',
  'name',
  'trust',
  'attributedTo',
  'categories',
  'at',
  'createdAt',
  'no',
  'scopeKey',
  'scope',
  'scope.userId',
  'text',
  'memory',
  'session',
  'evidence',
  '__proto__',
  'constructor',
  'metadata.__proto__',
  'userId',
  'agent_id',
  'appId',
  'run_id',
]
const value = fc.oneof(anyId, fc.constantFrom('active', 'semantic', 'user', 1, 0, true, null))
const condition = fc.oneof(
  value,
  fc.array(value, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('eq', 'ne', 'gt', 'lt', 'contains', 'icontains'), value, { minKeys: 1, maxKeys: 2 }),
  fc.record({ in: fc.array(value, { maxLength: 3 }) }),
  fc.record({ nin: fc.array(value, { maxLength: 3 }) }),
  fc.record({ exists: fc.boolean() }),
)
const { filters } = fc.letrec<{ filters: Filters }>((tie) => ({
  filters: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.dictionary(fc.constantFrom(...FIELDS), condition, {
      maxKeys: 2,
      noNullPrototype: true,
    }) as fc.Arbitrary<Filters>,
    fc.record({ NOT: tie('filters') }) as fc.Arbitrary<Filters>,
    fc.array(tie('filters'), { minLength: 1, maxLength: 3 }).map((OR) => ({ OR })),
    fc.array(tie('filters'), { minLength: 1, maxLength: 3 }).map((NOT) => ({ NOT })),
    fc.tuple(tie('filters'), tie('filters')).map((AND) => ({ AND })),
  ),
}))

const CALLS = [
  'add',
  'add',
  'add',
  'fact',
  'fact',
  'imported',
  'review',
  'search',
  'search',
  'search',
  'context',
  'getAll',
  'getAll',
  'list',
  'entities',
  'why',
  'jobs',
  'export',
  'messages.get',
  'messages.delete',
  'purge',
  'retry',
  'cancel',
  'promote',
  'deleteAll',
] as const
/** Those that go by an id and the default scope alone. */
const BY_ID = [
  'get',
  'update',
  'delete',
  'history',
  'undo',
  'approve',
  'reject',
  'entities.get',
  'purge',
  'messages.get',
  'messages.delete',
  'why',
  'search',
  'getAll',
  'list',
] as const

interface Owned {
  id: string
  scope: Scope
  kind: 'message' | 'memory' | 'operation' | 'job'
}

/** One store, and what of it belongs to whom. */
class World {
  readonly store = inMemoryStore()
  readonly clock = manualClock()
  /** By token: whose it is, or who named it in what they stored. */
  readonly owners = new Map<string, Scope[]>()
  readonly rows: Owned[] = []
  memory!: Memory
  leaks: string[] = []
  private n = 0
  private acting: Scope | undefined

  constructor(private readonly scopes: readonly Scope[]) {}

  async open(scope: Scope | undefined): Promise<void> {
    await this.memory?.close()
    this.memory = await Memory.open({
      name: 'isolation',
      store: this.store,
      ...(scope ? { scope } : {}),
      embedder: hashEmbedder(),
      keywordIndex: miniSearchIndex(),
      extractor: this.extractor(),
      now: this.clock.now,
      newId: () => this.token('id', 'q'),
      onWarning: (problem) => {
        throw problem
      },
    })
  }

  private token(before: string, after: string): string {
    const token = `${before}${++this.n}${after}`
    if (this.acting) this.own(token, this.acting)
    return token
  }

  private own(token: string, scope: Scope): void {
    this.owners.set(token, [...(this.owners.get(token) ?? []), scope])
  }

  /** As hostile as a plug may be: it links to whatever there is, in whichever scope. */
  private extractor() {
    return scriptedExtractor((text, { scope }) => {
      const marker = /zq\d+z/.exec(text)?.[0]
      if (marker === undefined || !text.startsWith('say')) return []
      const word = WORDS.find((one) => text.includes(one)) as string
      return [
        {
          text: `User tells of ${word}: ${marker}`,
          quote: text,
          slot: {
            subject: 'user',
            attribute: word === 'Lyon' || word === '上海' ? 'home' : 'likes',
            value: `${word} ${marker}`,
            cardinality: word === 'Lyon' || word === '上海' ? ('one' as const) : ('many' as const),
          },
          linkedIds: this.rows
            .filter(({ kind }) => kind === 'memory')
            .slice(-5)
            .map(({ id }) => id),
          entities: [
            { name: `Bea ${marker}`, type: 'person' as const },
            { name: 'Bea', type: 'person' as const },
          ],
          relations: [{ subject: 'Bea', predicate: 'works at', object: `Acme ${marker}` }],
          attributedTo: scope.userId ?? 'user',
        },
      ]
    })
  }

  /** Runs a call on behalf of `scope`; what it gives, or throws, must hold nothing of anybody else, but for the id that was asked for. */
  async on(scope: Scope, what: string, call: () => Promise<unknown>, asked?: string): Promise<unknown> {
    this.acting = scope
    let result: unknown
    let told: string
    try {
      result = await call()
      told = JSON.stringify(result) ?? ''
    } catch (error) {
      if (!(error instanceof LocketError)) throw error
      result = error
      told = JSON.stringify([
        error.message,
        error.hint,
        String(error.value),
        error.cause instanceof Error ? error.cause.message : null,
      ])
      // The error says the same of an id that never was.
      if (error.code === 'NOT_FOUND')
        expect(error.message.replaceAll(asked ?? '', 'X')).toMatch(
          /^There is no [a-z ]+ "X"( to undo)?\. (It may have been erased, or belong to another scope\.|What was purged cannot be undone\.|It may be done: jobs\(\) lists what is left\.)$/,
        )
    } finally {
      this.acting = undefined
    }
    for (const [token] of told.matchAll(TOKEN)) {
      const owners = this.owners.get(token) ?? []
      // An operation on a wider scope leaves its id in the history of the rows that it changed.
      const isSeen = (owner: Scope): boolean =>
        scopeMatches(owner, scope) || (token.startsWith('id') && scopeMatches(scope, owner))
      if (token !== asked && !owners.some(isSeen))
        this.leaks.push(`${what} for ${JSON.stringify(scope)} gave ${token} of ${JSON.stringify(owners)}`)
    }
    return result
  }

  async run(name: string, scope: Scope, filters: Filters, pick: number, within: Filters | undefined): Promise<void> {
    const { memory, rows } = this
    const word = WORDS[pick % WORDS.length] as string
    const row = rows[pick % Math.max(1, rows.length)] ?? { id: 'nobody', scope: {}, kind: 'memory' as const }
    const options = { ...scope, ...(within ? { filters: within } : pick % 3 === 0 ? {} : { filters }) }
    const other = this.scopes[pick % this.scopes.length] as Scope
    const metadata = {
      owner: other.userId ?? 'nobody',
      userId: other.userId ?? null,
      user_id: 'ana',
      scope: { userId: 'ana' },
      topic: word,
      ['__proto__']: 'ana',
    }
    const mine = (marker: string) => `zq${marker}z`
    const say = async (start: string, more: object): Promise<void> => {
      const marker = mine(String(++this.n))
      this.own(marker, scope)
      const added = (await this.on(scope, name, () =>
        memory.add(
          {
            content: `${start} ${word} ${marker}`,
            role: pick % 5 === 0 ? 'tool' : 'user',
            metadata,
            ...(pick % 2 ? { name: pick % 4 === 1 ? 'Bea' : `Cyd ${marker}` } : {}),
          },
          { ...scope, ...more },
        ),
      )) as Awaited<ReturnType<Memory['add']>>
      if (added instanceof LocketError) throw added
      rows.push({ id: added.operationId, scope, kind: 'operation' })
      for (const { id, status } of added.messages)
        if (id !== undefined && status === 'added') rows.push({ id, scope, kind: 'message' })
      for (const { id, event } of added.results) if (event !== 'NONE') rows.push({ id, scope, kind: 'memory' })
      if (added.job !== undefined) rows.push({ id: added.job, scope, kind: 'job' })
    }
    switch (name) {
      case 'add':
        return say('say', { wait: true })
      case 'review':
        return say('say', { review: true })
      case 'fact':
        return say('keep', { infer: false })
      case 'imported':
        this.own(row.id, scope)
        return say('import', {
          infer: false,
          evidence: [
            {
              messageId: row.id,
              quote: 'as it was told',
              ...(other.runId === undefined ? {} : { runId: other.runId }),
            },
          ],
        })
      case 'search':
        return void (await this.on(scope, name, () =>
          memory.search(`${word} Bea`, { ...options, topK: 50, explain: pick % 2 === 0, latestOnly: pick % 4 !== 0 }),
        ))
      case 'context':
        return void (await this.on(scope, name, () =>
          memory.context(word, { ...options, threshold: 0, budgetTokens: 2_000 }),
        ))
      case 'getAll':
        return void (await this.on(scope, name, () =>
          memory.getAll({ ...options, status: STATUSES, limit: 1_000, latestOnly: false }),
        ))
      case 'list':
        return void (await this.on(scope, name, () => memory.messages.list({ ...options, limit: 1_000 })))
      case 'entities': {
        const page = (await this.on(scope, name, () => memory.entities.list(scope))) as Awaited<
          ReturnType<Memory['entities']['list']>
        >
        for (const { id } of page.results) this.entities.push({ id, scope })
        return
      }
      case 'why':
        return void (await this.on(scope, name, () => memory.why(word, row.id, options), row.id))
      case 'jobs':
        return void (await this.on(scope, name, () => memory.jobs(scope)))
      case 'export':
        return void (await this.on(scope, name, async () => {
          const file = await fileOf(memory, scope)
          const { messages, memories, vectors } = await contentOf(file)
          expect([...vectors.keys()].filter((no) => !messages.has(no) && !memories.has(no))).toEqual([])
          // Numbers in base64 may look like anything.
          return (await unpacked(file)).replace(/"rows":"[^"]*"/g, '')
        }))
      case 'messages.get':
        return void (await this.on(scope, name, () => memory.messages.get(row.id, scope), row.id))
      case 'messages.delete':
        return void (await this.on(
          scope,
          name,
          () => memory.messages.delete(row.id, { ...scope, purge: pick % 4 === 0 }),
          row.id,
        ))
      case 'purge':
        return void (await this.on(scope, name, () => memory.purge(row.id, scope), row.id))
      case 'retry':
        return void (await this.on(scope, name, () => memory.retry(row.id, scope), row.id))
      case 'cancel':
        return void (await this.on(scope, name, () => memory.cancel(row.id, scope), row.id))
      case 'promote':
        return void (
          scope.runId !== undefined &&
          Object.keys(scope).length > 1 &&
          (await this.on(wider(scope), name, () => memory.promote(scope.runId as string, wider(scope))))
        )
      case 'deleteAll':
        return void (pick % 12 === 0 && (await this.on(scope, name, () => memory.deleteAll(scope))))
      case 'get':
        return void (await this.on(scope, name, () => memory.get(row.id), row.id))
      case 'update':
        return void (await this.on(scope, name, () => memory.update(row.id, { metadata: { seen: true } }), row.id))
      case 'delete':
        return void (await this.on(scope, name, () => memory.delete(row.id, { withEvidence: pick % 2 === 0 }), row.id))
      case 'history':
        return void (await this.on(scope, name, () => memory.history(row.id), row.id))
      case 'undo':
        return void (await this.on(scope, name, () => memory.undo(row.id), row.id))
      case 'approve':
        return void (await this.on(scope, name, () => memory.approve(row.id), row.id))
      case 'reject':
        return void (await this.on(scope, name, () => memory.reject(row.id), row.id))
      case 'entities.get': {
        const entity = this.entities[pick % Math.max(1, this.entities.length)]
        const found = entity && ((await this.on(scope, name, () => memory.entities.get(entity.id))) as Scope | null)
        if (found && !scopeMatches(found, scope)) this.leaks.push(`entity ${entity.id}`)
        return
      }
    }
  }

  private readonly entities: { id: string; scope: Scope }[] = []

  /** What others have, row by row: all that is out of reach for `scope`, but for what rests on its messages because it was promoted. */
  async others(scope: Scope): Promise<Map<string, string>> {
    return this.store.read(['messages', 'memories', 'history'], async (tx) => {
      const isOther = (row: { scope: Scope } | undefined): boolean =>
        row !== undefined && !scopeMatches(row.scope, scope)
      const memories = (await tx.list('memories')).filter(
        (row) => isOther(row) && !row.evidence.some(({ runId }) => runId !== undefined),
      )
      const kept = new Set(memories.map(({ no }) => no))
      const history = (await tx.list('history')).filter(({ table, no, before, after }) =>
        table === 'messages' ? isOther(after ?? before) : kept.has(no),
      )
      return new Map(
        [...(await tx.list('messages')).filter(isOther), ...memories, ...history].map((row) => [
          'n' in row ? `history ${row.n}` : `row ${row.no}`,
          JSON.stringify(row),
        ]),
      )
    })
  }
}

const wider = ({ userId, agentId, appId }: Scope): Scope => plain({ userId, agentId, appId })

describe('isolation (hashEmbedder)', () => {
  it(
    `${RUNS * PER_RUN} random operations over hostile ids and filters give, tell and change nothing of another scope (hashEmbedder)`,
    { timeout: 300_000 },
    async () => {
      const tally = new Map<string, number>()
      for (let run = 0; run < RUNS; run++) {
        const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] =>
          fc.sample(arbitrary, { numRuns, seed: Number(import.meta.env['LOCKET_SEED']) + run })
        // Few ids in a run, so that scopes meet in some and differ in others.
        const ids = sample(fc.uniqueArray(anyId, { minLength: 3, maxLength: 4 }), 1)[0] as string[]
        const scopes = sample(
          fc.uniqueArray(anyScope(ids), { minLength: 8, maxLength: 8, selector: scopeKey }),
          1,
        )[0] as Scope[]
        const world = new World(scopes)
        const operations = sample(
          fc.record({
            call: fc.constantFrom(...CALLS),
            byId: fc.constantFrom(...BY_ID),
            scope: fc.constantFrom(...scopes),
            filters,
            pick: fc.nat(),
          }),
          PER_RUN,
        )
        await world.open(undefined)
        for (const [i, { call, scope, filters, pick }] of operations.slice(0, PER_RUN * 0.7).entries()) {
          world.clock.advance(60_000)
          await world.run(call, scope, filters, pick, undefined)
          if (i % 50 === 0) await world.memory.idle()
          tally.set(call, (tally.get(call) ?? 0) + 1)
        }
        // The rest through default scopes: they bound calls that go by an id, and reads whose filters name others' ids.
        const rest = operations.slice(PER_RUN * 0.7)
        for (let part = 0; part < 3; part++) {
          const scope = scopes[part] as Scope
          await world.open(scope)
          const before = await world.others(scope)
          for (const { byId, filters, pick } of rest.slice(part * PER_RUN * 0.1, (part + 1) * PER_RUN * 0.1)) {
            if (['messages.get', 'messages.delete', 'purge', 'why', 'search', 'getAll', 'list'].includes(byId)) {
              const run = world.run.bind(world)
              await world.on(scope, byId, async () => run(byId, scope, {}, pick, { OR: [filters] }))
            } else await world.run(byId, scope, {}, pick, undefined)
            tally.set(byId, (tally.get(byId) ?? 0) + 1)
          }
          const after = await world.others(scope)
          expect(
            [...new Set([...before.keys(), ...after.keys()])]
              .filter((row) => before.get(row) !== after.get(row))
              .map((row) => [row, before.get(row), after.get(row)]),
          ).toEqual([])
        }
        await world.memory.close()
        expect(world.leaks).toEqual([])
      }
      expect([...tally.values()].reduce((sum, n) => sum + n, 0)).toBe(RUNS * PER_RUN)
      for (const call of [...CALLS, ...BY_ID]) expect(tally.get(call), call).toBeGreaterThan(50)
    },
  )
})

describe('what others store (hashEmbedder)', () => {
  const own = [
    'Bees: my sister keeps two hives in Lyon.',
    'I moved to Lisbon in March.',
    '我妹妹在上海养蜜蜂。',
    'Do you like honey?',
    'Only in tea, please.',
    'The wool of the black sheep is for sale.',
    'User moved house.',
    'It rained on the bees.',
    'Tea for two.',
    'Lyon is far.',
  ]
  const others = [
    'Bees, bees, bees and more bees.',
    'My sister keeps bees in Lyon as well.',
    'bees tea wool Lyon sheep honey',
    '蜜蜂蜜蜂蜜蜂',
    'Tea. Tea! Tea?',
    'I moved to Lisbon too.',
    'hives hives hives',
  ]
  const asks = ['Who keeps bees?', 'tea', '蜜蜂', 'Where do I live?', 'wool sheep', 'Lisbon']

  it('changes neither what a scope finds nor what is drawn in it; scores shift a little with how common a word is in the whole store', async () => {
    const answers = []
    const scores: Map<string, number>[] = []
    for (const neighbours of [0, 40]) {
      const memory = await Memory.open({
        name: 'neighbours',
        store: inMemoryStore(),
        embedder: hashEmbedder(),
        keywordIndex: miniSearchIndex(),
        now: manualClock().now,
        onWarning: () => undefined,
      })
      for (let i = 0; i < neighbours; i++) {
        await memory.add(others, { userId: `other ${i}` })
        // What others were shown is no echo in what Ana says.
        if (i % 10 === 0) for (const ask of [...asks, ...own]) await memory.search(ask, { userId: `other ${i}` })
      }
      const { results, report } = await memory.add(
        own.map((content, i) => ({ id: `m${i}`, content })),
        { userId: 'ana' },
      )
      const found = []
      const scored = new Map<string, number>()
      for (const ask of asks) {
        const { results, report } = await memory.search(ask, { userId: 'ana', topK: 20 })
        found.push({ ask, report, texts: results.map(({ memory: text }) => text).sort() })
        for (const hit of results) scored.set(`${ask} ${hit.memory}`, hit.score)
      }
      scores.push(scored)
      await memory.idle()
      answers.push({
        facts: results.map(({ memory: text, event }) => [text, event]),
        rejected: report.rejected,
        found,
        entities: (await memory.entities.list({ userId: 'ana' })).results.map(
          ({ name, type, aliases, messages, memories }) => ({ name, type, aliases, messages, memories }),
        ),
      })
      await memory.close()
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]?.facts.length).toBeGreaterThan(0)
    const [alone, among] = scores as [Map<string, number>, Map<string, number>]
    for (const [key, score] of alone) expect(Math.abs(score - (among.get(key) as number)), key).toBeLessThan(0.3)
  })
})

describe('calls by an id (hashEmbedder)', () => {
  const open = (store: ReturnType<typeof inMemoryStore>, scope?: Scope) =>
    Memory.open({
      name: 'by id',
      store,
      ...(scope ? { scope } : {}),
      embedder: hashEmbedder(),
      keywordIndex: miniSearchIndex(),
      extractor: false,
      onWarning: () => undefined,
    })

  it('reach what the default scope sees: nothing else with one, everything without', async () => {
    const store = inMemoryStore()
    let memory = await open(store)
    const { results } = await memory.add(
      { id: 'said', content: 'Ben keeps bees.' },
      { userId: 'ben', runId: '1', infer: false },
    )
    const id = results[0]?.id as string
    expect(await memory.get(id)).toMatchObject({ userId: 'ben' })
    expect(await memory.get('said')).toMatchObject({ userId: 'ben' })
    for (const [scope, sees] of [
      [{ userId: 'ben' }, true],
      [{ runId: '1' }, true],
      [{ userId: 'ben', runId: '1' }, true],
      [{ userId: 'ben', runId: '2' }, false],
      [{ userId: 'ana' }, false],
      [{ userId: 'ben', agentId: 'coach' }, false],
    ] as const) {
      await memory.close()
      memory = await open(store, scope)
      expect((await memory.get(id)) !== null, JSON.stringify(scope)).toBe(sees)
      expect((await memory.messages.get('said')) !== null).toBe(sees)
      if (sees) expect(await memory.history(id)).toHaveLength(1)
      else
        for (const call of [
          () => memory.history(id),
          () => memory.update(id, { text: 'x' }),
          () => memory.delete(id),
          () => memory.purge(id),
          () => memory.approve(id),
        ])
          await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await memory.close()
  })

  it('work that is left, and messages of another run, are out of reach', async () => {
    const broken = scriptedExtractor((text) => {
      throw new Error(`cannot read ${text}`)
    })
    const memory = await Memory.open({
      name: 'left',
      store: inMemoryStore(),
      embedder: { ...hashEmbedder(), embed: () => Promise.reject(new Error('the model is gone')) },
      keywordIndex: miniSearchIndex(),
      extractor: broken,
      onWarning: () => undefined,
    })
    await memory.add({ id: 'said', role: 'judge', name: 'Cyd', content: 'Bees of Ana.' }, { userId: 'ana', runId: '1' })
    const left = await memory.jobs({ userId: 'ana' })
    expect(left.map(({ kind }) => kind).sort()).toEqual(['embed', 'extract'])
    expect(await memory.jobs({ userId: 'ben' })).toEqual([])
    expect(await memory.jobs({ userId: 'ana', runId: '2' })).toEqual([])
    for (const { id } of left)
      for (const call of [() => memory.retry(id, { userId: 'ben' }), () => memory.cancel(id, { userId: 'ben' })])
        await expect(call()).rejects.toMatchObject({
          code: 'NOT_FOUND',
          message: expect.not.stringContaining('bees') as string,
        })
    await memory.add('Bees of Ana in the second run.', {
      userId: 'ana',
      runId: '2',
      infer: false,
      evidence: [{ messageId: 'said', quote: 'x', runId: '1' }],
    })
    const [hit] = (await memory.search('bees', { userId: 'ana', runId: '2' })).results
    expect(hit?.evidence).toEqual([{ messageId: 'said', quote: 'x', runId: '1' }])
    await memory.close()
  })

  it('an id `*` or `__proto__` is an id like any other, and in a filter `*` alone means any', async () => {
    const memory = await open(inMemoryStore())
    for (const userId of ['*', '__proto__', 'constructor', 'ana']) await memory.add(`bees of ${userId}`, { userId })
    for (const userId of ['*', '__proto__', 'constructor', 'ana'])
      expect((await memory.messages.list({ userId })).results.map(({ content }) => content)).toEqual([
        `bees of ${userId}`,
      ])
    expect((await memory.messages.list({ userId: 'ana', filters: { userId: '*' } })).total).toBe(1)
    expect((await memory.messages.list({ filters: { userId: '*' } })).total).toBe(4)
    await memory.close()
  })
})
