// The browsers that tests run in beside Chromium: how each is found, installed and driven.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { aptGet, executable, inPath } from '../browser.mjs'
import { launchFirefox } from './firefox.mjs'
import { launchWebKit } from './webkit.mjs'

/**
 * @typedef {'firefox' | 'webkit'} EngineName
 *
 * @typedef EngineTab
 * @property {(url: string) => Promise<void>} goto Until it has loaded.
 * @property {<A extends unknown[], T>(body: (...args: A) => T | Promise<T>, ...args: A) => Promise<T>} evaluate In the page; what goes in and out is JSON.
 * @property {(path: `${string}.png`) => Promise<void>} screenshot
 * @property {() => Promise<void>} close
 *
 * @typedef EngineBrowser
 * @property {string} version
 * @property {() => Promise<EngineTab>} newTab Of the same storage.
 * @property {() => Promise<void>} close
 */

const FIREFOXES = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)'].flatMap((name) =>
    process.env[name] ? [join(process.env[name], 'Mozilla Firefox/firefox.exe')] : [],
  ),
]

/** In the order in which they run. */
export const ENGINES = {
  firefox: {
    title: 'Firefox',
    packages: ['firefox-esr'],
    advice: 'Install Firefox (Debian: apt-get install firefox-esr), or set FIREFOX_PATH.',
    find: () => ({
      firefox: process.env.FIREFOX_PATH || inPath('firefox-esr', 'firefox') || FIREFOXES.find(executable),
    }),
    launch: launchFirefox,
  },
  webkit: {
    title: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'dbus-x11', 'xvfb'],
    advice:
      'Install WebKitGTK, its driver, a bus and a display (Debian: apt-get install webkit2gtk-driver dbus-x11 xvfb).',
    find: () => ({
      driver: inPath('WebKitWebDriver'),
      browser: miniBrowser(),
      display: inPath('Xvfb'),
      bus: inPath('dbus-daemon'),
    }),
    launch: launchWebKit,
  },
}

/**
 * Starts a browser by its engine's name; with `install`, on Debian as root, one that apt-get installs.
 * @param {EngineName} name
 * @param {{ install?: boolean }} [options]
 * @returns {Promise<EngineBrowser>} Fails with an error that says what to do when there is none.
 */
export async function launchEngine(name, { install = false } = {}) {
  const { title, packages, advice, find, launch } = ENGINES[name]
  const missing = () => Object.values(find()).includes(undefined)
  if (missing() && install) aptGet(title, packages)
  if (missing()) throw new Error(`There is no ${title}. ${advice}`)
  return launch(/** @type {Required<Parameters<typeof launch>[0]>} */ (find()))
}

/**
 * The engines beside Chromium that LOCKET_ENGINES lists, as in `chromium,firefox,webkit`; nothing when it is not set.
 * @returns {EngineName[] | undefined}
 */
export function enginesAskedFor() {
  const { LOCKET_ENGINES } = process.env
  if (LOCKET_ENGINES === undefined) return undefined
  const names = LOCKET_ENGINES.split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const unknown = names.find((name) => name !== 'chromium' && !Object.hasOwn(ENGINES, name))
  if (unknown !== undefined)
    throw new Error(`LOCKET_ENGINES has "${unknown}". It lists some of: chromium, ${Object.keys(ENGINES).join(', ')}.`)
  return /** @type {EngineName[]} */ (Object.keys(ENGINES).filter((name) => names.includes(name)))
}

function miniBrowser() {
  const folders = existsSync('/usr/lib')
    ? ['/usr/libexec', '/usr/lib', ...readdirSync('/usr/lib').map((folder) => join('/usr/lib', folder))]
    : []
  return folders
    .flatMap((folder) =>
      ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((api) => join(folder, api, 'MiniBrowser')),
    )
    .find(executable)
}
