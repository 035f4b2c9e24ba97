// Builds the package into dist/: one ES module per entry and per worker, shared chunks beside them, types in dist/types.
// Rolldown itself rather than Vite's library mode: it leaves `new Worker(new URL('./x.worker.js', import.meta.url))` as it is
// written, which is what an application's bundler and a page without one both understand. All files lie in one folder, so the
// address holds from whatever chunk the code ends up in.
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { ENTRIES, fileName } from './entries.mjs'
import { conditions } from './libraries.mjs'
import { writeNotice } from './notice.mjs'
import { ROOT, command } from './setup.mjs'

const DIST = join(ROOT, 'dist')
const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const workers = readdirSync(join(ROOT, 'src'), { recursive: true }).filter((path) => path.endsWith('.worker.ts'))
const input = Object.fromEntries([
  ...Object.entries(ENTRIES).map(([entry, { source }]) => [fileName(entry), join(ROOT, source)]),
  ...workers.map((path) => [basename(path, '.ts'), join(ROOT, 'src', path)]),
])

/** What a library would ask of others, run from a blob or hide from bundlers, by its module; Locket tells them otherwise when they run. */
const FOREIGN = new Map([
  [
    '@huggingface/transformers/dist/transformers.web.js',
    [
      ['remoteHost: "https://huggingface.co/"', 'remoteHost: "/"'],
      ['`https://cdn.jsdelivr.net/npm/', '`/'],
      [/const blob = new Blob\(\[code\], \{ type: "text\/javascript" \}\);\s*return URL\.createObjectURL\(blob\);/, 'return libURL;'],
    ],
  ],
  // Its own address, under a name for `URL` that hides it from bundlers: the minifier undoes that, and they would look for the file.
  ['onnxruntime-web/dist/ort.webgpu.min.mjs', [[/new \w+\("ort\.webgpu\.min\.mjs",\s*import\.meta\.url\)\.href/, 'import.meta.url']]],
])
const changed = new Set()

rmSync(DIST, { recursive: true, force: true })
const bundle = await rolldown({
  input,
  platform: 'browser',
  resolve: { conditionNames: [...conditions, 'import', 'browser', 'default'] },
  // The optional peers; all else is bundled: a name that could not be resolved must not become an import of the application's.
  external: Object.keys(peerDependencies),
  plugins: [
    { name: 'no-foreign-addresses', transform: { filter: { id: /node_modules/ }, handler: withoutForeignAddresses } },
    { name: 'plain-worker-addresses', generateBundle: (_, files) => Object.values(files).forEach(plainWorkerAddresses) },
  ],
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
  // Small modules that several entries share: a chunk for each would cost more in requests and compression than it saves.
  codeSplitting: {
    groups: [{ name: 'base', test: /src\/(?:errors|options|scope|bitmask|identity|trusted-types|moment)\.ts|fastest-levenshtein|keyword\/bm25|work\/presence/ }],
  },
})
await bundle.close()
for (const module of FOREIGN.keys()) if (!changed.has(module)) throw new Error(`${module} is no longer bundled: look at FOREIGN again.`)
writeNotice(output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])), join(DIST, 'NOTICE'))

const { status } = spawnSync(process.execPath, [command('tsc', 'typescript'), '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' })
if (status !== 0) process.exit(1)
console.log(`dist/: ${output.length} files`)

/** The minifier writes strings as templates; not every bundler reads a worker's address from one. */
function plainWorkerAddresses(file) {
  if (file.type === 'chunk') file.code = file.code.replaceAll(/new URL\(`(\.\/[\w.]+\.worker\.js)`/g, "new URL('$1'")
}

function withoutForeignAddresses(code, id) {
  for (const [module, changes] of FOREIGN) {
    if (!id.replaceAll('\\', '/').endsWith(module)) continue
    for (const [from, to] of changes) {
      const parts = code.split(from)
      if (parts.length !== 2) throw new Error(`${module} has ${from} ${parts.length - 1} times instead of once: look at FOREIGN again.`)
      code = parts.join(to)
    }
    changed.add(module)
  }
  return code
}
