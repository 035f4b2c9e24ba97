import { expect, test } from 'vitest'
import { serveDemo } from '../e2e/support/server.js'
import { title, withEngine, type EngineTab } from './support/engine.js'
import { watched } from './support/watched.js'

declare const complaints: string[]

test(`${title}: the demo, built and served, draws facts and recalls them, in two tabs and again, and nothing goes wrong in its pages (real model)`, async () => {
  const server = await serveDemo()
  const page = await watched(server.url)
  try {
    await withEngine(async (browser) => {
      const first = await browser.newTab()
      await first.goto(page.url)
      await say(first, 'I get a rash whenever I wear wool.')
      expect(await tell(first, 'I live in Lyon.')).toMatch(/^New.*Lyon/)
      expect(await tell(first, '我对花生过敏。')).toMatch(/^New.*花生/)
      expect(await ask(first, 'Which fabric is bad for my skin?')).toContainEqual(expect.stringContaining('wool'))
      await picture(first, 'facts')

      const second = await browser.newTab()
      await second.goto(page.url)
      expect(await ask(second, 'Where do I live?')).toContainEqual(expect.stringContaining('Lyon'))
      await say(second, 'My sister keeps bees on the roof of her office.')
      await first.goto(page.url)
      expect(await ask(first, 'What insects does my sibling raise?')).toContainEqual(expect.stringContaining('bees'))
      await picture(first, 'recalled')

      for (const tab of [first, second]) expect(await tab.evaluate(() => complaints)).toEqual([])
    })
  } finally {
    await page.stop()
    await server.stop()
  }
}, 400_000)

/** Says it as a visitor does, and waits for the answer. */
const say = (tab: EngineTab, text: string): Promise<void> =>
  tab.evaluate(async (text) => {
    const wait = () => new Promise((resolve) => setTimeout(resolve, 20))
    let box
    while (!(box = document.querySelector<HTMLTextAreaElement>('#message'))) await wait()
    const answers = () => document.querySelectorAll('.answer').length
    const before = answers()
    box.value = text
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.form?.requestSubmit()
    while (answers() === before) await wait()
  }, text)

/** Says something that a fact is in; what the memory made of it. */
async function tell(tab: EngineTab, text: string): Promise<string> {
  await say(tab, text)
  return tab.evaluate(async (text) => {
    for (;;) {
      const turn = [...document.querySelectorAll('.turn.mine')].findLast(({ textContent }) =>
        textContent?.includes(text),
      )
      const effect = turn?.querySelector('.effect:not([data-kind="reading"])')
      if (effect) return effect.textContent ?? ''
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }, text)
}

/** The quotes of the answer, best first. */
async function ask(tab: EngineTab, question: string): Promise<string[]> {
  await say(tab, question)
  return tab.evaluate(() =>
    [...([...document.querySelectorAll('.answer')].at(-1)?.querySelectorAll('blockquote') ?? [])].map(
      ({ textContent }) => textContent ?? '',
    ),
  )
}

/** `LOCKET_PICTURES=/some/folder` keeps what was to be seen. */
async function picture(tab: EngineTab, name: string): Promise<void> {
  const folder = process.env['LOCKET_PICTURES']
  if (folder !== undefined) await tab.screenshot(`${folder}/${title}-${name}.png`)
}
