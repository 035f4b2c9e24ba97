import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { seeded } from '../../../bench/seeded.js'
import { Bitmask } from '../../../src/values/bitmask.js'
import type { VectorHit, VectorIndex } from '../../../src/index/vector/vector-index.js'
import { collect } from '../../collect.js'

export interface Row {
  no: number
  vector: Float32Array
}

export interface ConformanceOptions {
  /** The least share of hits, over a search of many, that must be right by value: 1 unless the index is approximate. */
  recall?: number
  /** How far a score may be from the float64 dot product. */
  tolerance?: number
}

export function unit(values: ArrayLike<number>): Float32Array {
  const norm = Math.hypot(...Array.from(values)) || 1
  return Float32Array.from(values, (value) => value / norm)
}

/** A unit vector near `centre` (anywhere when absent): `spread` is the noise of each component relative to a unit vector's. */
export function randomUnit(random: () => number, dimensions: number, centre?: Float32Array, spread = 1): Float32Array {
  const size = centre ? spread / Math.sqrt(dimensions) : 1
  return unit(
    Float64Array.from(
      { length: dimensions },
      (_, i) => (centre?.[i] ?? 0) + size * (random() + random() + random() - 1.5) * 2,
    ),
  )
}

export async function addRows(index: VectorIndex, rows: readonly Row[]): Promise<void> {
  const dimensions = rows[0]?.vector.length ?? 0
  const packed = new Float32Array(rows.length * dimensions)
  rows.forEach(({ vector }, i) => packed.set(vector, i * dimensions))
  await index.add(
    Uint32Array.from(rows, ({ no }) => no),
    packed,
  )
}

/** Float64 truth: every allowed document at its best row, best first, ties by lower number. */
export function bruteForce(rows: readonly Row[], query: Float32Array, allowed?: Bitmask): VectorHit[] {
  const best = new Map<number, number>()
  for (const { no, vector } of rows) {
    if (allowed && !allowed.has(no)) continue
    let score = 0
    for (let i = 0; i < query.length; i++) score += (query[i] as number) * (vector[i] as number)
    best.set(no, Math.max(score, best.get(no) ?? -Infinity))
  }
  return [...best].map(([no, score]) => ({ no, score })).sort((a, b) => b.score - a.score || a.no - b.no)
}

function maskOf(nos: Iterable<number>, capacity = 4096): Bitmask {
  const mask = new Bitmask(capacity)
  for (const no of nos) mask.add(no)
  return mask
}

/** What every vector index must do; `make` returns a new one, not yet opened. */
export function vectorIndexConformance(
  name: string,
  make: () => VectorIndex,
  { recall = 1, tolerance = 1e-4 }: ConformanceOptions = {},
): void {
  async function opened(dimensions: number): Promise<VectorIndex> {
    const index = make()
    await index.open(dimensions)
    return index
  }

  /** Distinct documents, honest scores, best first, and by value none worse than the k-th best. */
  async function expectBest(
    index: VectorIndex,
    rows: readonly Row[],
    query: Float32Array,
    k: number,
    allowed?: Bitmask,
  ): Promise<void> {
    const truth = bruteForce(rows, query, allowed)
    const hits = await index.search(query, k, allowed)
    const expected = Math.min(k, truth.length)
    const exact = new Map(truth.map(({ no, score }) => [no, score]))
    expect(new Set(hits.map(({ no }) => no)).size).toBe(hits.length)
    for (const [i, { no, score }] of hits.entries()) {
      expect(exact.has(no)).toBe(true)
      expect(Math.abs(score - (exact.get(no) as number))).toBeLessThanOrEqual(tolerance)
      if (i > 0) expect(score).toBeLessThanOrEqual((hits[i - 1] as VectorHit).score)
    }
    if (expected === 0) return expect(hits).toEqual([])
    const least = (truth[expected - 1] as VectorHit).score - tolerance
    const right = hits.filter(({ no }) => (exact.get(no) as number) >= least).length
    expect(right).toBeGreaterThanOrEqual(Math.ceil(recall * expected))
    expect(hits.length).toBeLessThanOrEqual(expected)
  }

  describe(name, () => {
    afterEach(collect)

    test('finds the best of clustered vectors by value, with and without a filter', async () => {
      const random = seeded(1)
      const centres = Array.from({ length: 20 }, () => randomUnit(random, 384))
      const rows = Array.from({ length: 2500 }, (_, no) => ({
        no,
        vector: randomUnit(random, 384, centres[no % 20], 0.7),
      }))
      const index = await opened(384)
      await addRows(index, rows.slice(0, 1500))
      await addRows(index, rows.slice(1500))
      expect(index.size).toBe(2500)
      expect(index.bytes).toBeGreaterThan(0)
      for (let i = 0; i < 20; i++) {
        const query = randomUnit(random, 384, centres[i], 1)
        await expectBest(index, rows, query, 10)
        await expectBest(index, rows, query, 10, maskOf(rows.flatMap(({ no }) => (random() < 0.01 ? [no] : []))))
        await expectBest(index, rows, query, 10, maskOf(rows.flatMap(({ no }) => (random() < 0.6 ? [no] : []))))
      }
      await index.dispose()
    })

    test('tells 200 near-duplicates apart by value', async () => {
      const random = seeded(2)
      const centre = randomUnit(random, 384)
      const rows = Array.from({ length: 1200 }, (_, no) => ({
        no,
        // Copies spread over the whole index, with noise of 1e-3 per component.
        vector:
          no % 6 === 0
            ? Float32Array.from(centre, (value) => value + (random() - 0.5) * 2e-3)
            : randomUnit(random, 384),
      }))
      const index = await opened(384)
      await addRows(index, rows)
      for (const k of [1, 3, 10, 50, 150]) await expectBest(index, rows, randomUnit(random, 384, centre, 0.5), k)
      await index.dispose()
    })

    test('agrees with a float64 brute force through adds, removes, filters and several rows per document', async () => {
      const component = fc.oneof(fc.constantFrom(0, 1, -1, 0.5), fc.float({ min: -1, max: 1, noNaN: true }))
      const step = fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({
            add: fc.array(fc.record({ no: fc.nat(40), from: fc.nat(5), copy: fc.boolean() }), {
              minLength: 1,
              maxLength: 30,
            }),
          }),
        },
        { weight: 1, arbitrary: fc.record({ remove: fc.array(fc.nat(45), { maxLength: 10 }) }) },
        {
          weight: 2,
          arbitrary: fc.record({
            k: fc.integer({ min: 1, max: 60 }),
            mask: fc.option(fc.array(fc.nat(40))),
            from: fc.nat(5),
          }),
        },
      )
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 40 }).chain((dimensions) =>
            fc.record({
              dimensions: fc.constant(dimensions),
              palette: fc.array(fc.array(component, { minLength: dimensions, maxLength: dimensions }), {
                minLength: 6,
                maxLength: 6,
              }),
              steps: fc.array(step, { minLength: 2, maxLength: 12 }),
              seed: fc.integer(),
            }),
          ),
          async ({ dimensions, palette, steps, seed }) => {
            const random = seeded(seed)
            const vectors = palette.map(unit)
            const index = await opened(dimensions)
            let rows: Row[] = []
            for (const taken of steps) {
              if ('add' in taken) {
                const added = taken.add.map(({ no, from, copy }) => {
                  const vector = vectors[from] as Float32Array
                  return { no, vector: copy ? vector : randomUnit(random, dimensions, vector, 0.3) }
                })
                await addRows(index, added)
                rows = [...rows, ...added]
              } else if ('remove' in taken) {
                await index.remove(taken.remove)
                rows = rows.filter(({ no }) => !taken.remove.includes(no))
              } else {
                await expectBest(
                  index,
                  rows,
                  vectors[taken.from] as Float32Array,
                  taken.k,
                  taken.mask ? maskOf(taken.mask, 64) : undefined,
                )
              }
              expect(index.size).toBe(rows.length)
            }
            await expectBest(index, rows, vectors[0] as Float32Array, 5)
            await index.dispose()
          },
        ),
        { numRuns: 60 },
      )
    })

    test('returns k distinct documents when the best document has many rows', async () => {
      const random = seeded(3)
      const query = randomUnit(random, 48)
      const near = Array.from({ length: 120 }, () => ({ no: 7, vector: randomUnit(random, 48, query, 0.05) }))
      const far = Array.from({ length: 30 }, (_, i) => ({ no: 100 + i, vector: randomUnit(random, 48, query, 2) }))
      const rows = [...near.slice(0, 60), ...far, ...near.slice(60)]
      const index = await opened(48)
      await addRows(index, rows)
      expect((await index.search(query, 10)).length).toBe(10)
      await expectBest(index, rows, query, 10)
      await expectBest(index, rows, query, 10, maskOf([7, 101, 102]))
      await index.dispose()
    })

    test('breaks ties by lower number, whatever the order of arrival', async () => {
      const index = await opened(8)
      const vector = unit([1, 2, 3, 4, 5, 6, 7, 8])
      await addRows(
        index,
        [9, 3, 12, 1, 40, 5].map((no) => ({ no, vector })),
      )
      expect((await index.search(vector, 4)).map(({ no }) => no)).toEqual([1, 3, 5, 9])
      await index.dispose()
    })

    test('finds the least bad when every score is negative, and takes zero vectors', async () => {
      const index = await opened(5)
      const rows = [
        { no: 1, vector: unit([-1, 0, 0, 0, 0]) },
        { no: 2, vector: unit([-1, 2, 0, 0, 0]) },
        { no: 3, vector: unit([-3, 0, 1, 0, 0]) },
      ]
      await addRows(index, rows)
      const query = unit([1, 0, 0, 0, 0])
      expect((await index.search(query, 2)).map(({ no }) => no)).toEqual([2, 3])
      const withZero = [...rows, { no: 4, vector: new Float32Array(5) }]
      await addRows(index, withZero.slice(3))
      await expectBest(index, withZero, query, 3)
      expect(await index.search(new Float32Array(5), 9)).toHaveLength(4)
      await index.dispose()
    })

    test('scores rows that are not unit vectors, and queries that are not', async () => {
      const random = seeded(4)
      const rows = Array.from({ length: 300 }, (_, no) => ({
        no,
        vector: randomUnit(random, 20).map((value) => value * (0.9 + 0.2 * random())),
      }))
      const index = await opened(20)
      await addRows(index, rows)
      for (let i = 0; i < 5; i++)
        await expectBest(
          index,
          rows,
          randomUnit(random, 20).map((value) => value * 1.1),
          7,
        )
      await index.dispose()
    })

    test('has nothing to find: empty, all filtered, k of 0, k past the end, an empty mask', async () => {
      const index = await opened(4)
      const vector = unit([1, 1, 0, 0])
      expect(await index.search(vector, 3)).toEqual([])
      await addRows(
        index,
        [1, 2].map((no) => ({ no, vector })),
      )
      expect(await index.search(vector, 0)).toEqual([])
      expect(await index.search(vector, 3, new Bitmask(64))).toEqual([])
      expect(await index.search(vector, 3, new Bitmask(0))).toEqual([])
      expect(await index.search(vector, 3, maskOf([99]))).toEqual([])
      expect(await index.search(vector, 1000)).toHaveLength(2)
      await index.dispose()
    })

    test('forgets removed documents, ignores unknown ones, and takes them back with other rows', async () => {
      const random = seeded(5)
      const rows = Array.from({ length: 400 }, (_, i) => ({ no: i % 150, vector: randomUnit(random, 24) }))
      const index = await opened(24)
      await addRows(index, rows)
      const gone = new Set(Array.from({ length: 90 }, (_, i) => (i * 7) % 150))
      await index.remove([...gone, 9999])
      const left = rows.filter(({ no }) => !gone.has(no))
      expect(index.size).toBe(left.length)
      const query = randomUnit(random, 24)
      await expectBest(index, left, query, 200)
      await index.remove(gone)
      const again = [...gone].map((no) => ({ no, vector: randomUnit(random, 24) }))
      await addRows(index, again)
      await expectBest(index, [...left, ...again], query, 200)
      await index.remove(rows.map(({ no }) => no))
      expect(index.size).toBe(0)
      expect(await index.search(query, 5)).toEqual([])
      await index.dispose()
    })

    test('scores given documents: their best row, NaN without one', async () => {
      const random = seeded(6)
      const rows = Array.from({ length: 90 }, (_, i) => ({ no: i % 40, vector: randomUnit(random, 33) }))
      const index = await opened(33)
      await addRows(index, rows)
      await index.remove([11])
      const query = randomUnit(random, 33)
      const exact = new Map(bruteForce(rows, query).map(({ no, score }) => [no, score]))
      const nos = Uint32Array.of(3, 39, 11, 0, 3, 777)
      const scores = await index.scores(query, nos)
      expect(scores).toHaveLength(6)
      for (const i of [0, 1, 3, 4])
        expect(Math.abs((scores[i] as number) - (exact.get(nos[i] as number) as number))).toBeLessThanOrEqual(tolerance)
      expect([scores[2], scores[5]]).toEqual([Number.NaN, Number.NaN])
      await index.dispose()
    })

    test('refuses bad vectors with a typed error and keeps none of the batch', async () => {
      const index = await opened(3)
      await index.add(Uint32Array.of(1), Float32Array.of(1, 0, 0))
      for (const bad of [Number.NaN, Infinity, -Infinity]) {
        await expect(index.add(Uint32Array.of(2, 3), Float32Array.of(0, 1, 0, 0, bad, 0))).rejects.toMatchObject({
          code: 'INVALID_VECTOR',
        })
        await expect(index.search(Float32Array.of(0, bad, 0), 1)).rejects.toMatchObject({ code: 'INVALID_VECTOR' })
        await expect(index.scores(Float32Array.of(0, bad, 0), Uint32Array.of(1))).rejects.toMatchObject({
          code: 'INVALID_VECTOR',
        })
      }
      await expect(index.add(Uint32Array.of(2, 3), new Float32Array(5))).rejects.toMatchObject({
        code: 'DIMENSION_MISMATCH',
      })
      await expect(index.search(new Float32Array(4), 1)).rejects.toMatchObject({ code: 'DIMENSION_MISMATCH' })
      expect(index.size).toBe(1)
      expect((await index.search(Float32Array.of(0, 1, 0), 5)).map(({ no }) => no)).toEqual([1])
      await index.add(Uint32Array.of(2), Float32Array.of(0, 1, 0))
      expect((await index.search(Float32Array.of(0, 1, 0), 5)).map(({ no }) => no)).toEqual([2, 1])
      await index.dispose()
    })

    test('opens again for another length, empty', async () => {
      const index = await opened(3)
      await index.add(Uint32Array.of(1), Float32Array.of(1, 0, 0))
      await index.open(7)
      expect(index.size).toBe(0)
      const vector = unit([1, 2, 3, 4, 5, 6, 7])
      await addRows(index, [{ no: 5, vector }])
      expect((await index.search(vector, 5)).map(({ no }) => no)).toEqual([5])
      await index.dispose()
    })

    test('runs overlapping changes in order', async () => {
      const random = seeded(7)
      const rows = Array.from({ length: 3000 }, (_, no) => ({ no, vector: randomUnit(random, 64) }))
      const index = await opened(64)
      await Promise.all([
        addRows(index, rows),
        index.remove([0, 5, 2999]),
        addRows(index, [{ no: 5, vector: rows[1]!.vector }]),
      ])
      expect(index.size).toBe(2998)
      await expectBest(
        index,
        [...rows.filter(({ no }) => ![0, 5, 2999].includes(no)), { no: 5, vector: rows[1]!.vector }],
        rows[1]!.vector,
        10,
      )
      await index.dispose()
    })
  })
}
