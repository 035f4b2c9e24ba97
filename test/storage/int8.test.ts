import fc from 'fast-check'
import { openDB } from 'idb'
import { describe, expect, it } from 'vitest'
import type { SegmentRecord, VectorsRecord } from '../../src/store/records.js'
import { flawOf } from '../../src/store/integrity.js'
import { decodeRows, encodeRows } from '../../src/store/vector-rows.js'
import { comparable, fileOf } from '../backup/support.js'
import { settledAndSound } from '../faults/support.js'
import { start, STORES, texts, type Rig } from '../memory/support.js'

const segment = (rows: number, dimensions: number): SegmentRecord => ({
  id: 1,
  fingerprint: 'e',
  dimensions,
  labels: new Uint32Array(rows),
  born: new Uint32Array(rows),
})
const vectors = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 6 })).chain(([dimensions, rows]) =>
  fc.record({
    dimensions: fc.constant(dimensions),
    rows: fc
      .float32Array({ minLength: rows * dimensions, maxLength: rows * dimensions, min: -1, max: 1, noNaN: true })
      .map((values) => values.map((value) => (Math.abs(value) < 1e-6 ? 0 : value))),
  }),
)

describe('vectors in int8', () => {
  it('are within half a step of what they were, as long as they were, and the same however often they are written', () => {
    fc.assert(
      fc.property(vectors, ({ dimensions, rows }) => {
        const once = encodeRows(1, rows, dimensions, 'int8')
        const decoded = decodeRows(once, dimensions)
        for (let start = 0; start < rows.length; start += dimensions) {
          const [before, after] = [
            rows.subarray(start, start + dimensions),
            decoded.subarray(start, start + dimensions),
          ]
          const largest = Math.max(...before.map(Math.abs))
          expect(Math.hypot(...after)).toBeCloseTo(Math.hypot(...before), 5)
          before.forEach((value, i) =>
            expect(Math.abs(value - (after[i] as number))).toBeLessThanOrEqual(largest / 127 + 1e-6),
          )
        }
        const again = encodeRows(1, decoded, dimensions, 'int8')
        expect(again.rows).toEqual(once.rows)
        again.scales?.forEach((scale, i) => expect(scale).toBeCloseTo(once.scales?.[i] as number, 6))
      }),
    )
  })

  it('tell when they are damaged, as float32 do', () => {
    fc.assert(
      fc.property(
        vectors,
        fc.constantFrom('int8' as const, 'float32' as const),
        fc.nat(),
        fc.integer({ min: 0, max: 7 }),
        ({ dimensions, rows }, storage, place, bit) => {
          const stored = encodeRows(1, rows.slice(), dimensions, storage)
          const head = segment(rows.length / dimensions, dimensions)
          expect(flawOf(head, stored)).toBeUndefined()
          const part = stored.scales && place % 2 ? stored.scales : stored.rows
          const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
          bytes[place % bytes.length]! ^= 1 << bit
          expect(flawOf(head, stored)).toBeDefined()
          expect(
            flawOf(head, { ...encodeRows(1, rows, dimensions, storage), rows: stored.rows.slice(1) }),
          ).toBeDefined()
        },
      ),
    )
  })
})

async function stored(rig: Rig): Promise<{ kinds: string[]; bytes: number }> {
  const rows = rig.store ? await rig.store.read(['vectors'], (tx) => tx.list('vectors')) : await rawVectors(rig.name)
  return {
    kinds: [...new Set(rows.map(({ rows: values }) => values.constructor.name))].sort(),
    bytes: rows.reduce((sum, { rows: values, scales }) => sum + values.byteLength + (scales?.byteLength ?? 0), 0),
  }
}

async function rawVectors(name: string): Promise<VectorsRecord[]> {
  const db = await openDB(`locket:${name}`)
  const rows = (await db.getAll('vectors')) as VectorsRecord[]
  db.close()
  return rows
}

const SAID = ['My sister keeps bees.', 'The car is on level three.', '我妹妹养蜜蜂。', 'Ann has goats.']

describe.each(STORES)('a store with vectors in int8 (hashEmbedder, %s)', (kind) => {
  it('finds what one with float32 finds, in about a quarter of the room, and both kinds stand side by side', async () => {
    const rig = await start(kind)
    await rig.memory.add(SAID, { infer: false })
    await rig.memory.idle()
    const before = [await stored(rig), (await rig.memory.search('bees')).results.map(({ id }) => id)] as const
    const packed = await rig.reopen({ vectorStorage: 'int8' })
    await packed.add('Bees again.', { infer: false })
    expect((await stored(rig)).kinds).toEqual(['Float32Array', 'Int8Array'])
    expect((await packed.search('bees')).results).toHaveLength(5)
    // Upkeep writes the older ones anew.
    expect(await settledAndSound(packed)).toEqual({ rows: 5, findings: [], jobs: 0 })
    const after = await stored(rig)
    expect(after.kinds).toEqual(['Int8Array'])
    expect(after.bytes / 5).toBeLessThan(before[0].bytes / 4 / 3.5)
    expect((await packed.search('bees')).results.map(({ id }) => id)).toEqual(
      expect.arrayContaining(before[1].slice(0, 2)),
    )
    // The store remembers how it is to be, whoever opens it.
    const again = await rig.reopen()
    await again.add('And again.', { infer: false })
    expect((await stored(rig)).kinds).toEqual(['Int8Array'])
    const back = await rig.reopen({ vectorStorage: 'float32' })
    expect(await settledAndSound(back)).toEqual({ rows: 6, findings: [], jobs: 0 })
    expect((await stored(rig)).kinds).toEqual(['Float32Array'])
  })

  it('comes back from an export as it was, and into a store of the other kind', async () => {
    const rig = await start(kind, { vectorStorage: 'int8' })
    await rig.memory.add(SAID, { infer: false })
    await rig.memory.idle()
    const file = await fileOf(rig.memory)
    const copy = await start('inMemoryStore', { vectorStorage: 'int8' })
    expect(await copy.memory.import(file)).toMatchObject({ waiting: 0 })
    expect((await comparable(await fileOf(copy.memory))).vectors).toHaveLength((await comparable(file)).vectors.length)
    expect((await copy.memory.search('bees')).results.map(({ memory, score }) => [memory, score.toFixed(4)])).toEqual(
      (await rig.memory.search('bees')).results.map(({ memory, score }) => [memory, score.toFixed(4)]),
    )
    const plain = await start('inMemoryStore')
    await plain.memory.import(file)
    expect(await settledAndSound(plain.memory)).toEqual({ rows: 4, findings: [], jobs: 0 })
    expect(await texts(plain.memory.search('goats'))).toContain('Ann has goats.')
  })
})

it('a damaged one is found, and mended by embedding anew (hashEmbedder, IndexedDB)', async () => {
  const rig = await start('IndexedDB', { vectorStorage: 'int8' })
  await rig.memory.add(SAID, { infer: false })
  const db = await openDB(`locket:${rig.name}`)
  const [row] = (await db.getAll('vectors')) as [VectorsRecord]
  ;(row.rows as Int8Array)[5]! ^= 1
  await db.put('vectors', row)
  db.close()
  expect((await rig.memory.verify()).findings.map(({ code }) => code)).toContain('SEGMENT_DAMAGED')
  expect((await rig.memory.repair()).left.findings).toEqual([])
  expect(await settledAndSound(rig.memory)).toEqual({ rows: 4, findings: [], jobs: 0 })
})
