import { expect } from 'vitest'
import type { Actor, Contents } from '../pages/two-tabs/actor.js'
import type { Realm } from '../pages/two-tabs/page.js'

/** By the tab in which it lives. */
const REALMS: [tab: 0 | 1, realm: Realm][] = [
  [0, 'window'],
  [1, 'window'],
  [0, 'dedicated worker'],
  [1, 'frame'],
  [1, 'shared worker'],
]
const THINGS = ['add', 'say', 'update', 'count', 'delete', 'undo', 'search', 'announce']
const NAME = 'two-tabs'

/** Lets a realm of a tab do something, in whatever browser: `tab.ask` of that page. */
export type AskIn = (tab: 0 | 1, realm: Realm, name: keyof Actor, args: unknown[]) => Promise<unknown>

type Ask = <Name extends keyof Actor>(
  name: Name,
  ...args: Parameters<Actor[Name]>
) => Promise<Awaited<ReturnType<Actor[Name]>>>

export const whatIsDone = (operations: number): string =>
  `two tabs, a frame, a dedicated and a shared worker do ${REALMS.length * operations} random things to one store at once: no duplicates, no lost updates, indexes as rebuilt (hashEmbedder)`

/** Two pages of test/e2e/pages/two-tabs do so much; what is found wrong fails the test. @param thorough each of the realms has done everything, or all of them together */
export async function expectAgreement(
  askIn: AskIn,
  { operations, rounds, thorough }: { operations: number; rounds: number; thorough: 'each' | 'together' },
): Promise<void> {
  const actors = REALMS.map(
    ([tab, realm]): Ask =>
      (name, ...args) =>
        askIn(tab, realm, name, args) as never,
  )
  const one = actors[0] as Ask
  for (const ask of actors) await ask('open', NAME)
  const counter = await one('seedCounter')

  // Whatever the interleaving below: of several updates of one revision, one goes through.
  for (let round = 1; round <= rounds; round++) {
    const read = await one('readCount', counter)
    const through = await Promise.all(actors.map((ask) => ask('countFrom', counter, read)))
    expect(through.filter(Boolean)).toHaveLength(1)
  }

  const outcomes = await Promise.all(actors.map((ask, i) => ask('run', i + 1, operations, counter)))
  for (const { unexpected, missed } of outcomes) {
    expect(unexpected).toEqual([])
    expect(missed).toEqual([])
  }
  // Otherwise nothing was put to the test.
  for (const some of thorough === 'each' ? outcomes.map((outcome) => [outcome]) : [outcomes]) {
    expect(some.reduce((sum, { looked }) => sum + looked, 0)).toBeGreaterThan(0)
    for (const thing of THINGS)
      expect(
        some.reduce((sum, { done }) => sum + (done[thing] ?? 0), 0),
        thing,
      ).toBeGreaterThan(3)
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
  expect(memories.find(({ id }) => id === counter)?.metadata).toEqual({
    count: rounds + outcomes.reduce((sum, { increments }) => sum + increments, 0),
  })

  for (const ask of actors.slice(1)) await ask('close')
  await one('rebuild', NAME)
  const rebuilt = await one('contents')
  for (const { dense, keywords } of rebuilt.searches) expect([dense, keywords]).toEqual(['used', 'used'])
  for (const contents of seen) expect(contents).toEqual(roughly(rebuilt))
}

/** Sums of the same terms in another order differ in their last digits. */
function roughly(contents: Contents): Contents {
  const searches = contents.searches.map(({ scores, ...rest }) => ({
    ...rest,
    scores: Object.fromEntries(Object.entries(scores).map(([id, score]) => [id, expect.closeTo(score, 9) as number])),
  }))
  return { ...contents, searches }
}
