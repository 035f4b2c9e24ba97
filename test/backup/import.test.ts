import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../src/values/errors.js'
import type { Memory } from '../../src/memory.js'
import { hashEmbedder, sequentialIds } from '../../src/testing/index.js'
import { Checksum } from '../../src/store/rows/hash.js'
import { start, STORES, texts } from '../memory/support.js'
import { comparable, contentOf, fileOf, homes, packed, unpacked } from './support.js'

const everybody = { userId: null as never, filters: { userId: '*' } }
const state = async (memory: Memory): Promise<unknown> => comparable(await fileOf(memory, { userId: null }))

async function told(memory: Memory): Promise<Memory> {
  await memory.add([
    { id: 'a', content: 'I live in Lyon.', at: '2026-01-01' },
    { id: 'b', content: 'I like tea.' },
  ])
  await memory.add({ id: 'c', content: 'I live in Lisbon.', at: '2026-02-01' })
  await memory.add({ id: 'n', content: 'Plain note.' }, { infer: false, runId: 'r' })
  await memory.add({ id: 'a', content: 'Bees.' }, { userId: 'ben' })
  await memory.idle()
  return memory
}

describe('a file that is not what it was (hashEmbedder)', () => {
  const changed = async (change: (lines: string[]) => string[]): Promise<Blob> => {
    const { memory } = await start('inMemoryStore', { extractor: homes() })
    const lines = (await unpacked(await fileOf(await told(memory), { userId: null }))).trimEnd().split('\n')
    return packed(`${change(lines).join('\n')}\n`)
  }
  const edited = (find: string, by: string) => (lines: string[]) => lines.map((line) => line.replace(find, by))
  const REFUSED: Record<string, [(lines: string[]) => string[], RegExp]> = {
    'a text changed': [edited('Plain note.', 'Other note.'), /^Line \d+ has another checksum/],
    'a line taken out': [(lines) => lines.toSpliced(3, 1), /^Line \d+ says that \d+ lines come before it/],
    'a line twice': [(lines) => lines.toSpliced(3, 0, lines[3] as string), /^Line \d+ says that \d+ lines/],
    'its end missing': [(lines) => lines.slice(0, -1), /^Line \d+ is the last one, and no end/],
    'its end in the middle of a line': [
      (lines) => [...lines.slice(0, 5), (lines[5] as string).slice(0, 20)],
      /^Line 6 is not JSON/,
    ],
    'something behind its end': [(lines) => [...lines, '{}'], /^Line \d+ stands behind the end/],
    'a newer version': [
      edited('"version":3', '"version":4'),
      /^Line 1 says that the file is of version 4, which is newer .*Update Locket/,
    ],
    'a header with fields of its own': [
      edited('"version":3', '"version":3,"more":1'),
      /^Line 1 is not valid: header\.more is not known/,
    ],
    'an unknown table': [(lines) => lines.toSpliced(1, 0, '{"spells":{}}'), /^Line 2 is no row of a known table/],
    'a row without a text': [edited('"text":"Plain note.",', ''), /^Line \d+ is not valid: messages\.text is missing/],
    'a row with a field of its own': [
      edited('"text":"Plain note."', '"text":"Plain note.","toString":1'),
      /^Line \d+ is not valid: messages\.toString is not known/,
    ],
    'a number that is none': [edited('"revision":1', '"revision":-1'), /^Line \d+ is not valid: messages\.revision/],
    'vectors cut short': [
      (lines) => lines.map((line) => (line.startsWith('{"vectors"') ? line.replace(/"rows":".{8}/, '"rows":"') : line)),
      /^Line \d+ is not valid: vectors\.rows/,
    ],
    'another scope than it says': [
      edited('"scope":{}', '"scope":{"userId":"ana"}'),
      /^Line \d+ belongs to another scope/,
    ],
    'history of nobody': [
      (lines) => lines.map((line) => (line.startsWith('{"history"') ? line.replace(/"no":\d+/g, '"no":9999') : line)),
      /^Line \d+ (belongs to a message or memory that is not in the file|has another checksum)/,
    ],
    'nothing in it': [() => ['{"hello":"world"}'], /^The file holds no list of memories/],
    'no JSON in it': [() => ['hello'], /^Line 1 is neither/],
  }

  it.each(Object.entries(REFUSED))(
    'with %s is refused with the line, and changes nothing',
    async (_, [change, message]) => {
      const { memory } = await start()
      await memory.add('What was here before.', { infer: false })
      const before = await state(memory)
      for (const mode of ['merge', 'replace'] as const) {
        const refusal = await memory
          .import(await changed(change), { mode, scope: { userId: 'ana' } })
          .catch((cause: unknown) => cause)
        expect(refusal).toMatchObject({
          name: 'InputError',
          code: 'IMPORT_REFUSED' satisfies ErrorCode,
          message: expect.stringMatching(message),
        })
      }
      expect(await state(memory)).toEqual(before)
    },
  )

  it('cut off or with a changed byte anywhere is refused, compressed or not', async () => {
    const { memory } = await start('inMemoryStore', { extractor: homes() })
    const file = await fileOf(await told(memory), { userId: null })
    const other = (await start()).memory
    for (const form of [file, new Blob([await unpacked(file)])]) {
      const bytes = new Uint8Array(await form.arrayBuffer())
      for (let i = 1; i <= 12; i++) {
        const at = Math.floor((bytes.length * i) / 13)
        await expect(other.import(new Blob([bytes.slice(0, at)])), `cut at ${at}`).rejects.toMatchObject({
          code: 'IMPORT_REFUSED',
        })
        const flipped = bytes.slice()
        flipped[at] = (flipped[at] as number) ^ 1
        await expect(other.import(new Blob([flipped])), `changed at ${at}`).rejects.toMatchObject({
          code: 'IMPORT_REFUSED',
        })
      }
    }
    await expect(other.import(new Blob([]))).rejects.toMatchObject({ code: 'IMPORT_REFUSED' })
    expect((await other.messages.list(everybody)).total).toBe(0)
  })
})

describe.each(STORES)('importing (hashEmbedder, %s)', (kind) => {
  it('takes a file from anywhere', async () => {
    const { memory } = await start(kind, { extractor: homes() })
    const file = await fileOf(await told(memory), { userId: null })
    const plain = await unpacked(file)
    const sources = {
      blob: file,
      file: new File([file], 'backup.locket'),
      unpacked: new Blob([plain]),
      stream: file.stream(),
      response: new Response(file),
      async *texts() {
        yield plain.slice(0, 1_001)
        yield plain.slice(1_001)
      },
    }
    const expected = await state(memory)
    for (const [name, source] of Object.entries(sources)) {
      const { memory: other } = await start('inMemoryStore')
      await other.import(typeof source === 'function' ? source() : source, { scope: 'file' })
      expect(await state(other), name).toEqual(expected)
    }
    const { memory: other } = await start('inMemoryStore')
    await expect(other.import('text' as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(other.import(new Response('no', { status: 404 }))).rejects.toMatchObject({ code: 'IMPORT_REFUSED' })
    await expect(other.import(file, { mode: 'mix' as never })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(other.import(file, { scope: {} })).rejects.toMatchObject({ code: 'SCOPE_REQUIRED' })
    const broken = new ReadableStream({
      pull() {
        throw new Error('the network is gone')
      },
    })
    await expect(other.import(broken)).rejects.toMatchObject({
      code: 'IMPORT_REFUSED',
      cause: { message: 'the network is gone' },
    })
    const once = file.stream()
    await other.import(once, { scope: 'file' })
    await expect(other.import(once)).rejects.toMatchObject({
      code: expect.stringMatching(/INVALID_INPUT|IMPORT_REFUSED/),
    })
  })

  it('exports one scope, and nothing of others', async () => {
    const { memory } = await start(kind, { extractor: homes() })
    await told(memory)
    const all = await contentOf(await fileOf(memory, { userId: null }))
    const ana = await contentOf(await fileOf(memory))
    const run = await contentOf(await fileOf(memory, { run_id: 'r' }))
    expect(all.messages.size).toBe(5)
    expect(ana).toMatchObject({
      header: { scope: { userId: 'ana' }, counts: { messages: 4, memories: 4 } },
      messages: { size: 4 },
    })
    expect(run).toMatchObject({
      header: { scope: { userId: 'ana', runId: 'r' } },
      messages: { size: 1 },
      memories: { size: 1 },
      vectors: { size: 1 },
    })
    expect(await unpacked(await fileOf(memory))).not.toContain('Bees')
    await expect(memory.export({ user: 'ana' } as never)).rejects.toMatchObject({ code: 'UNKNOWN_OPTION' })
  })

  it('merges: adds what is missing, adds evidence to what is known, keeps what is there', async () => {
    const [from, to] = [
      await start(kind, { extractor: homes() }),
      await start(kind, { extractor: homes(), newId: sequentialIds('here') }),
    ]
    await told(from.memory)
    const here = to.memory
    await here.add([
      { id: 'c', content: 'Quite another text.' },
      { id: 'z', content: 'I live in Lisbon.' },
    ])
    const home = (await here.getAll()).results.find(({ memory }) => memory === 'User lives in Lisbon')
    await here.add({ id: 'b', content: 'I like tea.' })
    const tea = (await here.getAll()).results.find(({ memory }) => memory === 'User likes tea')
    await here.delete(tea?.id as string)
    const file = await fileOf(from.memory)
    const dry = await here.import(file, { dryRun: true })
    expect((await here.getAll()).total).toBe(1)
    const report = await here.import(file)
    expect({ ...report, dryRun: true, waiting: 0 }).toEqual({ ...dry, waiting: 0 })
    // Messages: a and n are new, b is known, c means another text. Memories: Lyon and the note are new, Lisbon is known (its quote is of the other c), tea was deleted here.
    expect(report).toMatchObject({ added: 4, known: 2, changed: 0, skipped: 2, removed: 0 })
    expect(report.problems.map(({ code }) => code).sort()).toEqual(['CONFLICT', 'FORGOTTEN'])
    expect(report.problems.every(({ line }) => line > 1)).toBe(true)
    expect(await here.messages.get('c')).toMatchObject({ content: 'Quite another text.' })
    expect((await here.getAll()).results.map(({ memory }) => memory).sort()).toEqual([
      'Plain note.',
      'User lives in Lisbon',
    ])
    expect(await here.get(home?.id as string)).toMatchObject({ evidence: [{ messageId: 'z' }] })

    const third = (await start('inMemoryStore', { extractor: homes(), newId: sequentialIds('third') })).memory
    await third.add({ id: 'y', content: 'I like tea.' })
    expect(await third.import(file)).toMatchObject({ skipped: 0, changed: 1, known: 0, added: 7 })
    const { results } = await third.getAll()
    expect(
      results.find(({ memory }) => memory === 'User likes tea')?.evidence.map(({ messageId }) => messageId),
    ).toEqual(['y', 'b'])
    const [kept] = results.filter(({ memory }) => memory === 'User likes tea')
    expect((await third.history(kept?.id as string)).map(({ event, reason }) => [event, reason])).toEqual([
      ['ADD', undefined],
      ['UPDATE', 'evidence imported'],
    ])
    expect(await third.import(file)).toMatchObject({ added: 0, changed: 0, skipped: 0, known: 8 })
    expect((await third.verify()).findings).toEqual([])
    await here.idle()
    expect((await here.verify()).findings).toEqual([])
  })

  it('maps the scope of a file onto another, in the same store too', async () => {
    const { memory } = await start(kind, { extractor: homes() })
    await told(memory)
    const file = await fileOf(memory)
    const report = await memory.import(file, { scope: { user_id: 'cleo' } })
    expect(report).toMatchObject({ added: 8, skipped: 0 })
    await memory.idle()
    expect(
      (await memory.getAll({ userId: 'cleo' })).results.map(({ memory: text, runId }) => [text, runId]).sort(),
    ).toEqual([
      ['Plain note.', 'r'],
      ['User likes tea', undefined],
      ['User lives in Lisbon', undefined],
    ])
    const [closed] = (await memory.getAll({ userId: 'cleo', status: ['superseded'] })).results
    expect((await memory.getAll({ userId: 'cleo' })).results.map(({ id }) => id)).toContain(closed?.supersededBy)
    expect(await texts(memory.search('tea', { userId: 'cleo' }))).toContain('User likes tea')
    expect(await memory.import(file, { scope: { userId: 'cleo' } })).toMatchObject({
      added: 0,
      known: 8,
      changed: 0,
      skipped: 0,
    })
    expect((await memory.verify()).findings).toEqual([])
    // Two users become one: what both have is there once.
    const whole = await fileOf(memory, { userId: null })
    const { memory: other } = await start('inMemoryStore')
    expect(await other.import(whole, { scope: { userId: 'all' } })).toMatchObject({ added: 9, known: 7, skipped: 1 })
    expect((await other.getAll({ userId: 'all' })).total).toBe(3)
    await other.idle()
    expect((await other.verify()).findings).toEqual([])
  })

  it('replaces the scope of the file and no other, all at once', async () => {
    const rig = await start(kind, { extractor: homes() })
    const { memory } = rig
    await told(memory)
    const file = await fileOf(memory)
    const before = await state(memory)
    await memory.add('I like coffee')
    await memory.purge('b')
    const other = kind === 'IndexedDB' ? await rig.open() : undefined
    const events: string[] = []
    memory.subscribe(({ type }) => events.push(type))
    expect(await memory.import(file, { mode: 'replace', dryRun: true })).toMatchObject({
      added: 8,
      removed: 8,
      dryRun: true,
    })
    expect(await memory.import(file, { mode: 'replace' })).toMatchObject({ added: 8, known: 0, skipped: 0, removed: 8 })
    expect(events).toContain('reset')
    await memory.idle()
    const sorted = (content: unknown) =>
      JSON.stringify(content, (_, value: unknown) =>
        Array.isArray(value) ? value.map((one) => JSON.stringify(one)).sort() : value,
      ).replaceAll(/,?\\*"(no|previousNo|verbatimNo|session|imported)\\*":(\d+|\\*"[\w-]+\\*")/g, '')
    expect(sorted(await state(memory))).toEqual(sorted(before))
    expect((await memory.verify()).findings).toEqual([])
    if (other) expect(await texts(other.search('tea'))).toContain('User likes tea')
    expect((await memory.messages.list({ userId: 'ben' })).total).toBe(1)
  })

  it('replacing a run takes what was promoted out of it along, unless the file brings its message back', async () => {
    const rig = await start(kind, { extractor: homes() })
    const { memory } = rig
    await memory.add(
      [
        { id: 'm1', content: 'I live in Lyon.' },
        { id: 'm2', content: 'I like tea.' },
      ],
      { runId: 'r1' },
    )
    const { results } = await memory.promote('r1')
    for (const { id } of results) await memory.approve(id)
    const whole = await fileOf(memory, { runId: 'r1' })
    await memory.messages.delete('m1', { runId: 'r1', purge: true })
    const half = await fileOf(memory, { runId: 'r1' })
    await memory.import(whole, { mode: 'merge' })
    const promoted = async () =>
      (await memory.getAll({ order: 'asc' })).results
        .filter(({ runId }) => runId === undefined)
        .map(({ memory: text, evidence }) => [text, evidence.map(({ messageId }) => messageId)])
    expect(await promoted()).toEqual([['User likes tea', ['m2']]])
    // The same messages come back: what rests on them stays.
    await memory.import(half, { mode: 'replace' })
    expect(await promoted()).toEqual([['User likes tea', ['m2']]])
    const other = await start()
    await other.memory.add({ id: 'm9', content: 'Something else.' }, { runId: 'r1' })
    await memory.import(await fileOf(other.memory, { runId: 'r1' }), { mode: 'replace' })
    await memory.idle()
    expect(await promoted()).toEqual([])
    expect(await unpacked(await fileOf(memory, { userId: null }))).not.toContain('tea')
    expect((await memory.verify()).findings).toEqual([])
  })

  it('reads files of version 1, which know neither trust nor what was left unread', async () => {
    const { memory } = await start(kind)
    await memory.add([{ id: 'a', content: 'Tea.' }], { infer: false })
    const text = await unpacked(await fileOf(memory))
    const lines = text
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .map((line) => line.replace('"version":3', '"version":1').replaceAll(',"trust":"trusted"', ''))
    const body = lines.map((line) => `${line}\n`).join('')
    const { end } = JSON.parse(text.trimEnd().split('\n').at(-1) as string) as { end: object }
    const checksum = new Checksum()
    checksum.add(new TextEncoder().encode(body))
    const copy = await start()
    expect(
      await copy.memory.import(new Blob([body, `${JSON.stringify({ end: { ...end, sha256: checksum.end() } })}\n`])),
    ).toMatchObject({ added: 2, problems: [] })
  })

  it('ends when asked to, and leaves nothing', async () => {
    const { memory } = await start(kind)
    await memory.add('What was here before.')
    const file = await fileOf(memory)
    const { memory: other } = await start(kind)
    for (const phase of ['reading', 'writing'] as const) {
      const controller = new AbortController()
      const phases = new Set<string>()
      const reason = new Error('enough')
      const importing = other.import(file, {
        signal: controller.signal,
        onProgress: (progress) => {
          phases.add(progress.phase)
          if (progress.phase === phase) controller.abort(reason)
        },
      })
      // Seen at the next step of a file that has only one: in time, or too late.
      const [outcome] = await Promise.allSettled([importing])
      expect(phases).toContain(phase)
      if (outcome?.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'ABORTED', cause: reason })
      else expect(phase).toBe('writing')
    }
    await expect(other.import(file, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
    expect((await other.verify()).findings).toEqual([])
  })

  it('makes vectors that the file lacks, or has of another embedder', async () => {
    const { memory } = await start(kind)
    await memory.add(['red apples', 'green pears'])
    await memory.idle()
    const bare = await fileOf(memory, { vectors: false, history: false })
    expect(await contentOf(bare)).toMatchObject({ vectors: { size: 0 }, history: { size: 0 } })
    for (const [file, embedder] of [
      [bare, hashEmbedder()],
      [await fileOf(memory), hashEmbedder({ name: 'other', dimensions: 32 })],
    ] as const) {
      const { memory: other } = await start(kind, { embedder })
      expect(await other.import(file)).toMatchObject({ added: 2, waiting: 2 })
      await other.idle()
      expect(await texts(other.search('apples'))).toContain('red apples')
      expect((await other.health()).vectors.rows).toBe(2)
      expect(
        (await other.history((await other.messages.list()).results[0]?.id as string)).map(({ event }) => event),
      ).toEqual(['ADD'])
      expect((await other.verify()).findings).toEqual([])
    }
  })

  it('goes on with the work that a file brings: facts still to be drawn', async () => {
    const failing = {
      name: 'failing',
      extract: () => Promise.reject(new Error('not now')),
      dispose: () => Promise.resolve(),
    }
    const { memory } = await start(kind, { extractor: failing })
    await memory.add('I like tea.')
    const file = await fileOf(memory)
    expect((await contentOf(file)).rest['jobs']).toMatchObject([{ kind: 'extract', state: 'waiting' }])
    const { memory: other } = await start(kind, { extractor: homes() })
    await other.import(file)
    await other.idle()
    expect((await other.getAll()).results.map(({ memory: text }) => text)).toEqual(['User likes tea'])
  })

  it('keeps what was known when, of both stores', async () => {
    const [from, to] = [await start(kind), await start(kind, { newId: sequentialIds('here') })]
    from.clock.set('2025-01-01')
    const { results } = await from.memory.add('Old fact.', { infer: false })
    from.clock.set('2025-06-01')
    await from.memory.update(results[0]?.id as string, { text: 'Old fact, changed.' })
    to.clock.set('2025-03-01')
    await to.memory.add('Fact of March.', { infer: false })
    to.clock.set('2026-06-01')
    await to.memory.import(await fileOf(from.memory))
    const known = async (day: string) =>
      (await to.memory.getAll({ knownAt: day })).results.map(({ memory }) => memory).sort()
    expect(await known('2025-02-01')).toEqual(['Old fact.'])
    expect(await known('2025-04-01')).toEqual(['Fact of March.', 'Old fact.'])
    expect(await known('2025-07-01')).toEqual(['Fact of March.', 'Old fact, changed.'])
    await to.memory.undo((await from.memory.history(results[0]?.id as string))[1]?.operationId as string)
    expect(await to.memory.get(results[0]?.id as string)).toMatchObject({ memory: 'Old fact.' })
  })

  const entry = (over: object) => ({
    id: 'a1',
    memory: 'Likes oat milk',
    user_id: 'zoe',
    hash: 'abc',
    metadata: null,
    categories: null,
    created_at: '2024-09-03T10:16:05.490548-07:00',
    updated_at: '2024-09-03T10:16:05.490548-07:00',
    ...over,
  })
  const LISTS: Record<string, unknown> = {
    'a bare list, with scores': [entry({ score: 0.83, custom_categories: null })],
    'results with relations': {
      results: [entry({ role: 'user', actor_id: null, run_id: null, agent_id: null })],
      relations: [{ source: 'zoe', relationship: 'likes', target: 'oat_milk' }],
    },
    'one page of many': {
      count: 1,
      next: null,
      previous: null,
      results: [
        entry({
          structured_attributes: { day: 3 },
          immutable: false,
          expiration_date: null,
          org_id: 'o',
          project_id: 'p',
        }),
      ],
    },
    'an answer within data': { success: true, data: { results: [entry({})], total: 1 } },
  }
  it.each(Object.entries(LISTS))('takes %s, keeps its times and its owner, and invents nothing', async (_, list) => {
    const { memory } = await start(kind, { scope: { userId: 'ana' } })
    expect(await memory.import(new Blob([JSON.stringify(list)]), { scope: 'file' })).toMatchObject({
      added: 1,
      skipped: 0,
      problems: [],
    })
    await memory.idle()
    const [item, ...others] = (await memory.getAll({ userId: 'zoe' })).results
    expect(others).toEqual([])
    const at = '2024-09-03T17:16:05.490Z'
    const role = JSON.stringify(list).includes('"role"')
    const { revision: _revision, hash: _hash, trust: _trust, ...told } = { trust: undefined, ...item }
    expect(told).toEqual({
      id: 'a1',
      userId: 'zoe',
      memory: 'Likes oat milk',
      kind: 'semantic',
      ...(role ? { attributedTo: 'user' } : {}),
      evidence: [],
      status: 'active',
      createdAt: at,
      updatedAt: at,
      observedAt: at,
      validFrom: at,
    })
    expect((await memory.messages.list({ userId: 'zoe' })).total).toBe(0)
  })

  it('takes a list of memories as other services give it out', async () => {
    const { memory } = await start(kind, { scope: { userId: 'ana' } })
    const entry = {
      id: '4f1c',
      memory: 'Likes oat milk',
      hash: 'abc',
      metadata: { source: 'app' },
      categories: ['food'],
      created_at: '2024-07-20T01:30:36.275141-07:00',
      updated_at: '2024-08-01 10:00:00.123456',
      user_id: 'zoe',
      agent_id: null,
      run_id: null,
    }
    const list = {
      results: [
        entry,
        { id: '5', memory: 'Plays the oboe', user_id: 'zoe', run_id: 'r9', created_at: '2024-01-02T03:04:05' },
        { memory: 'Has no owner' },
        { id: '6', memory: ' ' },
        { id: '7', memory: 'bad date', created_at: 'yesterday' },
      ],
    }
    const file = new Blob([JSON.stringify(list, null, 2)])
    const report = await memory.import(file, { scope: 'file' })
    expect(report).toMatchObject({
      added: 3,
      skipped: 2,
      problems: [
        { line: 4, code: 'INVALID_INPUT' },
        { line: 5, code: 'INVALID_DATE' },
      ],
    })
    await memory.idle()
    const { results } = await memory.getAll({ userId: 'zoe' })
    expect(results.find(({ id }) => id === '4f1c')).toMatchObject({
      memory: 'Likes oat milk',
      metadata: { source: 'app' },
      categories: ['food'],
      createdAt: '2024-07-20T08:30:36.275Z',
      updatedAt: '2024-08-01T10:00:00.123Z',
      evidence: [],
      kind: 'semantic',
      userId: 'zoe',
    })
    expect(results.find(({ id }) => id === '5')).toMatchObject({ runId: 'r9', createdAt: '2024-01-02T03:04:05.000Z' })
    expect((await memory.getAll()).results.map(({ memory: text }) => text)).toEqual(['Has no owner'])
    expect(await memory.import(new Blob([JSON.stringify(list.results)]), { scope: 'file' })).toMatchObject({
      added: 0,
      known: 3,
    })
    expect(await memory.import(file, { scope: { userId: 'kim' } })).toMatchObject({ added: 3 })
    expect((await memory.getAll({ userId: 'kim' })).total).toBe(3)
    await expect(memory.import(file, { mode: 'replace' })).rejects.toMatchObject({ code: 'SCOPE_REQUIRED' })
    await memory.idle()
    expect((await memory.verify()).findings).toEqual([])
  })
})

it(
  'a file too large to wait in memory waits in the store, and leaves nothing behind (hashEmbedder, IndexedDB)',
  { timeout: 300_000 },
  async () => {
    const { memory } = await start('IndexedDB')
    const bulk = 'x'.repeat(240_000)
    for (let i = 0; i < 4; i++)
      await memory.add(
        Array.from({ length: 9 }, (_, j) => ({
          content: `message ${i} ${j}`,
          metadata: { bulk: `${i} ${j} ${bulk}` },
        })),
      )
    await memory.idle()
    const file = await fileOf(memory)
    const { memory: other } = await start('IndexedDB')
    expect(await other.import(file)).toMatchObject({ added: 36, waiting: 0 })
    expect(await other.import(file)).toMatchObject({ known: 36 })
    expect(await other.import(file, { mode: 'replace' })).toMatchObject({ added: 36, removed: 36 })
    expect((await other.verify()).findings).toEqual([])
    await other.idle()
    expect(await comparable(await fileOf(other))).toEqual(await comparable(file))
  },
)
