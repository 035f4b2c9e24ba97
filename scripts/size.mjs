// What importing an entry downloads at once: the gzip size of its file and of all that it imports statically, against the budget
// in entries.mjs. What is loaded later (dynamic imports, workers) does not count. Needs a build.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'rolldown/parseAst'
import { ENTRIES, fileName } from './entries.mjs'
import { ROOT, stop } from './setup.mjs'

const DIST = join(ROOT, 'dist')
if (!existsSync(DIST)) stop('There is no dist/. Run npm run build first.')

/** The files that `file` imports statically, itself included. */
function graph(file, seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const { type, source } of parseAst(readFileSync(file, 'utf8')).body)
    if (source && /^(Import|ExportNamed|ExportAll)Declaration$/.test(type)) {
      if (!source.value.startsWith('.')) stop(`${file} imports ${source.value}: everything should be bundled.`)
      graph(resolve(DIST, source.value), seen)
    }
  return seen
}

let over = 0
console.log('entry             files    raw KB   gzip KB   budget')
for (const [entry, { budget }] of Object.entries(ENTRIES)) {
  const contents = [...graph(join(DIST, `${fileName(entry)}.js`))].map((file) => readFileSync(file))
  const kb = (sizes) => sizes.reduce((sum, size) => sum + size, 0) / 1000
  const raw = kb(contents.map(({ length }) => length))
  const gzip = kb(contents.map((content) => gzipSync(content, { level: 9 }).length))
  const verdict = gzip > budget ? '  over budget' : ''
  if (verdict) over++
  console.log(
    `${entry.padEnd(16)} ${String(contents.length).padStart(6)} ${raw.toFixed(1).padStart(9)} ${gzip.toFixed(1).padStart(9)} ${String(budget).padStart(8)}${verdict}`,
  )
}
if (over > 0) process.exit(1)
