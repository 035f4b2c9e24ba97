import { createServer } from 'node:net'
import { end, makeFolder, removeFolder, start } from './processes.mjs'
import { NONE, tabsOf, webDriver } from './webdriver.mjs'

const START_MS = 30_000

/**
 * WebKitGTK's MiniBrowser through WebDriver, on a display and a bus of its own. Under automation it keeps its data in memory.
 * @param {{ driver: string, browser: string, display: string, bus: string }} paths
 * @returns {Promise<import('./index.mjs').EngineBrowser>}
 */
export async function launchWebKit(paths) {
  const folder = makeFolder('webkit')
  const started = []
  /** @type {string[]} */
  const said = []

  async function close() {
    for (const child of started.toReversed()) await end(child)
    removeFolder(folder)
  }

  try {
    const display = start(paths.display, ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const bus = start(paths.bus, ['--session', '--nofork', '--nopidfile', '--print-address=1'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    started.push(display, bus)
    const env = {
      ...process.env,
      DISPLAY: `:${await firstLine(display, display.stdio[3])}`,
      // Without a bus it hangs.
      DBUS_SESSION_BUS_ADDRESS: await firstLine(bus, bus.stdout),
      GDK_BACKEND: 'x11',
      GSETTINGS_BACKEND: 'memory',
      NO_AT_BRIDGE: '1',
      HOME: folder,
      XDG_CACHE_HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
    }
    const port = await freePort()
    const driver = start(paths.driver, [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    started.push(driver)
    for (const stream of [driver.stdout, driver.stderr]) stream.on('data', (chunk) => said.push(String(chunk)))
    const call = webDriver(`http://127.0.0.1:${port}`)
    await ready(call, driver)

    const { sessionId, capabilities } = await call('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          timeouts: NONE,
          'webkitgtk:browserOptions': { binary: paths.browser, args: ['--automation'] },
        },
      },
    })
    return {
      version: capabilities.browserVersion,
      newTab: tabsOf((method, path, body) => call(method, `/session/${sessionId}${path}`, body)),
      close,
    }
  } catch (cause) {
    await close()
    throw new Error(`WebKitGTK did not start. ${said.join('').slice(-2_000)}`, { cause })
  }
}

async function ready(call, driver) {
  const until = Date.now() + START_MS
  for (;;) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}.`)
    try {
      if ((await call('GET', '/status')).ready) return
    } catch (cause) {
      if (Date.now() > until) throw cause
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function firstLine(child, stream) {
  return new Promise((resolve, reject) => {
    let text = ''
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}.`)))
    setTimeout(() => reject(new Error(`${child.spawnfile} said nothing for ${START_MS / 1000} s.`)), START_MS).unref()
  })
}

/** Another process may take it before the driver does: then that ends, and says so. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
