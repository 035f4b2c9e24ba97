import { describe, expect, test } from 'vitest'
import { seeded } from '../../../bench/seeded.js'
import { Bitmask } from '../../../src/values/bitmask.js'
import { exactIndex } from '../../../src/index/vector/exact/index.js'
import kernelSource from '../../../src/index/vector/exact/assembly/kernel.ts?raw'
import kernelBytes from '../../../src/index/vector/exact/kernel-bytes.ts?raw'
import { addRows, bruteForce, randomUnit, unit, vectorIndexConformance } from './conformance.js'

vectorIndexConformance('exact index, wasm kernel', () => exactIndex({ kernel: 'wasm' }))
vectorIndexConformance('exact index, js kernel', () => exactIndex({ kernel: 'js' }))

describe('exact index', () => {
  test('returns the same hits from both kernels, to the last bit', async () => {
    const random = seeded(11)
    for (const dimensions of [1, 15, 16, 17, 384, 1024]) {
      const wasm = exactIndex({ kernel: 'wasm' })
      const js = exactIndex({ kernel: 'js' })
      const rows = Array.from({ length: 1100 }, (_, i) => ({ no: i % 900, vector: randomUnit(random, dimensions) }))
      for (const index of [wasm, js]) {
        await index.open(dimensions)
        await addRows(index, rows)
        await index.remove([3, 500, 899])
      }
      const mask = new Bitmask(900)
      for (let no = 0; no < 900; no += 3) mask.add(no)
      const query = randomUnit(random, dimensions)
      for (const k of [1, 10, 1000]) {
        expect(await wasm.search(query, k)).toEqual(await js.search(query, k))
        expect(await wasm.search(query, k, mask)).toEqual(await js.search(query, k, mask))
      }
      const nos = Uint32Array.from({ length: 900 }, (_, i) => i)
      expect(await wasm.scores(query, nos)).toEqual(await js.scores(query, nos))
      expect([wasm.kernel, js.kernel]).toEqual(['wasm', 'js'])
    }
  })

  test('does not overflow where 16-bit levels would: every component at its largest', async () => {
    for (const kernel of ['wasm', 'js'] as const) {
      const index = exactIndex({ kernel })
      await index.open(8192)
      const ones = unit(new Float32Array(8192).fill(1))
      await addRows(index, [
        { no: 1, vector: ones },
        { no: 2, vector: ones.map((value) => -value) },
      ])
      const hits = await index.search(ones, 2)
      expect(hits.map(({ no }) => no)).toEqual([1, 2])
      expect(Math.abs(hits[0]!.score - 1)).toBeLessThan(1e-5)
      expect(Math.abs(hits[1]!.score + 1)).toBeLessThan(1e-5)
    }
  })

  test('is exact by value when one component of row and query dwarfs the others', async () => {
    const random = seeded(12)
    const spiked = () => unit(randomUnit(random, 384).map((value, i) => (i === 5 ? 0.8 : value * 0.6)))
    const rows = Array.from({ length: 3000 }, (_, no) => ({ no, vector: spiked() }))
    const index = exactIndex()
    await index.open(384)
    await addRows(index, rows)
    for (let i = 0; i < 10; i++) {
      const query = spiked()
      const truth = bruteForce(rows, query)
      const exact = new Map(truth.map(({ no, score }) => [no, score]))
      for (const { no, score } of await index.search(query, 10)) {
        expect(exact.get(no)).toBeGreaterThanOrEqual(truth[9]!.score - 1e-4)
        expect(Math.abs(score - exact.get(no)!)).toBeLessThan(1e-4)
      }
    }
  })

  test('takes at most 90 MB for 100,000 rows of 384 dimensions', async () => {
    for (const kernel of ['wasm', 'js'] as const) {
      const index = exactIndex({ kernel })
      await index.open(384)
      const batch = new Float32Array(20_000 * 384).fill(0.05)
      for (let i = 0; i < 5; i++)
        await index.add(
          Uint32Array.from({ length: 20_000 }, (_, j) => i * 20_000 + j),
          batch,
        )
      expect(index.size).toBe(100_000)
      expect(index.bytes).toBeLessThanOrEqual(90e6)
      expect(index.bytes).toBeGreaterThan(2 * 384 * 100_000)
      await index.dispose()
      expect(index.bytes).toBe(0)
    }
  })

  test('keeps what it has when memory runs out', async () => {
    for (const kernel of ['wasm', 'js'] as const) {
      const index = exactIndex({ kernel, maxBytes: 1_000_000 })
      await index.open(64)
      const vector = unit(Array.from({ length: 64 }, (_, i) => i + 1))
      await addRows(
        index,
        [1, 2].map((no) => ({ no, vector })),
      )
      const many = Uint32Array.from({ length: 20_000 }, (_, i) => i + 10)
      await expect(index.add(many, new Float32Array(20_000 * 64))).rejects.toMatchObject({ code: 'INDEX_FAILED' })
      expect(index.size).toBe(2)
      expect((await index.search(vector, 5)).map(({ no }) => no)).toEqual([1, 2])
      await addRows(index, [{ no: 3, vector }])
      expect((await index.search(vector, 5)).map(({ no }) => no)).toEqual([1, 2, 3])
    }
    await expect(exactIndex({ kernel: 'wasm', maxBytes: 100 }).open(64)).rejects.toMatchObject({ code: 'INDEX_FAILED' })
  })

  test('shows a large batch to searches all at once, and lets other tasks run meanwhile', async () => {
    const index = exactIndex()
    await index.open(384)
    const vector = unit(Array.from({ length: 384 }, (_, i) => Math.sin(i)))
    await addRows(index, [{ no: 1, vector: vector.map((value) => value * 0.5) }])
    const rows = new Float32Array(20_000 * 384)
    for (let i = 0; i < 20_000; i++) rows.set(vector, i * 384)
    let done = false
    const adding = index
      .add(
        Uint32Array.from({ length: 20_000 }, (_, i) => i + 2),
        rows,
      )
      .then(() => (done = true))
    const sizes = new Set<number>()
    let turns = 0
    while (!done) {
      await new Promise((resolve) => setTimeout(resolve))
      if (done) break
      turns++
      sizes.add(index.size)
      expect((await index.search(vector, 3)).map(({ no }) => no)).toEqual([1])
    }
    await adding
    expect(turns).toBeGreaterThan(0)
    expect([...sizes]).toEqual([1])
    expect((await index.search(vector, 2)).map(({ no }) => no)).toEqual([2, 3])
  })

  test('says CLOSED before open and after dispose, and refuses impossible dimensions', async () => {
    const index = exactIndex()
    await expect(index.search(new Float32Array(3), 1)).rejects.toMatchObject({ code: 'CLOSED' })
    await expect(index.open(0)).rejects.toMatchObject({ code: 'DIMENSION_MISMATCH' })
    await expect(index.open(1.5)).rejects.toMatchObject({ code: 'DIMENSION_MISMATCH' })
    await index.open(3)
    await index.dispose()
    await expect(index.add(Uint32Array.of(1), new Float32Array(3))).rejects.toMatchObject({ code: 'CLOSED' })
  })

  // The policy of an extension, and one that forbids WebAssembly altogether.
  test.each([
    ["script-src 'self' 'wasm-unsafe-eval'", { kernel: 'wasm', hits: [2, 1], forced: 'opened' }],
    ["script-src 'self'", { kernel: 'js', hits: [2, 1], forced: 'INDEX_FAILED' }],
  ])('works under the content security policy %s', async (policy, expected) => {
    const frame = document.createElement('iframe')
    const page = new URL('./csp-page.ts', import.meta.url).pathname
    // In Firefox 'self' matches nothing in such a frame.
    frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy.replace("'self'", location.origin)}"><script type="module" src="${page}"></script>`
    const answer = new Promise((resolve) => {
      addEventListener('message', (event) => event.source === frame.contentWindow && resolve(event.data))
    })
    document.body.append(frame)
    expect(await answer).toEqual(expected)
    frame.remove()
  })

  // `npm run check` compiles it again and compares the bytes; in a page the compiler takes 20 s to load.
  test('has a kernel compiled from the source as it is', async () => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(kernelSource)))
    expect(kernelBytes).toContain(
      `SHA-256 of the source: ${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}\n`,
    )
  })
})
