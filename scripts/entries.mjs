// The entry points of the package, in one table: the build, the size guard, the aliases of the dev server and, through
// `node scripts/entries.mjs sync`, the exports of package.json and the paths of tsconfig.json come from it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = resolve(fileURLToPath(new URL('..', import.meta.url)))

/** Export path → its source and the budget in KB (1,000 bytes, gzip) for what importing it downloads at once. */
export const ENTRIES = {
  '.': { source: 'src/index.ts', budget: 40 },
  './transformers': { source: 'src/embed/transformers.ts', budget: 16 },
  './rules': { source: 'src/extract/rules.ts', budget: 308 },
  './minisearch': { source: 'src/index/keyword/index.ts', budget: 33 },
  './exact': { source: 'src/index/vector/exact/index.ts', budget: 10 },
  './hnsw': { source: 'src/index/vector/hnsw/index.ts', budget: 16 },
  './in-memory': { source: 'src/store/memory-store.ts', budget: 9 },
  './encryption': { source: 'src/encryption/index.ts', budget: 29 },
  './worker': { source: 'src/worker/index.ts', budget: 18 },
  './openai': { source: 'src/llm/openai.ts', budget: 13 },
  './prompt-api': { source: 'src/llm/prompt-api.ts', budget: 8 },
  './auto': { source: 'src/llm/auto.ts', budget: 6 },
  './model-extractor': { source: 'src/extract/model-extractor.ts', budget: 90 },
  './web-llm': { source: 'src/llm/web-llm.ts', budget: 16 },
  './wllama': { source: 'src/llm/wllama.ts', budget: 13 },
  './transformers-llm': { source: 'src/llm/transformers-llm.ts', budget: 12 },
  './rerank': { source: 'src/rerank/index.ts', budget: 14 },
  './testing': { source: 'src/testing/index.ts', budget: 19 },
}

/** `./transformers` → `transformers`, the name of its file in dist. */
export const fileName = (entry) => (entry === '.' ? 'index' : entry.slice(2))

/** What an application writes to import an entry. */
const specifier = (entry) => `locket-memory${entry.slice(1)}`

/** Lets the demo, the tests and the benches import the package by its name from its sources. */
export const alias = Object.entries(ENTRIES).map(([entry, { source }]) => ({
  find: new RegExp(`^${specifier(entry)}$`),
  replacement: join(ROOT, source),
}))

const exportsOf = () => ({
  ...Object.fromEntries(
    Object.entries(ENTRIES).map(([entry, { source }]) => [
      entry,
      {
        types: `./dist/types/${source.replace(/^src\//, '').replace(/\.ts$/, '.d.ts')}`,
        default: `./dist/${fileName(entry)}.js`,
      },
    ]),
  ),
  './package.json': './package.json',
})
const pathsOf = () =>
  Object.fromEntries(Object.entries(ENTRIES).map(([entry, { source }]) => [specifier(entry), [`./${source}`]]))

/** The files that repeat the table, with what they should say. */
function derived() {
  return [
    ['package.json', (content) => (content.exports = exportsOf())],
    ['tsconfig.json', (content) => (content.compilerOptions.paths = pathsOf())],
  ].map(([name, apply]) => {
    const before = readFileSync(join(ROOT, name), 'utf8')
    const content = JSON.parse(before)
    const same = JSON.stringify(content)
    apply(content)
    return { name, stale: JSON.stringify(content) !== same, text: JSON.stringify(content, null, 2) + '\n' }
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const stale = derived().filter((file) => file.stale)
  if (process.argv[2] === 'sync') for (const { name, text } of stale) writeFileSync(join(ROOT, name), text)
  else if (stale.length > 0) {
    console.error(
      `${stale.map(({ name }) => name).join(' and ')}: not what scripts/entries.mjs says. Run node scripts/entries.mjs sync.`,
    )
    process.exit(1)
  }
  console.log(`${Object.keys(ENTRIES).length} entries`)
}
