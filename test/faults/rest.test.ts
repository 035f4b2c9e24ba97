import { openDB } from 'idb'
import { describe, expect, it } from 'vitest'
import type { SegmentRecord, VectorsRecord } from '../../src/store/records.js'
import { hashEmbedder } from '../../src/testing/index.js'
import { DAY, start, STORES, texts } from '../memory/support.js'
import { settledAndSound, without } from './support.js'

async function change<R>(name: string, table: string, to: (row: R) => R): Promise<void> {
  const db = await openDB(`locket:${name}`)
  await db.put(table, to((await db.getAll(table))[0] as R))
  db.close()
}

const SEGMENTS: Record<string, (name: string) => Promise<unknown>> = {
  'a flipped bit': (name) =>
    change<VectorsRecord>(name, 'vectors', (row) => {
      new Uint8Array(row.rows.buffer)[7]! ^= 4
      return row
    }),
  'rows cut short': (name) =>
    change<VectorsRecord>(name, 'vectors', (row) => ({ ...row, rows: row.rows.slice(0, 10) })),
  'vectors of another kind': (name) =>
    change<VectorsRecord>(name, 'vectors', (row) => ({ ...row, rows: 'gone' as never })),
  'births lost': (name) => change<SegmentRecord>(name, 'segments', (row) => ({ ...row, born: row.born.slice(1) })),
  'vectors gone': async (name) => {
    const db = await openDB(`locket:${name}`)
    await db.delete('vectors', (await db.getAllKeys('vectors'))[0] as IDBValidKey)
    db.close()
  },
}

describe('a damaged segment (hashEmbedder, IndexedDB)', () => {
  it.each(Object.entries(SEGMENTS))(
    '%s: open says so, search goes on with the others, the texts are embedded anew, and upkeep does not hide it',
    async (_, damage) => {
      const rig = await start('IndexedDB')
      await rig.memory.add(['My sister keeps bees.', 'The car is red.'], { infer: false })
      await rig.memory.add('Ann has goats.', { infer: false })
      await rig.memory.close()
      await damage(rig.name)
      const memory = await rig.open()
      expect((await memory.search('goats')).report.dense).toBe('used')
      expect(await texts(memory.search('bees'))).toContain('My sister keeps bees.')
      expect(rig.warnings.map(({ code }) => code)).toContain('STORE_CORRUPT')
      await memory.idle()
      expect((await memory.health()).vectors.rows).toBe(3)
      // Small segments are merged; one that is damaged must not come out of that with a checksum that fits.
      for (let i = 0; i < 8; i++) await memory.add(`more ${i}`, { infer: false })
      await memory.idle()
      await memory.repair()
      expect(await settledAndSound(memory)).toEqual({ rows: 11, findings: [], jobs: 0 })
    },
  )

  it('is erased with what it held, and the others in it get vectors anew', async () => {
    const rig = await start('IndexedDB')
    const { results } = await rig.memory.add(['My sister keeps bees.', 'The car is red.'], { infer: false })
    await SEGMENTS['rows cut short']?.(rig.name)
    await rig.memory.purge(results[0]?.id as string)
    expect(await settledAndSound(rig.memory)).toEqual({ rows: 1, findings: [], jobs: 0 })
  })
})

describe.each(STORES)('a clock that jumps (hashEmbedder, %s)', (kind) => {
  it.each([
    ['ten years ahead and back', 3_650],
    ['ten years back and ahead', -3_650],
  ])('%s: nothing is reordered, purged or held up', async (_, days) => {
    const rig = await start(kind, { historyRetention: { days: 2 } })
    const { memory, clock } = rig
    const add = (text: string) => memory.add(text, { infer: false })
    await add('first: I live in Lyon.')
    clock.advance(days * DAY)
    const { results } = await add('second: I live in Oslo.')
    await memory.add('third: expires', { infer: false, expiresAt: clock.now() + DAY })
    await memory.idle()
    clock.advance(-days * DAY)
    await add('fourth: I live in Rome.')
    await memory.update(results[0]?.id as string, { text: 'second: I live in Bergen.' })
    await memory.idle()
    const there = [
      'first: I live in Lyon.',
      'second: I live in Bergen.',
      ...(days > 0 ? ['third: expires'] : []),
      'fourth: I live in Rome.',
    ]
    expect(await texts(memory.getAll({ order: 'asc' }))).toEqual(there)
    expect((await memory.messages.list({ order: 'asc' })).total).toBe(4)
    expect((await memory.history(results[0]?.id as string)).map(({ event, after }) => [event, after])).toEqual([
      ['ADD', 'second: I live in Oslo.'],
      ['UPDATE', 'second: I live in Bergen.'],
    ])
    // What is over by the clock is hidden, not gone.
    expect((await memory.health()).counts).toMatchObject({ messages: 4, memories: 4, history: 9 })
    const { operationId } = await memory.delete(results[0]?.id as string)
    await memory.undo(operationId)
    expect(await settledAndSound(memory)).toEqual({ rows: 5, findings: [], jobs: 0 })
  })
})

it('a clock that jumps holds up no job: what waits is tried again by timers (hashEmbedder)', async () => {
  let broken = true
  const embedder = {
    ...hashEmbedder(),
    load: () => (broken ? Promise.reject(new Error('offline')) : Promise.resolve()),
  }
  const { memory, clock } = await start('inMemoryStore', { embedder })
  await memory.add('one', { infer: false })
  clock.advance(-3_650 * DAY)
  broken = false
  await expect.poll(async () => (await memory.health()).pending.jobs, { timeout: 20_000, interval: 200 }).toBe(0)
  expect((await memory.health()).vectors.rows).toBe(1)
})

describe('a browser without (hashEmbedder, IndexedDB)', () => {
  const LACKS: Record<string, () => void> = {
    'Web Locks': () => without(navigator, 'locks'),
    BroadcastChannel: () => without(globalThis, 'BroadcastChannel'),
    both: () => {
      without(navigator, 'locks')
      without(globalThis, 'BroadcastChannel')
    },
  }

  it.each(Object.entries(LACKS))(
    '%s: two tabs see what the other writes, and what is to be done is done once',
    async (_, lack) => {
      lack()
      const rig = await start('IndexedDB')
      const other = await rig.open()
      const heard: string[] = []
      other.subscribe((event) => event.type === 'change' && heard.push(...event.memories))
      const { results } = await rig.memory.add(['My sister keeps bees.', 'The car is red.'], { infer: false })
      expect(await texts(other.search('bees'))).toContain('My sister keeps bees.')
      await Promise.all(
        Array.from({ length: 10 }, (_, i) => (i % 2 ? rig.memory : other).add(`sentence ${i}`, { infer: false })),
      )
      // Unasked, within moments.
      const last = await rig.memory.add('The last of all.', { infer: false })
      await expect.poll(() => heard, { timeout: 30_000 }).toContain(last.results[0]?.id)
      expect(heard).toContain(results[0]?.id)
      await Promise.all([rig.memory.idle(), other.idle()])
      expect(await settledAndSound(rig.memory)).toEqual({ rows: 13, findings: [], jobs: 0 })
      expect(await settledAndSound(other)).toEqual({ rows: 13, findings: [], jobs: 0 })
      await rig.memory.close()
      await other.add('still here', { infer: false })
      expect((await other.getAll()).total).toBe(14)
    },
  )
})
