import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modelServer, textOf, type ModelServer } from './demo-models-server.js'
import { demoPage } from './demo-page.js'
import { complaintsOfSharedWorkers } from './demo-workers.js'
import { openProfile, type Profile } from './support/profile.js'
import { serveDemo, type DemoServer } from './support/server.js'

/** A busy machine must not fail a test. */
const PATIENT = { timeout: 60_000 }

// One store and one story, in order.
describe('language models in the demo, with a scripted OpenAI-compatible server on localhost', () => {
  let server: DemoServer
  let endpoint: ModelServer
  let profile: Profile
  let page: Profile['page']
  let demo: ReturnType<typeof demoPage>
  const complaints: string[] = []

  beforeAll(async () => {
    ;[server, endpoint, profile] = await Promise.all([serveDemo(), modelServer(), openProfile()])
    page = await profile.launch({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
    // That an endpoint is dead, the browser says by itself.
    page.on(
      'console',
      (message) =>
        message.type() === 'error' && !message.text().includes('net::ERR') && complaints.push(message.text()),
    )
    page.on('pageerror', (error) => complaints.push(error.message))
    demo = demoPage(page)
    await demo.open(server.url)
  }, 120_000)

  afterAll(async () => {
    await profile?.remove()
    await server?.stop()
    await endpoint?.stop()
  })

  const state = () => page.locator('.current-model p').innerText()
  const picker = () => page.locator('#language-model')

  it('makes no frame for models, and asks nobody, as long as none is wanted', async () => {
    expect(await page.locator('iframe').count()).toBe(0)
    expect(await page.locator('#model-state').textContent()).toBe('Rules')
    await demo.say('I live in Lyon.')
    expect(await demo.chip('I live in Lyon.').textContent()).toMatch(/^New.*Lyon/)
  }, 60_000)

  it('says what can be used here, and why not', async () => {
    await demo.tab('Settings')
    // Neither a built-in model nor a graphics card in this browser.
    await expect.poll(() => page.locator('#model-prompt-api-reason').textContent(), PATIENT).toMatch(/^Not here: /)
    await expect.poll(() => page.locator('#model-web-llm-reason').textContent(), PATIENT).toMatch(/^Not here: .*WebGPU/)
    expect(await page.locator('#model-web-llm').isDisabled()).toBe(true)
    expect(await page.locator('#model-wllama').isDisabled()).toBe(false)
    expect(endpoint.seen).toEqual([])
  }, 60_000)

  it('takes an endpoint, with a key that only this tab keeps', async () => {
    await page.locator('#model-openai').check()
    await page.locator('#model-address').fill(endpoint.baseUrl)
    await page.locator('#model-name').fill('scripted')
    await page.locator('#model-key').fill('secret')
    await picker().getByRole('button', { name: 'Use this' }).click()
    await expect.poll(state, PATIENT).toBe('scripted: ready.')
    expect(await page.locator('.brand p').innerText()).toContain(new URL(endpoint.baseUrl).host)
    expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain('secret')
  }, 60_000)

  it('replies with what is remembered in view, and draws facts in the background', async () => {
    endpoint.replies.push(['Noted: ', 'two ferrets, ', 'in Lyon.'])
    endpoint.facts.push({
      quote: 'I keep two ferrets',
      text: 'User keeps two ferrets',
      value: 'ferrets',
      attribute: 'pet',
    })
    await demo.say('I keep two ferrets in Lyon, where I live.')
    const reply = page.locator('.reply').last()
    await reply.getByText('Noted: two ferrets, in Lyon.').waitFor(PATIENT)
    await expect.poll(() => demo.chip('I keep two ferrets').textContent(), PATIENT).toMatch(/^New.*two ferrets/)

    const [asked, drawn] = endpoint.seen
    expect(asked?.headers['authorization']).toBe('Bearer secret')
    // The reply comes first, with what was said before as a memory, and without the message itself as one.
    expect(asked?.body?.['response_format']).toBeUndefined()
    const [system, ...rest] = asked?.body?.['messages'] as { role: string; content: string }[]
    expect(system?.content).toContain('<recalled_memory>')
    expect(system?.content).toContain('lives in Lyon')
    expect(system?.content).not.toContain('ferrets')
    expect(rest.at(-1)).toEqual({ role: 'user', content: 'I keep two ferrets in Lyon, where I live.' })
    expect(drawn?.body?.['response_format']).toBeDefined()
    expect(endpoint.seen).toHaveLength(2)

    await reply.locator('summary').first().click()
    expect(await reply.locator('blockquote').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('Lyon')]),
    )
    await demo.chip('I keep two ferrets').click()
    const fact = demo.card('two ferrets')
    await fact.locator('[data-action="evidence"]').click()
    expect(await page.locator('.conversation mark').allTextContents()).toEqual(['I keep two ferrets'])
  }, 90_000)

  it('stops a reply when told to', async () => {
    endpoint.hang = true
    endpoint.replies.push(['It begins', ' and never ends'])
    await demo.say('Tell me a long story.')
    const reply = page.locator('.reply').last()
    await reply.getByText('It begins').waitFor(PATIENT)
    await reply.getByRole('button', { name: 'Stop' }).click()
    await reply.getByText('Stopped.').waitFor(PATIENT)
    expect(await reply.locator('.said').textContent()).toBe('It begins')
    endpoint.hang = false
    await demo.say('Good.')
    await page.locator('.reply').last().getByText('I see.').waitFor(PATIENT)
  }, 90_000)

  it('keeps what is said to a dead endpoint, shows that it waits, and reads it when that is back', async () => {
    await expect.poll(() => page.locator('.effect[data-kind="reading"]').count(), PATIENT).toBe(0)
    endpoint.down = true
    endpoint.facts.push({ quote: 'I play the oboe', text: 'User plays the oboe', value: 'oboe', attribute: 'skill' })
    await demo.say('I play the oboe.')
    await page.locator('.reply').last().locator('.problem').waitFor(PATIENT)
    await expect.poll(() => demo.chip('I play the oboe.').textContent(), PATIENT).toContain('Waits for the model')
    await demo.tab('Settings')
    const job = page.locator('.drawing .card')
    expect(await job.textContent()).toMatch(/^1 message waits for the model.*could not be reached/)
    expect(await page.locator('.current-model').getAttribute('data-state')).toBe('failed')

    await job.getByRole('button', { name: 'Give up' }).click()
    await job.getByText('1 message, given up').waitFor(PATIENT)
    endpoint.down = false
    await job.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => demo.chip('I play the oboe.').textContent(), PATIENT).toMatch(/^New.*oboe/)
    await page.locator('.drawing').waitFor({ state: 'hidden' })
    await expect.poll(state, PATIENT).toBe('scripted: ready.')
  }, 120_000)

  it('is still there when the page is loaded again, key included, and asks nobody for that', async () => {
    const asked = endpoint.seen.length
    await demo.reload()
    await page.locator('#model-state[data-state="idle"]').waitFor(PATIENT)
    expect(endpoint.seen).toHaveLength(asked)
    endpoint.replies.push(['The oboe.'])
    await demo.say('Which instrument do I play?')
    await page.locator('.reply .said', { hasText: /^The oboe\.$/ }).waitFor(PATIENT)
    expect(textOf(endpoint.seen[asked]?.body)).toContain('plays the oboe')
    expect(endpoint.seen[asked]?.headers['authorization']).toBe('Bearer secret')
  }, 90_000)

  it('goes back to rules, which take over what waits', async () => {
    await expect.poll(() => page.locator('.effect[data-kind="reading"]').count(), PATIENT).toBe(0)
    endpoint.down = true
    await demo.say('My brother is called Tom.')
    await expect
      .poll(() => demo.chip('My brother is called Tom.').textContent(), PATIENT)
      .toContain('Waits for the model')
    await demo.tab('Settings')
    await page.locator('#model-rules').check()
    await picker().getByRole('button', { name: 'Use this' }).click()
    await expect.poll(() => demo.chip('My brother is called Tom.').textContent(), PATIENT).toMatch(/^New.*Tom/)
    const asked = endpoint.seen.length
    expect((await demo.ask('Where do I live?')).join()).toContain('Lyon')
    expect(endpoint.seen).toHaveLength(asked)
  }, 90_000)

  it('breaks no rule of its content security policy, and throws nothing in its worker', async () => {
    expect(await complaintsOfSharedWorkers(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})
