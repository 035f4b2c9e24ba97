import { deleteDB, openDB } from 'idb'
import { afterEach, describe, expect, it } from 'vitest'
import { cdp, server } from 'vitest/browser'
import { ConflictError, StoreError } from '../../src/values/errors.js'
import { indexedDbStore, type IndexedDbStoreOptions } from '../../src/store/indexeddb-store.js'
import { inMemoryStore } from '../../src/store/memory-store.js'
import { LAYOUT, type Layout } from '../../src/store/migrations.js'
import { SCHEMA, SCHEMA_VERSION } from '../../src/store/schema.js'
import type { CloseReason, Store } from '../../src/store/store.js'
import { storeConformance, expectAgreement } from './conformance.js'
import { memory } from './rows.js'

let count = 0
const freshName = () => `test-${Date.now()}-${count++}`

storeConformance('IndexedDB', () => indexedDbStore(freshName()))

it('IndexedDB and memory agree on random transactions and queries', () =>
  expectAgreement(() => [indexedDbStore(freshName()), inMemoryStore()]))

describe('the IndexedDB store', () => {
  const cleanUp: (() => unknown)[] = []
  afterEach(async () => {
    for (const each of cleanUp.splice(0).reverse()) await each()
  })

  async function opened(
    name = freshName(),
    options?: IndexedDbStoreOptions,
  ): Promise<Store & { closings: CloseReason[] }> {
    const store = Object.assign(indexedDbStore(name, options), { closings: [] as CloseReason[] })
    store.onClose((reason) => store.closings.push(reason))
    cleanUp.push(() => store.destroy())
    await store.open()
    return store
  }
  const putOne = (store: Store) => store.write(['memories'], (tx) => tx.put('memories', memory(1)))
  const countAll = (store: Store) => store.read(['memories'], (tx) => tx.count('memories'))
  const raw = (name: string, version?: number) => openDB(`locket:${name}`, version)
  /** A later layout, as a future version would have it. */
  const next: Layout = {
    version: SCHEMA_VERSION + 1,
    tables: {
      ...SCHEMA,
      memories: { ...SCHEMA.memories, indexes: { ...SCHEMA.memories.indexes, hash: { keyPath: 'textHash' } } },
    },
    migrations: [
      ...LAYOUT.migrations,
      { to: SCHEMA_VERSION + 1, run: (_db, tx) => void tx.objectStore('memories').createIndex('hash', 'textHash') },
    ],
  }

  it('has the layout of the schema, and a step to every version', async () => {
    const name = freshName()
    await opened(name)
    const db = await raw(name)
    cleanUp.push(() => db.close())
    expect([...db.objectStoreNames]).toEqual(Object.keys(SCHEMA).sort())
    expect(db.version).toBe(SCHEMA_VERSION)
    expect(LAYOUT.migrations.map(({ to }) => to)).toEqual(Array.from({ length: SCHEMA_VERSION - 1 }, (_, i) => i + 2))
  })

  it('keeps the rows of an older database when it upgrades', async () => {
    const name = freshName()
    const old = await opened(name)
    await putOne(old)
    old.close()
    const newer = await opened(name, { layout: next })
    expect(await newer.read(['memories'], (tx) => tx.find('memories', 'hash', 'h1'))).toEqual(memory(1))
  })

  it('leaves an older database as it was when a step fails', async () => {
    const name = freshName()
    const old = await opened(name)
    await putOne(old)
    old.close()
    const bug = new TypeError('a bug in the step')
    const run = async () => {
      throw bug
    }
    const broken = indexedDbStore(name, { layout: { ...next, migrations: [{ to: next.version, run }] } })
    await expect(broken.open()).rejects.toMatchObject({ code: 'TRANSACTION_FAILED', cause: bug })
    await old.open()
    expect(await countAll(old)).toBe(1)
  })

  it('does not open a database of a newer version', async () => {
    const name = freshName()
    const newer = await opened(name, { layout: next })
    newer.close()
    const error = await indexedDbStore(name)
      .open()
      .catch((e: unknown) => e)
    expect(error).toBeInstanceOf(StoreError)
    expect(error).toMatchObject({ code: 'STORE_OUTDATED', hint: expect.stringContaining('Reload') })
  })

  it('makes way for a newer version: finishes, closes, says so', async () => {
    const name = freshName()
    const old = await opened(name)
    await putOne(old)
    const newer = await opened(name, { layout: next })
    expect(await countAll(newer)).toBe(1)
    expect(old.closings).toEqual(['outdated'])
    await expect(countAll(old)).rejects.toMatchObject({ code: 'STORE_OUTDATED' })
  })

  it('makes way for a deletion', async () => {
    const name = freshName()
    const other = await opened(name)
    await putOne(other)
    await (await opened(name)).destroy()
    expect(other.closings).toEqual(['destroyed'])
    await expect(countAll(other)).rejects.toMatchObject({ code: 'STORE_LOST' })
    await other.open()
    expect(await countAll(other)).toBe(0)
  })

  it('gives up an open that another connection blocks, and closes the late one', async () => {
    const name = freshName()
    ;(await opened(name)).close()
    const holder = await raw(name) // does not close on versionchange
    const waiting = indexedDbStore(name, { layout: next, blockedTimeoutMs: 50 })
    await expect(waiting.open()).rejects.toMatchObject({
      code: 'STORE_BLOCKED',
      hint: expect.stringContaining('other tabs'),
    })
    holder.close()
    // The late upgrade happens, and its connection must not block this one.
    const after = await opened(name, { layout: next })
    expect(await countAll(after)).toBe(0)
    await after.destroy()
    await waiting.open()
    expect(await countAll(waiting)).toBe(0)
    waiting.close()
  })

  it('gives up an open that is queued behind another', async () => {
    const name = freshName()
    ;(await opened(name)).close()
    const holder = await raw(name)
    const deletion = deleteDB(`locket:${name}`)
    await expect(indexedDbStore(name, { openTimeoutMs: 50 }).open()).rejects.toMatchObject({ code: 'STORE_BLOCKED' })
    holder.close()
    await deletion
  })

  it('gives up a deletion that another connection blocks', async () => {
    const name = freshName()
    const store = await opened(name, { blockedTimeoutMs: 50 })
    const holder = await raw(name)
    await expect(store.destroy()).rejects.toMatchObject({ code: 'STORE_BLOCKED' })
    holder.close()
  })

  it('shares one connection among concurrent opens, and closes while opening', async () => {
    const store = indexedDbStore(freshName())
    cleanUp.push(() => store.destroy())
    await Promise.all([store.open(), store.open()])
    store.close()
    const opening = store.open()
    store.close()
    await expect(opening).rejects.toMatchObject({ code: 'CLOSED' })
  })

  it('reports a row that breaks a unique key as a conflict, with the cause', async () => {
    const store = await opened()
    await putOne(store)
    const error = await store
      .write(['memories'], (tx) => tx.put('memories', memory(2, { id: 'm1' })))
      .catch((e: unknown) => e)
    expect(error).toBeInstanceOf(ConflictError)
    expect((error as ConflictError).cause).toMatchObject({ name: 'ConstraintError' })
  })

  it('reports a body that waited for something else', async () => {
    const store = await opened()
    const slow = store.write(['memories'], async (tx) => {
      await tx.count('memories')
      await new Promise((resolve) => setTimeout(resolve, 20))
      await tx.put('memories', memory(1))
    })
    await expect(slow).rejects.toMatchObject({
      code: 'TRANSACTION_FAILED',
      hint: expect.stringContaining('Await nothing but'),
    })
    expect(await countAll(store)).toBe(0)
  })

  it('reopens a connection that is dead without a word', async () => {
    const name = freshName()
    const store = await opened(name)
    await putOne(store)
    await closeConnections(() => countAll(store))
    expect(await countAll(store)).toBe(1)
    expect(store.closings).toEqual([])
  })

  it('runs a body again on a new connection when the first died before it answered (simulated failure of a request)', async () => {
    const store = await opened()
    await putOne(store)
    let runs = 0
    const failing = failRequests(
      'count',
      1,
      new DOMException('Connection to Indexed Database server lost.', 'UnknownError'),
    )
    cleanUp.push(failing)
    const rows = await store.write(['memories'], async (tx) => {
      runs++
      return tx.count('memories')
    })
    expect([rows, runs]).toEqual([1, 2])
  })

  it('does not run a body again that has had an answer, or a second time (simulated failure of a request)', async () => {
    const store = await opened()
    await putOne(store)
    let runs = 0
    const countIn = (first: boolean) =>
      store.write(['memories'], async (tx) => {
        runs++
        if (first) await tx.get('memories', 1)
        return tx.count('memories')
      })
    cleanUp.push(
      failRequests('count', 3, new DOMException('Connection to Indexed Database server lost.', 'UnknownError')),
    )
    await expect(countIn(true)).rejects.toMatchObject({ code: 'STORE_LOST' })
    expect(runs).toBe(1)
    await expect(countIn(false)).rejects.toMatchObject({ code: 'STORE_LOST' })
    expect(runs).toBe(3)
    expect(await countIn(false)).toBe(1)
  })

  it('says so where there is no IndexedDB, or it is forbidden', async () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB') as PropertyDescriptor
    cleanUp.push(() => Object.defineProperty(globalThis, 'indexedDB', own))
    const forbid = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const instead of [{ value: undefined }, { get: forbid }, { value: { open: forbid } }]) {
      Object.defineProperty(globalThis, 'indexedDB', { ...instead, configurable: true })
      await expect(indexedDbStore(freshName()).open()).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        hint: expect.stringContaining('inMemoryStore'),
      })
    }
  })

  // Only Chromium's storage can be made full or lost from outside.
  it.skipIf(server.browser !== 'chromium')(
    'reports a full disk as QUOTA_EXCEEDED, keeps what it had and goes on when there is room',
    async () => {
      const origin = location.origin
      // Chromium remembers for half a minute how much room there was, unless the origin's data is cleared.
      await cdp().send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
      const { usage } = await cdp().send('Storage.getUsageAndQuota', { origin })
      await cdp().send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + (1 << 20) })
      cleanUp.push(() => cdp().send('Storage.overrideQuotaForOrigin', { origin }))
      const store = await opened()
      await putOne(store)
      const noise = new Float32Array(1 << 20).map(Math.random) // Chromium compresses what it can
      const fill = () =>
        store.write(['memories', 'vectors'], async (tx) => {
          await tx.put('memories', memory(2))
          await tx.put('vectors', { id: 1, rows: noise })
        })
      await expect(fill()).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED', cause: { name: 'QuotaExceededError' } })
      await cdp().send('Storage.overrideQuotaForOrigin', { origin })
      expect(await countAll(store)).toBe(1)
      await fill()
      expect(await countAll(store)).toBe(2)
    },
  )

  it.skipIf(server.browser !== 'chromium')('notices that the browser dropped its data', async () => {
    const store = await opened()
    await putOne(store)
    const lost = new Promise<CloseReason>((resolve) => store.onClose(resolve))
    await cdp().send('Storage.clearDataForOrigin', { origin: location.origin, storageTypes: 'indexeddb' })
    expect(await lost).toBe('lost')
    await expect.poll(() => countAll(store)).toBe(0) // not at once: Chromium refuses to open while it is still clearing
  })
})

/** Makes the next `times` requests of one kind fail; returns how to end that. */
function failRequests(method: 'count', times: number, error: DOMException): () => void {
  const real = IDBObjectStore.prototype[method]
  IDBObjectStore.prototype[method] = function (...args) {
    if (times-- > 0) throw error
    return real.apply(this, args)
  }
  return () => {
    IDBObjectStore.prototype[method] = real
  }
}

/** Closes every IndexedDB connection that transactions are begun on while `use` runs: what WebKit does to suspended pages. */
async function closeConnections(use: () => Promise<unknown>): Promise<void> {
  const { transaction } = IDBDatabase.prototype
  const connections = new Set<IDBDatabase>()
  IDBDatabase.prototype.transaction = function (...args) {
    connections.add(this)
    return transaction.apply(this, args)
  }
  try {
    await use()
  } finally {
    IDBDatabase.prototype.transaction = transaction
  }
  for (const connection of connections) connection.close()
}
