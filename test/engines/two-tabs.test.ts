import { test } from 'vitest'
import type { tab as Tab } from '../e2e/pages/two-tabs/page.js'
import { withServer } from '../e2e/support/server.js'
import { expectAgreement, whatIsDone } from '../e2e/support/two-tabs.js'
import { openTab, title, withEngine } from './support/engine.js'

declare const tab: typeof Tab

const OPERATIONS = 100

// As test/e2e/two-tabs.test.ts in Chromium, and shorter.
test(`${title}: ${whatIsDone(OPERATIONS)}`, async () => {
  await withServer('test/e2e/pages/two-tabs', (address) =>
    withEngine(async (browser) => {
      const tabs = [await openTab(browser, address, 'tab'), await openTab(browser, address, 'tab')] as const
      await expectAgreement(
        (i, ...asked) => tabs[i].evaluate((realm, name, args) => tab.ask(realm, name, ...(args as never)), ...asked),
        { operations: OPERATIONS, rounds: 5, thorough: 'together' },
      )
    }),
  )
}, 400_000)
