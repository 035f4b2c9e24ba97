import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { page as Locket } from './pages/worker/page.js'
import { withProfile, type Profile } from './support/profile.js'
import { withServer } from './support/server.js'

declare const locket: typeof Locket

/** A busy machine must not fail a test. */
const PATIENT = { timeout: 30_000 }

const open = async (page: Page, address: string): Promise<Page> => {
  await page.goto(address)
  await page.waitForFunction(() => 'locket' in globalThis)
  return page
}

const onPages = (body: (profile: Profile, address: string) => Promise<void>): Promise<void> =>
  withServer('test/e2e/pages/worker', (address) => withProfile((profile) => body(profile, address)))

const events = (page: Page) => expect.poll(() => page.evaluate(() => locket.events()), PATIENT)
const subscriptions = (page: Page) => expect.poll(() => page.evaluate(() => locket.subscriptions()), PATIENT)

test('two pages share the memory of one shared worker, which outlives each page and its own end (hashEmbedder)', async () => {
  await onPages(async ({ context, page: first }, address) => {
    await open(first, address)
    await first.evaluate(() => locket.connectShared())
    const second = await open(await context.newPage(), address)
    await second.evaluate(() => locket.connectShared())
    await subscriptions(first).toBe(2)

    expect(await first.evaluate(() => locket.add('I keep two ferrets'))).toBe('done')
    expect(await second.evaluate(() => locket.find('ferrets'))).toEqual(['I keep two ferrets'])
    await events(first).toContain('change')
    await events(second).toContain('change')

    // A popup closes without a word.
    await second.close()
    await subscriptions(first).toBe(1)
    expect(await first.evaluate(() => locket.find('ferrets'))).toEqual(['I keep two ferrets'])

    await first.evaluate(() => locket.endWorker())
    await events(first).toContain('closed')
    expect(await first.evaluate(() => locket.find('ferrets'))).toEqual(['I keep two ferrets'])
    await events(first).toContain('reset')
  })
})

test('a page whose renderer crashed leaves nothing behind in the shared worker (hashEmbedder)', async () => {
  await onPages(async ({ context, page: first }, address) => {
    await open(first, address)
    await first.evaluate(() => locket.connectShared())
    const second = await open(await context.newPage(), address)
    await second.evaluate(() => locket.connectShared())
    await subscriptions(first).toBe(2)
    await second.goto('chrome://crash').catch(() => undefined)
    // The renderer may have been the worker's as well: then the next call makes another.
    expect(await first.evaluate(() => locket.health())).toBe('none')
    await subscriptions(first).toBe(1)
  })
})

test('a service worker journals, says so, and what it stored is found elsewhere; connected to a page it uses that memory (hashEmbedder)', async () => {
  await onPages(async ({ page }, address) => {
    await open(page, address)
    const { warnings, found } = await page.evaluate(() => locket.journalInServiceWorker('I keep two ferrets'))
    expect(warnings).toEqual(['JOURNAL_ONLY'])
    expect(found).toMatchObject({ results: [], report: { dense: 'off', keywords: 'off', searched: 1 } })

    const elsewhere = await page.evaluate(() => locket.openHere('journal', 'ferrets'))
    expect(elsewhere).toMatchObject({
      results: [{ memory: 'I keep two ferrets' }],
      report: { dense: 'used', keywords: 'used' },
    })

    expect(await page.evaluate(() => locket.serveServiceWorker())).toEqual(['The service worker was here'])
  })
})

test('a frame of another origin is refused, by its port and by its message, unless it is listed, and then sees one scope (hashEmbedder)', async () => {
  await onPages(async ({ page }, address) => {
    await open(page, address)
    const { origin } = new URL(address)
    const own = `${address}guest.html`
    const other = own.replace('127.0.0.1', 'localhost')
    const stranger = new URL(other).origin
    expect(stranger).not.toBe(origin)
    const serveFrame = (...args: Parameters<typeof locket.serveFrame>) =>
      page.evaluate((given) => locket.serveFrame(...given), args)

    expect(await serveFrame(other, 'port')).toBe('ORIGIN_REFUSED')
    expect(await serveFrame(other, 'message')).toBe('ORIGIN_REFUSED')
    const scope = { userId: 'ana' }
    const elsewhere = { origins: ['https://chat.example'], scope }
    expect(await serveFrame(other, 'message', elsewhere)).toBe('ORIGIN_REFUSED')
    const confined = { texts: ['Ana keeps bees'], refused: 'NOT_ALLOWED' }
    expect(await serveFrame(other, 'message', { origins: [stranger], scope })).toEqual(confined)
    expect(await serveFrame(other, 'port', { origins: [stranger], scope })).toEqual(confined)

    // One of this origin needs no options, and is confined by them where they are given.
    expect(await serveFrame(own, 'message')).toMatchObject({ texts: ['Ana keeps bees'], refused: undefined })
    expect(await serveFrame(own, 'port', { scope: { userId: 'bob' } })).toEqual({
      texts: ['Bob sells bees'],
      refused: 'NOT_ALLOWED',
    })
  })
})

test('a service worker that serves a memory replies to nothing but calls of ours (hashEmbedder)', async () => {
  await onPages(async ({ page }, address) => {
    await open(page, address)
    expect(await page.evaluate(() => locket.attackServiceWorker())).toEqual(Array(6).fill('NOT_ALLOWED'))
    // It is alive, and serves whoever asks as it should.
    expect((await page.evaluate(() => locket.journalInServiceWorker('after the attack'))).warnings).toEqual([
      'JOURNAL_ONLY',
    ])
  })
})
