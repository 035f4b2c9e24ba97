// node bench/fit/dump.mjs [--facts rules|imported|none]
// What the read path sees of every question of the data sets: all candidates and their signals, through the very code of src/read.
// One file a variant in a temporary folder, which fit.mjs reads; the first run embeds everything in a page (about 15 minutes), later ones take seconds.
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { serialize } from 'node:v8'
import { parseArgs } from 'node:util'
import { DATA_SETS, readSet } from '../recall/sets.mjs'
import { locket } from './memory.mjs'
import { signalsOf } from './metrics.mjs'

const { values } = parseArgs({
  options: { facts: { type: 'string', default: 'rules' }, only: { type: 'string' }, out: { type: 'string' } },
})
const FOLDER = join(tmpdir(), 'locket-fit')
mkdirSync(FOLDER, { recursive: true })

const app = await locket()
const [{ rankFor }, { readSearchRequest }] = await Promise.all(
  ['read/search', 'read/request/search-request'].map(app.load),
)
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
  const records = await store.read(['messages', 'memories'], async (tx) => [
    ...(await tx.list('messages')),
    ...(await tx.list('memories')),
  ])
  const docs = records.map(({ no, id, text }) => ({
    no,
    id,
    text,
    table: catalog.get(no).table,
    linked: catalog.linked(no),
  }))
  const questions = []
  for (const { question, category, evidence } of set.questions) {
    const { ranked } = await rankFor(engine, await readSearchRequest(engine, 'dump', question, {}))
    questions.push({
      question,
      category,
      evidence,
      candidates: ranked.map((one) => ({
        no: one.no,
        signals: signalsOf(one),
        value: one.value,
        about: one.queryNames,
      })),
    })
  }
  return {
    data,
    id: set.id,
    docs,
    questions,
    turnOf: Object.fromEntries(set.messages.map(({ id }) => [id, set.turnOf(id)])),
  }
}
