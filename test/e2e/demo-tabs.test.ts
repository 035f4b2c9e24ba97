import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoPage } from './demo-page.js'
import { complaintsOfSharedWorkers, endSharedWorkers, workerNames } from './demo-workers.js'
import { openProfile, type Profile } from './support/profile.js'
import { serveDemo, type DemoServer } from './support/server.js'

/** A busy machine must not fail a test. */
const PATIENT = { timeout: 30_000 }

// One store and one story, in order.
describe('the demo in several tabs, with the real model', () => {
  let server: DemoServer
  let profile: Profile
  let first: Tab
  let second: Tab

  interface Tab extends ReturnType<typeof demoPage> {
    page: Page
  }

  async function openTab(page: Page): Promise<Tab> {
    const demo = demoPage(page)
    await demo.open(server.url)
    return { page, ...demo }
  }

  /** The results of the panel's search, without what was said. */
  async function found({ page, tab }: Tab, query: string): Promise<string> {
    await tab('Search')
    await page.locator('#query').fill(query)
    await page.locator('#query').press('Enter')
    return page.locator('#panel-search .cards .card').first().innerText()
  }

  async function settings({ page, tab }: Tab): Promise<string> {
    await tab('Settings')
    await page.locator('#panel-settings .facts dd').first().waitFor()
    return page.locator('#panel-settings').innerText()
  }

  async function chooseIndex({ page, tab }: Tab, index: 'exact' | 'hnsw'): Promise<void> {
    await tab('Settings')
    await page.locator('#setting-index').selectOption(index)
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Load again' }).click()])
    await page.locator('#message').waitFor()
  }

  const shows = ({ page }: Tab, text: string) => page.locator('.turn.mine', { hasText: text }).waitFor(PATIENT)

  beforeAll(async () => {
    server = await serveDemo()
    profile = await openProfile()
    first = await openTab(await profile.launch({ locale: 'en-GB', viewport: { width: 1280, height: 800 } }))
  }, 120_000)

  afterAll(async () => {
    await profile?.remove()
    await server?.stop()
  })

  it('loads the model once, in one worker of all tabs', async () => {
    await first.say('I keep two ferrets.')
    expect(await settings(first)).toContain('one, shared by all tabs')
    second = await openTab(await profile.context.newPage())
    // It is there at once, and the second tab saw no loading.
    expect(await settings(second)).toMatch(/State\s+ready/)
    await second.tab('Storage')
    await second.page.getByText('Vector segments').waitFor()
    expect(await second.page.getByText('Model files').count()).toBe(0)
    expect(await workerNames(second.page)).toEqual(['shared_worker memory'])
  }, 120_000)

  it('finds in each tab what the other was told', async () => {
    await shows(second, 'two ferrets')
    expect(await found(second, 'Which animals do I have?')).toContain('ferrets')
    await second.say('The spare key is under the fern.')
    await shows(first, 'under the fern')
    expect(await found(first, 'How can I get in without mine?')).toContain('fern')
  }, 120_000)

  it('pauses recording in all tabs, also those opened later, until one resumes it', async () => {
    await first.page.getByRole('button', { name: 'Pause recording' }).click()
    const resume = second.page.getByRole('button', { name: 'Resume recording' })
    await resume.waitFor()
    const third = await openTab(await profile.context.newPage())
    await third.say('My locker has the number 4711.')
    await third.page.locator('.unrecorded').waitFor()
    await third.page.close()
    await resume.click()
    await first.page.getByRole('button', { name: 'Pause recording' }).waitFor()
    expect((await first.transcript()).join()).not.toContain('4711')
  }, 120_000)

  it('gives a tab with the graph a worker of its own, on the same store', async () => {
    await chooseIndex(first, 'hnsw')
    await expect.poll(() => settings(first), PATIENT).toContain('The graph is ready.')
    expect(await settings(first)).toContain('one for this tab')
    // Until it is loaded again, the other stays with what it has.
    expect(await workerNames(second.page)).toEqual([
      'shared_worker memory',
      'worker hnsw',
      'worker keyword',
      'worker memory',
      'worker transformers',
    ])
    await first.say('Grandma moved to the blue house.')
    await shows(second, 'blue house')
    expect((await second.ask('Where does my grandmother live?')).join()).toContain('blue house')
    await chooseIndex(first, 'exact')
    await expect.poll(() => workerNames(second.page), PATIENT).toEqual(['shared_worker memory'])
  }, 120_000)

  it('goes on in the second tab when the first is closed', async () => {
    await first.page.close()
    await second.say('The piano is out of tune again.')
    expect((await second.ask('Which instrument sounds wrong?')).join()).toContain('piano')
    expect(await workerNames(second.page)).toEqual(['shared_worker memory'])
    expect(await complaintsOfSharedWorkers(second.page)).toEqual([])
  }, 120_000)

  it('starts the worker again, still paused, when it ended', async () => {
    await second.page.getByRole('button', { name: 'Pause recording' }).click()
    await endSharedWorkers(second.page)
    await second.notice.getByText('The worker that holds the memory ended.').waitFor(PATIENT)
    await second.say('The cellar door sticks.')
    await second.page.locator('.unrecorded').waitFor()
    await second.page.getByRole('button', { name: 'Resume recording' }).click()
    await second.say('The attic smells of apples.')
    expect((await second.ask('What is the scent under the roof?')).join()).toContain('apples')
    expect(await second.page.locator('.turn.mine', { hasText: 'attic' }).count()).toBe(1)
    await second.reload()
    expect((await second.transcript()).join()).not.toContain('cellar')
  }, 120_000)

  it('has a worker in each tab, on one store, where there are no shared workers', async () => {
    const pages = await Promise.all([profile.context.newPage(), profile.context.newPage()])
    for (const page of pages)
      await page.addInitScript(() => delete (globalThis as { SharedWorker?: unknown }).SharedWorker)
    const [one, two] = [await openTab(pages[0]), await openTab(pages[1])]
    expect(await settings(one)).toContain('one for this tab')
    await one.say('My bicycle is chained to the plane tree.')
    await shows(two, 'plane tree')
    expect((await two.ask('Where did I leave my bike?')).join()).toContain('plane tree')
    await shows(second, 'plane tree')
    await one.page.close()
    await two.page.close()
    await expect.poll(() => workerNames(second.page), PATIENT).toEqual(['shared_worker memory'])
  }, 120_000)
})
