// npm run try:web-llm -- --model ID [--models ADDRESS | --app-config URL] [--headed | --serve] [--software]
// Runs a real model through WebLLM in Chromium and prints a transcript: loading, facts of a conversation in English and in Chinese, a reply that is
// stopped. It needs a graphics card, and by default downloads the model from WebLLM's hub; the profile in .cache/ keeps it.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchOptions } from './browser.mjs'
import { ROOT, setUp, stop } from './setup.mjs'

const USAGE = `npm run try:web-llm -- [--model ID] [--models ADDRESS | --app-config URL] [--headed | --serve] [--software]
  --model ID         a model of WebLLM's list or of your configuration; default: the largest of the catalogue for 2 GB
  --models ADDRESS   the folder or site that serves the models of the list; default "hub", WebLLM's own addresses
  --app-config URL   a JSON file with a model_list of your own, its addresses relative to it; its server must allow other origins (CORS)
  --headed           show the browser: some systems give WebGPU to a visible one only
  --serve            start no browser, print the address to open in one of yours
  --software         WebGPU in software, for want of a graphics card: seconds a token`

function options() {
  try {
    const text = { type: /** @type {const} */ ('string') }
    const flag = { type: /** @type {const} */ ('boolean') }
    return parseArgs({
      options: { model: text, models: text, 'app-config': text, headed: flag, serve: flag, software: flag, help: flag },
    }).values
  } catch (error) {
    return stop(`${error.message}\n${USAGE}`)
  }
}

const { model, models, 'app-config': appConfig, headed = false, serve = false, software = false, help } = options()
if (help) {
  console.log(USAGE)
  process.exit()
}

setUp()
const { createServer } = await import('vite')
const { shared } = await import('./vite-plugin.mjs')
const server = await createServer({
  ...shared(),
  root: ROOT,
  configFile: false,
  logLevel: 'error',
  server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
})
await server.listen()
const address = new URL('bench/web-llm/index.html', server.resolvedUrls.local[0])
for (const [name, value] of Object.entries({ model, models, appConfig }))
  if (value !== undefined) address.searchParams.set(name, value)

if (serve) console.log(`Open ${address.href} in a browser with WebGPU. Ctrl+C ends the server.`)
else process.exitCode = (await inChromium()) ? 0 : 1

/** Whether all went well. */
async function inChromium() {
  const { chromium } = await import('playwright-core')
  const launch = await launchOptions()
  const gpu = software
    ? ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader']
    : ['--enable-unsafe-webgpu', ...(process.platform === 'linux' ? ['--enable-features=Vulkan'] : [])]
  const profile = join(ROOT, '.cache', 'try-web-llm')
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    headless: !headed,
    args: [...launch.args, ...gpu],
  })
  try {
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(error))
    page.on('console', (message) =>
      message.type() === 'log'
        ? console.log(message.text())
        : message.type() === 'error' && console.error(`  (browser) ${message.text()}`),
    )
    page.on('crash', () => console.error('The page crashed.'))
    await page.goto(address.href)
    await page.waitForFunction(() => 'ended' in window, undefined, { timeout: 0 })
    return (await page.evaluate(() => window.ended)) === 'well'
  } finally {
    await context.close()
    await server.close()
  }
}
