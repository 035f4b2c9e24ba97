import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Actor, Contents } from './pages/two-tabs/actor.js'
import type { Realm, tab as Tab } from './pages/two-tabs/page.js'
import { withProfile } from './support/profile.js'
import { withServer } from './support/server.js'

declare const tab: typeof Tab

const OPERATIONS = 400
/** By the tab in which it lives. */
const REALMS: [tab: 0 | 1, realm: Realm][] = [
  [0, 'window'],
  [1, 'window'],
  [0, 'dedicated worker'],
  [1, 'frame'],
  [1, 'shared worker'],
]

test(
  `two tabs, a frame, a dedicated and a shared worker do ${REALMS.length * OPERATIONS} random things to one store at once: no duplicates, no lost updates, indexes as rebuilt (hashEmbedder)`,
  async () => {
    await withServer('test/e2e/pages/two-tabs', (address) =>
      withProfile(async ({ context, page: first }) => {
        const name = 'two-tabs'
        const pages = [first, await context.newPage()] as const
        for (const page of pages) {
          await page.goto(address)
          await page.waitForFunction(() => 'tab' in globalThis)
        }
        const actors = REALMS.map(([tab, realm]) => within(pages[tab], realm))
        const [one] = actors
        for (const ask of actors) await ask('open', name)
        const counter = await one!('seedCounter')

        // Whatever the interleaving below: of several updates of one revision, one goes through.
        for (let round = 1; round <= 10; round++) {
          const read = await one!('readCount', counter)
          const through = await Promise.all(actors.map((ask) => ask('countFrom', counter, read)))
          expect(through.filter(Boolean)).toHaveLength(1)
        }

        const outcomes = await Promise.all(actors.map((ask, i) => ask('run', i + 1, OPERATIONS, counter)))
        for (const { unexpected, looked, missed, done } of outcomes) {
          expect(unexpected).toEqual([])
          expect(missed).toEqual([])
          expect(looked).toBeGreaterThan(0)
          // Otherwise nothing was put to the test.
          for (const name of ['add', 'say', 'update', 'count', 'delete', 'undo', 'search', 'announce']) expect(done[name], name).toBeGreaterThan(3)
        }

        // Work of one may be left when another has none: what is compared is what all have come to.
        await Promise.all(actors.map((ask) => ask('idle')))
        const seen = await Promise.all(actors.map((ask) => ask('contents')))
        const memories = seen[0]?.memories ?? []
        const facts = memories.map(({ userId, memory }) => `${userId}: ${memory}`)
        expect(facts.length).toBeGreaterThan(20)
        expect(new Set(facts).size).toBe(facts.length)

        const updates = outcomes.flatMap((outcome) => outcome.updates)
        expect(new Set(updates).size).toBe(updates.length)
        expect(memories.find(({ id }) => id === counter)?.metadata).toEqual({ count: 10 + outcomes.reduce((sum, { increments }) => sum + increments, 0) })

        for (const ask of actors.slice(1)) await ask('close')
        await one!('rebuild', name)
        const rebuilt = await one!('contents')
        for (const { dense, keywords } of rebuilt.searches) expect([dense, keywords]).toEqual(['used', 'used'])
        for (const contents of seen) expect(contents).toEqual(roughly(rebuilt))
      }),
    )
  },
  240_000,
)

type Ask = <Name extends keyof Actor>(name: Name, ...args: Parameters<Actor[Name]>) => Promise<Awaited<ReturnType<Actor[Name]>>>

const within =
  (page: Page, realm: Realm): Ask =>
  (name, ...args) =>
    page.evaluate(([realm, name, args]) => tab.ask(realm, name, ...(args as never)), [realm, name, args as unknown[]] as const) as never

/** Sums of the same terms in another order differ in their last digits. */
function roughly(contents: Contents): Contents {
  const searches = contents.searches.map(({ scores, ...rest }) => ({ ...rest, scores: Object.fromEntries(Object.entries(scores).map(([id, score]) => [id, expect.closeTo(score, 9) as number])) }))
  return { ...contents, searches }
}
