// npm test: sets up, runs the static checks and the tests in Chromium and in the other engines, and counts.
//   npm test                    everything
//   npm test -- some/filter     only the test files whose path contains it (and other arguments of Vitest), in Chromium
//   npm run check               only the static checks (--checks)
//   npm run test:unit           only the tests that need no browser (--unit)
// LOCKET_ENGINES=chromium,firefox,webkit makes it a failure when one of those does not run, and leaves out the others;
// Chromium always runs.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findChromium } from './browser.mjs'
import { ENGINES, enginesAskedFor, launchEngine } from './engines/index.mjs'
import { ROOT, command, setUp, stop } from './setup.mjs'

/** A runner that hangs, for example on a browser that never answers, is ended after this time. */
const LIMIT_MS = 45 * 60_000
/** How long it then has to end its browsers. */
const GRACE_MS = 20_000
/** Steps that run side by side. A step keeps about one core busy: a test, its browser and its server take turns. */
const SIDE_BY_SIDE = Math.min(4, Math.max(2, Math.floor(availableParallelism() / 2)))

const args = process.argv.slice(2)
const checksOnly = args.includes('--checks')
const unitOnly = args.includes('--unit')
const filter = args.filter((arg) => arg !== '--checks' && arg !== '--unit')

let requested
try {
  requested = enginesAskedFor()
} catch ({ message }) {
  stop(message)
}
setUp()
if (!checksOnly && !unitOnly)
  process.env.CHROME_PATH = await findChromium({ install: true }).catch(({ message }) => stop(message))

const failures = []
let passed = 0
let skipped = 0
let ran = 0
/** What ran in which browser, or why it did not. */
const runs = []

const temporary = mkdtempSync(join(tmpdir(), 'locket-test-'))
try {
  if (checksOnly) await runSteps(checks())
  else if (unitOnly) await runTests('unit tests', ['unit'], { title: 'Node', alone: true })
  else if (filter.length > 0) await runFiltered()
  else await runSteps([...checks(), ...tests()])
  if (!checksOnly && ran === 0) failures.push('tests: none ran')
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

if (runs.length > 0) console.log(`\nTests:\n${runs.map((line) => `  ${line}`).join('\n')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped`)
process.exit(failures.length > 0 ? 1 : 0)

/** The static checks, and the build, which some of them look at. */
function checks() {
  const script = (name, ...rest) => [join(ROOT, 'scripts', name), ...rest]
  const check = (name, line, after = []) => ({ name, after, run: () => runCheck(name, line) })
  return [
    check('build', script('build.mjs')),
    check('types', [command('tsc', 'typescript'), '-p', '.']),
    check('format', [command('prettier'), '--check', '.', '--log-level', 'warn']),
    check('lint', [command('oxlint'), '--type-aware', '--deny-warnings']),
    check('import rules', [command('depcruise', 'dependency-cruiser'), 'src', '--config', '.dependency-cruiser.cjs']),
    check('entries', script('entries.mjs')),
    check('kernel', script('build-kernel.mjs', '--check')),
    check('size', script('size.mjs'), ['build']),
    check('package', [command('publint'), '--strict'], ['build']),
    check(
      'package types',
      [command('attw', '@arethetypeswrong/cli'), '--pack', '.', '--profile', 'esm-only', '--no-emoji'],
      ['build'],
    ),
  ]
}

/** All tests: those that need no browser, those in a page of each browser, and those that drive a browser from outside. */
function tests() {
  const demo = join(temporary, 'demo')
  const chromium = chromiumTitle()
  const engines = prepareEngines(true)
  return [
    { name: 'unit', run: () => runTests('unit', ['unit'], { title: 'Node' }) },
    { name: 'demo', run: () => runCheck('demo', [command('vite'), 'build', '--outDir', demo, '--logLevel', 'warn']) },
    {
      name: 'outside',
      // It packs and installs the build.
      after: ['build', 'demo', 'package types'],
      run: () => runTests('outside', ['node'], { title: `${chromium}, from outside`, env: { LOCKET_DEMO: demo } }),
    },
    { name: 'chromium', run: () => runTests('chromium', ['browser'], { title: chromium }) },
    ...engineNames().map((engine) => ({
      name: engine,
      after: ['demo'],
      run: async () => runInEngine(engine, (await engines)[engine], { LOCKET_DEMO: demo }),
    })),
  ]
}

/** Chromium, and the engines that LOCKET_ENGINES asks for: installs nothing else, and runs no checks. */
async function runFiltered() {
  await runTests('tests', ['unit', 'browser', 'node'], { title: chromiumTitle(), alone: true })
  if (!requested) return
  const engines = await prepareEngines(true)
  for (const engine of requested) await runInEngine(engine, engines[engine], {})
}

function engineNames() {
  return requested ?? Object.keys(ENGINES)
}

/** Starts each engine once, one after another because each may be installed: its version, or why there is none. */
async function prepareEngines(install) {
  const prepared = {}
  for (const engine of engineNames()) {
    try {
      const browser = await launchEngine(engine, { install })
      prepared[engine] = { version: browser.version }
      await browser.close()
    } catch ({ message }) {
      prepared[engine] = { missing: message }
    }
  }
  return prepared
}

async function runInEngine(engine, { version, missing }, env) {
  const { title } = ENGINES[engine]
  if (missing !== undefined) {
    runs.push(`${title}: not run. ${missing}`)
    if (requested) failures.push(`${title}: did not run`)
    return
  }
  await runTests(engine, [engine, `${engine}-outside`], { title: `${title} ${version}`, engine, env })
}

/** Runs steps side by side, each as soon as there is room and the steps it comes after are done. */
async function runSteps(steps) {
  const waiting = [...steps]
  const done = new Set()
  const running = new Map()
  while (waiting.length > 0 || running.size > 0) {
    while (running.size < SIDE_BY_SIDE) {
      const next = waiting.findIndex(({ after = [] }) => after.every((name) => done.has(name)))
      if (next < 0) break
      const [{ name, run }] = waiting.splice(next, 1)
      running.set(
        name,
        run().then(() => name),
      )
    }
    const name = await Promise.race(running.values())
    running.delete(name)
    done.add(name)
  }
}

async function runCheck(name, line) {
  const { ok } = await run(name, line, { collect: true })
  if (ok) passed++
  else failures.push(name)
}

/**
 * Runs Vitest's tests of these projects, and counts them.
 * @param {string} name
 * @param {string[]} projects
 * @param {{ title: string, engine?: string, alone?: boolean, env?: Record<string, string> }} options alone: nothing
 * runs beside it, so its output needs no name before each line
 */
async function runTests(name, projects, { title, engine = 'chromium', alone = false, env = {} }) {
  const report = join(temporary, `${name.replace(/\W/g, '-')}.json`)
  const line = [
    command('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...projects.flatMap((project) => ['--project', project]),
    // A filter may be for tests of another browser.
    ...(filter.length > 0 ? ['--passWithNoTests', ...filter] : []),
  ]
  const { ok } = await run(name, line, { alone, env: { ...env, LOCKET_ENGINES: engine } })
  if (!existsSync(report)) return void failures.push(`${name}: the runner ended without a report`)
  const counts = count(JSON.parse(readFileSync(report, 'utf8')))
  const total = counts.passed + counts.skipped + counts.failures.length
  ran += total
  runs.push(`${title}: ${total} tests`)
  passed += counts.passed
  skipped += counts.skipped
  const prefix = engine === 'chromium' ? '' : `${ENGINES[engine].title}: `
  failures.push(...counts.failures.map((failure) => prefix + failure))
  // An unhandled error, a crashed browser: the runner fails although every test that it knows of passed.
  if (!ok && counts.failures.length === 0) failures.push(`${name}: the runner failed, see above`)
  if (total === 0 && filter.length === 0) failures.push(`${name}: none ran`)
}

/**
 * Runs a script with Node.
 * @param {string} name
 * @param {string[]} line
 * @param {{ collect?: boolean, alone?: boolean, env?: Record<string, string> }} [options] collect: shows its output when
 * it is done; otherwise line by line with its name, or as it is where it runs alone
 */
async function run(name, line, { collect = false, alone = false, env = {} } = {}) {
  const started = Date.now()
  if (!collect) console.log(`── ${name}`)
  const child = spawn(process.execPath, line, {
    cwd: ROOT,
    stdio: ['ignore', ...(alone ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
  })
  const collected = []
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface({ input: stream }).on('line', (text) =>
        collect ? collected.push(text) : console.log(text === '' ? '' : `${name} │ ${text}`),
      )
  const limits = [
    setTimeout(() => child.kill('SIGTERM'), LIMIT_MS),
    setTimeout(() => child.kill('SIGKILL'), LIMIT_MS + GRACE_MS),
  ]
  const status = await new Promise((resolve) => {
    let exit
    child.once('error', ({ message }) => resolve(message))
    child.once('exit', (code, signal) => {
      exit = code ?? signal
      // Its output is read to the end, unless a process that it left behind keeps it open.
      setTimeout(() => resolve(exit), 2_000).unref()
    })
    child.once('close', (code, signal) => resolve(exit ?? code ?? signal))
  })
  for (const limit of limits) clearTimeout(limit)
  for (const text of collected) console.log(text)
  if (typeof status === 'string') console.error(`${name} ended by ${status}.`)
  console.log(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return { ok: status === 0 }
}

function chromiumTitle() {
  // On Windows it opens a window instead.
  if (process.platform === 'win32') return 'Chromium'
  const { stdout } = spawnSync(process.env.CHROME_PATH, ['--version'], { timeout: 30_000 })
  return `Chromium ${/\d[\d.]*/.exec(String(stdout))?.[0] ?? ''}`.trim()
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
