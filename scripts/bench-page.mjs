// Runs a bench in a page of Chromium, on a persistent profile: only such a profile keeps IndexedDB on the disk.
//
// The page is an HTML file under bench/ whose script offers `run`: `Object.assign(window, { run })`, where `run` is
// `async (options) => result`; options and result are JSON.
// It imports from '../../src/…' or 'locket-memory'; the models are at /models/, the shared data at /shared/.
//
//   import { benchPage } from '../../scripts/bench-page.mjs'
//   const bench = await benchPage('bench/write/index.html')
//   try {
//     console.log(await bench.run({ rows: 10_000 }))   // as often as you like; each in a fresh page, on the same profile
//   } finally {
//     await bench.close()
//   }
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchOptions } from './browser.mjs'
import { ROOT, setUp } from './setup.mjs'

/**
 * @param path The page, from the repository's root.
 * @param options.isolated Serve the page cross-origin isolated: clocks of 5 µs instead of 100, and threads. Default false, as most applications are.
 * @param options.args More arguments for Chromium.
 */
export async function benchPage(path, { isolated = false, args = [] } = {}) {
  setUp()
  const { createServer } = await import('vite')
  const { chromium } = await import('playwright-core')
  const { shared } = await import('./vite-plugin.mjs')

  const options = await launchOptions()
  const headers = isolated
    ? { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
    : {}
  const server = await createServer({
    ...shared(),
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    // Nothing may reload the page while it measures.
    server: { port: 0, host: '127.0.0.1', headers, hmr: false, watch: null },
  })
  await server.listen()
  const profile = await mkdtemp(join(tmpdir(), 'locket-bench-'))
  const context = await chromium.launchPersistentContext(profile, { ...options, args: [...options.args, ...args] })

  return {
    /** `offered`: functions of here that the page can call, by name. */
    async run(options = {}, offered = {}) {
      const page = await context.newPage()
      for (const [name, call] of Object.entries(offered)) await page.exposeFunction(name, call)
      page.on('pageerror', (error) => console.error(error))
      page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
      try {
        await page.goto(new URL(path, server.resolvedUrls.local[0]).href)
        await page.waitForFunction(() => typeof window.run === 'function', undefined, { timeout: 60_000 })
        return await page.evaluate((given) => window.run(given), options)
      } finally {
        await page.close()
      }
    },
    async close() {
      await context.close()
      await server.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
