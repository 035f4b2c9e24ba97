import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commit, COMMIT_TABLES, lastChange, readChanges } from '../../src/store/changes.js'
import { indexedDbStore } from '../../src/store/indexeddb-store.js'
import { inMemoryStore } from '../../src/store/memory-store.js'
import {
  countRows,
  mergeSegments,
  planMerges,
  purgeRows,
  SEALED_ROWS,
  type SegmentSize,
} from '../../src/store/segment-merge.js'
import {
  appendSegment,
  tombstoneRows,
  readSegments,
  readVectorChanges,
  SEGMENT_TABLES,
  type VectorRows,
} from '../../src/store/segments.js'
import type { Store } from '../../src/store/store.js'

const DIMENSIONS = 2
/** What a vector index holds: the rows of each document, in order. */
type Held = Map<number, string[]>

function vectors(fingerprint: string, labels: number[], stamp: number): VectorRows {
  return {
    fingerprint,
    dimensions: DIMENSIONS,
    labels: Uint32Array.from(labels),
    rows: Float32Array.from(labels.flatMap((no, i) => [no, stamp * 100 + i])),
  }
}

const change = <R>(store: Store, body: Parameters<typeof commit<R>>[2]) => commit(store, SEGMENT_TABLES, body)
const append = (store: Store, rows: VectorRows) => change(store, (work) => appendSegment(work, rows))
const kill = (store: Store, nos: number[]) => change(store, (work) => tombstoneRows(work, nos))
const merge = async (store: Store) => (await change(store, mergeSegments)).result
const list = (store: Store) =>
  store.read(SEGMENT_TABLES, async (tx) => ({
    segments: await tx.list('segments'),
    vectors: await tx.list('vectors'),
    tombstones: await tx.list('tombstones'),
  }))

function take(held: Held, { labels, rows, dimensions }: VectorRows): void {
  labels.forEach((no, i) => {
    const row = rows.slice(i * dimensions, (i + 1) * dimensions).join(' ')
    held.set(no, [...(held.get(no) ?? []), row])
  })
}

async function readAll(store: Store, options: Parameters<typeof readSegments>[1] = {}): Promise<Held> {
  const held: Held = new Map()
  for await (const rows of readSegments(store, options)) take(held, rows)
  return held
}

class Follower {
  readonly held: Held = new Map()
  cursor = 0

  constructor(readonly store: Store) {}

  async follow(): Promise<void> {
    const { changes, last } = await this.store.read([...COMMIT_TABLES, ...SEGMENT_TABLES], async (tx) => {
      const { changes, last, complete } = await readChanges(tx, this.cursor)
      expect(complete).toBe(true)
      return { changes: await readVectorChanges(tx, changes), last }
    })
    this.cursor = last
    for (const no of changes.removed) this.held.delete(no)
    for (const rows of changes.added) take(this.held, rows)
  }
}

describe.each([
  ['in memory', inMemoryStore, 150],
  ['IndexedDB', () => indexedDbStore(`segments-${Math.random()}`), 25],
] as const)('segments, %s', (_name, makeStore, numRuns) => {
  let store: Store
  beforeEach(async () => {
    store = makeStore()
    await store.open()
  })
  afterEach(() => store.destroy())

  it('come back as appended, one segment after another', async () => {
    await append(store, vectors('e', [1, 2, 2], 1))
    await append(store, vectors('e', [3], 2))
    expect(await readAll(store)).toEqual(
      new Map([
        [1, ['1 100']],
        [2, ['2 101', '2 102']],
        [3, ['3 200']],
      ]),
    )
  })

  it('refuse what is not rows of vectors, and keep nothing of it', async () => {
    await expect(append(store, { ...vectors('e', [1], 1), dimensions: 3 })).rejects.toMatchObject({
      code: 'DIMENSION_MISMATCH',
    })
    await expect(append(store, { ...vectors('e', [1], 1), rows: Float32Array.of(0, NaN) })).rejects.toMatchObject({
      code: 'INVALID_VECTOR',
    })
    expect(await readAll(store)).toEqual(new Map())
  })

  it('store a view without the buffer that it looks into', async () => {
    const rows = new Float32Array(1_000).subarray(0, 2)
    const labels = new Uint32Array(1_000).subarray(0, 1)
    await append(store, { fingerprint: 'e', dimensions: 2, labels, rows })
    const stored = await list(store)
    expect([stored.vectors[0]?.rows.buffer.byteLength, stored.segments[0]?.labels.buffer.byteLength]).toEqual([8, 4])
  })

  it('kill what was appended, not what comes after, in one commit or several', async () => {
    await append(store, vectors('e', [1, 2], 1))
    await change(store, async (work) => {
      await tombstoneRows(work, [1])
      await appendSegment(work, vectors('e', [1], 2))
    })
    expect(await readAll(store)).toEqual(
      new Map([
        [2, ['2 101']],
        [1, ['1 200']],
      ]),
    )
    await kill(store, [1, 2])
    expect(await readAll(store)).toEqual(new Map())
    await append(store, vectors('e', [2], 3))
    expect(await readAll(store)).toEqual(new Map([[2, ['2 300']]]))
  })

  it('cost no tombstone and no change where there is nothing to kill', async () => {
    await append(store, vectors('e', [1], 1))
    await kill(store, [1])
    const { span } = await kill(store, [1, 2])
    expect(span.last).toBeLessThan(span.first)
    expect((await list(store)).tombstones).toEqual([{ no: 1, before: 2 }])
  })

  it('never mix embedders, and can be read one embedder at a time', async () => {
    for (let i = 1; i <= 16; i++) await append(store, vectors(i % 2 ? 'old' : 'new', [i], i))
    while (await merge(store));
    expect((await list(store)).segments.map(({ fingerprint }) => fingerprint).sort()).toEqual(['new', 'old'])
    expect([...(await readAll(store, { fingerprint: 'new' })).keys()]).toEqual([2, 4, 6, 8, 10, 12, 14, 16])
    expect(await store.read(SEGMENT_TABLES, countRows)).toEqual(
      new Map([
        ['old', { live: 8, dead: 0 }],
        ['new', { live: 8, dead: 0 }],
      ]),
    )
  })

  it('lose dead rows and their tombstones at a merge', async () => {
    for (let i = 1; i <= 9; i++) await append(store, vectors('e', [i], i))
    await kill(store, [1, 9])
    const reports = [await merge(store), await merge(store), await merge(store), await merge(store)]
    expect(reports.at(-1)).toBeUndefined()
    expect(reports.reduce((sum, report) => sum + (report?.removedRows ?? 0), 0)).toBe(2)
    const { segments, tombstones, vectors: bodies } = await list(store)
    expect(segments.flatMap(({ labels }) => [...labels]).sort()).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(bodies.map(({ id }) => id)).toEqual(segments.map(({ id }) => id))
    expect(tombstones).toEqual([])
  })

  it('hold nothing of a purged document', async () => {
    await append(store, vectors('e', [1, 7], 1))
    await append(store, vectors('e', [7], 2))
    await append(store, vectors('e', [2], 3))
    const { result } = await change(store, (work) => purgeRows(work, [7]))
    expect(result).toEqual({ sources: 2, segments: 1, removedRows: 2, lost: [] })
    const { segments, vectors: bodies, tombstones } = await list(store)
    expect(segments.flatMap(({ labels }) => [...labels])).toEqual([2, 1])
    expect(bodies.flatMap(({ rows }) => [...rows])).toEqual([2, 300, 1, 100])
    expect(tombstones).toEqual([])
  })

  it('say when the vectors of a segment are missing', async () => {
    await append(store, vectors('e', [1], 1))
    await store.write(['vectors'], (tx) => tx.clear('vectors'))
    await expect(readAll(store)).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
  })

  it('are what a plain map would be, for whoever reads, follows or lags behind, whatever is appended, killed and merged', async () => {
    const nos = fc.uniqueArray(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 4 })
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ do: fc.constant('append' as const), nos, windows: fc.integer({ min: 1, max: 2 }) }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const), nos }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('purge' as const), nos }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('merge' as const) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('follow' as const) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('read on' as const) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const store = makeStore()
        await store.open()
        const model: Held = new Map()
        const follower = new Follower(store)
        const late = new Follower(store)
        // Reads a batch now and then while everything changes under it.
        const loader = new Follower(store)
        const loading = readSegments(store, { batchRows: 3 })
        try {
          for (const [i, step] of steps.entries()) {
            if (step.do === 'append') {
              const rows = vectors(
                'e',
                step.nos.flatMap((no) => Array.from({ length: step.windows }, () => no)),
                i,
              )
              await change(store, async (work) => {
                await tombstoneRows(work, step.nos)
                await appendSegment(work, rows)
              })
              for (const no of step.nos) model.delete(no)
              take(model, rows)
            } else if (step.do === 'merge') await merge(store)
            else if (step.do === 'follow') {
              await follower.follow()
              expect(sorted(follower.held)).toEqual(sorted(model))
            } else if (step.do === 'read on') {
              const { value } = await loading.next()
              if (value) {
                for (const no of value.labels)
                  expect(loader.held.get(no)?.some((row) => keys(value).includes(row)) ?? false).toBe(false)
                // As an index is fed: rows of a document that was killed and re-appended meanwhile are sorted out by the changes.
                take(loader.held, value)
              }
            } else {
              if (step.do === 'kill') await kill(store, step.nos)
              else await change(store, (work) => purgeRows(work, step.nos))
              for (const no of step.nos) model.delete(no)
            }
          }
          for await (const rows of loading) take(loader.held, rows)
          for (const each of [follower, late, loader]) {
            await each.follow()
            expect(sorted(each.held)).toEqual(sorted(model))
          }
          expect(sorted(await readAll(store, { batchRows: 5 }))).toEqual(sorted(model))
          while (await merge(store));
          expect(sorted(await readAll(store))).toEqual(sorted(model))
          const { segments, tombstones } = await list(store)
          const rows = [...model.values()].flat().length
          expect(segments.length).toBeLessThanOrEqual(7 * 3)
          expect(segments.reduce((sum, { labels }) => sum + labels.length, 0)).toBeGreaterThanOrEqual(rows)
          const kills = (no: number, before: number) =>
            segments.some(({ labels, born }) => labels.some((label, i) => label === no && (born[i] as number) < before))
          expect(tombstones.filter(({ no, before }) => !kills(no, before))).toEqual([])
        } finally {
          await store.destroy()
        }
      }),
      { numRuns },
    )
  })

  it('start a follower from the last change', async () => {
    await append(store, vectors('e', [1], 1))
    const follower = new Follower(store)
    follower.cursor = await store.read(COMMIT_TABLES, lastChange)
    for (let i = 2; i <= 9; i++) await append(store, vectors('e', [i], i))
    await merge(store)
    await follower.follow()
    expect([...follower.held.keys()].sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  })
})

function sorted(held: Held): [number, string[]][] {
  return [...held].sort(([a], [b]) => a - b)
}

function keys({ labels, rows, dimensions }: VectorRows): string[] {
  return Array.from(labels, (_no, i) => rows.slice(i * dimensions, (i + 1) * dimensions).join(' '))
}

describe('the merge planner', () => {
  const size = (id: number, live: number, dead = 0, kind = 'e'): SegmentSize => ({ id, kind, live, dead })
  const many = (count: number, live: number) => Array.from({ length: count }, (_, i) => size(i + 1, live))

  it('waits until eight of a class are there', () => {
    expect(planMerges(many(7, 1))).toEqual([])
    expect(planMerges(many(8, 1))).toEqual([[1, 2, 3, 4, 5, 6, 7, 8]])
    expect(planMerges([...many(7, 1), size(8, 8)])).toEqual([])
  })

  it('leaves sealed segments alone until most of one is dead', () => {
    expect(planMerges(many(20, SEALED_ROWS))).toEqual([])
    expect(planMerges([size(1, SEALED_ROWS, SEALED_ROWS)])).toEqual([])
    expect(planMerges([size(1, SEALED_ROWS, SEALED_ROWS + 1)])).toEqual([[1]])
  })

  it('drops what is dead altogether', () => {
    expect(planMerges([size(1, 0, 3)])).toEqual([[1]])
  })

  it('rewrites a row three times at most on its way to a sealed segment, and keeps few segments', () => {
    let segments: SegmentSize[] = []
    let rewritten = 0
    let id = 0
    for (let i = 0; i < 10_000; i++) {
      segments.push(size(++id, 1))
      for (let [group] = planMerges(segments); group; [group] = planMerges(segments)) {
        const live = segments
          .filter((segment) => group?.includes(segment.id))
          .reduce((sum, segment) => sum + segment.live, 0)
        rewritten += live
        segments = [...segments.filter((segment) => !group?.includes(segment.id)), size(++id, live)]
      }
    }
    expect(rewritten).toBeLessThanOrEqual(3 * 10_000)
    expect(segments.length).toBeLessThanOrEqual(10_000 / SEALED_ROWS + 3 * 7)
  })
})
