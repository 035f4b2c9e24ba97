import { describe, expect, it } from 'vitest'
import type { MessageInput } from '../../src/write/types.js'
import { DAY, start, STORES, stubEmbedder, texts } from './support.js'

const TALK: MessageInput[] = [
  { role: 'user', content: 'My sister keeps bees.' },
  { role: 'assistant', content: 'How many hives has she got?' },
  { role: 'user', content: 'Two, on the roof.' },
]

describe.each(STORES)('add (hashEmbedder, %s)', (kind) => {
  it('stores a conversation once, however often and however grown it is resent', async () => {
    const { memory } = await start(kind)
    const first = await memory.add(TALK)
    expect(first.messages.map(({ status }) => status)).toEqual(['added', 'added', 'added'])
    const again = await memory.add(TALK)
    expect(again.messages).toEqual(first.messages.map(({ id }) => ({ id, status: 'known' })))
    const grown = await memory.add([...TALK, { content: 'She sells the honey.' }])
    expect(grown.messages.map(({ status }) => status)).toEqual(['known', 'known', 'known', 'added'])
    const { results, total } = await memory.messages.list({ order: 'asc' })
    expect(total).toBe(4)
    expect(results.map(({ content }) => content)).toEqual([
      ...TALK.map(({ content }) => content),
      'She sells the honey.',
    ])
  })

  it('keeps what is said twice in one call twice, and an id sent twice once', async () => {
    const { memory } = await start(kind)
    const { messages } = await memory.add(['yes', 'yes'])
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2)
    const named = await memory.add([
      { id: 'a', content: 'one' },
      { id: 'a', content: 'two' },
    ])
    expect(named.messages).toEqual([
      { id: 'a', status: 'added' },
      { id: 'a', status: 'known' },
    ])
    expect((await memory.messages.get('a'))?.content).toBe('one')
  })

  it('keeps one application id apart in two scopes', async () => {
    const { memory } = await start(kind)
    await memory.add({ id: 'm1', content: 'said by ana' })
    const other = await memory.add({ id: 'm1', content: 'said by ben' }, { userId: 'ben' })
    expect(other.messages).toEqual([{ id: 'm1', status: 'added' }])
    expect((await memory.messages.get('m1'))?.content).toBe('said by ana')
    expect((await memory.messages.get('m1', { userId: 'ben' }))?.content).toBe('said by ben')
    await memory.messages.delete('m1', { userId: 'ben' })
    expect((await memory.messages.get('m1'))?.status).toBe('active')
  })

  it('keeps role, name, date and metadata as given, and defaults the rest', async () => {
    const { memory, clock } = await start(kind)
    await memory.add(
      [
        {
          id: 'a',
          role: 'tool',
          name: 'Weather',
          content: 'Rain.',
          at: '2025-03-01T10:00:00Z',
          metadata: { source: 'api' },
        },
        {
          id: 'b',
          content: [
            { type: 'text', text: 'Two' },
            { type: 'text', text: 'parts' },
          ],
        },
        { id: 'c', content: 'Dated by the call.' },
      ],
      { at: new Date('2025-04-01T00:00:00Z'), metadata: { topic: 'weather' } },
    )
    expect(await memory.get('a')).toMatchObject({
      role: 'tool',
      name: 'Weather',
      content: 'Rain.',
      at: '2025-03-01T10:00:00.000Z',
      metadata: { source: 'api' },
      userId: 'ana',
      revision: 1,
    })
    expect(await memory.get('b')).toMatchObject({
      role: 'user',
      content: 'Two\nparts',
      at: '2025-04-01T00:00:00.000Z',
      metadata: { topic: 'weather' },
    })
    expect(await memory.get('b')).not.toHaveProperty('name')
    expect(await memory.get('c')).toMatchObject({
      at: '2025-04-01T00:00:00.000Z',
      createdAt: new Date(clock.now()).toISOString(),
    })
  })

  it('says of every message what became of it: blank, off, added', async () => {
    const { memory } = await start(kind)
    const { messages, results } = await memory.add([
      { content: '' },
      { content: ' \n\t' },
      { content: 'secret', store: false },
      { content: 'kept' },
    ])
    expect(messages.map(({ status }) => status)).toEqual(['blank', 'blank', 'off', 'added'])
    expect(messages.slice(0, 3).every(({ id }) => id === undefined)).toBe(true)
    expect(results).toEqual([])
    expect((await memory.messages.list()).total).toBe(1)
    expect((await memory.add([])).messages).toEqual([])
  })

  it('stores nothing of a call with store: false, nor while paused', async () => {
    const { memory } = await start(kind)
    expect(
      (await memory.add(TALK, { store: false, infer: false })).messages.every(({ status }) => status === 'off'),
    ).toBe(true)
    memory.pause()
    expect((await memory.health()).paused).toBe(true)
    expect((await memory.add('unheard', { infer: false })).results).toEqual([])
    memory.resume()
    expect((await memory.messages.list()).total + (await memory.getAll()).total).toBe(0)
    expect((await memory.add('heard')).messages[0]?.status).toBe('added')
  })

  it('makes one memory of a text with infer: false, found as one result', async () => {
    const { memory } = await start(kind)
    const { results, messages, report } = await memory.add('I am allergic to wool.', { infer: false })
    const evidence = [{ messageId: messages[0]?.id, quote: 'I am allergic to wool.' }]
    expect(results).toEqual([{ id: expect.any(String), memory: 'I am allergic to wool.', event: 'ADD', evidence }])
    expect(report).toMatchObject({
      extraction: 'off',
      embedding: 'done',
      tokensSkipped: 0,
      unknownShare: 0,
      problems: [],
    })
    const found = await memory.search('wool allergic')
    expect(found.results).toHaveLength(1)
    expect(found.results[0]).toMatchObject({ id: results[0]?.id, messageId: messages[0]?.id, kind: 'semantic' })
    expect(found.report.searched).toBe(1)
    expect((await memory.health()).vectors.rows).toBe(1)
  })

  it('adds evidence, not a memory, when a fact is said again', async () => {
    const { memory } = await start(kind)
    const first = await memory.add({ id: 'a', content: 'I live in Lyon.' }, { infer: false })
    const id = first.results[0]?.id
    const again = await memory.add({ id: 'b', content: ' I live  in Lyon.' }, { infer: false })
    expect(again.results).toEqual([
      {
        id,
        memory: 'I live in Lyon.',
        event: 'NONE',
        evidence: expect.arrayContaining([{ messageId: 'b', quote: ' I live  in Lyon.' }]),
      },
    ])
    expect(again.results[0]?.evidence).toHaveLength(2)
    expect((await memory.getAll()).total).toBe(1)
    const resent = await memory.add({ id: 'b', content: ' I live  in Lyon.' }, { infer: false })
    expect(resent.results[0]).toMatchObject({ id, event: 'NONE' })
    expect((await memory.get(id as string))?.revision).toBe(2)
  })

  it('lets a forgotten fact stay forgotten when the conversation is resent, and come back when said anew', async () => {
    const { memory } = await start(kind)
    const talk = [{ content: 'I live in Lyon.' }, { content: 'I have a cat.' }]
    const { results } = await memory.add(talk, { infer: false })
    await memory.delete(results[0]?.id as string)
    const resent = await memory.add(talk, { infer: false })
    expect(resent.results.map(({ event }) => event)).toEqual(['NONE', 'NONE'])
    expect(await texts(getAll(memory))).toEqual(['I have a cat.'])
    const anew = await memory.add({ id: 'later', content: 'I live in Lyon.' }, { infer: false })
    expect(anew.results[0]?.event).toBe('ADD')
    expect((await memory.getAll()).total).toBe(2)
  })

  it('imports a fact with its evidence, without a message of its own', async () => {
    const { memory } = await start(kind)
    await memory.add({
      id: 'm',
      role: 'user',
      name: 'Ana',
      content: 'I moved to Lisbon, you know.',
      at: '2025-05-05T12:00:00Z',
    })
    const { results, messages } = await memory.add('Ana lives in Lisbon.', {
      infer: false,
      evidence: [{ messageId: 'm', quote: 'I moved to Lisbon' }],
      kind: 'semantic',
      categories: ['home', 'home'],
    })
    expect(messages).toEqual([{ id: undefined, status: 'off' }])
    expect((await memory.messages.list()).total).toBe(1)
    const hit = (await memory.search('lives', { kinds: ['semantic'] })).results[0]
    expect(hit).toMatchObject({
      id: results[0]?.id,
      categories: ['home'],
      evidence: [
        { messageId: 'm', quote: 'I moved to Lisbon', role: 'user', name: 'Ana', at: '2025-05-05T12:00:00.000Z' },
      ],
    })
  })

  it('hides a memory from the moment it expires, and not its message', async () => {
    const { memory, clock } = await start(kind)
    const add = () =>
      memory.add({ id: 'm', content: 'The car is on level three.' }, { infer: false, expiresAt: clock.now() + DAY })
    const { results } = await add()
    clock.advance(DAY - 1)
    expect((await memory.getAll()).total).toBe(1)
    clock.advance(1)
    expect((await memory.getAll()).total).toBe(0)
    const found = await memory.search('car level three')
    expect(found.results.map(({ kind: kindOf }) => kindOf)).toEqual(['episodic'])
    expect(await memory.get(results[0]?.id as string)).toMatchObject({ status: 'active' })
    expect((await add()).results[0]).toMatchObject({ id: results[0]?.id, event: 'UPDATE' })
    expect((await memory.getAll()).total).toBe(1)
  })

  it('says that there is no extractor, and keeps the messages', async () => {
    const { memory } = await start(kind)
    const { results, report } = await memory.add('I like tea.')
    expect(results).toEqual([])
    expect(report).toMatchObject({ extraction: 'unavailable', embedding: 'done', problems: [{ code: 'NO_EXTRACTOR' }] })
  })

  it('returns at once with wait: false, names the job, and embeds behind', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const { memory } = await start(kind, { embedder: stubEmbedder({ load: () => gate }) })
    const { job, report } = await memory.add('I like tea.', { wait: false })
    expect(report.embedding).toBe('waiting')
    expect(job).toEqual(expect.any(String))
    expect((await memory.health()).pending).toEqual({ jobs: 1, documents: 1 })
    release()
    await memory.idle()
    const { pending, vectors } = await memory.health()
    expect(pending).toEqual({ jobs: 0, documents: 0 })
    expect(vectors.rows).toBe(1)
  })

  it('stores nothing of a call that holds one mistake', async () => {
    const { memory } = await start(kind)
    const bad: unknown[] = [
      5,
      null,
      { content: 5 },
      { content: 'x', at: 'noon' },
      { content: 'x', rôle: 'user' },
      { content: 'x', metadata: { f: () => 1 } },
      { content: [{ type: 'image' }] },
      ['x'],
    ]
    for (const item of bad)
      await expect(memory.add(['fine', item] as never)).rejects.toMatchObject({ name: 'InputError' })
    expect((await memory.messages.list()).total).toBe(0)
  })

  it('keeps texts that differ in lone surrogates apart, verbatim', async () => {
    const { memory } = await start(kind)
    const odd = ['\ud800 half', '\ud801 half', 'null \0 byte', '\ud83d']
    for (const content of odd) await memory.add(content, { infer: false })
    expect((await memory.messages.list({ order: 'asc' })).results.map(({ content }) => content)).toEqual(odd)
    expect(await texts(getAll(memory, 'asc'))).toEqual(odd)
  })
})

const getAll = (memory: Awaited<ReturnType<typeof start>>['memory'], order: 'asc' | 'desc' = 'asc') =>
  memory.getAll({ order })

describe('facts made of messages as they stand (hashEmbedder)', () => {
  // src/write/journal.ts, addFact: looks for a forgotten memory by the message that it repeats only, not by its other evidence.
  it('does not bring back a forgotten fact through another message that had said it too', async () => {
    const { memory } = await start()
    const talk = [{ content: 'I live in Lyon.' }, { content: 'Really?' }, { content: 'I live in Lyon.' }]
    const { results } = await memory.add(talk, { infer: false })
    await memory.delete(results[0]?.id as string)
    await memory.add(talk, { infer: false })
    expect(await texts(memory.getAll())).toEqual(['Really?'])
  })

  // src/write/journal.ts, addFact: a message that is known already yields its text anew once its memory says something else.
  it('does not add the old text again when the conversation is resent after an update', async () => {
    const { memory } = await start()
    const talk = [{ content: 'I live in Lyon.' }]
    const { results } = await memory.add(talk, { infer: false })
    await memory.update(results[0]?.id as string, { text: 'I live in Lisbon.' })
    await memory.add(talk, { infer: false })
    expect(await texts(memory.getAll())).toEqual(['I live in Lisbon.'])
  })

  it('refuses a store that is neither true nor false', async () => {
    const { memory } = await start()
    await expect(memory.add({ content: 'secret', store: 'no' as never })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect((await memory.messages.list()).total).toBe(0)
  })
})
