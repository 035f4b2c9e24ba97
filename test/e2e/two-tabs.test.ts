import { expect, test } from 'vitest'
import type { Contents, tab as Tab } from './pages/two-tabs/page.js'
import { withProfile } from './support/profile.js'
import { withServer } from './support/server.js'

declare const tab: typeof Tab

const OPERATIONS = 1_000
const SEEDS = [1, 2] as const

test(
  `two tabs do ${2 * OPERATIONS} random things to one store at once: no duplicates, no lost updates, indexes as rebuilt (hashEmbedder)`,
  async () => {
    await withServer('test/e2e/pages/two-tabs', (address) =>
      withProfile(async ({ context, page: first }) => {
        const name = 'two-tabs'
        const pages = [first, await context.newPage()] as const
        for (const page of pages) {
          await page.goto(address)
          await page.waitForFunction(() => 'tab' in globalThis)
          await page.evaluate((name) => tab.open(name), name)
        }
        const counter = await pages[0].evaluate(() => tab.seedCounter())

        // Whatever the interleaving below: of two updates of one revision, one goes through.
        for (let round = 1; round <= 10; round++) {
          const read = await pages[0].evaluate((counter) => tab.readCount(counter), counter)
          const through = await Promise.all(pages.map((page) => page.evaluate(([counter, read]) => tab.countFrom(counter, read), [counter, read] as const)))
          expect(through.filter(Boolean)).toHaveLength(1)
        }

        const outcomes = await Promise.all(
          pages.map((page, i) => page.evaluate(([seed, operations, counter]) => tab.run(seed, operations, counter), [SEEDS[i] as number, OPERATIONS, counter] as const)),
        )
        for (const { unexpected, looked, missed, done } of outcomes) {
          expect(unexpected).toEqual([])
          expect(missed).toEqual([])
          expect(looked).toBeGreaterThan(0)
          // Otherwise nothing was put to the test.
          for (const name of ['add', 'say', 'update', 'count', 'delete', 'undo', 'search', 'announce']) expect(done[name], name).toBeGreaterThan(10)
        }

        const seen = await Promise.all(pages.map((page) => page.evaluate(() => tab.contents())))
        const [one] = seen
        const facts = one?.memories.map(({ userId, memory }) => `${userId}: ${memory}`) ?? []
        expect(facts.length).toBeGreaterThan(20)
        expect(new Set(facts).size).toBe(facts.length)

        const updates = outcomes.flatMap((outcome) => outcome.updates)
        expect(new Set(updates).size).toBe(updates.length)
        expect(one?.memories.find(({ id }) => id === counter)?.metadata).toEqual({ count: 10 + outcomes.reduce((sum, { increments }) => sum + increments, 0) })

        await pages[1].close()
        await pages[0].evaluate((name) => tab.rebuild(name), name)
        const rebuilt = await pages[0].evaluate(() => tab.contents())
        for (const { dense, keywords } of rebuilt.searches) expect([dense, keywords]).toEqual(['used', 'used'])
        for (const contents of seen) expect(contents).toEqual(roughly(rebuilt))
      }),
    )
  },
  180_000,
)

/** Sums of the same terms in another order differ in their last digits. */
function roughly(contents: Contents): Contents {
  const searches = contents.searches.map(({ scores, ...rest }) => ({ ...rest, scores: Object.fromEntries(Object.entries(scores).map(([id, score]) => [id, expect.closeTo(score, 9) as number])) }))
  return { ...contents, searches }
}
