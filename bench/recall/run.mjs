// npm run bench:recall -- [--data FILE] [--json OUT]
// Recall of messages: everything is added through the public `add`, everything asked through the public `search`, in a real page
// with the real model. FILE is in one of the formats of ../shared/eval/recall.mjs; without it, both data sets of ../shared/data.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { benchPage } from '../../scripts/bench-page.mjs'
import { ROOT } from '../../scripts/setup.mjs'

const { values } = parseArgs({ options: { data: { type: 'string', multiple: true }, json: { type: 'string' } } })
const SHARED = join(ROOT, '..', 'shared')
const scoring = join(SHARED, 'eval', 'recall.mjs')
if (!existsSync(scoring)) {
  console.log('bench:recall is skipped: it needs the scoring code in ../shared/eval, which this checkout does not have.')
  process.exit(0)
}
const { loadLocomo, loadMemoryBank, score } = await import(pathToFileURL(scoring).href)
const files = values.data ?? ['locomo-dev.json', 'memorybank-cn-dev.json'].map((name) => join(SHARED, 'data', name))

/** Chinese pairs of question and answer are two messages; a ranking of messages is one of pairs by first appearance. */
function readSet(file) {
  const [first] = JSON.parse(readFileSync(file, 'utf8'))
  if (first.conversation)
    return loadLocomo(file).map(({ id, turns, questions }) => ({
      id,
      messages: turns.map((turn) => ({ id: turn.id, role: 'user', name: turn.speaker, content: turn.text, at: locomoDate(turn.date) })),
      questions,
      turnOf: (message) => message,
    }))
  return loadMemoryBank(file).map(({ user, turns, questions }) => ({
    id: user,
    messages: turns.flatMap(({ id, date, query, response }) => [
      { id: `${id}|q`, role: 'user', content: query, at: localDay(date) },
      { id: `${id}|a`, role: 'assistant', content: response, at: localDay(date) },
    ]),
    questions,
    turnOf: (message) => message.split('|')[0],
  }))
}

/** "1:56 pm on 8 May, 2023" */
function locomoDate(text) {
  const [time, day] = text.split(' on ')
  const at = Date.parse(`${day.replace(',', '')} ${time}`)
  if (Number.isNaN(at)) throw new Error(`not a date: ${text}`)
  return at
}

function localDay(iso) {
  const [year, month, day] = iso.split('-').map(Number)
  return new Date(year, month - 1, day, 12).getTime()
}

const out = {}
const bench = await benchPage('bench/recall/index.html')
try {
  for (const file of files) {
    const scopes = readSet(file)
    const { rankings, addMs, searchMs } = await bench.run({
      scopes: scopes.map(({ id, messages, questions }) => ({ id, messages, questions: questions.map(({ question }) => question) })),
      topK: 100,
      pool: 60,
    })
    const scored = {}
    for (const [name, ranking] of Object.entries(rankings))
      scored[name] = score(
        scopes.flatMap(({ questions, turnOf }, s) =>
          questions.map(({ category, evidence }, q) => ({ category, evidence, ranked: [...new Set(ranking[s][q].map(turnOf))] })),
        ),
      )
    out[basename(file)] = scored
    report(basename(file), scored, { addMs, searchMs, messages: scopes.flatMap(({ messages }) => messages).length })
  }
} finally {
  await bench.close()
}
if (values.json) writeFileSync(values.json, JSON.stringify(out, null, 2) + '\n')

function report(name, scored, { addMs, searchMs, messages }) {
  console.log(`\n${name}: ${messages} messages added in ${(addMs / 1000).toFixed(0)} s, ${scored.locket.all.n} questions in ${(searchMs / 1000).toFixed(0)} s`)
  const columns = ['R@1', 'R@5', 'R@10', 'R@20', 'MRR', 'sessionHit@1', 'sessionNDCG@5'].filter((key) => scored.locket.all[key] !== undefined)
  console.log(['', ...columns].map((cell) => cell.padEnd(14)).join(''))
  for (const [ranking, { all }] of Object.entries(scored)) console.log([ranking, ...columns.map((key) => all[key].toFixed(3))].map((cell) => cell.padEnd(14)).join(''))
  const kinds = Object.keys(scored.locket).filter((key) => key !== 'all')
  if (kinds.length > 0) console.log(`by kind, R@10: ${kinds.map((kind) => `${kind} ${scored.locket[kind]['R@10'].toFixed(3)}`).join(', ')}`)
}
