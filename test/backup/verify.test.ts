import { openDB, type IDBPDatabase } from 'idb'
import { describe, expect, it } from 'vitest'
import type {
  EntityRecord,
  MemoryRecord,
  MessageRecord,
  SegmentRecord,
  VectorsRecord,
} from '../../src/store/records.js'
import { start, STORES, texts } from '../memory/support.js'
import { comparable, fileOf, homes } from './support.js'

type Damage = (db: IDBPDatabase) => Promise<unknown>

const first = async <R>(db: IDBPDatabase, table: string, wanted: (row: R) => boolean = () => true): Promise<R> =>
  ((await db.getAll(table)) as R[]).find(wanted) as R
const change =
  <R>(table: string, to: (row: R) => unknown, wanted?: (row: R) => boolean): Damage =>
  async (db) =>
    db.put(table, to(await first<R>(db, table, wanted)))
const drop =
  <R>(table: string, key: (row: R) => IDBValidKey, wanted?: (row: R) => boolean): Damage =>
  async (db) =>
    db.delete(table, key(await first<R>(db, table, wanted)))
const put =
  (table: string, row: unknown): Damage =>
  (db) =>
    db.put(table, row)
const without = (row: object, field: string): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== field))
const isHome = ({ text }: MemoryRecord): boolean => text === 'User lives in Lisbon'
const isTea = ({ text }: MemoryRecord): boolean => text === 'User likes tea'
const memory = (over: object) => ({
  id: 'x',
  no: 900,
  revision: 1,
  kind: 'semantic',
  text: 'x',
  textHash: 'x',
  scope: { userId: 'ana' },
  scopeKey: '["ana",null,null,null]',
  evidence: [],
  createdAt: 0,
  updatedAt: 0,
  observedAt: 0,
  validFrom: 0,
  status: 'active',
  ...over,
})

/** What is done to the database, what is found then, and whether it can be mended. */
const DAMAGE: Record<string, [Damage, string[], boolean?]> = {
  'a message gone on which a memory rests, with others': [
    drop<MessageRecord>(
      'messages',
      ({ no }) => no,
      ({ id }) => id === 'tea2',
    ),
    ['EVIDENCE_DANGLING'],
  ],
  'the only message gone on which a memory rests': [
    drop<MessageRecord>(
      'messages',
      ({ no }) => no,
      ({ id }) => id === 'home2',
    ),
    ['EVIDENCE_DANGLING'],
    false,
  ],
  'a message gone that another follows': [
    drop<MessageRecord>(
      'messages',
      ({ no }) => no,
      ({ id }) => id === 'plain',
    ),
    ['PREVIOUS_DANGLING'],
  ],
  'a message that follows itself': [
    change<MessageRecord>(
      'messages',
      (row) => ({ ...row, previousNo: row.no }),
      ({ id }) => id === 'tea2',
    ),
    ['PREVIOUS_DANGLING'],
  ],
  'a successor gone': [drop<MemoryRecord>('memories', ({ no }) => no, isHome), ['LINK_DANGLING']],
  'a link to nobody': [
    change<MemoryRecord>('memories', (row) => ({ ...row, linkedIds: ['nobody'] }), isTea),
    ['LINK_DANGLING'],
  ],
  'a repeated message that is not there': [
    change<MemoryRecord>(
      'memories',
      (row) => ({ ...row, verbatimNo: 999 }),
      ({ verbatimNo }) => verbatimNo !== undefined,
    ),
    ['VERBATIM_DANGLING'],
  ],
  'a unique key gone': [change<MemoryRecord>('memories', (row) => without(row, 'activeKey'), isTea), ['ACTIVE_KEY']],
  'a unique key that is wrong': [
    change<MemoryRecord>('memories', (row) => ({ ...row, activeKey: 'wrong' }), isTea),
    ['ACTIVE_KEY'],
  ],
  'a unique key on what is closed': [
    change<MemoryRecord>(
      'memories',
      (row) => ({ ...row, activeKey: 'closed' }),
      ({ status }) => status === 'superseded',
    ),
    ['ACTIVE_KEY'],
  ],
  'the same fact twice': [
    async (db) =>
      put(
        'memories',
        memory({ id: 'twin', text: 'User likes tea', evidence: [{ messageId: 'plain', quote: 'Plain' }] }),
      )(db),
    ['ACTIVE_KEY', 'TEXT_HASH', 'VECTOR_MISSING'],
  ],
  'a hash of another text': [change<MessageRecord>('messages', (row) => ({ ...row, textHash: '00' })), ['TEXT_HASH']],
  'a scope under the key of another': [
    change<MemoryRecord>('memories', (row) => ({ ...row, scopeKey: '["ben",null,null,null]' }), isTea),
    ['SCOPE_KEY'],
  ],
  'a row of the wrong shape': [
    change<MemoryRecord>('memories', (row) => ({ ...row, evidence: 'none' }), isTea),
    ['ROW_DAMAGED'],
    false,
  ],
  'vectors gone': [drop<VectorsRecord>('vectors', ({ id }) => id), ['SEGMENT_DAMAGED', 'VECTOR_MISSING']],
  'vectors cut short': [
    change<VectorsRecord>('vectors', (row) => ({ ...row, rows: row.rows.slice(1) })),
    ['SEGMENT_DAMAGED'],
  ],
  'a changed bit in a vector': [
    change<VectorsRecord>('vectors', (row) => ({
      ...row,
      rows: row.rows.map((value, i) => (i === 3 ? value + 1e-3 : value)),
    })),
    ['SEGMENT_DAMAGED'],
  ],
  'a vector that is no number': [
    change<VectorsRecord>('vectors', (row) => ({
      ...without(row, 'sum'),
      rows: row.rows.map((value, i) => (i === 3 ? Number.NaN : value)),
    })),
    ['SEGMENT_DAMAGED'],
  ],
  'a segment gone': [drop<SegmentRecord>('segments', ({ id }) => id), ['VECTORS_STRAY']],
  'births lost': [
    change<SegmentRecord>('segments', (row) => ({ ...row, born: row.born.slice(1) })),
    ['SEGMENT_DAMAGED'],
  ],
  'vectors of nobody': [
    change<SegmentRecord>('segments', (row) => ({ ...row, labels: row.labels.map(() => 999) })),
    ['VECTOR_STRAY'],
  ],
  'a tombstone of nobody': [put('tombstones', { no: 999, before: 1 }), ['TOMBSTONE_STRAY']],
  'history of nobody': [
    put('history', { n: 1, operationId: 'x', table: 'memories', id: 'x', no: 999, event: 'ADD', at: 0 }),
    ['HISTORY_STRAY'],
  ],
  'a job for nobody': [
    put('jobs', {
      id: 'x',
      kind: 'extract',
      nos: [1, 999],
      scope: { userId: 'ana' },
      state: 'failed',
      attempts: 0,
      owner: 'x',
      n: 0,
    }),
    ['JOB_DANGLING'],
  ],
  'an entity gone': [
    drop<EntityRecord>(
      'entities',
      ({ no }) => no,
      ({ key }) => key === 'lisbon',
    ),
    ['MENTION_DANGLING', 'RELATION_DANGLING'],
  ],
  'mentions gone': [(db) => db.clear('mentions'), ['ENTITY_STRAY']],
  'a relation of nobody': [
    put('relations', { id: 'x', subject: 1, object: 2, predicate: 'is', no: 999, scopeKey: 'x' }),
    ['RELATION_DANGLING'],
  ],
  'an entity of the wrong shape': [
    change<EntityRecord>('entities', (row) => without(row, 'aliases')),
    ['ENTITY_DAMAGED'],
  ],
  'a summary of nothing': [
    put('summaries', { scopeKey: '["x",null,null,null]', scope: { userId: 'x' }, text: 'x', upTo: 999, updatedAt: 0 }),
    ['SUMMARY_STRAY'],
  ],
  'a cache of another time': [put('caches', { key: 'keywords', n: 1, epoch: 'before', data: 1 }), ['CACHE_STRAY']],
  'what an import left behind': [put('caches', { key: 'import:00000000', n: 0, epoch: '', data: [] }), ['CACHE_STRAY']],
  'counters that went back': [
    put('meta', { key: 'counters', document: 1, change: 1, segment: 1, session: 0 }),
    ['COUNTER_BEHIND', 'CHANGES_BROKEN'],
  ],
  'counters gone': [(db) => db.delete('meta', 'counters'), ['COUNTER_BEHIND']],
  'a hole in the changes': [
    drop<{ n: number }>(
      'changes',
      ({ n }) => n,
      ({ n }) => n === 3,
    ),
    ['CHANGES_BROKEN'],
  ],
}

async function told(kind: (typeof STORES)[number]) {
  const rig = await start(kind, { extractor: homes() })
  const { memory } = rig
  await memory.add([
    { id: 'home1', content: 'I live in Lyon.' },
    { id: 'tea1', content: 'I like tea.' },
  ])
  await memory.add([
    { id: 'home2', content: 'I live in Lisbon.' },
    { id: 'plain', content: 'Plain words.' },
    { id: 'tea2', content: 'I like tea.' },
  ])
  await memory.add({ id: 'note', content: 'Mel was in Oslo.' }, { infer: false, runId: 'r' })
  await memory.idle()
  return rig
}

const WRONG_NUMBERS: Record<string, Damage> = {
  'went back': put('meta', { key: 'counters', document: 1, change: 1, segment: 1, session: 0 }),
  'are gone': (db) => db.delete('meta', 'counters'),
  'are no numbers': put('meta', { key: 'counters', document: Number.NaN, change: '7', segment: null }),
  'went back for conversations only': change<{ key: string }>(
    'meta',
    (row) => ({ ...row, session: 0 }),
    ({ key }) => key === 'counters',
  ),
}

describe('a damaged store (hashEmbedder, IndexedDB)', () => {
  it.each(Object.entries(WRONG_NUMBERS))(
    'numbers that %s are put right when it is opened, before one is given out twice',
    async (_, damage) => {
      const rig = await told('IndexedDB')
      const before = await comparable(await fileOf(rig.memory, { userId: null }))
      await rig.memory.close()
      const db = await openDB(`locket:${rig.name}`)
      await damage(db)
      db.close()
      const memory = await rig.open()
      expect(rig.warnings.map(({ code }) => code)).toEqual(['STORE_CORRUPT'])
      await memory.idle()
      expect((await memory.verify()).findings).toEqual([])
      expect(await comparable(await fileOf(memory, { userId: null }))).toEqual(before)
      await memory.add('I like cheese.')
      expect(await texts(memory.search('tea'))).toContain('I like tea.')
      expect((await memory.verify()).findings).toEqual([])
      // Nobody is told again of what is right.
      await rig.reopen()
      expect(rig.warnings).toHaveLength(1)
    },
  )

  it.each(Object.entries(DAMAGE))(
    '%s: is found, and mended as far as it can be',
    async (name, [damage, codes, mendable = true]) => {
      const rig = await told('IndexedDB')
      expect((await rig.memory.verify()).findings).toEqual([])
      // Numbers that are wrong when a store is opened would be given out before anybody looks.
      const isOpen = name.startsWith('counters')
      if (!isOpen) await rig.memory.close()
      const db = await openDB(`locket:${rig.name}`)
      await damage(db)
      db.close()
      const memory = isOpen ? rig.memory : await rig.open()
      const report = await memory.verify()
      const found = report.findings.filter(({ code }) => !code.startsWith('INDEX_'))
      expect(report.ok).toBe(false)
      expect(found.map(({ code }) => code)).toContain(codes[0])
      if (mendable) expect(found.filter((finding) => !finding.mendable)).toEqual([])
      const { mended, left } = await memory.repair()
      await memory.idle()
      if (mendable) {
        expect(mended.map(({ code }) => code)).toContain(codes[0])
        expect(left.findings).toEqual([])
      } else {
        expect(left.findings.map(({ code }) => code)).toEqual([codes[0]])
      }
      const after = await memory.verify()
      expect(after.findings.map(({ code }) => code)).toEqual(mendable ? [] : [codes[0]])
      // It works as before, here and for whoever opens it next.
      expect(await texts(memory.search('tea'))).toContain('I like tea.')
      await memory.add('I like cheese.')
      const again = await rig.reopen()
      await again.idle()
      expect((await again.verify()).findings.map(({ code }) => code)).toEqual(mendable ? [] : [codes[0]])
      expect((await again.getAll()).results.map(({ memory: text }) => text)).toContain('User likes cheese')
      const copy = await start('inMemoryStore')
      expect((await copy.memory.import(await fileOf(again, { userId: null }), { scope: 'file' })).problems).toEqual([])
    },
  )

  it('what it mends of a memory stands in its history', async () => {
    const rig = await told('IndexedDB')
    await rig.memory.close()
    const db = await openDB(`locket:${rig.name}`)
    await drop<MessageRecord>(
      'messages',
      ({ no }) => no,
      ({ id }) => id === 'tea2',
    )(db)
    db.close()
    const memory = await rig.open()
    await memory.repair()
    const tea = (await memory.getAll()).results.find(({ memory: text }) => text === 'User likes tea')
    expect(tea?.evidence).toMatchObject([{ messageId: 'tea1' }])
    expect((await memory.history(tea?.id as string)).at(-1)).toMatchObject({
      event: 'UPDATE',
      reason: 'repair: a message that it rested on is gone',
    })
  })

  it('sees what another tab mended', async () => {
    const rig = await told('IndexedDB')
    const other = await rig.open()
    const db = await openDB(`locket:${rig.name}`)
    await drop<VectorsRecord>('vectors', ({ id }) => id)(db)
    db.close()
    expect((await rig.memory.repair()).left.findings).toEqual([])
    await other.idle()
    expect((await other.verify()).findings).toEqual([])
    expect(await texts(other.search('tea'))).toContain('User likes tea')
  })

  it('an index that lost something is made anew', async () => {
    const rig = await told('IndexedDB')
    const db = await openDB(`locket:${rig.name}`)
    // Behind the back of whoever has it open: no change row tells of it.
    await change<MessageRecord>(
      'messages',
      (row) => ({ ...row, status: 'hidden' }),
      ({ id }) => id === 'plain',
    )(db)
    db.close()
    expect((await rig.memory.verify()).findings.map(({ code, table }) => [code, table])).toEqual([
      ['INDEX_DIFFERS', 'catalog'],
    ])
    expect((await rig.memory.repair()).left.findings).toEqual([])
    expect(await texts(rig.memory.search('plain words'))).not.toContain('Plain words.')
  })
})

it.each(STORES)(
  'nothing is wrong with a store that is used, and repairing it changes nothing (hashEmbedder, %s)',
  async (kind) => {
    const { memory } = await told(kind)
    expect(await memory.verify()).toMatchObject({
      ok: true,
      findings: [],
      total: 0,
      checked: { messages: 6, memories: 4 },
    })
    const before = (await memory.health()).counts
    expect(await memory.repair()).toMatchObject({ mended: [], left: { ok: true } })
    expect((await memory.health()).counts).toEqual(before)
  },
)
