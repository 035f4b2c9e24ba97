// node bench/fit/dump.mjs [--facts rules|imported|none]
// What the read path sees of every question of the data sets: both lanes, all candidates and their signals, through the very code of src/read.
// One file a variant in a temporary folder, which fit.mjs reads; the first run embeds everything in a page (about 15 minutes), later ones take seconds.
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { serialize } from 'node:v8'
import { parseArgs } from 'node:util'
import { DATA_SETS, readSet } from '../recall/sets.mjs'
import { locket } from './memory.mjs'

const { values } = parseArgs({ options: { facts: { type: 'string', default: 'rules' }, only: { type: 'string' }, out: { type: 'string' } } })
const FOLDER = join(tmpdir(), 'locket-fit')
mkdirSync(FOLDER, { recursive: true })

const app = await locket()
const [{ askLanes }, { rank }, { terms }] = await Promise.all(['read/lanes', 'read/rank', 'language/terms'].map(app.load))
const dumped = []
for (const file of DATA_SETS)
  for (const set of await readSet(file)) {
    if (values.only && !values.only.split(',').includes(set.id)) continue
    const memory = await app.remember(set, { imported: values.facts === 'imported', rules: values.facts === 'rules' })
    dumped.push(await dump(basename(file), set, memory))
    await memory.close()
    console.log(set.id)
  }
await app.close()
writeFileSync(values.out ?? join(FOLDER, `${values.facts}.v8`), serialize(dumped))

async function dump(data, set, memory) {
  const { engine } = memory
  const { catalog, store } = engine
  const records = await store.read(['messages', 'memories'], async (tx) => [...(await tx.list('messages')), ...(await tx.list('memories'))])
  const docs = records.map((record) => {
    const row = catalog.get(record.no)
    return {
      no: record.no,
      id: record.id,
      table: row.table,
      text: record.text,
      name: row.name,
      role: row.role,
      at: row.at,
      status: row.status,
      session: row.session,
      sessionSize: row.session === undefined ? 0 : catalog.sessionSize(row.session),
      previous: catalog.previous(record.no)?.no,
      next: catalog.next(record.no)?.no,
      linked: catalog.linked(record.no),
      traits: row.traits,
      terms: terms(row.name === undefined ? record.text : `${row.name}: ${record.text}`),
    }
  })
  const passages = await app.embedder.embed(docs.map(({ text, name }) => (name === undefined ? text : `${name}: ${text}`)), 'passage')
  docs.forEach((doc, i) => (doc.vector = passages[i].vectors[0]))
  const selection = { scope: { userId: set.id }, now: Date.now() }
  const allowed = catalog.select(selection)
  const questions = []
  for (const { question, category, evidence } of set.questions) {
    const report = { problems: [] }
    const lanes = await askLanes(engine, { query: question, allowed, nominated: 200 }, report)
    const ranked = await rank(engine, question, lanes, 200, allowed, selection)
    questions.push({
      question,
      category,
      evidence,
      terms: [...new Set(terms(question))],
      vector: lanes.queryVector,
      keywords: lanes.keywords,
      candidates: ranked.map(({ no, cosine, signals, value }) => ({ no, cosine, signals, value })),
    })
  }
  return { data, id: set.id, docs, questions, turnOf: Object.fromEntries(set.messages.map(({ id }) => [id, set.turnOf(id)])) }
}
