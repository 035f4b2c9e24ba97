// Finds the Chromium that tests and benches run in.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) =>
    process.env[name] ? [join(process.env[name], 'Google/Chrome/Application/chrome.exe')] : [],
  ),
]

/**
 * The path of a Chromium: CHROME_PATH, the system's, Playwright's, or with `install`, on Debian as root, one that apt-get installs.
 * Throws an error that says what to do when there is none.
 */
export async function findChromium({ install = false } = {}) {
  const chosen = process.env.CHROME_PATH
  if (chosen) {
    if (executable(chosen)) return chosen
    throw new Error(
      `CHROME_PATH is ${chosen}, which cannot be run. Correct it, or unset it to let a Chromium be found.`,
    )
  }
  const found = onSystem() ?? (await ofPlaywright())
  if (found) return found
  if (install) {
    aptGet('Chromium', ['chromium'])
    const installed = onSystem()
    if (installed) return installed
  }
  throw new Error(
    'There is no Chromium. Install one (Debian: apt-get install chromium; anywhere: npx playwright install chromium), or set CHROME_PATH to a Chromium or Chrome.',
  )
}

/** How Playwright starts it: without a sandbox, which root and many containers do not have, and without traffic of its own. */
export async function launchOptions() {
  return {
    executablePath: await findChromium(),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

/** Installs a browser by Debian's packages, where this is Debian and we are root; elsewhere nothing. */
export function aptGet(title, packages) {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  console.log(`Installing ${title} (apt-get) …`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status } = spawnSync('apt-get', args, {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: 15 * 60_000,
    })
    if (status !== 0) console.error(`apt-get ${args.join(' ')} ended with ${status}.`)
  }
}

/** The path of the first of these commands that there is. */
export function inPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable)
}

export function executable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function onSystem() {
  return inPath(...NAMES) ?? PLACES.find(executable)
}

async function ofPlaywright() {
  const { chromium } = await import('playwright-core')
  const path = chromium.executablePath()
  return path && executable(path) ? path : undefined
}
