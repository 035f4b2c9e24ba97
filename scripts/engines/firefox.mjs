import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { marionette } from './marionette.mjs'
import { end, makeFolder, removeFolder, start } from './processes.mjs'
import { NONE, tabsOf } from './webdriver.mjs'

const START_MS = 60_000

/**
 * Firefox, headless, on a profile of its own. Not through WebDriver BiDi, as Puppeteer would: it listens to all workers, and
 * while anybody does, a worker that makes a worker may hang for ever (docs/guarantees.md).
 * @param {{ firefox: string }} paths
 * @returns {Promise<import('./index.mjs').EngineBrowser>}
 */
export async function launchFirefox({ firefox }) {
  const profile = makeFolder('firefox')
  // Any free port: it says which in its profile.
  writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n')
  const browser = start(firefox, ['--headless', '--no-remote', '--profile', profile, '--marionette', 'about:blank'], {
    stdio: 'ignore',
  })

  async function close() {
    await end(browser)
    removeFolder(profile)
  }

  try {
    const call = await marionette(await portOf(profile, browser))
    const { capabilities } = await call('POST', '/session', { capabilities: { alwaysMatch: { timeouts: NONE } } })
    return {
      version: capabilities.browserVersion,
      // Spoken to where it is: the newest tab stays in front.
      newTab: tabsOf((method, path, body) =>
        call(method, path, path === '/window' && body ? { ...body, focus: false } : body),
      ),
      close,
    }
  } catch (cause) {
    await close()
    throw new Error('Firefox did not start.', { cause })
  }
}

async function portOf(profile, browser) {
  const file = join(profile, 'MarionetteActivePort')
  const until = Date.now() + START_MS
  for (;;) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
    if (port > 0) return port
    if (browser.exitCode !== null) throw new Error(`It ended with ${browser.exitCode}.`)
    if (Date.now() > until) throw new Error(`It named no port within ${START_MS / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
