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

/** Sets the quota of the page's origin to what it uses, plus so many bytes; lifts it when no number is given. */
async function grant(page: Page, more?: number): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  const { usage } = await client.send('Storage.getUsageAndQuota', { origin })
  await client.send('Storage.overrideQuotaForOrigin', {
    origin,
    ...(more === undefined ? {} : { quotaSize: Math.max(1, usage + more) }),
  })
}

async function usage(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page)
  return (await client.send('Storage.getUsageAndQuota', { origin: new URL(page.url()).origin })).usage
}

/** Waits until the quota that was lifted is noticed, adds something and expects the store to be sound. */
async function expectUsable(page: Page): Promise<void> {
  await grant(page)
  await page.waitForTimeout(2_100)
  expect((await page.evaluate(() => faults.add('later', 5))).code).toBeUndefined()
  expect(await page.evaluate(() => faults.idle())).toBe('idle')
  expect(await page.evaluate(() => faults.search('later 3'))).toBeGreaterThan(0)
  expect((await page.evaluate(() => faults.state())).findings).toEqual([])
}

/** The state, without the findings that say which texts wait for room to get a vector again. */
async function soundBut(page: Page) {
  const state = await page.evaluate(() => faults.state())
  return { ...state, findings: state.findings.filter((finding) => finding !== 'VECTOR_MISSING') }
}

const STORES = [
  { store: 'plain', options: {} },
  { store: 'encrypted', options: { encryption: { passphrase: 'correct horse battery staple' } } },
] as const

describe.each(STORES)("removing with the browser's quota used up ($store store, hashEmbedder)", ({ options }) => {
  /** Two users' memories, then the browser anew (it remembers for a while how much room there was) with a quota that lacks `lacking` bytes. */
  async function onFullDisk(lacking: number, body: (page: Page) => Promise<void>): Promise<void> {
    await withServer('test/e2e/pages/faults', (address) =>
      withProfile(async (profile) => {
        await visit(profile.page, address)
        await profile.page.evaluate(async (given) => {
          await faults.open('full', given)
          await faults.add('said by ana', 20)
          await faults.add('said by ben', 5, 30, false, 'ben')
          await faults.idle()
          await faults.close()
        }, options)
        const page = await profile.reopen()
        await visit(page, address)
        await page.evaluate((given) => faults.open('full', given), options)
        await grant(page, -lacking)
        expect(await page.evaluate(() => faults.add('refused', 1))).toEqual({ code: 'QUOTA_EXCEEDED' })
        await body(page)
      }),
    )
  }

  it('purge() and deleteAll() erase, keep the rest findable, and need no room', { timeout: 120_000 }, () =>
    onFullDisk(1_000_000, async (page) => {
      const ana = await page.evaluate(() => faults.ids('ana'))
      expect(await page.evaluate((id) => faults.remove('purge', id), ana[0])).toMatchObject({ outcome: 'done' })
      expect(await soundBut(page)).toMatchObject({ memories: 24, messages: 24, findings: [] })
      expect(await page.evaluate((id) => faults.remove('purge', id), ana[1])).toMatchObject({ outcome: 'done' })
      expect(await soundBut(page)).toMatchObject({ memories: 23, messages: 23, findings: [] })
      expect(await page.evaluate(() => faults.remove('deleteAll', 'ana'))).toMatchObject({ outcome: 'done' })
      expect(await page.evaluate(() => faults.ids('ana'))).toEqual([])
      expect(await soundBut(page)).toMatchObject({ memories: 5, messages: 5, findings: [] })
      await page.evaluate(async (given) => {
        await faults.close()
        await faults.open('full', { ...given, scope: { userId: 'ben' } })
      }, options)
      expect(await page.evaluate(() => faults.search('said by ben 3'))).toBeGreaterThan(0)
      await expectUsable(page)
      expect(await page.evaluate(() => faults.state())).toMatchObject({ memories: 10, rows: 10, jobs: 0 })
    }),
  )

  it('reset() erases all, and the memory goes on', { timeout: 120_000 }, () =>
    onFullDisk(1_000_000, async (page) => {
      expect(await page.evaluate(() => faults.remove('reset'))).toMatchObject({ outcome: 'done' })
      expect(await page.evaluate(() => faults.state())).toMatchObject({ memories: 0, messages: 0, findings: [] })
      await page.evaluate(async (given) => {
        await faults.close()
        await faults.open('full', given)
      }, options)
      expect(await page.evaluate(() => faults.state())).toMatchObject({ memories: 0, messages: 0, findings: [] })
      await expectUsable(page)
    }),
  )

  it('delete() hides a memory, which undo() brings back, out of the room kept for it', { timeout: 120_000 }, () =>
    onFullDisk(0, async (page) => {
      const ids = await page.evaluate(() => faults.ids('ana'))
      const deleted = await page.evaluate((id) => faults.remove('delete', id), ids[0])
      expect(deleted.outcome).toBe('done')
      expect(await page.evaluate(() => faults.ids('ana'))).toHaveLength(ids.length - 1)
      expect(await page.evaluate((id) => faults.remove('undo', id), deleted.operationId)).toMatchObject({
        outcome: 'done',
      })
      expect(await page.evaluate(() => faults.ids('ana'))).toHaveLength(ids.length)
      for (const id of ids.slice(1))
        expect(await page.evaluate((one) => faults.remove('delete', one), id)).toMatchObject({ outcome: 'done' })
      expect(await page.evaluate(() => faults.ids('ana'))).toHaveLength(1)
      expect((await page.evaluate(() => faults.state())).findings).toEqual([])
      await expectUsable(page)
    }),
  )
})

it('writes that are refused again and again take no more room (no embedder)', { timeout: 120_000 }, () =>
  withServer('test/e2e/pages/faults', (address) =>
    withProfile(async (profile) => {
      await visit(profile.page, address)
      await profile.page.evaluate(async () => {
        await faults.open('refused', { embedder: false })
        await faults.add('said', 20)
        await faults.idle()
        await faults.close()
      })
      const page = await profile.reopen()
      await visit(page, address)
      await page.evaluate(() => faults.open('refused', { embedder: false }))
      await grant(page, 0)
      expect(await page.evaluate(() => faults.add('too much', 1))).toEqual({ code: 'QUOTA_EXCEEDED' })
      const before = await usage(page)
      for (let i = 0; i < 5; i++)
        expect(await page.evaluate(() => faults.add('too much', 60, 40_000))).toEqual({ code: 'QUOTA_EXCEEDED' })
      for (let i = 0; i < 20; i++)
        expect(await page.evaluate(() => faults.add('too much', 20, 2_000))).toEqual({ code: 'QUOTA_EXCEEDED' })
      // Only a commit makes the browser count what lies on the disk; this one also frees the reserve of 262,144 bytes.
      const [id] = await page.evaluate(() => faults.ids('ana'))
      expect(await page.evaluate((one) => faults.remove('purge', one), id)).toMatchObject({ outcome: 'done' })
      expect((await usage(page)) - before).toBeLessThan(-100_000)
    }),
  ),
)
