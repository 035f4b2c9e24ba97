import { openDB } from 'idb'
import { describe, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import { LocketError } from '../../src/values/errors.js'
import { Memory } from '../../src/memory.js'
import { indexedDbStore } from '../../src/store/indexeddb-store.js'
import { inMemoryStore } from '../../src/store/memory-store.js'
import { LAYOUT } from '../../src/store/migrations.js'
import { SCHEMA_VERSION, type TableSpec } from '../../src/store/schema.js'
import { hashEmbedder } from '../../src/testing/index.js'
import type { MemoryListener } from '../../src/engine/events.js'
import { start, texts } from '../memory/support.js'
import { atEnd, settledAndSound, without } from './support.js'

const isTyped = (outcome: unknown): boolean => !(outcome instanceof Error) || outcome instanceof LocketError
const failed = (cause: unknown): unknown => cause

/** Closes every connection that has begun a transaction since: what WebKit does to pages that it suspended. */
function connections(): { close: () => void } {
  const { transaction } = IDBDatabase.prototype
  const seen = new Set<IDBDatabase>()
  IDBDatabase.prototype.transaction = function (...args) {
    seen.add(this)
    return transaction.apply(this, args)
  }
  atEnd(() => (IDBDatabase.prototype.transaction = transaction))
  return { close: () => seen.forEach((db) => db.close()) }
}

describe('a connection that is lost (hashEmbedder, IndexedDB)', () => {
  it('before a call: the call is done on a new one', async () => {
    const open = connections()
    const { memory } = await start('IndexedDB')
    await memory.add('My sister keeps bees.', { infer: false })
    for (const call of [
      () => memory.search('bees'),
      () => memory.add('More bees.', { infer: false }),
      () => memory.getAll(),
      () => memory.health(),
      () => memory.verify(),
    ]) {
      open.close()
      await call()
    }
    expect(await settledAndSound(memory)).toEqual({ rows: 2, findings: [], jobs: 0 })
  })

  it('in the middle of add, embedding, import and upkeep: nothing is lost, and all of it is done', async () => {
    const open = connections()
    const { memory } = await start('IndexedDB')
    let stored = 0
    for (const delay of [0, 1, 3, 5, 10, 20, 40]) {
      const adding = memory.add(`sentence ${delay}`, { infer: false }).then(() => 'stored', failed)
      await new Promise((resolve) => setTimeout(resolve, delay))
      open.close()
      const outcome = await adding
      expect(isTyped(outcome)).toBe(true)
      if (outcome === 'stored') stored++
    }
    open.close()
    const { rows, findings, jobs } = await settledAndSound(memory)
    expect({ findings, jobs }).toEqual({ findings: [], jobs: 0 })
    expect(rows).toBeGreaterThanOrEqual(stored)
    expect((await memory.getAll()).total).toBe(rows)
    expect(stored).toBeGreaterThan(0)
  })
})

describe('storage that is cleared while it is open (hashEmbedder, IndexedDB)', () => {
  const clear = () => cdp().send('Storage.clearDataForOrigin', { origin: location.origin, storageTypes: 'indexeddb' })

  it('is noticed and told, and the memory goes on empty', async () => {
    const { memory, warnings } = await start('IndexedDB')
    const events: string[] = []
    memory.subscribe(({ type }) => events.push(type))
    await memory.add(['My sister keeps bees.', 'The car is red.'], { infer: false })
    await clear()
    await expect.poll(() => warnings.map(({ code }) => code)).toContain('STORE_LOST')
    await expect.poll(() => events).toContain('reset')
    expect((await memory.search('bees')).results).toEqual([])
    await memory.add('Ann keeps goats.', { infer: false })
    expect(await texts(memory.search('goats'))).toEqual(['Ann keeps goats.'])
    expect(await settledAndSound(memory)).toEqual({ rows: 1, findings: [], jobs: 0 })
  })

  it('in the middle of writing: each call ends in a typed error or is stored, and another tab sees what is there', async () => {
    const rig = await start('IndexedDB')
    const other = await rig.open()
    await rig.memory.add(
      Array.from({ length: 20 }, (_, i) => `old sentence ${i}`),
      { infer: false },
    )
    await other.search('old')
    const adding = Array.from({ length: 10 }, (_, i) =>
      rig.memory.add(`new sentence ${i}`, { infer: false }).then(() => undefined, failed),
    )
    await clear()
    for (const outcome of await Promise.all(adding)) expect(isTyped(outcome)).toBe(true)
    // More changes than there were before: whoever followed the old ones must not take the new ones for their continuation.
    await expect
      .poll(() => rig.memory.add('the first that is stored', { infer: false }).then(() => 'stored', failed))
      .toBe('stored')
    for (let i = 0; i < 40; i++) await rig.memory.add(`later sentence ${i}`, { infer: false })
    const { rows, findings, jobs } = await settledAndSound(rig.memory)
    expect({ findings, jobs }).toEqual({ findings: [], jobs: 0 })
    await other.search('sentence')
    await other.idle()
    expect((await other.verify()).findings).toEqual([])
    expect((await other.health()).vectors.rows).toBe(rows)
    expect(await texts(other.search('old', { topK: 50 }))).not.toContain('old sentence 3')
  })

  it('by a page that deletes the database: what is under way ends, and later calls say so', async () => {
    const { name, memory } = await start('IndexedDB')
    const closed: unknown[] = []
    memory.subscribe((event: Parameters<MemoryListener>[0]) => event.type === 'closed' && closed.push(event.error.code))
    await memory.add('one', { infer: false })
    const adding = Array.from({ length: 5 }, (_, i) => memory.add(`sentence ${i}`).then(() => undefined, failed))
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(`locket:${name}`)
      deleting.onsuccess = resolve
      deleting.onerror = reject
    })
    for (const outcome of await Promise.all(adding)) expect(isTyped(outcome)).toBe(true)
    await expect(memory.search('one')).rejects.toMatchObject({ code: 'STORE_LOST' })
    expect(closed).toEqual(['STORE_LOST'])
  })
})

describe('an upgrade (hashEmbedder, IndexedDB)', () => {
  const options = { scope: { userId: 'ana' }, embedder: hashEmbedder(), extractor: false as const, onWarning: () => {} }

  it('that a tab with an older version blocks is an error that says so, and done once that tab lets go', async () => {
    const name = `test-blocked-${crypto.randomUUID()}`
    atEnd(() => indexedDbStore(name).destroy())
    // A tab of version 1 that does not close.
    const old = await openDB(`locket:${name}`, 1, {
      upgrade(db) {
        for (const table of [
          'messages',
          'memories',
          'segments',
          'vectors',
          'tombstones',
          'history',
          'jobs',
          'changes',
          'meta',
          'caches',
        ]) {
          const spec = LAYOUT.tables[table] as TableSpec
          const made = db.createObjectStore(table, { keyPath: spec.keyPath })
          for (const [index, { keyPath, unique = false }] of Object.entries(spec.indexes))
            made.createIndex(index, keyPath, { unique })
        }
      },
    })
    const store = indexedDbStore(name, { blockedTimeoutMs: 100 })
    await expect(Memory.open({ ...options, name, store })).rejects.toMatchObject({
      code: 'STORE_BLOCKED',
      hint: expect.stringContaining('other tabs'),
    })
    old.close()
    const memory = await Memory.open({ ...options, name })
    atEnd(() => memory.close())
    await memory.add('one', { infer: false })
    expect(await settledAndSound(memory)).toEqual({ rows: 1, findings: [], jobs: 0 })
  })

  it('by a tab with a newer version closes this one, which says so; what it stored stays', async () => {
    const { name, memory } = await start('IndexedDB')
    const closed: unknown[] = []
    memory.subscribe((event) => event.type === 'closed' && closed.push(event.error.code))
    await memory.add('one', { infer: false })
    const newer = await openDB(`locket:${name}`, SCHEMA_VERSION + 1)
    atEnd(() => newer.close())
    expect(closed).toEqual(['STORE_OUTDATED'])
    await expect(memory.add('two')).rejects.toMatchObject({ code: 'STORE_OUTDATED' })
    expect(await newer.count('messages')).toBe(1)
    await expect(Memory.open({ ...options, name })).rejects.toMatchObject({ code: 'STORE_OUTDATED' })
  })
})

it('a page without IndexedDB is told to pass inMemoryStore(), and works with it', async () => {
  const options = {
    name: 'nowhere',
    scope: { userId: 'ana' },
    embedder: hashEmbedder(),
    extractor: false as const,
    onWarning: () => {},
  }
  const forbidden = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const instead of [{ value: undefined }, { get: forbidden }]) {
    without(globalThis, 'indexedDB', instead)
    await expect(Memory.open(options)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('inMemoryStore()'),
    })
  }
  const memory = await Memory.open({ ...options, store: inMemoryStore() })
  await memory.add('My sister keeps bees.', { infer: false })
  expect(await texts(memory.search('bees'))).toEqual(['My sister keeps bees.'])
  expect((await memory.health()).storage).toMatchObject({ risk: 'high' })
  await memory.close()
})
