// npm run bench:context -- [--data FILE] [--json OUT]
// The share of the gold evidence that a prompt block holds: everything is added through the public `add`, and `memory.context()` is asked
// for blocks of 500, 1,000 and 2,000 tokens, in a real page with the real model; beside it the plain way, messages by cosine until the block is full.
// A fact stands for the messages that it was drawn from. FILE as for bench:recall.
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { benchPage } from '../../scripts/bench-page.mjs'
import { DATA_SETS, readSet, scoringCode } from '../recall/sets.mjs'

const { values } = parseArgs({ options: { data: { type: 'string', multiple: true }, json: { type: 'string' } } })
const BUDGETS = [500, 1000, 2000]
await scoringCode('bench:context')

const out = {}
const bench = await benchPage('bench/context/index.html')
try {
  for (const file of values.data ?? DATA_SETS) {
    const scopes = await readSet(file)
    const { blocks, addMs, contextMs } = await bench.run({
      scopes: scopes.map(({ id, messages, questions }) => ({
        id,
        messages,
        questions: questions.map(({ question, date }) => ({ question, ...(date && { date }) })),
      })),
      budgets: BUDGETS,
    })
    const asked = scopes.flatMap(({ questions }) => questions).length
    const messages = scopes.flatMap((scope) => scope.messages).length
    console.log(
      `\n${basename(file)}: ${messages} messages added in ${(addMs / 1000).toFixed(0)} s, ${asked} questions in ${(contextMs / 1000).toFixed(0)} s`,
    )
    console.log(
      ['share of the evidence', ...BUDGETS.map((budget) => `${budget} tokens`)].map((cell) => cell.padEnd(24)).join(''),
    )
    out[basename(file)] = {}
    for (const [name, made] of Object.entries(blocks)) {
      const scored = BUDGETS.map((budget, b) => scoreOf(scopes, made, b, budget))
      out[basename(file)][name] = scored
      console.log(
        [
          name,
          ...scored.map(
            ({ share, all, tokens }) => `${share.toFixed(3)} (all ${all.toFixed(3)}, ${tokens.toFixed(0)})`,
          ),
        ]
          .map((cell) => cell.padEnd(24))
          .join(''),
      )
    }
    console.log('In parentheses: questions of which all the evidence is there, and the tokens used in the mean.')
  }
} finally {
  await bench.close()
}
if (values.json) writeFileSync(values.json, JSON.stringify(out, null, 2) + '\n')

/** Means over all questions: share of the evidence inside, whether all of it is, tokens used. */
function scoreOf(scopes, made, b, budget) {
  const rows = scopes.flatMap(({ questions, turnOf }, s) =>
    questions.map(({ evidence }, q) => {
      const { messages, tokens } = made[s][q][b]
      if (tokens > budget) throw new Error(`a block of ${tokens} tokens where ${budget} were allowed`)
      const inside = new Set(messages.map(turnOf))
      const share = evidence.filter((turn) => inside.has(turn)).length / evidence.length
      return { share, all: share === 1 ? 1 : 0, tokens }
    }),
  )
  const mean = (key) => rows.reduce((sum, row) => sum + row[key], 0) / rows.length
  return { budget, share: mean('share'), all: mean('all'), tokens: mean('tokens') }
}
