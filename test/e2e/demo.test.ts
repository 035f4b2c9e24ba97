import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoPage } from './demo-page.js'
import { askedBy, complaintsOfSharedWorkers, workerNames } from './demo-workers.js'
import { openProfile, type Profile } from './support/profile.js'
import { serveDemo, type DemoServer } from './support/server.js'

// One profile and one story, in order: each load of the model takes seconds.
describe('the demo, built and served, with the real model', () => {
  let server: DemoServer
  let profile: Profile
  let page: Profile['page']
  let demo: ReturnType<typeof demoPage>
  let folder: string
  const logs: string[] = []
  const complaints: string[] = []

  async function launch(): Promise<void> {
    logs.push(join(folder, `requests-${logs.length}.json`))
    page = await profile.launch({
      locale: 'en-GB',
      viewport: { width: 1280, height: 800 },
      args: [`--log-net-log=${logs.at(-1)}`],
    })
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    demo = demoPage(page)
    await demo.open(server.url)
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'locket-log-'))
    server = await serveDemo()
    profile = await openProfile()
    await launch()
  }, 120_000)

  afterAll(async () => {
    await profile?.remove()
    await server?.stop()
    if (folder) await rm(folder, { recursive: true })
  })

  it('takes in what it is told, in English and Chinese', async () => {
    for (const text of ENGLISH.told) await demo.say(text)
    for (const text of CHINESE.told) await demo.say(text)
    expect(await demo.transcript()).toEqual(
      expect.arrayContaining([expect.stringContaining('wool'), expect.stringContaining('蜜蜂')]),
    )
  }, 60_000)

  it('recalls it by meaning after the browser was killed', async () => {
    await profile.kill()
    await launch()
    const turns = await demo.transcript()
    for (const text of [...ENGLISH.told, ...CHINESE.told]) expect(turns.some((turn) => turn.includes(text))).toBe(true)
    for (const [question, quoted] of [...ENGLISH.asked, ...CHINESE.asked])
      expect((await demo.ask(question)).join('\n'), question).toContain(quoted)
  }, 60_000)

  it('dates every quote and explains its score', async () => {
    const quote = page.locator('.answer .hit').last()
    expect(await quote.locator('time').getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT/)
    await quote.getByText('Why this?').click()
    expect(await quote.getByRole('columnheader').allTextContents()).toEqual(['Signal', 'Value', 'Rank', 'Share'])
    expect(await quote.locator('tbody tr').count()).toBeGreaterThan(1)
  })

  it('keeps a message as a memory, edits it, deletes it and undoes both', async () => {
    await demo.tab('Messages')
    await demo.card('wool').getByRole('button', { name: 'Remember this' }).click()
    await demo.tab('Memories')
    await demo.card('wool').getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Edit' }).fill('Only merino gives me a rash.')
    await page.getByRole('button', { name: 'Save' }).click()
    await demo.card('merino').waitFor()
    // Until then the notice offers to undo what was done before.
    await demo.notice.getByText('Memory changed.').waitFor()
    await demo.notice.getByRole('button', { name: 'Undo' }).click()
    await demo.card('merino').waitFor({ state: 'detached' })
    await demo.card('wool').getByRole('button', { name: 'Delete' }).click()
    await demo.card('wool').waitFor({ state: 'detached' })
    // The card that had the focus is gone; the undo has it.
    await page.keyboard.press('Enter')
    await demo.card('wool').waitFor()
    expect(await demo.card('merino').count()).toBe(0)
  }, 60_000)

  it('switches its whole language, and remembers that', async () => {
    await page.locator('#language').selectOption('zh')
    expect(await page.getByRole('tab').allTextContents()).toEqual(['搜索', '记忆', '消息', '存储', '设置'])
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
    await demo.reload()
    expect(await page.getByRole('button', { name: '发送' }).count()).toBe(1)
    await page.locator('#language').selectOption('en')
  }, 60_000)

  it('records nothing while paused', async () => {
    await page.getByRole('button', { name: 'Pause recording' }).click()
    await demo.say('The spare key is under the fern.')
    await page.getByRole('button', { name: 'Resume recording' }).click()
    await demo.reload()
    expect((await demo.transcript()).join()).not.toContain('fern')
  }, 60_000)

  it('breaks no rule of its content security policy, and throws nothing in its worker', async () => {
    expect(await workerNames(page)).toEqual(['shared_worker memory'])
    expect(await complaintsOfSharedWorkers(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('recalls without a network and without a server', async () => {
    await server.stop()
    await page.context().setOffline(true)
    await demo.reload()
    const [question, quoted] = ENGLISH.asked[0]
    expect((await demo.ask(question))[0]).toContain(quoted)
    expect(await page.locator('.answer').last().textContent()).not.toContain('still building')
  }, 60_000)

  it('deletes everything when told so twice', async () => {
    await demo.tab('Storage')
    await page.getByRole('button', { name: 'Delete everything' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click()
    await page.getByText('Nothing is remembered yet').waitFor()
    await demo.reload()
    expect(await demo.transcript()).toEqual([])
  }, 60_000)

  it('has asked its own origin for everything', async () => {
    await page.context().close()
    const { origin } = new URL(server.url)
    const asked = (await Promise.all(logs.map((log) => askedBy(origin, log)))).flat()
    // Otherwise the worker was not heard of.
    expect(asked.some((url) => url.endsWith('.onnx'))).toBe(true)
    expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([origin]))
  })
})

type Asked = [question: string, quoted: string]

const ENGLISH: { told: string[]; asked: [Asked, ...Asked[]] } = {
  told: [
    'My sister keeps bees on the roof of her office.',
    'I get a rash whenever I wear wool.',
    'The car is parked on level three, next to the blue pillar.',
  ],
  asked: [
    ['Which fabric is bad for my skin?', 'wool'],
    ['What insects does my sibling raise?', 'bees'],
  ],
}

const CHINESE: { told: string[]; asked: Asked[] } = {
  told: ['我妹妹在楼顶养了两箱蜜蜂。', '护照放在书房第二个抽屉里。', '下周三下午要带外婆去看牙医。'],
  asked: [['出国要用的证件在哪儿？', '护照']],
}
