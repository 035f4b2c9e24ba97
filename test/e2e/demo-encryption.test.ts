import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoPage } from './demo-page.js'
import { complaintsOfSharedWorkers, endSharedWorkers } from './demo-workers.js'
import { openProfile, type Profile } from './support/profile.js'
import { serveDemo, type DemoServer } from './support/server.js'

/** A busy machine must not fail a test. */
const PATIENT = { timeout: 30_000 }
const FIRST = 'correct horse battery staple'
const SECOND = '正确的马 电池 订书钉'

// One store and one story, in order.
describe('encryption in the demo, with the real model', () => {
  let server: DemoServer
  let profile: Profile
  let first: Page
  const said: string[] = []

  async function newTab(page: Page): Promise<Page> {
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', (error) => said.push(error.message))
    await page.goto(server.url)
    return page
  }

  beforeAll(async () => {
    server = await serveDemo()
    profile = await openProfile()
    first = await newTab(await profile.launch({ locale: 'en-GB', viewport: { width: 1280, height: 800 } }))
  }, 120_000)

  afterAll(async () => {
    await profile?.remove()
    await server?.stop()
  })

  it('says that nothing is encrypted, and refuses a passphrase that was mistyped', async () => {
    await demoPage(first).say('The nightjar sings behind the cellar door.')
    expect(await rows(first)).toContain('nightjar')
    expect(await stateOf(first)).toBe('Not encrypted')
    await choose(first, FIRST, `${FIRST}r`, 'Encrypt with a passphrase')
    await first.getByText('The two are not the same.').waitFor()
    expect(await rows(first)).toContain('nightjar')
  }, 60_000)

  it('encrypts what is there, and goes on', async () => {
    await choose(first, FIRST, FIRST, 'Encrypt with a passphrase')
    await first.locator('.notice').getByText('Encrypted.').waitFor(PATIENT)
    expect(await stateOf(first)).toBe('Encrypted')
    await demoPage(first).tab('Storage')
    await first.locator('#panel-storage').getByText('Encrypted', { exact: true }).waitFor()
    await demoPage(first).say('The otter sleeps under the jetty.')
    const stored = await rows(first)
    for (const word of ['nightjar', 'otter', 'cellar', 'jetty', 'visitor']) expect(stored).not.toContain(word)
    // What was answered is kept by the page alone.
    expect(await first.locator('.answer').count()).toBe(2)
  }, 60_000)

  it('asks again when the worker that knew it ended', async () => {
    await endSharedWorkers(first)
    await first.locator('.notice').getByText('The worker that holds the memory ended.').waitFor(PATIENT)
    await first.locator('#message').fill('The toad is back.')
    await first.locator('#message').press('Enter')
    await locked(first)
    await enter(first, FIRST)
    // Nothing of it is lost.
    await first.locator('.turn', { hasText: 'toad' }).waitFor(PATIENT)
    expect(await first.locator('.turn', { hasText: 'toad' }).count()).toBe(1)
  }, 60_000)

  it('asks when it is loaded again, refuses another passphrase and loses nothing by it', async () => {
    await first.reload()
    await locked(first)
    expect(await first.locator('body').innerText()).not.toContain('nightjar')
    for (let i = 0; i < 3; i++) await first.keyboard.press('Escape')
    const before = await rows(first)
    await enter(first, 'correct horse')
    await first.getByText('That is not the passphrase.').waitFor(PATIENT)
    expect(await rows(first)).toBe(before)
    await enter(first, FIRST)
    await first.locator('.turn', { hasText: 'nightjar' }).waitFor(PATIENT)
    await first.locator('.turn', { hasText: 'otter' }).waitFor(PATIENT)
  }, 60_000)

  it('shares the open memory with a second tab, and locks and unlocks both', async () => {
    const second = await newTab(await profile.context.newPage())
    await second.locator('.turn', { hasText: 'nightjar' }).waitFor(PATIENT)
    await second.locator('#lock').click()
    for (const page of [first, second]) await locked(page)
    expect(await first.locator('body').innerText()).not.toContain('nightjar')
    await enter(first, FIRST)
    for (const page of [first, second]) await page.locator('.turn', { hasText: 'nightjar' }).waitFor(PATIENT)
    await second.close()
  }, 60_000)

  it('locks when nobody did anything for as long as was chosen (the last touch is simulated), and clears the draft', async () => {
    await demoPage(first).tab('Settings')
    await first.locator('#idle-lock').selectOption('5')
    await first.locator('#message').fill('The draft of the nightjar.')
    await first.evaluate(() => {
      const kept = document.querySelector('#message') as HTMLTextAreaElement
      addEventListener('pagehide', () => sessionStorage.setItem('draft-left', kept.value))
      localStorage.setItem('locket-demo-active', String(Date.now() - 6 * 60_000))
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await locked(first)
    expect(await first.evaluate(() => sessionStorage.getItem('draft-left'))).toBe('')
    await enter(first, FIRST)
    await first.locator('.turn', { hasText: 'nightjar' }).waitFor(PATIENT)
    expect(await first.locator('#message').inputValue()).toBe('')
  }, 60_000)

  it('waits longer after each wrong passphrase, over a reload too', async () => {
    await first.locator('#lock').click()
    await locked(first)
    for (let i = 0; i < 3; i++) {
      await enter(first, `wrong ${i}`)
      await first.getByText('That is not the passphrase.').waitFor(PATIENT)
    }
    await first.getByRole('button', { name: /^Try again in \d seconds?$/ }).waitFor(PATIENT)
    await first.reload()
    await first.getByRole('button', { name: /^Try again in/ }).waitFor(PATIENT)
    expect(await first.getByRole('button', { name: /^Try again in/ }).isDisabled()).toBe(true)
    await first.getByRole('button', { name: 'Unlock' }).waitFor(PATIENT)
    await enter(first, FIRST)
    await first.locator('.turn', { hasText: 'nightjar' }).waitFor(PATIENT)
  }, 60_000)

  it('changes the passphrase, and writes everything anew', async () => {
    const before = await rows(first, ['messages'])
    await demoPage(first).tab('Settings')
    await first.locator('#encryption summary').click()
    await first.getByLabel('Also write everything anew').check()
    // Not without the old one.
    await first.getByLabel('Old passphrase').fill('correct horse')
    await choose(first, SECOND, SECOND, 'Change the passphrase')
    await first.getByText('That is not the passphrase.').waitFor(PATIENT)
    expect(await rows(first, ['messages'])).toBe(before)
    await first.getByLabel('Old passphrase').fill(FIRST)
    await choose(first, SECOND, SECOND, 'Change the passphrase')
    await first.locator('.notice').getByText('The passphrase was changed.').waitFor(PATIENT)
    expect(await rows(first, ['messages'])).not.toBe(before)
    await first.locator('#language').selectOption('zh')
    await first.locator('#lock').click()
    await first.getByRole('heading', { name: '记忆已锁定' }).waitFor(PATIENT)
    await enter(first, FIRST)
    await first.getByText('口令不对。').waitFor(PATIENT)
  }, 60_000)

  it('opens without a network', async () => {
    await profile.context.setOffline(true)
    await first.reload()
    await enter(first, SECOND)
    await first.locator('.turn', { hasText: 'nightjar' }).waitFor(PATIENT)
    expect(await first.evaluate(() => navigator.onLine)).toBe(false)
    await first.locator('#language').selectOption('en')
    await profile.context.setOffline(false)
  }, 60_000)

  it('starts anew when told so twice', async () => {
    await first.locator('#lock').click()
    await locked(first)
    await first.getByRole('button', { name: 'Delete everything and start anew' }).click()
    await first.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await first.getByRole('button', { name: 'Delete everything and start anew' }).click()
    await first
      .getByRole('dialog', { name: 'Delete everything?' })
      .getByRole('button', { name: 'Delete everything' })
      .click()
    await first.getByText('Nothing is remembered yet').waitFor(PATIENT)
    expect(await stateOf(first)).toBe('Not encrypted')
  }, 60_000)

  it('encrypts from a tab with a worker of its own, after which the others ask', async () => {
    const page = await profile.context.newPage()
    await page.addInitScript(() => delete (globalThis as { SharedWorker?: unknown }).SharedWorker)
    await newTab(page)
    await write(page, 'The heron stands in the moat.')
    await stateOf(page)
    await choose(page, FIRST, FIRST, 'Encrypt with a passphrase')
    await page.locator('.notice').getByText('Encrypted.').waitFor(PATIENT)
    await write(page, 'The swan as well.')
    await locked(first)
    await enter(first, FIRST)
    await first.locator('.turn', { hasText: 'swan' }).waitFor(PATIENT)
    expect(await first.locator('.turn', { hasText: 'heron' }).count()).toBe(1)
    await page.close()
  }, 60_000)

  it('keeps the passphrase nowhere', async () => {
    const kept = await first.evaluate(() =>
      [location.href, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join(),
    )
    const places = [kept, await rows(first), ...said, ...(await complaintsOfSharedWorkers(first))].join()
    expect(places).not.toContain(FIRST)
    expect(places).not.toContain(SECOND)
  })
})

/** Without waiting for the answer, for which the model is loaded. */
async function write(page: Page, text: string): Promise<void> {
  await page.locator('#message').fill(text)
  await page.locator('#message').press('Enter')
  await page.locator('.turn.mine', { hasText: text }).waitFor(PATIENT)
}

async function choose(page: Page, once: string, again: string, button: string): Promise<void> {
  await page.getByLabel('New passphrase', { exact: true }).fill(once)
  await page.getByLabel('New passphrase, once more').fill(again)
  await page.getByRole('button', { name: button }).click()
}

/** The box has the focus. */
async function enter(page: Page, passphrase: string): Promise<void> {
  await page.locator('#passphrase:focus').waitFor(PATIENT)
  await page.keyboard.insertText(passphrase)
  await page.keyboard.press('Enter')
}

const locked = (page: Page) => page.getByRole('heading', { name: 'The memory is locked' }).waitFor(PATIENT)

async function stateOf(page: Page): Promise<string> {
  await demoPage(page).tab('Settings')
  return page.locator('#encryption .state').innerText()
}

/** All that lies in the database, or in some of its tables, as text. */
function rows(page: Page, tables?: string[]): Promise<string> {
  return page.evaluate(async (wanted) => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const utf8 = new TextDecoder()
    const text = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return utf8.decode(value)
      if (ArrayBuffer.isView(value)) return utf8.decode(value)
      if (typeof value !== 'object' || value === null) return String(value)
      return Object.entries(value)
        .map(([key, item]) => `${key} ${text(item)}`)
        .join(' ')
    }
    const db = await answer(indexedDB.open('locket:locket-demo'))
    const tx = db.transaction(Array.from(db.objectStoreNames))
    const found = await Promise.all(
      (wanted ?? Array.from(db.objectStoreNames)).map(
        async (name) => `${name} ${text(await answer(tx.objectStore(name).getAll()))}`,
      ),
    )
    db.close()
    return found.join('\n')
  }, tables)
}
