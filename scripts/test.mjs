// npm test: sets up, runs the static checks, builds, runs the tests in Chromium, and counts.
// `npm test -- some/filter` hands the filter to Vitest; `--checks` leaves the tests out.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './browser.mjs'
import { ROOT, command, setUp, stop } from './setup.mjs'

const args = process.argv.slice(2)
const checksOnly = args.includes('--checks')
const filter = args.filter((arg) => arg !== '--checks')

setUp()
if (!checksOnly) process.env.CHROME_PATH = await findChromium({ install: true }).catch(({ message }) => stop(message))

const script = (name, ...rest) => [join(ROOT, 'scripts', name), ...rest]
const CHECKS = [
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

/** A runner that hangs, say on a browser that never answers, must not hang who waits for the count. */
const LIMIT_MS = 25 * 60_000

function run(name, command) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  const { status, error } = spawnSync(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], timeout: LIMIT_MS, killSignal: 'SIGKILL' })
  if (error) console.error(error.message)
  console.log(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return status === 0
}

for (const [name, command] of CHECKS) {
  if (run(name, command)) passed++
  else failures.push(name)
}
if (!checksOnly) runTests()

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped`)
process.exit(failures.length > 0 ? 1 : 0)

function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'locket-test-'))
  const report = join(folder, 'report.json')
  try {
    const ok = run('tests', [command('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filter])
    if (!existsSync(report)) return void failures.push('tests: the runner ended without a report')
    const counts = count(JSON.parse(readFileSync(report, 'utf8')))
    passed += counts.passed
    skipped += counts.skipped
    failures.push(...counts.failures)
    // An unhandled error, a crashed browser: the runner fails although every test that it knows of passed.
    if (!ok && counts.failures.length === 0) failures.push('tests: the runner failed, see above')
    if (counts.passed + counts.skipped + counts.failures.length === 0) failures.push('tests: none ran')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) counts.failures.push(`${file}: could not run`)
  }
  return counts
}
