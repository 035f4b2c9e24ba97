import { playwright } from '@vitest/browser-playwright'
import { launchEngine } from './index.mjs'

/** How often a page is asked whether it still answers, and how long it may take. A test may be at work for long, on a busy machine longer. */
const PING_MS = 15_000
const PATIENCE_MS = 300_000

/**
 * Vitest's browser mode in an engine that Playwright's builds are not of: the system's own Firefox, and WebKitGTK.
 * It opens pages and no more: a test that moves a mouse or speaks CDP runs in Chromium only.
 * @param {import('./index.mjs').EngineName} engine
 */
export function engineProvider(engine) {
  // All but the browser is Vitest's own and the same for each.
  return { ...playwright(), name: 'engine', supportedBrowser: [engine], providerFactory: () => makeProvider(engine) }
}

/** @returns {import('vitest/node').BrowserProvider} */
function makeProvider(engine) {
  /** @type {Promise<import('./index.mjs').EngineBrowser> | undefined} */
  let launched
  /** @type {Map<string, import('./index.mjs').EngineTab>} */
  const tabs = new Map()
  let closed = false

  /** A page that loops for ever would hang the run: without its browser, the run fails. */
  async function watch(browser, tab) {
    for (;;) {
      await pause(PING_MS)
      if (closed) return
      const answer = await Promise.race([tab.evaluate(() => 'here'), pause(PATIENCE_MS)]).catch(() => 'closed')
      if (closed || answer === 'closed') return
      if (answer === 'here') continue
      console.error(`The page in ${engine} has not answered for ${PATIENCE_MS / 1000} s.`)
      return browser.close()
    }
  }

  return {
    name: 'engine',
    supportsParallelism: false,
    getCommandsContext: () => ({}),
    async openPage(sessionId, url) {
      launched ??= launchEngine(engine)
      const browser = await launched
      await tabs.get(sessionId)?.close()
      const tab = await browser.newTab()
      tabs.set(sessionId, tab)
      await tab.goto(url)
      void watch(browser, tab)
    },
    async close() {
      closed = true
      const browser = await launched?.catch(() => undefined)
      tabs.clear()
      await browser?.close()
    },
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref())
