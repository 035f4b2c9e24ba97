import type { IDBPDatabase } from 'idb'
import { describe, expect, it } from 'vitest'
import { encryptedStore } from '../../src/encryption/index.js'
import { indexedDbStore } from '../../src/store/indexeddb-store.js'
import type { TableName } from '../../src/store/records.js'
import { comparable, fileOf, homes } from '../backup/support.js'
import { start, texts } from '../memory/support.js'
import { memory as row } from '../store/rows.js'
import { newKey, raw } from './support.js'

const key = await newKey()

type Row = Record<string, unknown> & { sealed: Uint8Array }
type Damage = (rows: Row[]) => Row | Row[]

const flipped = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, i) => (i === (at + bytes.length) % bytes.length ? byte ^ 1 : byte))
const bitOf =
  (at: number): Damage =>
  (rows) => ({ ...(rows[0] as Row), sealed: flipped((rows[0] as Row).sealed, at) })
/** What is done to stored rows of which one is then closed. */
const ALTERED: [string, Damage][] = [
  ['a changed bit in what is sealed', bitOf(30)],
  ['a changed bit in a nonce', bitOf(6)],
  ['a changed bit in a tag', bitOf(-1)],
  ['the number of another key', bitOf(3)],
  ['cut short', ([row]) => ({ ...(row as Row), sealed: (row as Row).sealed.slice(0, 20) })],
  ['cut off', ([row]) => ({ ...(row as Row), sealed: (row as Row).sealed.slice(0, 3) })],
  ['not sealed, but in the open', ([row]) => ({ ...(row as Row), sealed: undefined as never, text: 'forged' })],
  [
    'sealed, with something in the open',
    ([row]) => ({ ...(row as Row), sealed: flipped((row as Row).sealed, 40), text: 'forged' }),
  ],
  ['in the place of another', ([a, b]) => ({ ...(a as Row), sealed: (b as Row).sealed })],
  ['in the scope of another', ([a, , c]) => ({ ...(a as Row), scopeKey: c?.['scopeKey'] })],
  ['under another id', ([a]) => ({ ...(a as Row), id: 'AAAAAAAAAAAAAAAAAAAAAA' })],
  ['with another neighbour', ([a]) => ({ ...(a as Row), verbatimNo: 3 })],
]

/** The same table by table, and what `verify` says of it. */
const DAMAGE: [string, TableName, Damage, string][] = [
  ['a message', 'messages', bitOf(30), 'ROW_UNREADABLE'],
  [
    'two memories in the place of each other',
    'memories',
    ([a, b]) => [
      { ...(a as Row), sealed: (b as Row).sealed },
      { ...(b as Row), sealed: (a as Row).sealed },
    ],
    'ROW_UNREADABLE',
  ],
  ['history', 'history', bitOf(40), 'ROW_UNREADABLE'],
  ['an entity', 'entities', bitOf(40), 'ROW_UNREADABLE'],
  ['a mention', 'mentions', bitOf(40), 'ROW_UNREADABLE'],
  ['a relation', 'relations', bitOf(40), 'ROW_UNREADABLE'],
  ['a segment', 'segments', bitOf(20), 'VECTORS_STRAY'],
  ['vectors that are gone', 'vectors', ([row]) => ({ ...(row as Row), parts: [] }), 'ROW_UNREADABLE'],
  [
    'vectors of each scope',
    'vectors',
    ([row]) => ({
      ...(row as Row),
      parts: ((row as Row)['parts'] as Row[]).map((part) => ({ ...part, sealed: flipped(part.sealed, 50) })),
    }),
    'ROW_UNREADABLE',
  ],
]

async function told() {
  const rig = await start('IndexedDB', { extractor: homes(), encryption: key })
  const { memory } = rig
  await memory.add([
    { id: 'home', content: 'I live in Lyon.' },
    { id: 'tea', content: 'I like tea.' },
  ])
  await memory.add({ id: 'oslo', content: 'I live in Oslo.' }, { userId: 'ben' })
  await memory.idle()
  await memory.close()
  return rig
}

const change = (name: string, table: TableName, damage: Damage): Promise<void> =>
  raw(name, async (db: IDBPDatabase) => {
    for (const row of [damage((await db.getAll(table)) as Row[])].flat()) await db.put(table, row)
  })

describe('an encrypted store that was tampered with (hashEmbedder, IndexedDB)', () => {
  it.each(ALTERED)('a row %s is closed, and no other', async (_, damage) => {
    const name = `test-encrypted-${crypto.randomUUID()}`
    const store = encryptedStore(indexedDbStore(name), key)
    await store.open()
    await store.write(['memories'], async (tx) => {
      for (const no of [1, 2, 3])
        await tx.put('memories', row(no, no === 3 ? { scopeKey: '["ben",null,null,null]' } : {}))
    })
    await change(name, 'memories', damage)
    const [open, all, one] = await store.read(['memories'], async (tx) => [
      await tx.list('memories'),
      await tx.list('memories', { unreadable: true }),
      await tx.get('memories', 1),
    ])
    expect([open, one]).toEqual([[row(2), row(3, { scopeKey: '["ben",null,null,null]' })], undefined])
    expect(all).toMatchObject([{ no: 1, unreadable: 'altered' }, { no: 2 }, { no: 3 }])
    await store.destroy()
  })

  it.each(DAMAGE)('%s: is found where it is, and the rest goes on', async (_, table, damage, finding) => {
    const rig = await told()
    await change(rig.name, table, damage)
    const memory = await rig.open()
    const { findings } = await memory.verify()
    expect(findings.map(({ code }) => code)).toContain(finding)
    await memory.add('I like cheese.')
    expect(await texts(memory.search('cheese'))).toContain('I like cheese.')
    // A memory keeps its quotes when all that it rests on is gone; that cannot be mended.
    const left = async (report: Promise<{ findings: { code: string }[] }>) =>
      (await report).findings.map(({ code }) => code).filter((code) => code !== 'EVIDENCE_DANGLING')
    expect(await left(memory.repair().then(({ left }) => left))).toEqual([])
    await memory.idle()
    expect(await left(memory.verify())).toEqual([])
    expect(await texts(memory.search('oslo', { userId: 'ben' }))).toContain('I live in Oslo.')
  })

  it('asked for by its id, such a row is an error that names it; a page is not cut short by it', async () => {
    const rig = await told()
    await change(rig.name, 'messages', bitOf(30))
    const store = encryptedStore(indexedDbStore(rig.name), key)
    await store.open()
    await expect(store.read(['messages'], (tx) => tx.find('messages', 'id', 'home'))).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringMatching(/Row 1 of messages/),
      value: 1,
    })
    const lists = await store.read(['messages'], async (tx) => [
      await tx.list('messages', { limit: 2 }),
      await tx.list('messages', { limit: 1, unreadable: true }),
      [await tx.get('messages', 1)],
    ])
    expect(lists).toMatchObject([
      [{ no: 2 }, { no: 5 }],
      [{ no: 1, scope: { userId: 'ana' }, unreadable: 'altered' }],
      [undefined],
    ])
    store.close()
    const memory = await rig.open()
    await expect(memory.get('home')).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
    expect(rig.warnings.map(({ code }) => code)).toContain('STORE_CORRUPT')
    // It goes with its scope all the same, and so does the key.
    await memory.deleteAll()
    expect((await raw(rig.name, (db) => db.getAllKeys('keys'))).length).toBe(3)
  })

  it('a key that is damaged leaves the other scopes readable, and is not replaced', async () => {
    const rig = await told()
    const keys = await raw(rig.name, (db) => db.getAll('keys') as Promise<Row[]>)
    const [ana] = await raw(rig.name, (db) => db.getAll('messages') as Promise<Row[]>)
    await raw(rig.name, (db) =>
      db.put('keys', { ...(keys.find((one) => one['key'] === ana?.['scopeKey']) as Row), sealed: new Uint8Array(90) }),
    )
    const memory = await rig.open()
    expect(await texts(memory.search('oslo', { userId: 'ben' }))).toContain('I live in Oslo.')
    await expect(memory.add('I like cheese.')).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
    const { left } = await memory.repair()
    expect(new Set(left.findings.map(({ code }) => code))).toEqual(new Set(['ROW_UNREADABLE']))
    await memory.close()
    // Nothing of it was taken away: whoever finds the key again has it all.
    await raw(rig.name, (db) =>
      db.put(
        'keys',
        keys.find((one) => one['key'] === ana?.['scopeKey']),
      ),
    )
    await expect((await rig.open()).messages.list()).resolves.toMatchObject({ total: 2 })
  })
})

describe('files of an encrypted memory (hashEmbedder, IndexedDB)', () => {
  it('are read by a plain one, and the other way round', async () => {
    const rig = await told()
    const memory = await rig.open()
    await memory.add('I live in Bergen.', { runId: 'r' })
    const file = await fileOf(memory, { userId: null })
    const plain = await start('IndexedDB', { extractor: homes() })
    await plain.memory.import(file, { scope: 'file' })
    expect(await comparable(await fileOf(plain.memory, { userId: null }))).toEqual(await comparable(file))
    const again = await start('IndexedDB', { extractor: homes(), encryption: await newKey() })
    await again.memory.add('To be replaced.')
    await again.memory.import(await fileOf(plain.memory, { userId: null }), {
      mode: 'replace',
      scope: 'file',
    })
    expect(await comparable(await fileOf(again.memory, { userId: null }))).toEqual(await comparable(file))
    expect((await again.memory.verify()).findings).toEqual([])
  })
})
