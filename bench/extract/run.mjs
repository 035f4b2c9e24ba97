// node bench/extract/run.mjs [--data FILE] [--json OUT] [--show]
// Slot-level precision and recall of the rules on tables of sentences written by people who had not seen them.
// A row: { id, lang, speaker, date, message, facts: [{ must, category, when? }], forbid }. A produced fact is correct when its text
// holds all `must` words of an expected fact that none has matched yet, and none of `forbid`.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createServer } from 'vite'

const { values } = parseArgs({
  options: {
    data: { type: 'string', multiple: true },
    json: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
})
const root = fileURLToPath(new URL('../../', import.meta.url))
const files =
  values.data ??
  (await readdir(new URL('data/', import.meta.url)))
    .filter((name) => name.endsWith('.json'))
    .map((name) => fileURLToPath(new URL(`data/${name}`, import.meta.url)))
const rows = (await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8'))))).flat()

// Vite runs the sources as the page gets them; nothing listens.
const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
const report = {}
try {
  const { rulesExtractor } = await server.ssrLoadModule('/src/extract/rules.ts')
  const { fold } = await server.ssrLoadModule('/src/language/fold.ts')
  const extractor = rulesExtractor()
  // The categories of the table, so that choosing among them is measured.
  const categories = [...new Set(rows.flatMap(({ facts }) => facts.map(({ category }) => category)))].filter(Boolean)
  for (const lang of ['en', 'zh']) {
    const counts = {
      n: 0,
      produced: 0,
      correct: 0,
      expected: 0,
      dated: 0,
      datesRight: 0,
      categoriesRight: 0,
      falseRows: 0,
      emptyRows: 0,
    }
    for (const row of rows.filter((one) => one.lang === lang)) {
      counts.n++
      const facts = await extractor.extract({ messages: [messageOf(row)], context: [], recalled: [], categories })
      score(row, facts, fold, counts)
    }
    const share = (part, whole) => (whole === 0 ? 1 : part / whole)
    report[lang] = {
      precision: share(counts.correct, counts.produced),
      recall: share(counts.correct, counts.expected),
      n: counts.n,
      produced: counts.produced,
      expected: counts.expected,
      category: share(counts.categoriesRight, counts.correct),
      when: share(counts.datesRight, counts.dated),
      falseRows: counts.falseRows,
      emptyRows: counts.emptyRows,
    }
  }
} finally {
  await server.close()
}
for (const [lang, { precision, recall, n, produced, expected, category, when, falseRows, emptyRows }] of Object.entries(
  report,
))
  console.log(
    `${lang}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} (${n} rows, ${produced} facts produced, ${expected} expected; ` +
      `category ${category.toFixed(3)}, date ${when.toFixed(3)}; ${falseRows} of ${emptyRows} rows without facts yielded one)`,
  )
if (values.json) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`)

/** `speaker`: a name, or `user`. */
function messageOf({ id, speaker, date, message }) {
  const at = new Date(/T/.test(date) ? date : `${date}T12:00:00`).getTime()
  return {
    id: String(id),
    role: 'user',
    ...(speaker && speaker.toLowerCase() !== 'user' && speaker !== '用户' && { name: speaker }),
    text: message,
    at,
  }
}

function score(row, facts, fold, counts) {
  const forbidden = (row.forbid ?? []).map(fold)
  const open = row.facts.map((fact) => ({ ...fact, must: fact.must.map(fold) }))
  counts.expected += open.length
  counts.produced += facts.length
  if (open.length === 0) counts.emptyRows++
  if (open.length === 0 && facts.length > 0) counts.falseRows++
  const wrong = []
  for (const fact of facts) {
    const text = fold(fact.text)
    const index = forbidden.some((word) => text.includes(word))
      ? -1
      : open.findIndex(({ must }) => must.every((word) => text.includes(word)))
    if (index < 0) {
      wrong.push(fact)
      continue
    }
    const [matched] = open.splice(index, 1)
    counts.correct++
    if (matched.category === fact.category) counts.categoriesRight++
    else if (values.show) console.log(`  category ${row.id}: ${matched.category} but ${fact.category} (${fact.text})`)
    if (matched.when) {
      counts.dated++
      if (fact.validFrom !== undefined && localDay(fact.validFrom) === matched.when.slice(0, 10)) counts.datesRight++
      else if (values.show)
        console.log(
          `  date ${row.id}: ${matched.when} but ${fact.validFrom === undefined ? 'none' : localDay(fact.validFrom)} (${fact.text})`,
        )
    }
  }
  if (!values.show || (wrong.length === 0 && open.length === 0)) return
  console.log(`${row.id}: ${row.message}`)
  for (const fact of wrong) console.log(`    wrong: ${fact.text} [${fact.slot.attribute}]`)
  for (const { must } of open) console.log(`    missed: ${must.join(', ')}`)
}

function localDay(at) {
  const date = new Date(at)
  return [
    date.getFullYear(),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-')
}
