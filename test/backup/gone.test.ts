import { openDB } from 'idb'
import { describe, expect, it } from 'vitest'
import { miniSearchIndex } from '../../src/index/keyword/minisearch-index.js'
import type { Memory } from '../../src/memory.js'
import { SCHEMA } from '../../src/store/schema.js'
import { start, type Rig } from '../memory/support.js'
import { fileOf, homes, unpacked } from './support.js'

const MARKER = 'Zanzibar'

/** Where the marker stands in a value, however deep: texts, keys, and the bytes of buffers. */
function traces(value: unknown, path: string): string[] {
  const found = (text: string) => (text.toLowerCase().includes(MARKER.toLowerCase()) ? [path] : [])
  if (typeof value === 'string') return found(value)
  if (ArrayBuffer.isView(value)) return found(new TextDecoder().decode(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [...found(key), ...traces(item, `${path}.${key}`)])
}

/** Every row of every table, read without Locket. */
async function tracesIn(name: string): Promise<string[]> {
  const db = await openDB(`locket:${name}`)
  try {
    const tables = Array.from(db.objectStoreNames)
    expect(tables.sort()).toEqual(Object.keys(SCHEMA).sort())
    return (await Promise.all(tables.map(async (table) => traces({ keys: await db.getAllKeys(table), rows: await db.getAll(table) }, table)))).flat()
  } finally {
    db.close()
  }
}

type Told = Rig & { index: ReturnType<typeof miniSearchIndex> }

/** A marker in every table that can hold a text: also as an entity, in relations, in a summary, in work left, and in a snapshot of the keywords. */
async function told(): Promise<Told> {
  const index = miniSearchIndex()
  const extractor = { ...homes(), summarise: () => Promise.resolve(`They spoke of ${MARKER}.`) }
  const rig = await start('IndexedDB', { keywordIndex: index, extractor })
  const { memory } = rig
  await memory.add(Array.from({ length: 520 }, (_, i) => `ordinary message ${i}`))
  await memory.add([{ id: 'b', content: `I live in ${MARKER}.`, name: `Ana ${MARKER}`, metadata: { [MARKER]: MARKER } }, { id: 'c', content: 'Indeed.' }])
  await memory.add({ id: 'd', content: `${MARKER} Rivera was here.` }, { infer: false })
  await memory.add({ id: 'e', content: 'I live in Lisbon.' })
  await memory.idle()
  const tables = new Set((await tracesIn(rig.name)).map((path) => path.split('.')[0]))
  expect([...tables].sort()).toEqual(['caches', 'entities', 'history', 'memories', 'mentions', 'messages', 'summaries'])
  return { ...rig, index }
}

async function expectGone({ name, memory, index }: Told): Promise<void> {
  for (const when of ['at once', 'once all work is done']) {
    expect(await tracesIn(name), when).toEqual([])
    expect(traces(await index.save(), 'keywords'), when).toEqual([])
    const file = await unpacked(await fileOf(memory, { userId: null }))
    expect(file, when).toContain('"end"')
    expect(traces(file.split('\n'), 'export'), when).toEqual([])
    expect(traces([(await memory.search(MARKER)).results, (await memory.context(`Where is ${MARKER}?`, { threshold: 0 })).text, await memory.entities.list(), await memory.jobs(), await memory.health(), await memory.verify()], 'calls'), when).toEqual([])
    await memory.idle()
  }
  expect((await memory.verify()).findings).toEqual([])
}

const ids = async (memory: Memory): Promise<string[]> => (await memory.getAll({ status: ['active', 'superseded'] })).results.filter(({ memory: text }) => text.includes(MARKER)).map(({ id }) => id)

describe('a text that is purged is nowhere (hashEmbedder, IndexedDB)', () => {
  it('message by message', async () => {
    const rig = await told()
    for (const id of ['b', 'd']) await rig.memory.purge(id)
    await expectGone(rig)
    expect((await rig.memory.getAll()).results.map(({ memory }) => memory)).toEqual(['User lives in Lisbon'])
  })

  it('memory by memory, with what they rest on', async () => {
    const rig = await told()
    for (const id of await ids(rig.memory)) await rig.memory.purge(id, { withEvidence: true })
    await expectGone(rig)
  })

  it('with its scope', async () => {
    const rig = await told()
    await rig.memory.add('I live in Oslo.', { userId: 'ben' })
    await rig.memory.deleteAll()
    await expectGone(rig)
    expect((await rig.memory.getAll({ userId: 'ben' })).total).toBe(1)
  })

  it('with everything', async () => {
    const rig = await told()
    await rig.memory.reset()
    await expectGone(rig)
  })

  it('when an import takes its place', async () => {
    const rig = await told()
    const other = (await start()).memory
    await other.add('Something else.')
    await rig.memory.import(await fileOf(other), { mode: 'replace' })
    await expectGone(rig)
    expect((await rig.memory.messages.list()).total).toBe(1)
  })
})
