import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import puppeteer, { type Page as FreezableTab } from 'puppeteer-core'
import { expect, test, vi } from 'vitest'
import { launchOptions } from '../../scripts/browser.mjs'
import type { page as Locket } from './pages/tabs/page.js'
import { withProfile } from './support/profile.js'
import { withServer } from './support/server.js'

declare const locket: typeof Locket

vi.setConfig({ testTimeout: 400_000 })

/** A busy machine must not fail a test. */
const PATIENT = { timeout: 180_000, interval: 200 }

/** Tabs as users have them, of which all but one are hidden, and so can be frozen: Playwright shows all of them. `never` is an address that nobody answers. */
async function withFreezableTabs(
  address: string,
  body: (tab: () => Promise<FreezableTab>, never: string) => Promise<void>,
): Promise<void> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'locket-profile-'))
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  const browser = await puppeteer.launch({ ...(await launchOptions()), userDataDir })
  const tab = async (): Promise<FreezableTab> => {
    const page = await browser.newPage()
    // The development server's client reloads a page that comes back from a long sleep.
    await page.evaluateOnNewDocument(() => Reflect.deleteProperty(globalThis, 'WebSocket'))
    await page.goto(address)
    await page.waitForFunction(() => 'locket' in globalThis)
    return page
  }
  try {
    await body(tab, `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`)
  } finally {
    // What hangs would be waited for.
    browser.process()?.kill('SIGKILL')
    silent.closeAllConnections()
    silent.close()
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const onTabs = (body: (tab: (without?: string) => Promise<Page>) => Promise<void>): Promise<void> =>
  withServer('test/e2e/pages/tabs', (address) =>
    withProfile(({ context }) => {
      const tab = async (without?: string): Promise<Page> => {
        const page = await context.newPage()
        if (without !== undefined) await page.addInitScript((name) => Reflect.deleteProperty(globalThis, name), without)
        await page.goto(address)
        await page.waitForFunction(() => 'locket' in globalThis)
        return page
      }
      return body(tab)
    }),
  )

test.each(['with BroadcastChannel', 'without'])(
  'what one tab writes, changes and erases, another finds at its next read, by meaning, words and names: %s (hashEmbedder)',
  async (channel) => {
    await onTabs(async (tab) => {
      const [one, other] = [
        await tab(channel === 'without' ? 'BroadcastChannel' : undefined),
        await tab(channel === 'without' ? 'BroadcastChannel' : undefined),
      ]
      for (const page of [one, other]) expect(await page.evaluate(() => locket.open('seen'))).toBe('done')
      const inOther = (query: string) => other.evaluate((query) => locket.search(query), query)
      const names = () => expect.poll(() => other.evaluate(() => locket.entities()), PATIENT)

      expect(await one.evaluate(() => locket.add('Melanie keeps two ferrets in Lisbon'))).toBe('done')
      expect(await inOther('ferrets')).toMatchObject({
        found: ['Melanie keeps two ferrets in Lisbon'],
        report: { dense: 'used' },
      })
      await expect.poll(async () => (await inOther('ferrets')).report.keywords, PATIENT).toBe('used')
      await names().toEqual(expect.arrayContaining(['Melanie', 'Lisbon']))

      expect(
        await one.evaluate(() =>
          locket.update('Melanie keeps two ferrets in Lisbon', 'Melanie keeps a parrot in Porto'),
        ),
      ).toBe('done')
      expect((await inOther('parrot')).found[0]).toBe('Melanie keeps a parrot in Porto')
      await names().toContain('Porto')

      expect(await one.evaluate(() => locket.purge('Melanie keeps a parrot in Porto'))).toBe('done')
      expect((await inOther('parrot')).found).not.toContain('Melanie keeps a parrot in Porto')
      await names().not.toContain('Porto')

      if (channel === 'without') return
      // With it the other tab is told without asking.
      const before = (await other.evaluate(() => locket.events())).length
      await one.evaluate(() => locket.add('Melanie plays the piano'))
      await expect
        .poll(async () => (await other.evaluate(() => locket.events())).slice(before), PATIENT)
        .toContain('change')
    })
  },
)

test('a tab that is blocked for ever, a frozen one and a worker that hangs in the middle of its work are replaced, and do no harm when they wake up (hashEmbedder that stalls)', async () => {
  await withServer('test/e2e/pages/tabs', (address) =>
    withFreezableTabs(address, async (tab, never) => {
      const name = 'hang'
      const [blocked, frozen, host] = [await tab(), await tab(), await tab()]
      await blocked.evaluate(async (name) => (await locket.open(name, true), locket.begin('Ana likes bread')), name)
      await frozen.evaluate(async (name) => (await locket.open(name, true), locket.begin('Ana likes coffee')), name)
      await host.evaluate(
        async (name) => (
          await locket.inWorker().open(name, true),
          locket.inWorker().begin('Melanie likes winter in Lisbon')
        ),
        name,
      )

      // A tab that hangs in the middle of a transaction blocks all others until the browser aborts that, after a minute.
      await expect
        .poll(() => frozen.evaluate(() => locket.entities()), PATIENT)
        .toEqual(expect.arrayContaining(['Ana', 'Melanie', 'Lisbon']))

      const healthy = await tab()
      const held = () =>
        healthy.evaluate(async () => (await navigator.locks.query()).held?.map(({ name = '' }) => name))
      // First: as long as it lives it takes over the work of those that do not.
      await host.evaluate((name, never) => locket.inWorker().blockWhileLinking(name, never), name, never)
      await expect.poll(held, PATIENT).toContain(`locket:${name}:links`)
      await new Promise((resolve) => setTimeout(resolve, 500))
      await blocked.evaluate((never) => locket.blockSoon(never), never)
      const devtools = await frozen.createCDPSession()
      await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
      const ticks = await frozen.evaluate(() => locket.ticks())
      // All hold their locks still.
      expect((await held())?.filter((lock) => /:hang:owner:[^:]+$/.test(lock))).toHaveLength(3)

      expect(await healthy.evaluate((name) => locket.open(name), name)).toBe('done')
      await expect.poll(() => healthy.evaluate(async () => (await locket.health()).pending.jobs), PATIENT).toBe(0)
      for (const thing of ['bread', 'coffee', 'winter']) {
        const { found, report } = await healthy.evaluate((thing) => locket.search(thing), thing)
        expect([found[0], report.dense]).toEqual([expect.stringContaining(thing), 'used'])
      }
      expect(await healthy.evaluate(() => locket.add('Nina likes gardens in Porto'))).toBe('done')
      await expect
        .poll(() => healthy.evaluate(() => locket.entities()), PATIENT)
        .toEqual(expect.arrayContaining(['Nina', 'Porto']))

      // It was frozen all the time.
      expect(await frozen.evaluate(() => locket.ticks())).toBe(ticks)
      await devtools.send('Page.setWebLifecycleState', { state: 'active' })
      await frozen.evaluate(() => locket.wake())
      expect(await frozen.evaluate(() => locket.add('Ana likes ladders'))).toBe('done')
      expect((await healthy.evaluate(() => locket.search('ladders'))).found[0]).toBe('Ana likes ladders')
      expect(await frozen.evaluate(() => locket.idleAndSound())).toBe(true)
      const { counts, vectors } = await healthy.evaluate(() => locket.health())
      expect({ messages: counts.messages, rows: vectors.rows }).toEqual({ messages: 5, rows: 5 })
      // The browser aborts a transaction that a frozen tab has left open: work behind the scenes, which is done again.
      const events = await frozen.evaluate(() => locket.events())
      expect(events.filter((event) => /error|closed/i.test(event) && event !== 'warning: TRANSACTION_FAILED')).toEqual(
        [],
      )
    }),
  )
})

test('a tab of an older version closes when a newer one opens the store, says so, and neither writes to it nor opens it again (hashEmbedder)', async () => {
  await onTabs(async (tab) => {
    const name = 'versions'
    const [older, newer] = [await tab(), await tab()]
    expect(await older.evaluate((name) => locket.open(name), name)).toBe('done')
    expect(await older.evaluate(() => locket.add('The old tab was here'))).toBe('done')
    // In the middle of its work.
    const adding = older.evaluate(() => locket.addUntilRefused())
    await expect.poll(() => newer.evaluate((name) => locket.countMessages(name), name), PATIENT).toBeGreaterThan(3)
    expect(await newer.evaluate((name) => locket.upgrade(name), name)).toBe('done')
    const outcomes = await adding
    expect(new Set(outcomes)).toEqual(new Set(['done', 'STORE_OUTDATED']))
    await expect.poll(() => older.evaluate(() => locket.events()), PATIENT).toContain('closed: STORE_OUTDATED')
    expect(await older.evaluate(() => locket.add('again'))).toBe('STORE_OUTDATED')

    await older.reload()
    await older.waitForFunction(() => 'locket' in globalThis)
    expect(await older.evaluate((name) => locket.open(name), name)).toBe('STORE_OUTDATED')
    const stored = await newer.evaluate((name) => locket.countMessages(name), name)
    const acknowledged = 1 + outcomes.filter((outcome) => outcome === 'done').length
    // All that was acknowledged, and at most the one message that was committed when its tab had to close.
    expect([acknowledged, acknowledged + 1]).toContain(stored)
  })
})
