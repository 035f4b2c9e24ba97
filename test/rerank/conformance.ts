import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RerankCandidate, Reranker } from '../../src/rerank/reranker.js'

export const QUERY = 'Which pet does Ana have?'

/** The first is of no help, the second answers. */
export const CANDIDATES: readonly RerankCandidate[] = [
  { id: 'a', text: 'Ben: The bus was late again.', at: '2024-05-01T10:00:00.000Z' },
  { id: 'b', text: 'Ana: My pet is an old parrot.', at: '2024-05-02T10:00:00.000Z' },
  { id: 'c', text: '我叫李雷。😀 a \ud800 b \udc00 c\0d', at: '2024-05-03T10:00:00.000Z' },
  { id: 'd', text: '', at: '2024-05-03T10:00:00.000Z' },
]

export interface ConformanceOptions {
  /** What a call after `dispose()` does: rejects with `CLOSED` (default), or goes on. */
  disposed?: 'closed' | 'goes on'
}

/** What search relies on in any `Reranker`. `make` is called twice. */
export function rerankerConformance(
  name: string,
  make: () => Reranker,
  { disposed = 'closed' }: ConformanceOptions = {},
): void {
  describe(`${name} is a Reranker`, { timeout: 60_000 }, () => {
    let reranker: Reranker
    beforeAll(() => {
      reranker = make()
    })
    afterAll(() => reranker.dispose())

    test('has a name, and scores each candidate from 0 to 1, the one that answers above the one that does not', async () => {
      expect(reranker.name).not.toBe('')
      const scores = await reranker.rerank(QUERY, CANDIDATES)
      expect(scores).toHaveLength(CANDIDATES.length)
      for (const score of scores) {
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
      }
      expect(scores[1]).toBeGreaterThan(scores[0] as number)
    })

    test('has nothing to say of no candidates', async () => {
      expect(await reranker.rerank(QUERY, [])).toEqual([])
    })

    test('answers two at once', async () => {
      const [one, both] = await Promise.all([
        reranker.rerank(QUERY, CANDIDATES.slice(1, 2)),
        reranker.rerank(QUERY, CANDIDATES),
      ])
      expect([one.length, both.length]).toEqual([1, CANDIDATES.length])
    })

    test('is aborted before and during, and answers the next', async () => {
      await expect(reranker.rerank(QUERY, CANDIDATES, { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: 'ABORTED',
      })
      const controller = new AbortController()
      const many = Array.from({ length: 50 }, (_, i) => ({
        id: String(i),
        text: `Note ${i}`,
        at: '2024-05-01T10:00:00.000Z',
      }))
      const judging = reranker.rerank(QUERY, many, { signal: controller.signal })
      controller.abort()
      await expect(judging).rejects.toMatchObject({ code: 'ABORTED' })
      expect(await reranker.rerank(QUERY, CANDIDATES)).toHaveLength(CANDIDATES.length)
    })

    test('refuses what it cannot judge', async () => {
      await expect(reranker.rerank(' ', CANDIDATES)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      await expect(reranker.rerank(QUERY, [{ id: 'x' } as RerankCandidate])).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    })

    test(`when it is disposed of, it ${disposed === 'closed' ? 'says so' : 'goes on'}`, async () => {
      const other = make()
      await other.dispose()
      if (disposed === 'closed') await expect(other.rerank(QUERY, CANDIDATES)).rejects.toMatchObject({ code: 'CLOSED' })
      else expect(await other.rerank(QUERY, CANDIDATES)).toHaveLength(CANDIDATES.length)
      await other.dispose()
    })
  })
}
