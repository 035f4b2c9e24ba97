// The data sets as scopes of messages and questions, in the formats of ../shared/eval/recall.mjs.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT, stop } from '../../scripts/setup.mjs'

const SHARED = join(ROOT, '..', 'shared')
const scoring = join(SHARED, 'eval', 'recall.mjs')

export const DATA_SETS = ['locomo-dev.json', 'memorybank-cn-dev.json'].map((name) => join(SHARED, 'data', name))

/** The loaders and the scorer of ../shared; a checkout without them ends here, in peace. */
export async function scoringCode(name) {
  if (existsSync(scoring)) return import(pathToFileURL(scoring).href)
  console.log(`${name} is skipped: it needs the scoring code in ../shared/eval, which this checkout does not have.`)
  process.exit(0)
}

/**
 * `[{ id, messages, facts, questions: [{ question, category?, evidence }], turnOf(messageId) }]`. Chinese pairs of question and
 * answer are two messages; a ranking of messages is one of pairs by first appearance. `facts`: LoCoMo's observations.
 */
export async function readSet(file) {
  const { loadLocomo, loadMemoryBank } = await scoringCode('reading a data set')
  const [first] = JSON.parse(readFileSync(file, 'utf8'))
  if (!first) stop(`${file} is empty.`)
  if (first.conversation)
    return loadLocomo(file).map(({ id, turns, questions, observation }) => ({
      id,
      messages: turns.map((turn) => ({
        id: turn.id,
        role: 'user',
        name: turn.speaker,
        content: turn.text,
        at: locomoDate(turn.date),
      })),
      facts: observations(observation, new Map(turns.map((turn) => [turn.id, turn.text]))),
      questions,
      turnOf: (message) => message,
    }))
  return loadMemoryBank(file).map(({ user, turns, questions }) => ({
    id: user,
    messages: turns.flatMap(({ id, date, query, response }) => [
      { id: `${id}|q`, role: 'user', content: query, at: localDay(date) },
      { id: `${id}|a`, role: 'assistant', content: response, at: localDay(date) },
    ]),
    facts: [],
    questions,
    turnOf: (message) => message.split('|')[0],
  }))
}

/** Facts with the turns they were drawn from. The quote is the whole turn: the data set says no more. */
function observations(observation, texts) {
  return Object.values(observation ?? {}).flatMap((bySpeaker) =>
    Object.values(bySpeaker).flatMap((facts) =>
      facts.flatMap(([text, from]) => {
        const evidence = [from]
          .flat()
          .flatMap((id) => String(id).split(/[;,\s]+/))
          .filter((id) => texts.has(id))
        return evidence.length === 0
          ? []
          : [{ text, evidence: evidence.map((messageId) => ({ messageId, quote: texts.get(messageId) })) }]
      }),
    ),
  )
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
