import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Harness } from './pages/memory/main.js'
import { withProfile, type Profile } from './support/profile.js'
import { withServer } from './support/server.js'

type Page = Profile['page']

declare const harness: Harness

/** Longer than any test: an embedder that never answers. */
const NEVER = 1_000_000

async function open(page: Page, address: string, embedMs: number): Promise<void> {
  await page.goto(address)
  // Not with every frame, which is the default: a tab in the background draws none.
  await page.waitForFunction(() => 'harness' in globalThis, undefined, { polling: 50 })
  await page.evaluate((ms) => harness.open(ms), embedMs)
}

const add = (page: Page, texts: string[]) => page.evaluate((all) => harness.add(all), texts)
const state = (page: Page) => page.evaluate(() => harness.state())

async function idleState(page: Page) {
  await page.evaluate(() => harness.idle())
  return state(page)
}

const talk = (n: number, about = 'the conversation') =>
  Array.from({ length: n }, (_, i) => `sentence number ${i} of ${about}`)

function withPage(body: (profile: Profile, address: string) => Promise<void>): Promise<void> {
  return withServer('test/e2e/pages/memory', (address) => withProfile((profile) => body(profile, address)))
}

describe('a browser that is killed (hashEmbedder, persistent profile)', () => {
  it('right after add() was acknowledged: the messages are there, and embedded once', async () => {
    await withPage(async (profile, address) => {
      await open(profile.page, address, NEVER)
      const statuses = await add(profile.page, talk(40))
      await profile.kill()
      expect(statuses).toEqual(talk(40).map(() => 'added'))

      await open(await profile.reopen(), address, 0)
      expect((await state(profile.page)).messages).toEqual(talk(40))
      const after = await idleState(profile.page)
      expect(after).toMatchObject({ pending: { jobs: 0, documents: 0 }, rows: 40 })
      expect([...after.embedded].sort()).toEqual(talk(40).sort())
      expect(await add(profile.page, talk(40))).toEqual(talk(40).map(() => 'known'))
      expect((await profile.page.evaluate(() => harness.search('sentence number 7')))[0]).toBe(talk(40)[7])

      await profile.kill()
      await open(await profile.reopen(), address, 0)
      expect(await idleState(profile.page)).toMatchObject({ rows: 40, embedded: [], pending: { jobs: 0 } })
    })
  })

  it('in the middle of embedding: what was embedded is not embedded again', async () => {
    await withPage(async (profile, address) => {
      await open(profile.page, address, 150)
      await add(profile.page, talk(320))
      let done = 0
      while (done === 0) done = (await state(profile.page)).rows
      await profile.kill()
      await open(await profile.reopen(), address, 0)
      const after = await idleState(profile.page)
      expect(after).toMatchObject({ pending: { jobs: 0, documents: 0 }, rows: 320 })
      expect(after.embedded.length).toBeLessThanOrEqual(320 - done)
      expect(new Set(after.embedded).size).toBe(after.embedded.length)
    })
  })

  it('in the middle of adding 2,000 messages: all of them are there or none', async () => {
    await withPage(async (profile, address) => {
      await open(profile.page, address, NEVER)
      let stored = 0
      for (const delay of [0, 50, 150, 400]) {
        const adding = add(profile.page, talk(2_000, `call ${delay}`)).then(
          () => true,
          () => false,
        )
        await setTimeout(delay)
        await profile.kill()
        const acknowledged = await adding
        await open(await profile.reopen(), address, NEVER)
        const { messages, pending } = await state(profile.page)
        const added = messages.length - stored
        stored = messages.length
        expect(acknowledged ? [2_000] : [0, 2_000]).toContain(added)
        expect(pending.documents).toBe(stored)
      }
    })
  })
})

describe('two tabs (hashEmbedder, persistent profile)', () => {
  it('the one that stays takes over the work of the one that is gone', async () => {
    await withPage(async (profile, address) => {
      const stays = await profile.context.newPage()
      await open(profile.page, address, NEVER)
      await add(profile.page, talk(5))
      // Opened while the work waits and its owner lives.
      await open(stays, address, 0)
      expect(await idleState(stays)).toMatchObject({ messages: talk(5), rows: 0, pending: { jobs: 1, documents: 5 } })
      await profile.page.close()
      await expect.poll(async () => (await state(stays)).pending.jobs, { timeout: 30_000 }).toBe(0)
      expect(await idleState(stays)).toMatchObject({ rows: 5, embedded: talk(5) })
    })
  })

  it('a tab that was open before the work was left takes it over too', async () => {
    await withPage(async (profile, address) => {
      const stays = await profile.context.newPage()
      await open(stays, address, 0)
      await open(profile.page, address, NEVER)
      await add(profile.page, talk(5))
      await profile.page.close()
      await expect.poll(async () => (await idleState(stays)).pending.jobs, { timeout: 30_000 }).toBe(0)
      expect(await state(stays)).toMatchObject({ rows: 5, embedded: talk(5) })
    })
  })
})
