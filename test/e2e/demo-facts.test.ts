import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoPage } from './demo-page.js'
import { complaintsOfSharedWorkers } from './demo-workers.js'
import { openProfile, type Profile } from './support/profile.js'
import { serveDemo, type DemoServer } from './support/server.js'

// One store and one story, in order.
describe('facts in the demo, with the real model and rules', () => {
  let server: DemoServer
  let profile: Profile
  let page: Profile['page']
  let demo: ReturnType<typeof demoPage>
  const complaints: string[] = []

  beforeAll(async () => {
    server = await serveDemo()
    profile = await openProfile()
    page = await profile.launch({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    demo = demoPage(page)
    await demo.open(server.url)
  }, 120_000)

  afterAll(async () => {
    await profile?.remove()
    await server?.stop()
  })

  it('says under each message what it drew from it, in English and Chinese', async () => {
    await demo.say('I live in Lyon.')
    expect(await demo.chip('I live in Lyon.').textContent()).toMatch(/^New.*Lyon/)
    await demo.say('I moved from Lyon to Lisbon.')
    expect(await demo.chip('I moved from Lyon to Lisbon.').textContent()).toMatch(/^Changed.*Lisbon.*was: .*Lyon/)
    await demo.say('我对花生过敏。')
    expect(await demo.chip('我对花生过敏。').textContent()).toContain('花生')
  }, 60_000)

  it('marks the words that a fact rests on in their message, and tells its history as a diff', async () => {
    await demo.chip('I moved from Lyon to Lisbon.').click()
    const fact = demo.card('Lisbon')
    await fact.waitFor()
    await fact.locator('[data-action="evidence"]').click()
    expect(await page.locator('.conversation mark').allTextContents()).toEqual([expect.stringContaining('Lisbon')])
    await fact.getByText('History').click()
    await fact.locator('ins', { hasText: 'Lisbon' }).waitFor()
    expect(await fact.locator('.history').textContent()).toContain('Lyon')
  }, 60_000)

  it('shows what was superseded when asked to', async () => {
    const lyon = demo.card('User lives in Lyon')
    expect(await lyon.count()).toBe(0)
    await page.getByLabel('Show superseded ones too').check()
    await lyon.getByText('superseded').waitFor()
    await page.getByLabel('Show superseded ones too').uncheck()
    await lyon.waitFor({ state: 'detached' })
  }, 60_000)

  it('sets a date on which a memory is forgotten', async () => {
    const fact = demo.card('Lisbon')
    await fact.locator('[data-action="expiry"]').click()
    const later = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    await fact.getByLabel('Forget on').fill(later)
    await fact.getByRole('button', { name: 'Save' }).click()
    expect(await fact.locator('.expiry').textContent()).toMatch(/in \d+ days/)
  }, 60_000)

  it('asks before it keeps facts when told to', async () => {
    await demo.tab('Settings')
    await page.getByLabel('Ask me before keeping facts').check()
    await demo.say('My brother is called Tom.')
    expect(await demo.chip('My brother is called Tom.').textContent()).toContain('Waits')
    await demo.tab('Memories')
    await demo.card('Tom').locator('[data-action="approve"]').click()
    await page.locator('.pending').waitFor({ state: 'hidden' })
    await demo.card('Tom').locator('[data-action="edit"]').waitFor()
    await demo.tab('Settings')
    await page.getByLabel('Ask me before keeping facts').uncheck()
  }, 60_000)

  it('breaks no rule of its content security policy, and throws nothing in its worker', async () => {
    expect(await complaintsOfSharedWorkers(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})
