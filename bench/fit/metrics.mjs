// What fit.mjs reads and how it scores: the dump's candidates as columns of signals, rankings of turns, the scorer of ../shared.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import { scoringCode } from '../recall/sets.mjs'

/** Of the ranking that the public `search` would give with topK 100. */
const SHOWN = 100

/** `[{ data, questions: [{ evidence, category, turns, relevant, columns: { signal: Float64Array } }] }]`, a conversation or user each. */
export function readDump(variant) {
  const scopes = deserialize(readFileSync(join(tmpdir(), 'locket-fit', `${variant}.v8`)))
  return scopes.map(({ data, docs, questions, turnOf }) => {
    const byNo = new Map(docs.map((doc) => [doc.no, doc]))
    // A fact stands for the messages it was drawn from.
    const turnsOf = (doc) =>
      doc.table === 'messages'
        ? [turnOf[doc.id]]
        : doc.linked.map((no) => turnOf[byNo.get(no)?.id]).filter((turn) => turn !== undefined)
    return {
      data,
      questions: questions.map(({ category, evidence, candidates }) => {
        const turns = candidates.map(({ no }) => turnsOf(byNo.get(no)))
        return {
          category,
          evidence,
          turns,
          relevant: turns.map((all) => all.some((turn) => evidence.includes(turn))),
          columns: Object.fromEntries(
            Object.keys(candidates[0].signals).map((name) => [
              name,
              Float64Array.from(candidates, ({ signals }) => signals[name]),
            ]),
          ),
        }
      }),
    }
  })
}

/** Of a candidate as `rank` gives it. */
export const signalsOf = ({ candidates, position }) =>
  Object.fromEntries(Object.entries(candidates.signals).map(([name, column]) => [name, column[position]]))

export function valuesOf(question, weights) {
  const values = new Float64Array(question.turns.length)
  for (const [name, weight] of Object.entries(weights))
    question.columns[name].forEach((raw, i) => (values[i] += weight * raw))
  return values
}

const { score } = await scoringCode('bench:fit')

/** Recall by data set, from the values of each question's candidates. */
export function evaluate(scopes, values) {
  const rows = {}
  for (const { data, questions } of scopes)
    for (const question of questions) {
      const worth = values(question)
      const order = [...worth.keys()].sort((a, b) => worth[b] - worth[a]).slice(0, SHOWN)
      const row = {
        category: question.category,
        evidence: question.evidence,
        ranked: [...new Set(order.flatMap((i) => question.turns[i]))],
      }
      ;(rows[data] ??= []).push(row)
    }
  return Object.fromEntries(Object.entries(rows).map(([data, all]) => [data, score(all)]))
}

/** One line: R@5 R@10 R@20 MRR Hit@1, multi-hop R@10 R@20; Chinese R@1 R@10 MRR. */
export function line(name, results) {
  const cell = (value) => value.toFixed(3).replace(/^0/, '')
  const english = Object.entries(results).find(([data]) => data.startsWith('locomo'))?.[1]
  const chinese = Object.entries(results).find(([data]) => data.startsWith('memorybank'))?.[1]
  return [
    name.padEnd(24),
    ...(english ? ['R@5', 'R@10', 'R@20', 'MRR', 'sessionHit@1'].map((key) => cell(english.all[key])) : []),
    ...(english ? ['|', cell(english['multi-hop']['R@10']), cell(english['multi-hop']['R@20'])] : []),
    ...(chinese ? ['|', ...['R@1', 'R@10', 'MRR'].map((key) => cell(chinese.all[key]))] : []),
  ].join(' ')
}
