/**
 * Firefox, headless, on a profile of its own.
 * @param {{ firefox: string }} paths
 * @returns {Promise<import('./index.mjs').EngineBrowser>}
 */
export async function launchFirefox({ firefox }) {
  // Here, since a fresh clone that looks for browsers has no packages yet.
  const { launch } = await import('puppeteer-core')
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefox,
    headless: true,
    // A call may take as long as its test.
    protocolTimeout: 0,
  })
  return {
    version: (await browser.version()).replace(/^firefox\//i, ''),
    async newTab() {
      const page = await browser.newPage()
      await page.setViewport(null)
      return {
        goto: async (url) => void (await page.goto(url, { timeout: 0 })),
        evaluate: (body, ...args) => page.evaluate(body, ...args),
        screenshot: (path) => page.screenshot({ path }),
        close: () => page.close(),
      }
    },
    close: () => browser.close(),
  }
}
