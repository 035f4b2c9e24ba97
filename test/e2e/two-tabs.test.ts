import { test } from 'vitest'
import type { tab as Tab } from './pages/two-tabs/page.js'
import { withProfile } from './support/profile.js'
import { withServer } from './support/server.js'
import { expectAgreement, whatIsDone } from './support/two-tabs.js'

declare const tab: typeof Tab

const OPERATIONS = 400

test(
  whatIsDone(OPERATIONS),
  async () => {
    await withServer('test/e2e/pages/two-tabs', (address) =>
      withProfile(async ({ context, page: first }) => {
        const pages = [first, await context.newPage()] as const
        for (const page of pages) {
          await page.goto(address)
          await page.waitForFunction(() => 'tab' in globalThis)
        }
        await expectAgreement(
          (i, ...asked) => pages[i].evaluate(([realm, name, args]) => tab.ask(realm, name, ...(args as never)), asked),
          { operations: OPERATIONS, rounds: 10, thorough: 'each' },
        )
      }),
    )
  },
  240_000,
)
