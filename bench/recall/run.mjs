// npm run bench:recall -- [--data FILE] [--facts imported] [--json OUT]
// Recall of messages: everything is added through the public `add`, everything asked through the public `search`, in a real page
// with the real model. FILE is in one of the formats of ../shared/eval/recall.mjs (LoCoMo, MemoryBank, chats with an assistant, the
// everyday set); without it, LoCoMo and MemoryBank of ../shared/data. Questions that have a date are asked with it.
// Beside it, whether the score tells questions that a scope can answer from those of the other scopes.
//   --facts imported   the data set's own facts (LoCoMo's observations) are imported as memories with their evidence, instead of the rules' facts
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { benchPage } from '../../scripts/bench-page.mjs'
import { DATA_SETS, readSet, scoringCode } from './sets.mjs'

const { values } = parseArgs({
  options: {
    data: { type: 'string', multiple: true },
    facts: { type: 'string', default: 'rules' },
    json: { type: 'string' },
  },
})
const { score } = await scoringCode('bench:recall')
const files = values.data ?? DATA_SETS
/** The share of answerable questions that keep a hit at the threshold at which strangers' questions are counted. */
const KEPT = 0.95

const out = {}
const bench = await benchPage('bench/recall/index.html')
try {
  for (const file of files) {
    const scopes = await readSet(file)
    const imported = values.facts === 'imported'
    const { rankings, best, addMs, searchMs } = await bench.run({
      scopes: scopes.map((scope) => ({
        id: scope.id,
        messages: scope.messages,
        facts: imported ? scope.facts : [],
        questions: scope.questions.map(({ question, date }) => ({ question, ...(date && { date }) })),
        strangers: strangersOf(scope, scopes),
      })),
      rules: !imported,
      topK: 100,
      pool: 60,
    })
    const scored = {}
    for (const [name, ranking] of Object.entries(rankings))
      scored[name] = score(
        scopes.flatMap(({ questions, turnOf }, s) =>
          questions.map(({ category, evidence, echo }, q) => ({
            category,
            evidence,
            ranked: [...new Set(ranking[s][q].map((message) => echo?.[message] ?? turnOf(message)))],
          })),
        ),
      )
    const separation = separate(best.own.flat(), best.strangers.flat())
    out[basename(file)] = { ...scored, separation }
    report(basename(file), scored, separation, {
      addMs,
      searchMs,
      messages: scopes.flatMap(({ messages }) => messages).length,
    })
  }
} finally {
  await bench.close()
}
if (values.json) writeFileSync(values.json, JSON.stringify(out, null, 2) + '\n')

/** As many questions of the other scopes as the scope has itself, evenly taken. */
function strangersOf(scope, scopes) {
  const all = scopes
    .filter((other) => other !== scope)
    .flatMap(({ questions }) => questions.map(({ question }) => question))
  return scope.questions
    .map((_, i) => all[Math.floor((i * all.length) / scope.questions.length)])
    .filter((question) => question !== undefined)
}

/** From the score of each question's best hit: the area under the curve, and the strangers left at the threshold that keeps 95 % of the own. */
function separate(own, strangers) {
  if (strangers.length === 0) return undefined
  const above = own.map(
    (score) =>
      strangers.reduce((sum, other) => sum + (other < score ? 1 : other === score ? 0.5 : 0), 0) / strangers.length,
  )
  const threshold = [...own].sort((a, b) => a - b)[Math.floor((1 - KEPT) * own.length)]
  return {
    auc: above.reduce((sum, share) => sum + share, 0) / own.length,
    threshold,
    strangers: strangers.filter((score) => score >= threshold).length / strangers.length,
  }
}

function report(name, scored, separation, { addMs, searchMs, messages }) {
  console.log(
    `\n${name}: ${messages} messages added in ${(addMs / 1000).toFixed(0)} s, ${scored.locket.all.n} questions in ${(searchMs / 1000).toFixed(0)} s`,
  )
  const columns = ['any@1', 'R@1', 'R@5', 'R@10', 'R@20', 'MRR', 'sessionHit@1', 'sessionNDCG@5'].filter(
    (key) => scored.locket.all[key] !== undefined,
  )
  console.log(['', ...columns.map((key) => (key === 'any@1' ? 'Hit@1' : key))].map((cell) => cell.padEnd(14)).join(''))
  for (const [ranking, { all }] of Object.entries(scored))
    console.log([ranking, ...columns.map((key) => all[key].toFixed(3))].map((cell) => cell.padEnd(14)).join(''))
  const kinds = Object.keys(scored.locket).filter((key) => key !== 'all')
  for (const key of ['R@10', 'R@20'])
    if (kinds.length > 0)
      console.log(
        `by kind, ${key}: ${kinds.map((kind) => `${kind} ${scored.locket[kind][key].toFixed(3)}`).join(', ')}`,
      )
  if (separation)
    console.log(
      `questions of other scopes: area under the curve ${separation.auc.toFixed(3)}; at threshold ${separation.threshold.toFixed(3)}, which keeps ${KEPT * 100} % of the own, ${(separation.strangers * 100).toFixed(0)} % get a hit`,
    )
}
