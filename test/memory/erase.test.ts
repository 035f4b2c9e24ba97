import { openDB } from 'idb'
import { describe, expect, it } from 'vitest'
import { miniSearchIndex } from '../../src/index/keyword/minisearch-index.js'
import { SCHEMA } from '../../src/store/schema.js'
import { start, STORES, stubEmbedder, texts, type Rig } from './support.js'

const MARKER = 'zanzibar'

/** Where the marker stands in a value, however deep: texts, keys, and the bytes of buffers as UTF-8 or UTF-16. */
function traces(value: unknown, path: string): string[] {
  const found = (text: string) => (text.toLowerCase().includes(MARKER) ? [path] : [])
  if (typeof value === 'string') return found(value)
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    return [...found(new TextDecoder().decode(bytes)), ...found(new TextDecoder('utf-16le').decode(bytes))]
  }
  if (value instanceof ArrayBuffer) return traces(new Uint8Array(value), path)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [...found(key), ...traces(item, `${path}.${key}`)])
}

/** Every row of every store, read without Locket. */
async function tracesIn(name: string): Promise<string[]> {
  const db = await openDB(`locket:${name}`)
  try {
    const stores = Array.from(db.objectStoreNames)
    expect(stores.sort()).toEqual(Object.keys(SCHEMA).sort())
    const rows = await Promise.all(
      stores.map(async (store) => traces({ keys: await db.getAllKeys(store), rows: await db.getAll(store) }, store)),
    )
    return rows.flat()
  } finally {
    db.close()
  }
}

async function told(): Promise<Rig & { index: ReturnType<typeof miniSearchIndex> }> {
  const index = miniSearchIndex()
  const rig = await start('IndexedDB', { keywordIndex: index })
  const { memory } = rig
  // Enough for a snapshot of the keyword index.
  await memory.add(Array.from({ length: 520 }, (_, i) => `ordinary message ${i}`))
  await memory.add(
    [
      { id: 'a', content: 'Before.' },
      { id: 'b', content: `I was born in ${MARKER}.`, name: `Ana ${MARKER}`, metadata: { [MARKER]: MARKER } },
      { id: 'c', content: 'Indeed.' },
      { id: 'd', content: 'After.' },
    ],
    { infer: false },
  )
  await memory.idle()
  expect((await tracesIn(rig.name)).map((path) => path.split('.')[0])).toEqual(
    expect.arrayContaining(['messages', 'memories', 'history', 'caches']),
  )
  return { ...rig, index }
}

async function expectNoTrace({ name, memory, index }: Awaited<ReturnType<typeof told>>): Promise<void> {
  expect(traces(await index.save(), 'keywords')).toEqual([])
  expect(await tracesIn(name)).toEqual([])
  expect((await memory.search(MARKER)).results.some(({ memory: text }) => text.includes(MARKER))).toBe(false)
  await memory.idle()
  expect(await tracesIn(name)).toEqual([])
}

describe('nothing is left of what was erased (hashEmbedder, IndexedDB)', () => {
  it('by purging a memory, with the message it repeats and all its earlier texts', async () => {
    const rig = await told()
    const { memory } = rig
    const fact = (await memory.search(`born ${MARKER}`, { kinds: ['semantic'] })).results[0]
    await memory.update(fact?.id as string, { text: `Born in ${MARKER}, once.` })
    const edited = (await memory.history(fact?.id as string)).at(-1)?.operationId as string
    const { count } = await memory.purge(fact?.id as string)
    expect(count).toBe(2)
    await expectNoTrace(rig)
    await expect(memory.undo(edited)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(memory.history(fact?.id as string)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await memory.get('b')).toBeNull()
  })

  it('by purging a message, quotes in other facts and their history included', async () => {
    const rig = await told()
    const { memory } = rig
    const { results } = await memory.add('Ana comes from an island.', {
      infer: false,
      evidence: [
        { messageId: 'b', quote: `born in ${MARKER}` },
        { messageId: 'c', quote: 'Indeed' },
      ],
    })
    await memory.update(results[0]?.id as string, { categories: ['origin'] })
    await memory.purge('b')
    await expectNoTrace(rig)
    expect(await memory.get(results[0]?.id as string)).toMatchObject({
      memory: 'Ana comes from an island.',
      evidence: [{ messageId: 'c', quote: 'Indeed' }],
    })
  })

  it('by deleting a message and purging it later', async () => {
    const rig = await told()
    const { operationId } = await rig.memory.messages.delete('b')
    await rig.memory.messages.delete('b', { purge: true })
    await expectNoTrace(rig)
    await expect(rig.memory.undo(operationId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('by deleteAll, while another instance holds it too', async () => {
    const rig = await told()
    const index = miniSearchIndex()
    const other = await rig.open({ keywordIndex: index })
    await other.add('Ben was there too.', { userId: 'ben' })
    expect((await rig.memory.deleteAll()).count).toBe(528)
    await expectNoTrace(rig)
    expect((await other.search(MARKER)).results).toEqual([])
    await other.idle()
    expect(traces(await index.save(), 'keywords')).toEqual([])
    expect(await tracesIn(rig.name)).toEqual([])
    expect((await other.messages.list({ userId: 'ben' })).total).toBe(1)
  })

  it('by reset', async () => {
    const rig = await told()
    await rig.memory.reset()
    await expectNoTrace(rig)
    expect((await rig.memory.health()).counts).toEqual({ messages: 0, memories: 0, segments: 0, history: 0 })
    await rig.memory.add('anew')
    expect(await texts(rig.memory.search('anew'))).toEqual(['anew'])
  })
})

describe.each(STORES)('erasing (hashEmbedder, %s)', (kind) => {
  it('closes the gap that messages leave in their conversation', async () => {
    const { memory } = await start(kind)
    await memory.add(['zero', 'one', 'two', 'three'].map((content) => ({ id: content, content })))
    const { results } = await memory.add('Counting.', {
      infer: false,
      evidence: [
        { messageId: 'one', quote: 'one' },
        { messageId: 'two', quote: 'two' },
      ],
    })
    await memory.delete(results[0]?.id as string, { purge: true, withEvidence: true })
    const hits = async (query: string) => (await memory.search(query)).results.find(({ id }) => id === query)
    expect(await hits('three')).toMatchObject({ before: { messageId: 'zero' } })
    expect(await hits('zero')).toMatchObject({ after: { messageId: 'three' } })
  })

  it('keeps the gap closed when a later deletion is undone', async () => {
    const { memory } = await start(kind)
    await memory.add(['zero', 'one', 'two'].map((content) => ({ id: content, content })))
    const { operationId } = await memory.messages.delete('two')
    await memory.purge('one')
    await memory.undo(operationId)
    expect((await memory.search('two')).results.find(({ id }) => id === 'two')).toMatchObject({
      before: { messageId: 'zero' },
    })
  })

  it('touches nothing outside the scope', async () => {
    const { memory } = await start(kind)
    await memory.add('tea for ana', { infer: false, runId: 'r1' })
    await memory.add('tea for ana', { infer: false })
    await memory.add('tea for ben', { infer: false, userId: 'ben', runId: 'r1' })
    await memory.deleteAll({ runId: 'r1' })
    expect((await memory.getAll()).total).toBe(1)
    expect((await memory.getAll({ userId: 'ben' })).total).toBe(1)
    await memory.deleteAll()
    expect((await memory.getAll()).total).toBe(0)
    expect(await texts(memory.search('tea', { userId: 'ben' }))).toEqual(['tea for ben'])
  })

  it('stops work under way on what is erased', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const { memory } = await start(kind, { embedder: stubEmbedder({ load: () => gate }) })
    await memory.add(['one', 'two'], { wait: false })
    await memory.deleteAll()
    const { pending } = await memory.health()
    release()
    expect(pending).toEqual({ jobs: 0, documents: 0 })
    await memory.idle()
    expect((await memory.health()).vectors.rows).toBe(0)
  })

  it('resets everything of everyone and tells subscribers', async () => {
    const { memory } = await start(kind)
    const { operationId } = await memory.add('one', { infer: false })
    await memory.add('two', { userId: 'ben' })
    const events: string[] = []
    memory.subscribe(({ type }) => events.push(type))
    await memory.reset()
    expect(events).toContain('reset')
    expect((await memory.messages.list({ userId: null as never, filters: { userId: '*' } })).total).toBe(0)
    await expect(memory.undo(operationId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await memory.add('one')).messages[0]?.status).toBe('added')
  })
})
