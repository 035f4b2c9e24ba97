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
import { compactRuleTables } from './rule-tables.mjs'
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
      [
        /const blob = new Blob\(\[code\], \{ type: "text\/javascript" \}\);\s*return URL\.createObjectURL\(blob\);/,
        'return libURL;',
      ],
    ],
  ],
  // Its own address, under a name for `URL` that hides it from bundlers: the minifier undoes that, and they would look for the file.
  [
    'onnxruntime-web/dist/ort.webgpu.min.mjs',
    [[/new \w+\("ort\.webgpu\.min\.mjs",\s*import\.meta\.url\)\.href/, 'import.meta.url']],
  ],
])
const changed = new Set()

rmSync(DIST, { recursive: true, force: true })
const bundle = await rolldown({
  input,
  platform: 'browser',
  // What the groups below need; no entry exports more than it says.
  preserveEntrySignatures: 'allow-extension',
  resolve: { conditionNames: [...conditions, 'import', 'browser', 'default'] },
  // The optional peers; all else is bundled: a name that could not be resolved must not become an import of the application's.
  external: Object.keys(peerDependencies),
  plugins: [
    compactRuleTables(),
    { name: 'no-foreign-addresses', transform: { filter: { id: /node_modules/ }, handler: withoutForeignAddresses } },
    {
      name: 'plain-worker-addresses',
      generateBundle: (_, files) => Object.values(files).forEach(plainWorkerAddresses),
    },
  ],
  onLog(level, log, report) {
    if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') report('error', log)
    else report(level, log)
  },
})
const core = await coreModules()
const { output } = await bundle.write({
  dir: DIST,
  format: 'es',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  minify: true,
  comments: { legal: true },
  // A chunk for each set of modules that some chunks share would cost more in requests and compression than it saves.
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      {
        name: 'base',
        test: /src\/(?:values\/(?:errors|limits|options|scope|bitmask|moment|well-formed)|platform\/(?:identity|trusted-types|lazily|can-import|probe-lock|web-locks))\.ts|leven|keyword\/bm25|work\/presence/,
        priority: 1,
      },
      {
        name: 'store',
        test: /src\/store\/(?:intact|vector-rows|schema|keys|failures|history-floor|entity-tables)\.ts/,
        priority: 1,
      },
      { name: 'core', test: (id) => core.has(id) },
    ],
  },
})
await bundle.close()
for (const module of FOREIGN.keys())
  if (!changed.has(module)) throw new Error(`${module} is no longer bundled: look at FOREIGN again.`)
writeNotice(
  output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])),
  join(DIST, 'NOTICE'),
)

const { status } = spawnSync(process.execPath, [command('tsc', 'typescript'), '-p', 'tsconfig.build.json'], {
  cwd: ROOT,
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)
console.log(`dist/: ${output.length} files`)

/** What the main entry imports statically and no other entry or worker does: its lazy parts come back to it. */
async function coreModules() {
  const { output: chunks } = await bundle.generate({ format: 'es', codeSplitting: true })
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const modules = (chunk, seen = new Set()) => {
    if (chunk?.type !== 'chunk' || seen.has(chunk)) return []
    seen.add(chunk)
    return [...chunk.moduleIds, ...chunk.imports.flatMap((name) => modules(byName.get(name), seen))]
  }
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const others = new Set(entries.filter(({ name }) => name !== 'index').flatMap((chunk) => modules(chunk)))
  const main = entries.find(({ name }) => name === 'index')
  // Not the entry itself, which then exports what it says and nothing for its parts.
  return new Set(modules(main).filter((id) => id !== main.facadeModuleId && !others.has(id)))
}

/** The minifier writes strings as templates; not every bundler reads a worker's address from one. */
function plainWorkerAddresses(file) {
  if (file.type === 'chunk') file.code = file.code.replaceAll(/new URL\(`(\.\/[\w.-]+\.worker\.js)`/g, "new URL('$1'")
}

function withoutForeignAddresses(code, id) {
  for (const [module, changes] of FOREIGN) {
    if (!id.replaceAll('\\', '/').endsWith(module)) continue
    for (const [from, to] of changes) {
      const parts = code.split(from)
      if (parts.length !== 2)
        throw new Error(`${module} has ${from} ${parts.length - 1} times instead of once: look at FOREIGN again.`)
      code = parts.join(to)
    }
    changed.add(module)
  }
  return code
}
