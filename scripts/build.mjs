// Builds the package into dist/: one ES module per entry and per worker, shared chunks beside them, types in dist/types.
// Rolldown itself rather than Vite's library mode: it leaves `new Worker(new URL('./x.worker.js', import.meta.url))` as it is
// written, which is what an application's bundler and a page without one both understand. All files lie in one folder, so the
// address holds from whatever chunk the code ends up in.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { ENTRIES, fileName } from './entries.mjs'
import { conditions } from './libraries.mjs'
import { writeNotice } from './notice.mjs'
import { ROOT, command } from './setup.mjs'

const DIST = join(ROOT, 'dist')

const workers = readdirSync(join(ROOT, 'src'), { recursive: true }).filter((path) => path.endsWith('.worker.ts'))
const input = Object.fromEntries([
  ...Object.entries(ENTRIES).map(([entry, { source }]) => [fileName(entry), join(ROOT, source)]),
  ...workers.map((path) => [basename(path, '.ts'), join(ROOT, 'src', path)]),
])

rmSync(DIST, { recursive: true, force: true })
const bundle = await rolldown({
  input,
  platform: 'browser',
  resolve: { conditionNames: [...conditions, 'import', 'browser', 'default'] },
  // Everything is bundled; a name that could not be resolved must not become an import of the application's.
  external: [],
  plugins: [{ name: 'plain-worker-addresses', generateBundle: (_, files) => Object.values(files).forEach(plainWorkerAddresses) }],
  onLog(level, log, report) {
    if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') report('error', log)
    else report(level, log)
  },
})
const { output } = await bundle.write({
  dir: DIST,
  format: 'es',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  minify: true,
  comments: { legal: true },
})
await bundle.close()
writeNotice(output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])), join(DIST, 'NOTICE'))

const { status } = spawnSync(process.execPath, [command('tsc', 'typescript'), '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' })
if (status !== 0) process.exit(1)
console.log(`dist/: ${output.length} files`)

/** The minifier writes strings as templates; not every bundler reads a worker's address from one. */
function plainWorkerAddresses(file) {
  if (file.type === 'chunk') file.code = file.code.replaceAll(/new URL\(`(\.\/[\w.]+\.worker\.js)`/g, "new URL('$1'")
}
