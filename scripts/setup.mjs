// What `npm start` and `npm test` do first on a fresh clone. Node's own modules only: nothing else is there yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = resolve(fileURLToPath(new URL('..', import.meta.url)))
const MINIMUM = [20, 19]

/** Checks Node's version and installs the dependencies unless they are those of package-lock.json. Ends the process when it cannot. */
export function setUp() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1]))
    stop(`Locket needs Node ${MINIMUM.join('.')} or newer; this is ${process.versions.node}.`)

  const stamp = join(ROOT, 'node_modules', '.locket-lock')
  const wanted = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing the dependencies (npm ci) …')
  const { status } = npm('ci', '--no-audit', '--no-fund')
  if (status !== 0)
    stop(
      'npm ci failed, see above. The dependencies come from the npm registry, so the first run needs a connection to it.',
    )
  writeFileSync(stamp, wanted)
}

function npm(...args) {
  // The npm that runs this script knows where it is; elsewhere it is looked up, on Windows through a shell since npm is a .cmd.
  const self = process.env.npm_execpath
  const options = { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] }
  if (self?.endsWith('npm-cli.js')) return spawnSync(process.execPath, [self, ...args], options)
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

export function stop(message) {
  console.error(message)
  process.exit(1)
}

/** The script behind a command of an installed package, to run with `process.execPath`. */
export function command(name, packageName = name) {
  const folder = join(ROOT, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}
