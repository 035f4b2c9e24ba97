import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Bitmask } from '../../../src/values/bitmask.js'
import { Catalog } from '../../../src/index/catalog.js'
import { VectorSample } from '../../../src/index/vector-sample.js'
import { contrastAmong, contrastOf, type Contrast } from '../../../src/read/lanes/contrast.js'
import { sampleStatistics } from '../../../src/read/lanes/sample-statistics.js'
import { dot } from '../../../src/read/lanes/dot.js'

const DIMENSIONS = 16

/** Unit vectors that share one strong direction, as the texts of two speakers do, and differ by topic. */
function store(topics: number, random: () => number): Float32Array[] {
  return Array.from({ length: topics }, (_, i) =>
    unit(
      Float32Array.from({ length: DIMENSIONS }, (_, k) =>
        k === 0 ? 3 : k === 1 + (i % 8) ? 1 : 0.3 * (random() - 0.5),
      ),
    ),
  )
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector))
  return vector.map((value) => value / length)
}

function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}

function among(
  query: Float32Array,
  messages: readonly Float32Array[],
  memories: readonly Float32Array[] = [],
): Contrast | undefined {
  const statistics = sampleStatistics({ messages, memories })
  return statistics && contrastOf(query, statistics)
}

describe('contrast', () => {
  const rows = store(64, seeded(7))
  const query = unit(Float32Array.from({ length: DIMENSIONS }, (_, k) => (k === 0 ? 3 : k === 4 ? 0.6 : 0)))

  it('points at what sets the texts apart, not at what they share', () => {
    const contrast = among(query, rows)
    expect(contrast).toBeDefined()
    const { direction, means, deviation } = contrast as NonNullable<typeof contrast>
    const standing = rows.map((row) => (dot(direction, row) - means.messages) / deviation)
    const about = standing.filter((_, i) => i % 8 === 3)
    const others = standing.filter((_, i) => i % 8 !== 3)
    expect(Math.min(...about)).toBeGreaterThan(Math.max(...others))
    expect(standing.reduce((sum, value) => sum + value, 0) / standing.length).toBeCloseTo(0, 3)
    expect(Math.sqrt(standing.reduce((sum, value) => sum + value * value, 0) / standing.length)).toBeCloseTo(1, 3)
    // Plain cosine would weigh what they share as the query does.
    const shared = (vector: Float32Array) => Math.abs((vector[0] as number) / (vector[4] as number))
    expect(shared(direction)).toBeLessThan(shared(query) / 10)
  })

  it('judges each group by its own mean, and a group too small for one by that of the larger', () => {
    const shifted = rows.slice(0, 16).map((row) => row.map((value, k) => (k === 2 ? value + 0.5 : value)))
    const both = among(query, rows, shifted)
    expect(both?.means.memories).not.toBeCloseTo(both?.means.messages as number, 2)
    const few = among(query, rows, shifted.slice(0, 3))
    expect(few?.means.memories).toBe(few?.means.messages)
  })

  it('trusts a larger store more, and says nothing about a handful of texts or one without any difference', () => {
    expect(among(query, rows)?.confidence).toBeGreaterThan(among(query, rows.slice(0, 10))?.confidence as number)
    const same = rows.slice(0, 1)
    for (const none of [[], same, rows.slice(0, 7), Array.from({ length: 9 }, () => same[0] as Float32Array)])
      expect(among(query, none)).toBeUndefined()
  })

  it('is finite, whatever the vectors', () => {
    const vector = fc
      .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 })
      .map((values) => Float32Array.from(values))
    fc.assert(
      fc.property(
        vector,
        fc.array(vector, { maxLength: 20 }),
        fc.array(vector, { maxLength: 6 }),
        (asked, said, drawn) => {
          const contrast = among(asked, said, drawn)
          if (!contrast) return
          expect(
            [...contrast.direction, ...Object.values(contrast.means), contrast.deviation].every(Number.isFinite),
          ).toBe(true)
          expect(contrast.deviation).toBeGreaterThan(0)
        },
      ),
    )
  })

  it('finds by one product what is best by plain cosine and contrast together', () => {
    const sample = new VectorSample()
    const nos = Uint32Array.from(rows, (_, i) => i)
    sample.add(nos, Float32Array.from(rows.flatMap((row) => [...row])))
    const allowed = new Bitmask(rows.length)
    for (const no of nos) allowed.add(no)
    const latin = { mean: 0.7, deviation: 0.05 }
    const found = contrastAmong('Which boat?', query, sample, new Catalog(), allowed, {
      latin,
      cjk: latin,
      mixed: latin,
    }) as NonNullable<ReturnType<typeof contrastAmong>>
    const { direction, means, deviation, confidence: trust, meaning } = found
    // As `measureOwn` puts them together.
    const measured = rows.map(
      (row) =>
        (1 - trust) * ((dot(query, row) - latin.mean) / latin.deviation) +
        trust * 0.5 * ((dot(direction, row) - means.messages) / deviation),
    )
    const offsets = rows.map((row, i) => (measured[i] as number) - dot(meaning, row))
    for (const offset of offsets) expect(offset).toBeCloseTo(offsets[0] as number, 4)
  })
})
