import { describe, expect, it, vi } from 'vitest'
import { encryptedStore } from '../../src/encryption/index.js'
import { StoreError } from '../../src/values/errors.js'
import { Memory } from '../../src/memory.js'
import { renewEpoch } from '../../src/store/changes.js'
import { indexedDbStore } from '../../src/store/indexeddb-store.js'
import { inMemoryStore } from '../../src/store/memory-store.js'
import { SCHEMA } from '../../src/store/schema.js'
import type { HeadRecord, MemoryRecord, TableName } from '../../src/store/records.js'
import type { Store } from '../../src/store/store.js'
import type { EncryptionKey } from '../../src/encryption/types.js'
import { comparable, fileOf, homes } from '../backup/support.js'
import { start, texts } from '../memory/support.js'
import { history, memory as row } from '../store/rows.js'
import { everything, newKey, raw, traces } from './support.js'

const WRAPS: KeyUsage[] = ['wrapKey', 'unwrapKey']
const [key, other, wraps, wrapsToo, kw, kwToo] = await Promise.all([
  newKey(),
  newKey(),
  newKey(WRAPS),
  newKey(WRAPS),
  newKey(WRAPS, 'AES-KW'),
  newKey(WRAPS, 'AES-KW'),
])
const passphrase = { passphrase: 'correct horse battery staple' }

const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
const headOf = (name: string): Promise<HeadRecord> => raw(name, (db) => db.get('keys', 'store') as Promise<HeadRecord>)
/** Without that of the caches, which comes and goes behind the writes. */
const keysOf = (name: string): Promise<string[]> =>
  raw(name, async (db) => ((await db.getAllKeys('keys')) as string[]).filter((one) => one !== 'caches'))

async function told(encryption?: EncryptionKey) {
  const rig = await start('IndexedDB', { extractor: homes(), ...(encryption ? { encryption } : {}) })
  await rig.memory.add([
    { id: 'home', content: 'I live in Lyon.' },
    { id: 'tea', content: 'I like tea.', metadata: { cup: 'blue' } },
  ])
  await rig.memory.add('I live in Oslo.', { userId: 'ben' })
  await rig.memory.idle()
  return rig
}

async function drained(stream: ReadableStream<unknown>): Promise<void> {
  const reader = stream.getReader()
  while (!(await reader.read()).done);
}

describe('the key of an encrypted memory (hashEmbedder, IndexedDB)', () => {
  it.each<[string, EncryptionKey, EncryptionKey[]]>([
    ['a passphrase', passphrase, [{ passphrase: 'correct horse' }, key]],
    ['a CryptoKey that encrypts', key, [other, passphrase]],
    ['a CryptoKey that wraps', wraps, [wrapsToo]],
    ['an AES-KW key', kw, [kwToo, key]],
  ])('%s opens it again; no other does, nor none', async (_, right, wrong) => {
    const rig = await told(right)
    const before = await comparable(await fileOf(rig.memory, { userId: null }))
    await rig.memory.close()
    const stored = await everything(rig.name)
    for (const one of wrong) expect(await code(rig.open({ encryption: one }))).toBe('WRONG_KEY')
    expect(await code(Memory.open({ name: rig.name, embedder: false }))).toBe('KEY_REQUIRED')
    expect(await everything(rig.name)).toEqual(stored)
    const again = await rig.open()
    expect(await comparable(await fileOf(again, { userId: null }))).toEqual(before)
    expect((await again.verify()).findings).toEqual([])
    expect(await texts(again.search('tea'))).toContain('I like tea.')
    await again.close()
    // An application's own store, and the same characters otherwise composed.
    const store = encryptedStore(
      indexedDbStore(rig.name),
      'passphrase' in right ? { passphrase: right.passphrase.normalize('NFD') } : right,
    )
    await store.open()
    expect(await store.read(['messages'], async (tx) => (await tx.list('messages')).map(({ text }) => text))).toContain(
      'I like tea.',
    )
    store.close()
  })

  it('says what its lock is, and no less than 600,000 iterations', async () => {
    const rig = await told(passphrase)
    expect((await headOf(rig.name)).lock).toMatchObject({ by: 'passphrase', iterations: 600_000 })
    for (const wrong of [
      {},
      { passphrase: '' },
      { passphrase: 'x', iterations: 1000 },
      { passphrase: 'x', iterations: 10_000_001 },
      { ...passphrase, ...key },
      { key: 'text' },
      { key: (await newKey(['encrypt'])).key },
    ])
      expect(await code(rig.open({ encryption: wrong as EncryptionKey }))).toBe('INVALID_INPUT')
  })

  it('a lock that names a trillion iterations is refused at once', async () => {
    const rig = await told(passphrase)
    await rig.memory.close()
    const head = await headOf(rig.name)
    await raw(rig.name, (db) => db.put('keys', { ...head, lock: { ...head.lock, iterations: 1e12 } }))
    const since = performance.now()
    expect(await code(rig.open({ encryption: passphrase }))).toBe('STORE_CORRUPT')
    expect(performance.now() - since).toBeLessThan(5_000)
    await raw(rig.name, (db) => db.put('keys', head))
    expect(await texts((await rig.open({ encryption: passphrase })).search('tea'))).toContain('I like tea.')
  })

  it('is needed also where the store is used without Memory.open', async () => {
    const rig = await told(key)
    const { memory } = rig
    const blind = indexedDbStore(rig.name)
    await blind.open()
    const { verifyStore } = await import('../../src/verify/verify.js')
    const { exportStore } = await import('../../src/backup/export.js')
    const engine = (memory as unknown as { engine: { store: Store } }).engine
    const bypass = Object.create(engine, { store: { value: blind } }) as never
    expect(await code(verifyStore(bypass))).toBe('KEY_REQUIRED')
    expect(await code(exportStore(bypass, {}).then((stream) => drained(stream)))).toBe('KEY_REQUIRED')
    blind.close()
  })

  it('needs WebCrypto, and says so (WebCrypto taken away, as on plain http)', async () => {
    const taken = vi.spyOn(globalThis.crypto, 'subtle', 'get').mockReturnValue(undefined as never)
    try {
      expect(await code(encryptedStore(inMemoryStore(), passphrase).open())).toBe('CRYPTO_UNAVAILABLE')
    } finally {
      taken.mockRestore()
    }
  })

  it('a head that is damaged or gone is an error, never an empty store', async () => {
    const rig = await told(key)
    await rig.memory.close()
    const head = await headOf(rig.name)
    for (const damaged of [
      undefined,
      { ...head, lock: undefined },
      { ...head, id: 'another' },
      { ...head, lock: { ...head.lock, wrapped: new Uint8Array(80) } },
    ]) {
      await raw<unknown>(rig.name, (db) => (damaged ? db.put('keys', damaged) : db.delete('keys', 'store')))
      // A name of the key does not make another of it.
      expect(await code(rig.open())).toMatch(damaged?.id === 'another' ? /^resolved$/ : /^(STORE_CORRUPT|WRONG_KEY)$/)
    }
    await raw(rig.name, (db) => db.put('keys', { ...head, format: 2 }))
    expect(await code(rig.open())).toBe('STORE_OUTDATED')
    await raw(rig.name, (db) => db.put('keys', head))
    expect(await texts((await rig.open()).search('tea'))).toContain('I like tea.')
  })
})

describe('a store that was not encrypted (hashEmbedder, IndexedDB)', () => {
  it('is encrypted when it is opened with a key; a tab that has it open without one is told', async () => {
    const rig = await told()
    const before = await comparable(await fileOf(rig.memory, { userId: null }))
    const encrypted = await rig.open({ encryption: key })
    expect(await code(rig.memory.add('I like cheese.'))).toBe('KEY_REQUIRED')
    expect(await code(rig.memory.search('tea'))).toBe('KEY_REQUIRED')
    expect(await comparable(await fileOf(encrypted, { userId: null }))).toEqual(before)
    expect((await encrypted.verify()).findings).toEqual([])
    const stored = await everything(rig.name)
    for (const text of ['tea', 'lyon', 'ana', 'blue'])
      expect(traces(stored, `"${text}`).concat(traces({ ...stored, keys: 0 }, `${text}.`))).toEqual([])
    expect(await texts(encrypted.search('tea'))).toContain('I like tea.')
    await encrypted.add('I live in Bergen.')
    expect(await texts(encrypted.getAll())).toContain('User lives in Bergen')
  })

  it('goes on where it stopped', async () => {
    const name = `test-encrypted-${crypto.randomUUID()}`
    const before = await filled(indexedDbStore(name))
    // Stopped after every step in turn.
    let steps = 0
    for (let stopped = ''; stopped !== 'resolved'; steps++) {
      const store = encryptedStore(stopping(indexedDbStore(name), steps), key)
      stopped = await code(store.open())
      store.close()
      expect(stopped).toMatch(/^(resolved|TRANSACTION_FAILED)$/)
      if (steps === 0 || stopped === 'resolved') continue
      expect((await headOf(name)).work).toMatchObject({ what: 'encrypt' })
      expect(await code(Memory.open({ name, embedder: false }))).toBe('KEY_REQUIRED')
    }
    expect(steps).toBeGreaterThan(4)
    expect((await headOf(name)).work).toBeUndefined()
    expect(traces(await everything(name), 'fact ')).toEqual([])
    const store = encryptedStore(indexedDbStore(name), key)
    await store.open()
    expect(await contents(store)).toEqual(before)
    await store.destroy()
  })
})

const TABLES: readonly TableName[] = [
  'messages',
  'memories',
  'history',
  'relations',
  'summaries',
  'segments',
  'vectors',
  'jobs',
  'caches',
  'meta',
]

/** All rows by their primary keys, some of which have no order that can be told. */
const contents = (store: Store): Promise<Record<string, Map<unknown, unknown>>> =>
  store.read(TABLES, async (tx) =>
    Object.fromEntries(
      await Promise.all(
        TABLES.map(
          async (table) =>
            [
              table,
              new Map(
                (await tx.list(table)).map((one) => [
                  (one as unknown as Record<string, unknown>)[SCHEMA[table].keyPath],
                  one,
                ]),
              ),
            ] as const,
        ),
      ),
    ),
  )

/** Rows enough for several steps, in tables of every kind. */
async function filled(store: Store): Promise<Record<string, Map<unknown, unknown>>> {
  await store.open()
  await store.write(TABLES, async (tx) => {
    await renewEpoch(tx)
    for (let no = 1; no <= 300; no++)
      await tx.put(
        'memories',
        row(no, {
          scopeKey: `["user${no % 3}",null,null,null]`,
          scope: { userId: `user${no % 3}` },
          activeKey: `fact ${no}`,
        }),
      )
    for (let n = 1; n <= 300; n++)
      await tx.put(
        'history',
        history(n, { id: `m${n}`, no: n, after: row(n, { scopeKey: `["user${n % 3}",null,null,null]` }) }),
      )
    for (let no = 1; no <= 20; no++)
      await tx.put('relations', {
        id: `${no}:1:2:fact of`,
        subject: 1,
        predicate: 'fact of',
        object: 2,
        no,
        scopeKey: '["user1",null,null,null]',
      })
    await tx.put('summaries', {
      scopeKey: '["user1",null,null,null]',
      scope: { userId: 'user1' },
      text: 'fact by fact',
      upTo: 1,
      updatedAt: 1,
    })
    for (let id = 1; id <= 6; id++) {
      await tx.put('segments', {
        id,
        fingerprint: 'fact f',
        dimensions: 2,
        labels: Uint32Array.of(1, 2, 3, 1),
        born: Uint32Array.of(id, id, id, id),
      })
      await tx.put(
        'vectors',
        id % 2 === 0
          ? { id, rows: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8), sum: 9 }
          : { id, rows: Int8Array.of(1, 2, 3, 4, 5, 6, 7, 8), scales: Float32Array.of(1, 2, 3, 4) },
      )
    }
    await tx.put('jobs', {
      id: 'job',
      kind: 'extract',
      nos: [1],
      scope: { userId: 'user1' },
      state: 'waiting',
      attempts: 1,
      owner: 'o',
      error: { code: 'X', message: 'fact of an error' },
      n: 1,
    })
    await tx.put('jobs', { id: 'job2', kind: 'embed', nos: [1], state: 'waiting', attempts: 0, owner: 'o', n: 1 })
    await tx.put('caches', {
      key: 'keywords',
      n: 1,
      epoch: 'e',
      data: { json: new TextEncoder().encode('fact words') },
    })
  })
  const before = await contents(store)
  store.close()
  return before
}

/** A store whose writes fail from the `writes`th on: a stand-in for a page that is closed between two of them. */
function stopping(store: Store, writes: number): Store {
  let left = writes
  return {
    kind: store.kind,
    open: () => store.open(),
    read: (tables, body) => store.read(tables, body),
    write: (tables, body, durability) =>
      left-- > 0
        ? store.write(tables, body, durability)
        : Promise.reject(new StoreError('TRANSACTION_FAILED', 'closed')),
    estimate: () => store.estimate(),
    onClose: (listener) => store.onClose(listener),
    close: () => store.close(),
    destroy: () => store.destroy(),
  }
}

describe('changing the key (hashEmbedder, IndexedDB)', () => {
  it('locks the store anew at once; rows stay as they are, and other tabs go on', async () => {
    const rig = await told(key)
    const tab = await rig.open()
    const rows = async () => (await everything(rig.name))['messages']
    const before = await rows()
    await rig.memory.changeKey(passphrase)
    expect(await rows()).toEqual(before)
    await tab.add('I like jam.')
    expect(await texts(rig.memory.getAll())).toContain('User likes jam')
    expect(await code(rig.open())).toBe('WRONG_KEY')
    expect(await texts((await rig.open({ encryption: passphrase })).search('jam'))).toContain('I like jam.')
  })

  it('gives every scope a new key and writes all rows anew; other tabs are told, and write nothing more', async () => {
    const rig = await told(key)
    const tab = await rig.open()
    const closed = new Promise<string>((resolve) =>
      tab.subscribe((event) => event.type === 'closed' && resolve(event.error.code)),
    )
    const before = await comparable(await fileOf(rig.memory, { userId: null }))
    const old = await everything(rig.name)
    await rig.memory.changeKey(other, { reencrypt: true })
    expect(await closed).toBe('WRONG_KEY')
    expect(await code(tab.add('I like jam.'))).toBe('WRONG_KEY')
    expect(await comparable(await fileOf(rig.memory, { userId: null }))).toEqual(before)
    const now = await everything(rig.name)
    for (const table of [
      'messages',
      'memories',
      'history',
      'vectors',
      'segments',
      'meta',
      'entities',
      'mentions',
      'relations',
      'keys',
    ] as const) {
      expect(now[table]?.rows.length, table).toBe(old[table]?.rows.length)
      for (const [i, one] of (now[table]?.rows ?? []).entries()) expect(one, table).not.toEqual(old[table]?.rows[i])
    }
    expect(now['keys']?.rows.some((one) => 'was' in (one as object) || 'work' in (one as object))).toBe(false)
    await rig.memory.add('I like cheese.')
    await rig.memory.close()
    expect(await code(rig.open())).toBe('WRONG_KEY')
    const again = await rig.open({ encryption: other })
    expect((await again.verify()).findings).toEqual([])
    expect(await texts(again.search('cheese'))).toContain('I like cheese.')
  })

  it('goes on where it stopped', async () => {
    const name = `test-encrypted-${crypto.randomUUID()}`
    const before = await filled(encryptedStore(indexedDbStore(name), key))
    const old = await everything(name)
    const store = encryptedStore(stopping(indexedDbStore(name), 2), key)
    await store.open()
    expect(await code(store.changeKey(other, { reencrypt: true }))).toBe('TRANSACTION_FAILED')
    // Half of it is done, and everything is there, also for those who write.
    expect((await headOf(name)).work).toMatchObject({ what: 'reencrypt' })
    expect(await contents(store)).toEqual(before)
    store.close()
    expect(await code(encryptedStore(indexedDbStore(name), key).open())).toBe('WRONG_KEY')
    let steps = 0
    for (let stopped = ''; stopped !== 'resolved'; steps++) {
      const next = encryptedStore(stopping(indexedDbStore(name), steps), other)
      stopped = await code(next.open())
      next.close()
      expect(stopped).toMatch(/^(resolved|TRANSACTION_FAILED)$/)
    }
    expect(steps).toBeGreaterThan(2)
    const now = await everything(name)
    expect(now['keys']?.rows.some((one) => 'was' in (one as object) || 'work' in (one as object))).toBe(false)
    for (const table of TABLES)
      for (const [i, one] of (now[table]?.rows ?? []).entries()) expect(one, table).not.toEqual(old[table]?.rows[i])
    const again = encryptedStore(indexedDbStore(name), other)
    await again.open()
    expect(await contents(again)).toEqual(before)
    await again.destroy()
  })

  it('what is written meanwhile is written with the new keys', async () => {
    const store = encryptedStore(indexedDbStore(`test-encrypted-${crypto.randomUUID()}`), key)
    await store.open()
    await store.write(['memories'], async (tx) => {
      for (let no = 1; no <= 500; no++) await tx.put('memories', row(no))
    })
    const changing = store.changeKey(other, { reencrypt: true })
    const seen: number[] = []
    let done = false
    void changing.finally(() => (done = true))
    for (let no = 501; !done; no++) {
      await store.write(['memories'], (tx) => tx.put('memories', row(no)))
      seen.push(
        await store.read(
          ['memories'],
          async (tx) => (await tx.list('memories')).filter((one: MemoryRecord) => one.text === `fact ${one.no}`).length,
        ),
      )
      expect(seen.at(-1)).toBe(no)
    }
    await changing
    expect(seen.length).toBeGreaterThan(0)
    await store.destroy()
  })

  it('is refused where nothing is encrypted, and when another tab was first', async () => {
    const plain = await start()
    expect(await code(plain.memory.changeKey(key))).toBe('INVALID_INPUT')
    const rig = await told(key)
    const tab = await rig.open()
    expect(
      (
        await Promise.all([
          code(rig.memory.changeKey(other, { reencrypt: true })),
          code(tab.changeKey(passphrase, { reencrypt: true })),
        ])
      ).sort(),
    ).toEqual(['WRONG_KEY', 'resolved'])
  })
})

describe('the key of a scope (hashEmbedder, IndexedDB)', () => {
  it('goes with the last row of its scope, and the scope that comes back has another', async () => {
    const rig = await told(key)
    await rig.memory.add('I like jam.', { runId: 'r' })
    await rig.memory.idle()
    const before = await keysOf(rig.name)
    // Two scopes of ana, one of ben, the head, and the store's own.
    expect(before).toHaveLength(5)
    await rig.memory.purge('tea')
    expect(await keysOf(rig.name)).toEqual(before)
    await rig.memory.deleteAll({ userId: 'ana' })
    const after = await keysOf(rig.name)
    expect(after).toHaveLength(3)
    expect(before).toEqual(expect.arrayContaining(after))
    expect(await texts(rig.memory.search('Oslo', { userId: 'ben' }))).toContain('I live in Oslo.')
    expect((await rig.memory.verify()).findings).toEqual([])
    await rig.memory.add('I like tea.')
    expect(await keysOf(rig.name)).toHaveLength(4)
    // What takes the place of all rows of a scope is sealed with another key than they were.
    const sealedKeys = () =>
      raw(rig.name, async (db) =>
        ((await db.getAll('keys')) as { key: string; sealed?: Uint8Array }[]).filter(
          (one) => after.includes(one.key) && one.key !== 'store' && one.key !== 'rest',
        ),
      )
    const [ben] = await sealedKeys()
    await rig.memory.import(await fileOf(rig.memory, { userId: 'ben' }), {
      mode: 'replace',
      scope: 'file',
    })
    const [now] = await sealedKeys()
    expect(now?.key).toBe(ben?.key)
    expect(now?.sealed).not.toEqual(ben?.sealed)
    expect(await texts(rig.memory.search('Oslo', { userId: 'ben' }))).toContain('I live in Oslo.')
    await rig.memory.reset()
    expect((await keysOf(rig.name)).sort()).toEqual(['rest', 'store'])
  })

  it('with it everything of the scope is closed for good, also what a disk may still hold: rows, history, vectors, words', async () => {
    const name = `test-encrypted-${crypto.randomUUID()}`
    const store = encryptedStore(indexedDbStore(name), key)
    await store.open()
    const ben = { scope: { userId: 'ben' }, scopeKey: '["ben",null,null,null]' }
    const tables: readonly TableName[] = ['memories', 'history', 'segments', 'vectors', 'caches']
    await store.write(tables, async (tx) => {
      for (const one of [row(1), row(2, ben)]) {
        await tx.put('memories', one)
        await tx.put('history', history(one.no, { no: one.no, after: one }))
      }
      await tx.put('segments', {
        id: 1,
        fingerprint: 'f',
        dimensions: 1,
        labels: Uint32Array.of(1, 2),
        born: Uint32Array.of(1, 1),
      })
      await tx.put('vectors', { id: 1, rows: Float32Array.of(1, 2) })
      await tx.put('caches', { key: 'keywords', n: 1, epoch: '', data: 'words of both' })
    })
    const old = await everything(name)
    // As a purge does it.
    await store.write(tables, async (tx) => {
      await tx.delete('memories', 1)
      await tx.delete('history', 1)
      for (const table of ['segments', 'vectors'] as const) await tx.delete(table, 1)
      await tx.put('segments', {
        id: 2,
        fingerprint: 'f',
        dimensions: 1,
        labels: Uint32Array.of(2),
        born: Uint32Array.of(1),
      })
      await tx.put('vectors', { id: 2, rows: Float32Array.of(2) })
      await tx.clear('caches')
    })
    await store.write(tables, (tx) => tx.put('memories', row(3)))
    await raw(name, async (db) => {
      for (const table of tables) for (const one of old[table]?.rows ?? []) await db.put(table, one)
    })
    const closed = async (table: TableName) =>
      store.read([table], async (tx) =>
        (await tx.list(table, { unreadable: true })).map((one) => ('unreadable' in one ? 'closed' : 'open')),
      )
    expect(await Promise.all(tables.map(closed))).toEqual([
      ['closed', 'open', 'open'],
      ['closed', 'open'],
      ['open', 'open'],
      ['closed', 'open'],
      ['closed'],
    ])
    await store.destroy()
  })

  it('two tabs that write a scope for the first time at once make one', async () => {
    const rig = await start('IndexedDB', { encryption: key, extractor: false })
    const tabs = [rig.memory, await rig.open(), await rig.open()]
    await Promise.all(
      tabs.flatMap((tab, i) => [0, 1, 2].map((j) => tab.add(`Note ${i} of ${j}.`, { userId: `new${j}` }))),
    )
    expect(await keysOf(rig.name)).toHaveLength(3 + 2)
    for (const tab of tabs)
      for (const j of [0, 1, 2]) expect((await tab.messages.list({ userId: `new${j}` })).total).toBe(3)
    expect((await rig.memory.verify()).findings).toEqual([])
  })

  it('a tab that has the key of a scope in memory seals nothing with it once another tab destroyed it', async () => {
    const rig = await told(key)
    const tab = await rig.open()
    await rig.memory.deleteAll({ userId: 'ana' })
    // The head is as it was: on a full disk it could not be written.
    await tab.add('I like cheese.')
    for (const one of [rig.memory, tab, await rig.open()])
      expect(await texts(one.getAll())).toEqual(['User likes cheese'])
    expect((await rig.memory.verify()).findings).toEqual([])
  })

  it('a tab that slept while a scope was purged and written again writes with the new key', async () => {
    const rig = await told(key)
    const tab = await rig.open()
    await rig.memory.deleteAll({ userId: 'ana' })
    await rig.memory.add('I like jam.')
    await tab.add('I like cheese.')
    for (const one of [rig.memory, tab, await rig.open()])
      expect((await texts(one.getAll())).sort()).toEqual(['User likes cheese', 'User likes jam'])
    expect((await rig.memory.verify()).findings).toEqual([])
  })
})

describe('a store that must be encrypted (hashEmbedder, IndexedDB)', () => {
  it('is opened when it is; a plain one, or none, is an error and stays as it is', async () => {
    const must = { ...passphrase, mustBeEncrypted: true }
    const plain = await told()
    await plain.memory.close()
    expect(await code(plain.open({ encryption: must }))).toBe('NOT_ENCRYPTED')
    const again = await plain.open()
    expect((await again.health()).store.encrypted).toBe(false)
    expect(await texts(again.search('tea'))).toContain('User likes tea')
    expect(await code(again.verify().then(({ findings }) => expect(findings).toEqual([])))).toBe('resolved')

    const none = `test-none-${crypto.randomUUID()}`
    expect(await code(encryptedStore(indexedDbStore(none), must).open())).toBe('NOT_ENCRYPTED')

    const sealed = await told(passphrase)
    await sealed.reopen({ encryption: must })
    expect(await texts(sealed.memory.search('tea'))).toContain('User likes tea')
    for (const mustBeEncrypted of [1, 'yes', null])
      expect(
        await code(sealed.open({ encryption: { ...passphrase, mustBeEncrypted: mustBeEncrypted as never } })),
      ).toBe('INVALID_INPUT')
  })
})
