import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scriptedEndpoint, type ScriptedEndpoint } from '../llm/support/endpoint.js'
import { streamReply, type ServerReply } from '../llm/support/replies.js'
import { listen, teardown } from '../llm/support/reply-server.js'
import { knowledge, TALKS, type Talk } from '../write/llm/talks.js'
import type { Harness, HoldAt } from './pages/llm-write/main.js'
import { withProfile, type Profile } from './support/profile.js'
import { withServer } from './support/server.js'

type Page = Profile['page']

declare const harness: Harness

let server: string
beforeAll(async () => void (server = await listen()))
afterAll(teardown)

const [english, chinese] = TALKS
const good = (talk: Talk) => ({ replies: [], rest: { knows: knowledge(talk) } })
const silent: ServerReply = { end: 'hang' }
const halfReply = ({ facts }: Talk): ServerReply => ({
  ...streamReply([JSON.stringify({ facts }).slice(0, 60)], { finish: null }),
  end: 'hang',
})

async function open(
  page: Page,
  address: string,
  { baseUrl }: ScriptedEndpoint,
  holdAt: HoldAt = 'nowhere',
): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() => 'harness' in globalThis, undefined, { polling: 50 })
  await page.evaluate(([url, at]) => harness.open(url, at), [baseUrl, holdAt] as const)
}

const add = (page: Page, { messages }: Talk) => page.evaluate((all) => harness.add(all), messages)
const state = (page: Page) => page.evaluate(() => harness.state())
const idle = (page: Page) => page.evaluate(() => harness.idle())

/** The job was done once: every fact is there, with its evidence, and found; nothing twice, nothing left. */
async function expectDone(page: Page, talk: Talk): Promise<void> {
  await idle(page)
  const { messages, facts, jobs, pending, rows } = await state(page)
  expect(messages).toEqual(talk.messages.map(({ content }) => content))
  expect(facts.map(({ text }) => text).sort()).toEqual([...talk.texts].sort())
  for (const { text, evidence, history, isFound } of facts) {
    const i = talk.texts.indexOf(text)
    expect(evidence).toEqual([
      { messageId: `m${(talk.facts[i]?.['from'] as number[])[0]}`, quote: talk.facts[i]?.['quote'] },
    ])
    expect(history).toEqual(['ADD'])
    expect(isFound).toBe(true)
  }
  expect(jobs).toEqual([])
  expect(pending).toEqual({ jobs: 0, documents: 0 })
  expect(rows).toBe(talk.messages.length + talk.texts.length)
}

const withPage = (body: (profile: Profile, address: string) => Promise<void>): Promise<void> =>
  withServer('test/e2e/pages/llm-write', (address) => withProfile((profile) => body(profile, address)))

const seen = (endpoint: ScriptedEndpoint, n: number) =>
  expect.poll(async () => (await endpoint.seen()).length, { timeout: 30_000 }).toBe(n)
const held = (page: Page) => page.waitForFunction(() => harness.isHeld(), undefined, { polling: 20, timeout: 30_000 })

describe('a browser that is killed while a language model draws facts (scripted server, hashEmbedder, persistent profile)', () => {
  const whileAsking: [string, Talk, ServerReply][] = [
    ['after the journal, before the model answers', english, silent],
    ['in the middle of the reply', chinese, halfReply(chinese)],
  ]
  it.each(whileAsking)('%s: the job is done once when it comes back', async (_, talk, reply) => {
    await withPage(async (profile, address) => {
      const endpoint = await scriptedEndpoint([reply], server)
      await open(profile.page, address, endpoint)
      expect(await add(profile.page, talk)).toEqual({
        statuses: talk.messages.map(() => 'added'),
        job: expect.any(String),
      })
      await seen(endpoint, 1)
      await profile.kill()
      await endpoint.become(good(talk))
      await open(await profile.reopen(), address, endpoint)
      await expectDone(profile.page, talk)
      expect(await endpoint.seen()).toHaveLength(2)
      expect((await add(profile.page, talk)).statuses).toEqual(talk.messages.map(() => 'known'))
      await expectDone(profile.page, talk)
    })
  })

  const whileWriting: [string, HoldAt, Talk][] = [
    ['after the reply, before the facts are embedded', 'embedding', chinese],
    ['after the facts are embedded, before they are committed', 'embedded', english],
    ['in the commit', 'committing', chinese],
    ['right after the commit', 'committed', english],
  ]
  it.each(whileWriting)('%s: the job is done once when it comes back', async (_, at, talk) => {
    await withPage(async (profile, address) => {
      const endpoint = await scriptedEndpoint(good(talk), server)
      await open(profile.page, address, endpoint, at)
      await add(profile.page, talk)
      await held(profile.page)
      await profile.kill()
      await open(await profile.reopen(), address, endpoint)
      if (at !== 'committed') await seen(endpoint, 2)
      await expectDone(profile.page, talk)
      // What was committed is not asked for again.
      expect(await endpoint.seen()).toHaveLength(at === 'committed' ? 1 : 2)
      expect((await add(profile.page, talk)).statuses).toEqual(talk.messages.map(() => 'known'))
      await expectDone(profile.page, talk)
    })
  })
})

describe('a page that goes away while a language model draws facts (scripted server, hashEmbedder, persistent profile)', () => {
  it('reloaded before the model answers, in the middle of the reply, and in the commit: each time nothing is lost, and in the end nothing is there twice', async () => {
    await withPage(async (profile, address) => {
      const endpoint = await scriptedEndpoint([silent, halfReply(english)], server)
      await open(profile.page, address, endpoint)
      await add(profile.page, english)
      await seen(endpoint, 1)
      await open(profile.page, address, endpoint)
      await seen(endpoint, 2)
      expect(await state(profile.page)).toMatchObject({
        messages: english.messages.map(({ content }) => content),
        facts: [],
        jobs: [{ kind: 'extract', left: 4 }],
      })
      await endpoint.become(good(english))
      await open(profile.page, address, endpoint, 'committing')
      await held(profile.page)
      await open(profile.page, address, endpoint)
      await expectDone(profile.page, english)
      expect(await endpoint.seen()).toHaveLength(4)
    })
  })

  it('closed for good: a tab that stays draws the facts', async () => {
    await withPage(async (profile, address) => {
      const endpoint = await scriptedEndpoint([silent], server)
      const stays = await profile.context.newPage()
      await open(stays, address, endpoint)
      await open(profile.page, address, endpoint)
      await add(profile.page, chinese)
      await seen(endpoint, 1)
      await endpoint.become(good(chinese))
      await profile.page.close()
      await expect.poll(async () => (await state(stays)).jobs, { timeout: 30_000 }).toEqual([])
      await expectDone(stays, chinese)
      expect(await endpoint.seen()).toHaveLength(2)
    })
  })
})
