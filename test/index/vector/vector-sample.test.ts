import { describe, expect, it } from 'vitest'
import { Bitmask } from '../../../src/values/bitmask.js'
import { VectorSample } from '../../../src/index/vector-sample.js'

function filled(nos: readonly number[]): VectorSample {
  const sample = new VectorSample()
  // In pieces, as segments come.
  for (let start = 0; start < nos.length; start += 100) {
    const labels = Uint32Array.from(nos.slice(start, start + 100))
    sample.add(
      labels,
      Float32Array.from(labels).map((no) => no + 0.5),
    )
  }
  return sample
}

function mask(nos: Iterable<number>): Bitmask {
  const bits = new Bitmask(20_000)
  for (const no of nos) bits.add(no)
  return bits
}

describe('vector sample', () => {
  const nos = Array.from({ length: 10_000 }, (_, i) => i)

  it('is the same whatever the order in which the rows came', () => {
    const [up, down] = [filled(nos), filled([...nos].reverse())].map((sample) => sample.of(mask(nos), 256))
    expect(up).toEqual(down)
    expect(up).toHaveLength(256)
    for (const { no, row } of up ?? []) expect([...row]).toEqual([no + 0.5])
    const tenths = new Set(up?.map(({ no }) => Math.floor(no / 1_000)))
    expect(tenths.size).toBe(10)
  })

  it('gives only what is allowed and still there', () => {
    const sample = filled(nos.slice(0, 300))
    expect(
      sample
        .of(mask([3, 5, 400]), 256)
        .map(({ no }) => no)
        .sort(),
    ).toEqual([3, 5])
    sample.delete(3)
    expect(sample.of(mask([3, 5]), 256).map(({ no }) => no)).toEqual([5])
    sample.clear()
    expect(sample.of(mask([5]), 256)).toEqual([])
  })

  it('keeps the first row of a document that has several', () => {
    const sample = new VectorSample()
    sample.add(Uint32Array.of(1, 1, 2), Float32Array.of(10, 11, 20))
    expect(
      sample
        .of(mask([1, 2]), 9)
        .map(({ no, row }) => [no, ...row])
        .sort(),
    ).toEqual([
      [1, 10],
      [2, 20],
    ])
  })

  it('gives the very list again while it would be the same, and nothing that was made of what is gone', () => {
    const sample = filled(nos.slice(0, 300))
    const list = sample.of(mask([3, 5]), 256)
    expect(sample.of(mask([3, 5, 400]), 256)).toBe(list)
    sample.add(Uint32Array.of(400), Float32Array.of(1))
    expect(sample.of(mask([3, 5, 400]), 256)).not.toBe(list)
    const both = sample.of(mask([3, 5]), 256)
    sample.delete(3)
    sample.add(Uint32Array.of(3), Float32Array.of(3.5))
    expect(sample.of(mask([3, 5]), 256)).not.toBe(both)
  })
})
