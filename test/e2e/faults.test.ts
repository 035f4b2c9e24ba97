import { describe, expect, it } from 'vitest'
import type { Faults } from './pages/faults/main.js'
import { withProfile, type Profile } from './support/profile.js'
import { withServer } from './support/server.js'

declare const faults: Faults

type Page = Profile['page']

async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() => 'faults' in globalThis, undefined, { polling: 50 })
}

/** Grants the page's origin so many bytes beyond those that it uses; without a number as many as usual. */
async function grant(page: Page, more?: number): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  const { usage } = await client.send('Storage.getUsageAndQuota', { origin })
  await client.send('Storage.overrideQuotaForOrigin', {
    origin,
    ...(more === undefined ? {} : { quotaSize: usage + more }),
  })
}

/** Each on an origin of its own: the browser remembers for half a minute how much room one had. */
const at = (address: string, host: string): string => address.replace('127.0.0.1', `${host}.localhost`)

describe("a full disk, by the browser's own quota (hashEmbedder, persistent profile)", () => {
  it(
    'in the middle of add, embedding, import and merging: nothing that was there is lost, each says so, and all of it is done once there is room',
    { timeout: 180_000 },
    async () => {
      await withServer('test/e2e/pages/faults', (address) =>
        withProfile(async (profile) => {
          const { page } = profile

          await visit(page, at(address, 'add'))
          await grant(page, 600_000)
          await page.evaluate(() => faults.open('add', { embedder: false }))
          expect((await page.evaluate(() => faults.add('kept', 5))).code).toBeUndefined()
          // More than a megabyte of texts in one commit.
          expect(await page.evaluate(() => faults.add('too much', 60, 20_000))).toEqual({ code: 'QUOTA_EXCEEDED' })
          expect(await page.evaluate(() => faults.state())).toMatchObject({ messages: 5, memories: 5, findings: [] })
          expect(await page.evaluate(() => faults.search('kept 3'))).toBeGreaterThan(0)
          await grant(page)
          expect((await page.evaluate(() => faults.add('too much', 60, 20_000))).code).toBeUndefined()
          expect(await page.evaluate(() => faults.state())).toMatchObject({ messages: 65, findings: [] })

          await visit(page, at(address, 'embed'))
          await grant(page, 1_200_000)
          await page.evaluate(() => faults.open('embed'))
          const added = await page.evaluate(() => faults.add('said', 100))
          expect(added).toMatchObject({ embedding: 'waiting', problems: ['QUOTA_EXCEEDED'] })
          const during = await page.evaluate(() => faults.state())
          expect(during).toMatchObject({ messages: 100, findings: [], jobs: 1 })
          expect(during.rows).toBeLessThan(100)
          expect(during.warnings).toContain('QUOTA_EXCEEDED')
          await grant(page)
          await page.waitForTimeout(2_100)
          expect(await page.evaluate(() => faults.idle())).toBe('idle')
          expect(await page.evaluate(() => faults.state())).toMatchObject({
            messages: 100,
            rows: 100,
            jobs: 0,
            findings: [],
          })
          await page.evaluate(() => faults.keepExport('file'))

          // What is imported, and where: a database is made while there is room. The browser is then started anew, to forget how much there was.
          await page.evaluate(async () => {
            await faults.close()
            await faults.open('source')
            await faults.add('original', 50)
            await faults.idle()
            await faults.close()
            await faults.open('import')
            await faults.close()
          })
          const again = await profile.reopen()
          await visit(again, at(address, 'embed'))
          await again.evaluate(async () => {
            await faults.open('source')
            await faults.keepExport('file')
            await faults.close()
            await faults.open('import')
          })
          await grant(again, 300_000)
          expect(await again.evaluate(() => faults.import('file'))).toBe('QUOTA_EXCEEDED')
          expect(await again.evaluate(() => faults.state())).toMatchObject({ messages: 0, memories: 0, findings: [] })
          await grant(again)
          await again.waitForTimeout(2_100)
          expect(await again.evaluate(() => faults.import('file'))).toBe('added 100')
          expect(await again.evaluate(() => faults.import('file'))).toBe('added 0')
          expect(await again.evaluate(() => faults.idle())).toBe('idle')
          expect(await again.evaluate(() => faults.state())).toMatchObject({
            messages: 50,
            rows: 50,
            jobs: 0,
            findings: [],
          })

          // Sixteen segments that want to be merged, which takes room before it gives any.
          await again.evaluate(async () => {
            await faults.close()
            await faults.open('merge')
            for (let i = 0; i < 16; i++) await faults.add(`part ${i}`, 8)
          })
          const { segments } = await again.evaluate(() => faults.state())
          await again.evaluate(() => faults.close())
          const third = await profile.reopen()
          await visit(third, at(address, 'embed'))
          await third.evaluate(() => faults.open('merge'))
          await grant(third, 20_000)
          await third.waitForTimeout(2_100)
          await third.evaluate(() => faults.idle())
          const full = await third.evaluate(() => faults.state())
          expect(full).toMatchObject({ messages: 128, rows: 128, jobs: 0, findings: [] })
          expect(full.segments).toBe(segments)
          await grant(third)
          await third.waitForTimeout(2_100)
          await third.evaluate(() => faults.idle())
          const merged = await third.evaluate(() => faults.state())
          expect(merged).toMatchObject({ messages: 128, rows: 128, findings: [] })
          expect(merged.segments).toBeLessThan(segments)
        }),
      )
    },
  )
})

it('a private window keeps things as long as it is open, and they are found (hashEmbedder, --incognito)', async () => {
  await withServer('test/e2e/pages/faults', (address) =>
    withProfile(
      async ({ page }) => {
        await visit(page, address)
        await page.evaluate(() => faults.open('private'))
        expect(await page.evaluate(() => faults.add('whispered', 5))).toMatchObject({ embedding: 'done' })
        await page.evaluate(async () => {
          await faults.close()
          await faults.open('private')
        })
        expect(await page.evaluate(() => faults.search('whispered 3'))).toBe(5)
        expect(await page.evaluate(() => faults.state())).toMatchObject({
          messages: 5,
          rows: 5,
          findings: [],
          risk: 'low',
        })
      },
      { args: ['--incognito'] },
    ),
  )
})

it("the computer's clock set years ahead and back: what was said stays in order, and nothing waits or is gone (hashEmbedder, the page's real clock)", async () => {
  await withServer('test/e2e/pages/faults', (address) =>
    withProfile(async ({ page }) => {
      await visit(page, address)
      await page.clock.install({ time: '2026-03-01T12:00:00Z' })
      await page.clock.resume()
      await page.evaluate(() => faults.open('clock', { historyRetention: { days: 1 } }))
      for (const time of [
        '2026-03-02T00:00:00Z',
        '2046-01-01T00:00:00Z',
        '1999-01-01T00:00:00Z',
        '2026-03-03T00:00:00Z',
      ]) {
        await page.clock.setSystemTime(time)
        expect(await page.evaluate((about) => faults.add(about, 2), time)).toMatchObject({ embedding: 'done' })
        expect(await page.evaluate(() => faults.idle())).toBe('idle')
      }
      expect(await page.evaluate(() => faults.state())).toMatchObject({
        messages: 8,
        memories: 8,
        history: 16,
        rows: 8,
        jobs: 0,
        findings: [],
      })
    }),
  )
})
