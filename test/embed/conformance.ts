import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Embedder } from '../../src/embed/embedder.js'

const TEXTS = [
  'Ana eats no meat.',
  '她在里斯本住了三年。',
  'a',
  'The violin lessons of her sister were moved from Tuesday to Friday because the teacher fell ill.',
]

/** What Locket relies on in any `Embedder`. `make` is called twice. */
export function embedderConformance(name: string, make: () => Embedder | Promise<Embedder>): void {
  describe(`${name} is an Embedder`, { timeout: 60_000 }, () => {
    let embedder: Embedder
    beforeAll(async () => {
      embedder = await make()
      await Promise.all([embedder.load(), embedder.load()])
    }, 60_000)
    afterAll(() => embedder.dispose())

    const vectorOf = async (text: string) => (await embedder.embed([text], 'passage'))[0]?.vectors[0] as Float32Array

    test('says what it is before anything is embedded', () => {
      expect(embedder.fingerprint).not.toBe('')
      expect(embedder.dimensions).toBeGreaterThan(0)
      for (const { mean, deviation } of [
        embedder.background.latin,
        embedder.background.cjk,
        embedder.background.mixed,
      ]) {
        expect(Math.abs(mean)).toBeLessThan(1)
        expect(deviation).toBeGreaterThan(0)
      }
    })

    test('gives one result per text, in order, of unit vectors', async () => {
      const results = await embedder.embed(TEXTS, 'passage')
      expect(results).toHaveLength(TEXTS.length)
      for (const [i, { vectors, tokens, tokensSkipped, unknownShare }] of results.entries()) {
        expect(vectors).toHaveLength(1)
        expect(vectors[0]).toHaveLength(embedder.dimensions)
        expect(norm(vectors[0] as Float32Array)).toBeCloseTo(1, 4)
        expect(tokens).toBeGreaterThan(0)
        expect(tokensSkipped).toBe(0)
        expect(unknownShare).toBeGreaterThanOrEqual(0)
        expect(unknownShare).toBeLessThanOrEqual(1)
        // Alone or in company, in whatever order: the same vector.
        expect(distance(vectors[0] as Float32Array, await vectorOf(TEXTS[i] as string))).toBeLessThan(1e-5)
      }
    })

    test('embeds nothing, and next to nothing', async () => {
      expect(await embedder.embed([], 'query')).toEqual([])
      for (const { vectors } of await embedder.embed(['', '  \n'], 'query'))
        expect(norm(vectors[0] as Float32Array)).toBeCloseTo(1, 4)
    })

    test('survives lone surrogates, null bytes and emoji', async () => {
      const results = await embedder.embed(['a \ud800 b', '\udc00', 'x\0y', '👩‍👩‍👧‍👦 ok'], 'passage')
      for (const { vectors } of results) expect(norm(vectors[0] as Float32Array)).toBeCloseTo(1, 4)
    })

    test('cuts nothing off a long text in silence', async () => {
      const [result] = await embedder.embed(
        [Array.from({ length: 600 }, (_, i) => `word${i % 10}`).join(' ')],
        'passage',
      )
      expect(result?.tokens).toBeGreaterThanOrEqual(600)
      for (const vector of result?.vectors ?? []) expect(norm(vector)).toBeCloseTo(1, 4)
    })

    test('counts the tokens that it embeds', async () => {
      const results = await embedder.embed(TEXTS, 'query')
      expect(await embedder.countTokens(TEXTS)).toEqual(results.map(({ tokens }) => tokens))
    })

    test('refuses what is no text', async () => {
      await expect(embedder.embed(['fine', 7 as unknown as string], 'passage')).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    })

    test('stops when aborted, and works afterwards', async () => {
      await expect(embedder.embed(TEXTS, 'passage', { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: 'ABORTED',
      })
      const controller = new AbortController()
      const work = embedder.embed(
        Array.from({ length: 200 }, (_, i) => `${i} ${TEXTS[3]}`),
        'passage',
        { signal: controller.signal },
      )
      queueMicrotask(() => controller.abort())
      await expect(work).rejects.toMatchObject({ code: 'ABORTED' })
      expect(norm(await vectorOf('still here'))).toBeCloseTo(1, 4)
    })

    test('is closed by dispose, twice if need be', async () => {
      const other = await make()
      await other.dispose()
      await other.dispose()
      await expect(other.load()).rejects.toMatchObject({ code: 'CLOSED' })
      await expect(other.embed(['a'], 'query')).rejects.toMatchObject({ code: 'CLOSED' })
    })
  })
}

export function norm(vector: Float32Array): number {
  return Math.hypot(...vector)
}

export function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] as number), 0)
}

/** The largest difference of two components. */
export function distance(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] as number))), 0)
}
