import type { Page } from 'playwright-core'

/** What a visitor does on the demo page, by the names that assistive technology reads. */
export function demoPage(page: Page) {
  const box = page.locator('#message')
  const answers = page.locator('.answer')

  async function say(text: string): Promise<void> {
    const before = await answers.count()
    await box.fill(text)
    await box.press('Enter')
    await answers.nth(before).waitFor()
  }

  return {
    say,
    /** The quotes of the answer, best first. */
    async ask(question: string): Promise<string[]> {
      await say(question)
      return answers.last().locator('blockquote').allTextContents()
    },
    open: async (url: string) => {
      await page.goto(url)
      await box.waitFor()
    },
    reload: async () => {
      await page.reload()
      await box.waitFor()
    },
    transcript: () => page.locator('.turn .bubble').allTextContents(),
    tab: (name: 'Search' | 'Memories' | 'Messages' | 'Storage' | 'Settings') => page.getByRole('tab', { name }).click(),
    /** A row of the list shown, by a part of its text (not of its evidence or history). */
    card: (text: string) =>
      page.locator('.tab-panel:not([hidden]) .card', { has: page.locator('.text', { hasText: text }) }),
    /** What the memory made of the message with this text, once it has made something of it. */
    chip: (message: string) => page.locator('.turn.mine', { hasText: message }).locator('.effect').last(),
    notice: page.locator('.notice'),
  }
}
