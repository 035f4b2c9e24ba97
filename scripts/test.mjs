// npm test: sets up, runs the static checks, builds, runs the tests in Chromium and in the other engines that there are, and counts.
// `npm test -- some/filter` hands the filter to Vitest; `--checks` leaves the tests out. LOCKET_ENGINES=chromium,firefox,webkit makes
// it a failure when one of those does not run, and leaves out the others; Chromium always runs.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './browser.mjs'
import { ENGINES, enginesAskedFor, launchEngine } from './engines/index.mjs'
import { ROOT, command, setUp, stop } from './setup.mjs'

const args = process.argv.slice(2)
const checksOnly = args.includes('--checks')
const filter = args.filter((arg) => arg !== '--checks')

let asked
try {
  asked = enginesAskedFor()
} catch ({ message }) {
  stop(message)
}
setUp()
if (!checksOnly) process.env.CHROME_PATH = await findChromium({ install: true }).catch(({ message }) => stop(message))

const script = (name, ...rest) => [join(ROOT, 'scripts', name), ...rest]
const CHECKS = [
  ['format', [command('prettier'), '--check', '.', '--log-level', 'warn']],
  ['lint', [command('oxlint'), '--type-aware', '--deny-warnings']],
  ['types', [command('tsc', 'typescript'), '-p', '.']],
  ['who knows whom', [command('depcruise', 'dependency-cruiser'), 'src', '--config', '.dependency-cruiser.cjs']],
  ['entries', script('entries.mjs')],
  ['kernel', script('build-kernel.mjs', '--check')],
  ['build', script('build.mjs')],
  ['package', [command('publint'), '--strict']],
  ['package types', [command('attw', '@arethetypeswrong/cli'), '--pack', '.', '--profile', 'esm-only', '--no-emoji']],
  ['size', script('size.mjs')],
]

const failures = []
let passed = 0
let skipped = 0
let ran = 0

/** In which browsers tests ran, or why not. */
const browsers = []

/** A runner that hangs, say on a browser that never answers, must not hang who waits for the count. */
const LIMIT_MS = 45 * 60_000
/** In which it ends its browsers. */
const GRACE_MS = 20_000

async function run(name, command, env = {}) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const limits = [
    setTimeout(() => child.kill('SIGTERM'), LIMIT_MS),
    setTimeout(() => child.kill('SIGKILL'), LIMIT_MS + GRACE_MS),
  ]
  const status = await new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal))
    child.once('error', ({ message }) => resolve(message))
  })
  for (const limit of limits) clearTimeout(limit)
  if (typeof status === 'string') console.error(`Ended by ${status}.`)
  console.log(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return status === 0
}

for (const [name, command] of CHECKS) {
  if (await run(name, command)) passed++
  else failures.push(name)
}
if (!checksOnly) {
  await runTests('tests', 'chromium', `Chromium ${chromiumVersion()}`)
  for (const engine of asked ?? Object.keys(ENGINES)) await runInEngine(engine)
  if (ran === 0) failures.push('tests: none ran')
}

if (browsers.length > 0) console.log(`\nBrowsers:\n${browsers.map((line) => `  ${line}`).join('\n')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped`)
process.exit(failures.length > 0 ? 1 : 0)

async function runInEngine(engine) {
  const { title } = ENGINES[engine]
  let version
  try {
    // Who wants a few tests only, and asked for no engine, does not want an installation.
    const browser = await launchEngine(engine, { install: asked !== undefined || filter.length === 0 })
    version = browser.version
    await browser.close()
  } catch ({ message }) {
    browsers.push(`${title}: not run. ${message}`)
    if (asked) failures.push(`${title}: did not run`)
    return
  }
  await runTests(`tests in ${title}`, engine, `${title} ${version}`)
}

/** Runs the tests that are for a browser, and counts them. */
async function runTests(name, browser, title) {
  const folder = mkdtempSync(join(tmpdir(), 'locket-test-'))
  const report = join(folder, 'report.json')
  const options = browser === 'chromium' ? [] : ['--project', browser, '--project', `${browser}-outside`]
  // A filter may be for tests of another browser.
  if (filter.length > 0) options.push('--passWithNoTests')
  const prefix = browser === 'chromium' ? '' : `${title}: `
  try {
    const ok = await run(
      name,
      [
        command('vitest'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...options,
        ...filter,
      ],
      { LOCKET_ENGINES: browser },
    )
    if (!existsSync(report)) return void failures.push(`${name}: the runner ended without a report`)
    const counts = count(JSON.parse(readFileSync(report, 'utf8')))
    const total = counts.passed + counts.skipped + counts.failures.length
    ran += total
    browsers.push(`${title}: ${total} tests`)
    passed += counts.passed
    skipped += counts.skipped
    failures.push(...counts.failures.map((failure) => prefix + failure))
    // An unhandled error, a crashed browser: the runner fails although every test that it knows of passed.
    if (!ok && counts.failures.length === 0) failures.push(`${name}: the runner failed, see above`)
    if (total === 0 && filter.length === 0) failures.push(`${name}: none ran`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function chromiumVersion() {
  // On Windows it opens a window instead.
  if (process.platform === 'win32') return ''
  return (
    /\d[\d.]*/.exec(String(spawnSync(process.env.CHROME_PATH, ['--version'], { timeout: 30_000 }).stdout))?.[0] ?? ''
  )
}

function count({ testResults }) {
  const counts = { passed: 0, skipped: 0, failures: [] }
  for (const { name, status, assertionResults } of testResults) {
    const file = name.replace(`${ROOT}/`, '')
    for (const test of assertionResults) {
      if (test.status === 'passed') counts.passed++
      else if (test.status === 'failed') counts.failures.push(`${file}: ${test.fullName}`)
      else counts.skipped++
    }
    // A file that could not be loaded, or whose hook failed outside of a test.
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      counts.failures.push(`${file}: could not run`)
  }
  return counts
}
