import {
  ENGINES,
  launchEngine,
  type EngineBrowser,
  type EngineName,
  type EngineTab,
} from '../../../scripts/engines/index.mjs'

export type { EngineBrowser, EngineTab }

/** The engine that this run is for. */
export const engine = process.env['LOCKET_ENGINE'] as EngineName

export const title = ENGINES[engine].title

/** Runs `body` with a browser of the engine, and ends it. */
export async function withEngine<T>(body: (browser: EngineBrowser) => Promise<T>): Promise<T> {
  const browser = await launchEngine(engine)
  try {
    return await body(browser)
  } finally {
    await browser.close()
  }
}

/** Opens a page in a tab and waits until it has the global `name`. */
export async function openTab(browser: EngineBrowser, url: string, name: string): Promise<EngineTab> {
  const tab = await browser.newTab()
  await tab.goto(url)
  await tab.evaluate(async (name) => {
    while (!(name in globalThis)) await new Promise((resolve) => setTimeout(resolve, 20))
  }, name)
  return tab
}
