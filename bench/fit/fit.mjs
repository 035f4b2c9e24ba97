// node bench/fit/fit.mjs [--facts rules|imported|none]      after dump.mjs with the same option
// Weights for src/read/rank/fuse.ts: as they are, fitted by leave-one-conversation-out, and with each signal left out. The Chinese users are
// spread over the folds, so that every fold is scored by weights that saw neither its conversation nor its users.
import { parseArgs } from 'node:util'
import { fit } from './listwise.mjs'
import { locket } from './memory.mjs'
import { evaluate, line, readDump, valuesOf } from './metrics.mjs'

const { values } = parseArgs({ options: { facts: { type: 'string', default: 'rules' } } })
const scopes = readDump(values.facts)
const app = await locket()
const { CHAT, PEOPLE } = await app.load('read/rank/fuse')
await app.close()
const names = Object.keys(PEOPLE.weights)
/** Each kind of conversation has its own weights: LoCoMo's are people among themselves. */
const weightsOf = new Map(
  scopes.flatMap(({ data, questions }) =>
    questions.map((question) => [question, (data.startsWith('locomo') ? PEOPLE : CHAT).weights]),
  ),
)

const english = scopes.filter(({ data }) => data.startsWith('locomo'))
const chinese = scopes.filter(({ data }) => !data.startsWith('locomo'))
const folds = english.map((scope, i) => new Set([scope, ...chinese.filter((_, j) => j % english.length === i)]))

function crossValidate(signals) {
  const found = new Map()
  for (const fold of folds) {
    const weights = fit(
      scopes.filter((scope) => !fold.has(scope)).flatMap(({ questions }) => questions),
      signals,
    )
    for (const { questions } of fold) for (const question of questions) found.set(question, valuesOf(question, weights))
  }
  return evaluate(scopes, (question) => found.get(question))
}

console.log(`${' '.repeat(24)} R@5 R@10 R@20 MRR Hit@1 | multi-hop R@10 R@20 | Chinese R@1 R@10 MRR`)
console.log(
  line(
    'weights of fuse.ts',
    evaluate(scopes, (question) => valuesOf(question, weightsOf.get(question))),
  ),
)
console.log(line('cross-validated', crossValidate(names)))
for (const name of names) console.log(line(`  without ${name}`, crossValidate(names.filter((other) => other !== name))))
// The others are 0 for most candidates: alone they order nothing.
for (const name of ['meaning', 'words', 'context', 'best', 'linked'])
  console.log(
    line(
      `  ${name} alone`,
      evaluate(scopes, (question) => valuesOf(question, { [name]: 1 })),
    ),
  )
const all = fit(
  scopes.flatMap(({ questions }) => questions),
  names,
)
const unit = all.meaning || 1
console.log(`fitted on all, meaning = 1: ${names.map((name) => `${name} ${(all[name] / unit).toFixed(2)}`).join(', ')}`)
