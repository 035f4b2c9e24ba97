import { openDB } from 'idb'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { miniSearchIndex } from '../../src/index/keyword/minisearch-index.js'
import { LocketError } from '../../src/values/errors.js'
import type { Memory } from '../../src/memory.js'
import type { Extractor } from '../../src/extract/extractor.js'
import { SCHEMA } from '../../src/store/schema.js'
import { start, type Rig } from '../memory/support.js'
import { fileOf, homes, unpacked } from './support.js'

const MARKER = 'Zanzibar'

/** Where the marker stands in a value, however deep: texts, keys, and the bytes of buffers. */
function traces(value: unknown, path: string): string[] {
  const found = (text: string) => (text.toLowerCase().includes(MARKER.toLowerCase()) ? [path] : [])
  if (typeof value === 'string') return found(value)
  if (ArrayBuffer.isView(value))
    return found(new TextDecoder().decode(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)))
  if (typeof value !== 'object' || value === null) return []
  if (value instanceof Error)
    return [
      ...found(`${value.message} ${value.stack}`),
      ...traces(value.cause, `${path}.cause`),
      ...traces(Object.fromEntries(Object.entries(value)), path),
    ]
  return Object.entries(value).flatMap(([key, item]) => [...found(key), ...traces(item, `${path}.${key}`)])
}

/** Every row of every table, read without Locket. */
async function tracesIn(name: string): Promise<string[]> {
  const db = await openDB(`locket:${name}`)
  try {
    const tables = Array.from(db.objectStoreNames)
    expect(tables.sort()).toEqual(Object.keys(SCHEMA).sort())
    return (
      await Promise.all(
        tables.map(async (table) => traces({ keys: await db.getAllKeys(table), rows: await db.getAll(table) }, table)),
      )
    ).flat()
  } finally {
    db.close()
  }
}

/** What a page can keep besides its databases, and what is told in it or to other tabs. */
async function tracesElsewhere(name: string): Promise<string[]> {
  const found: string[] = []
  const look = (value: unknown, path: string): void => void found.push(...traces(value, path))
  for (const { name: other } of await indexedDB.databases())
    if (other?.includes(name)) expect(other).toBe(`locket:${name}`)
  for (const cache of await caches.keys())
    for (const request of await (await caches.open(cache)).keys())
      look({ url: request.url, body: await (await caches.match(request))?.text() }, `caches.${cache}`)
  async function walk(folder: FileSystemDirectoryHandle, path: string): Promise<void> {
    for await (const [entry, handle] of (
      folder as FileSystemDirectoryHandle & {
        entries(): AsyncIterable<[string, FileSystemDirectoryHandle | FileSystemFileHandle]>
      }
    ).entries()) {
      look(entry, path)
      if (handle.kind === 'directory') await walk(handle, `${path}/${entry}`)
      else look(await (await handle.getFile()).text(), `${path}/${entry}`)
    }
  }
  // WebKitGTK has neither.
  const folder = await (navigator.storage as StorageManager | undefined)?.getDirectory?.()
  if (folder) await walk(folder, 'files')
  for (const [area, storage] of Object.entries({ localStorage, sessionStorage }))
    look(Object.fromEntries(Object.entries(storage)), area)
  look(document.cookie, 'cookies')
  look(await navigator.locks.query(), 'locks')
  look(said, 'said')
  look(location.href, 'address')
  return found
}

// What other tests keep of models: their vocabularies hold the word that is looked for.
beforeAll(async () => {
  for (const cache of await caches.keys()) await caches.delete(cache)
})

/** What was said to other tabs, and in the console. */
const said: unknown[] = []
beforeEach(() => {
  said.length = 0
  const { postMessage } = BroadcastChannel.prototype
  vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(function (
    this: BroadcastChannel,
    message: unknown,
  ) {
    said.push({ channel: this.name, message })
    return postMessage.call(this, message)
  })
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...texts: unknown[]) => void said.push(texts))
})
afterEach(() => void vi.restoreAllMocks())

type Told = Rig & { index: ReturnType<typeof miniSearchIndex>; told: { warnings: number } }

/** A marker in every table that can hold a text: also as an entity, in relations, in a summary, in work left, and in a snapshot of the keywords. */
async function told(): Promise<Told> {
  const index = miniSearchIndex()
  const facts = homes()
  const extractor: Extractor = {
    ...facts,
    extract: (input, options) => {
      // A plug that tells of its failure in the words of what it was given: of one message that goes, and of one that stays.
      if (input.messages.some(({ text }) => text.startsWith('Fail on')))
        throw new LocketError('EXTRACTION_FAILED', `It cannot read "${input.messages[0]?.text}".`)
      return facts.extract(input, options)
    },
    summarise: () => Promise.resolve(`They spoke of ${MARKER}.`),
  }
  const rig = await start('IndexedDB', { keywordIndex: index, extractor })
  const { memory } = rig
  await memory.add(Array.from({ length: 520 }, (_, i) => `ordinary message ${i}`))
  await memory.add([
    { id: 'b', content: `I live in ${MARKER}.`, name: `Ana ${MARKER}`, metadata: { [MARKER]: MARKER } },
    { id: 'c', content: 'Indeed.' },
  ])
  await memory.add({ id: 'd', content: `${MARKER} Rivera was here.` }, { infer: false })
  await memory.add({ id: 'e', content: 'I live in Lisbon.' })
  await memory.add([
    { id: 'f', content: `Fail on ${MARKER}.` },
    { id: 'g', content: 'Fail on this.' },
  ])
  // What was found lately is kept in mind, to be known when it comes back in what is said.
  expect(traces((await memory.search(`Where is ${MARKER}?`)).results, 'found')).not.toEqual([])
  await memory.idle()
  const tables = new Set((await tracesIn(rig.name)).map((path) => path.split('.')[0]))
  expect([...tables].sort()).toEqual([
    'caches',
    'entities',
    'history',
    'jobs',
    'memories',
    'mentions',
    'messages',
    'summaries',
  ])
  expect(traces(await memory.jobs(), 'jobs')).not.toEqual([])
  const told = { warnings: rig.warnings.length }
  return { ...rig, index, told }
}

/** What an instance keeps of texts besides its indexes. */
function heldBy(memory: Memory): unknown {
  const { recalled, warnings, catalog } = (
    memory as unknown as {
      engine: {
        recalled: { texts: Map<string, unknown> }
        warnings: unknown[]
        catalog: { values(): Iterable<unknown> }
      }
    }
  ).engine
  return { recalled: [...recalled.texts.values()], warnings, catalog: [...catalog.values()] }
}

async function expectGone({ name, memory, index, warnings, told: before }: Told): Promise<void> {
  for (const when of ['at once', 'once all work is done']) {
    expect(await tracesIn(name), when).toEqual([])
    expect(await tracesElsewhere(name), when).toEqual([])
    // What an application was told before, it has; nothing is told again.
    expect(traces(warnings.slice(before.warnings), 'warnings'), when).toEqual([])
    expect(traces(await index.save(), 'keywords'), when).toEqual([])
    expect(traces(heldBy(memory), 'in memory'), when).toEqual([])
    const file = await unpacked(await fileOf(memory, { userId: null }))
    expect(file, when).toContain('"end"')
    expect(traces(file.split('\n'), 'export'), when).toEqual([])
    expect(
      traces(
        [
          (await memory.search(MARKER)).results,
          (await memory.context(`Where is ${MARKER}?`, { threshold: 0 })).text,
          await memory.entities.list(),
          await memory.jobs(),
          await memory.health(),
          await memory.verify(),
        ],
        'calls',
      ),
      when,
    ).toEqual([])
    await memory.idle()
  }
  expect((await memory.verify()).findings).toEqual([])
}

const ids = async (memory: Memory): Promise<string[]> =>
  (await memory.getAll({ status: ['active', 'superseded'] })).results
    .filter(({ memory: text }) => text.includes(MARKER))
    .map(({ id }) => id)

describe('a text that is purged is nowhere (hashEmbedder, IndexedDB)', () => {
  it('message by message', async () => {
    const rig = await told()
    for (const id of ['b', 'd', 'f']) await rig.memory.purge(id)
    await expectGone(rig)
    expect((await rig.memory.getAll()).results.map(({ memory }) => memory)).toEqual(['User lives in Lisbon'])
  })

  it('memory by memory, with what they rest on', async () => {
    const rig = await told()
    for (const id of await ids(rig.memory)) await rig.memory.purge(id, { withEvidence: true })
    // Nothing was drawn from it.
    await rig.memory.purge('f')
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
