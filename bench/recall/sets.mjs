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
 * `[{ id, messages, facts, questions: [{ question, date?, category?, evidence, echo? }], turnOf(messageId) }]`. Chinese pairs of
 * question and answer are two messages; a ranking of messages is one of pairs by first appearance. `facts`: LoCoMo's observations.
 * `date`: when the question is asked, in ms since the epoch. `echo`: replies that repeat the answer, and the message each stands for.
 * Questions without evidence are left out.
 */
export async function readSet(file) {
  const { loadLocomo, loadMemoryBank, loadChats, loadEveryday } = await scoringCode('reading a data set')
  if (file.endsWith('.jsonl'))
    return loadEveryday(file).map(({ id, messages, questions }) =>
      chat(
        id,
        messages,
        questions.map(({ q, date, kind, gold, echo }) => ({ question: q, date, category: kind, evidence: gold, echo })),
      ),
    )
  const [first] = JSON.parse(readFileSync(file, 'utf8'))
  if (!first) stop(`${file} is empty.`)
  if (first.messages) return loadChats(file).map(({ id, messages, questions }) => chat(id, messages, questions))
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

/** A chat of one person with an assistant. */
function chat(id, messages, questions) {
  return {
    id,
    messages: messages.map(({ id, role, name, content, at }) => ({
      id,
      role,
      ...(name && { name }),
      content,
      at: Date.parse(at),
    })),
    facts: [],
    questions: questions
      .filter(({ evidence }) => evidence.length > 0)
      .map(({ question, date, category, evidence, echo }) => ({
        question,
        date: Date.parse(date),
        category,
        evidence,
        echo,
      })),
    turnOf: (message) => message,
  }
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
