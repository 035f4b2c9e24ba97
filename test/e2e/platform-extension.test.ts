import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ROOT } from '../../scripts/setup.mjs'
import type * as Locket from '../../src/index.js'
import { installPacked, run, type Application } from '../packaging/support/package.js'
import { serveStatic, type StaticServer } from '../packaging/support/static-server.js'
import { openProfile, type Profile } from './support/profile.js'

vi.setConfig({ testTimeout: 240_000 })

/** A busy machine must not fail a test. */
const PATIENT = { timeout: 60_000, interval: 200 }

let app: Application
let profile: Profile
let website: StaticServer
let context: BrowserContext
const complaints: string[] = []

beforeAll(async () => {
  app = await installPacked()
  const folder = join(app.folder, 'extension')
  const build = join(folder, 'build')
  await cp(join(ROOT, 'examples', 'extension'), folder, { recursive: true, filter: (path) => !path.endsWith('build') })
  run(app.folder, process.execPath, join(folder, 'build.mjs'))
  // For the last test: a service worker that opens a memory by itself. It cannot load anything later on.
  await writeFile(
    join(build, 'for-the-test.js'),
    `import './service-worker.js'\nimport { Memory } from './locket/index.js'\nglobalThis.Memory = Memory\n`,
  )
  const manifest = join(build, 'manifest.json')
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('service-worker.js', 'for-the-test.js'))

  const pages = join(app.folder, 'website')
  await cp(join(ROOT, 'test', 'e2e', 'pages', 'website'), pages, { recursive: true })
  website = await serveStatic({ '/': pages }, "default-src 'none'")
  profile = await openProfile()
  await profile.launch({
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [`--disable-extensions-except=${build}`, `--load-extension=${build}`],
  })
  ;({ context } = profile)
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
}, 300_000)

afterAll(async () => {
  await profile?.remove()
  await website?.stop()
  await app?.remove()
})

const serviceWorker = async (): Promise<Worker> =>
  context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker', PATIENT)

async function popup(): Promise<Page> {
  const page = await context.newPage()
  await page.goto(new URL('/popup.html', (await serviceWorker()).url()).href)
  return page
}

/** Selects the paragraph on the web page, as a reader would, and has it remembered. */
async function remember(page: Page, paragraph: string): Promise<void> {
  await page.evaluate((paragraph) => {
    delete document.documentElement.dataset.locket
    getSelection()?.selectAllChildren(document.querySelector(paragraph) as Element)
    document.dispatchEvent(new MouseEvent('mouseup', { altKey: true, bubbles: true }))
  }, paragraph)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.locket), PATIENT).toBe('remembered')
}

async function ask(page: Page, question: string): Promise<string[]> {
  await page.fill('input', question)
  await page.press('input', 'Enter')
  await expect.poll(() => page.locator('li').count(), PATIENT).toBeGreaterThan(0)
  return page.locator('li').allTextContents()
}

test('an extension: what is selected on a web page is found in the popup, with the real model, in one memory of the offscreen document', async () => {
  const page = await context.newPage()
  await page.goto(website.address)
  await remember(page, '#garden')
  await remember(page, '#bread')
  const open = await popup()
  await expect.poll(() => open.textContent('[role=status]'), PATIENT).toContain('2 passages')
  // Not a word of the question is in the passage.
  expect((await ask(open, 'How do I bake a loaf?'))[0]).toContain('dough')
  expect(await open.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toContain(
    'locket:reading',
  )
  await open.close()
})

test('its service worker is ended, and comes back: an open popup does not notice, and what comes next is remembered', async () => {
  const open = await popup()
  await expect.poll(() => open.textContent('[role=status]'), PATIENT).toContain('2 passages')
  const devtools = await context.newCDPSession(open)
  let state: string | undefined
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => (state = versions.at(-1)?.runningStatus ?? state))
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await expect.poll(() => state, PATIENT).toBe('stopped')
  expect((await ask(open, 'When do I plant something?'))[0]).toContain('bulbs')

  const [page] = context.pages().filter((page) => page.url() === website.address)
  await remember(page as Page, '#piano')
  expect(state).toBe('running')
  await expect.poll(async () => (await ask(open, 'Which instrument?')).join(), PATIENT).toContain('piano')
  await open.close()
})

test('a service worker alone only writes down, says so when it opens, and what it cannot load is a typed error', async () => {
  const alone = await (
    await serviceWorker()
  ).evaluate(async () => {
    const { Memory } = globalThis as unknown as typeof Locket
    const warnings: string[] = []
    const memory = await Memory.open({
      name: 'alone',
      scope: { userId: 'me' },
      onWarning: ({ code }) => void warnings.push(code),
    })
    const { messages } = await memory.add('The spare key is under the fern')
    const found = await memory.search('key')
    const failures = await Promise.all(
      [memory.context('key'), memory.export(), memory.jobs()].map((call) =>
        call.then(
          () => 'none',
          (cause: { code: string; hint: string }) => `${cause.code}: ${cause.hint}`,
        ),
      ),
    )
    await memory.close()
    return { warnings, status: messages[0]?.status, found: found.results.length, report: found.report, failures }
  })
  expect(alone).toMatchObject({
    warnings: ['JOURNAL_ONLY'],
    status: 'added',
    found: 0,
    report: { dense: 'off', keywords: 'off' },
  })
  for (const failure of alone.failures)
    expect(failure).toMatch(/^CODE_UNAVAILABLE: A service worker .*locket-memory\/worker/)

  // Who can read finds it.
  const open = await popup()
  await open.evaluate(`import('/locket/index.js').then(({ Memory }) => void (globalThis.Memory = Memory))`)
  const elsewhere = await open.evaluate(async () => {
    const { Memory } = globalThis as unknown as typeof Locket
    const memory = await Memory.open({ name: 'alone', scope: { userId: 'me' }, models: '/models/' })
    await memory.idle()
    const { results } = await memory.search('Where is what opens the door?')
    await memory.close()
    return results.map((result) => result.memory)
  })
  expect(elsewhere).toEqual(['The spare key is under the fern'])
})

test('the document that holds the memory replies to nothing but calls of ours', async () => {
  const open = await popup()
  const replies = await open.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const endpoint = new MessageChannel()
    active?.postMessage('memory', [endpoint.port2])
    const { port1, port2 } = new MessageChannel()
    endpoint.port1.postMessage({ locket: 'connect' }, [port2])
    const code = { type: 'RAW', value: 'return {}' }
    const attacks = [
      { type: 'CONSTRUCT', path: ['hello', 'constructor'], argumentList: [code] },
      { type: 'SET', path: ['constructor', 'keys'], value: code },
      { type: 'GET', path: [] },
      { type: 'ENDPOINT' },
    ]
    port1.start()
    return Promise.all(
      attacks.map(
        (attack, i) =>
          new Promise((resolve) => {
            port1.addEventListener('message', ({ data }) => {
              const reply = data as { id: string; value?: { code?: string } }
              if (reply.id === `attack-${i}`) resolve(reply.value?.code)
            })
            port1.postMessage({ id: `attack-${i}`, ...attack })
          }),
      ),
    )
  })
  expect(replies).toEqual(Array(4).fill('NOT_ALLOWED'))
  expect((await ask(open, 'How do I bake a loaf?')).length).toBeGreaterThan(0)
  await open.close()
})

test('a question sent before the popup is connected waits for the memory and is answered', async () => {
  const open = await context.newPage()
  await open.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      const [form] = document.forms
      ;(form?.elements.namedItem('query') as HTMLInputElement).value = 'How do I bake a loaf?'
      form?.requestSubmit()
    }),
  )
  await open.goto(new URL('/popup.html', (await serviceWorker()).url()).href)
  await expect.poll(() => open.locator('li').allTextContents(), PATIENT).not.toEqual([])
  expect((await open.locator('li').allTextContents())[0]).toContain('dough')
  await open.close()
})

test('and nothing was refused or threw anywhere', () => {
  expect(complaints).toEqual([])
})
