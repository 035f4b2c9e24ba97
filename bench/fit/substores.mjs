// node bench/fit/substores.mjs
// What search makes of questions that a store can answer and of strangers' questions, in stores of 3, 10, 30, 100 messages and whole conversations:
// the signals of the five best, for calibrate.mjs. Windows of consecutive messages; strangers' questions come from other conversations of the language.
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { DATA_SETS, readSet } from '../recall/sets.mjs'
import { locket } from './memory.mjs'
import { signalsOf } from './metrics.mjs'

const SIZES = [3, 10, 30, 100, Infinity]
const WINDOWS = { 3: 24, 10: 16, 30: 6, 100: 3, Infinity: 1 }
/** One question in so many is also asked as a single word, in stores up to this size. */
const SHORT = 4
const LARGEST_SHORT = 30
const STRANGERS = { 3: 3, 10: 4, 30: 10, 100: 20, Infinity: 80 }

const app = await locket()
const [{ queryLanes }, { rank }, refinements] = await Promise.all(
  ['read/lanes/lanes', 'read/rank/rank', 'read/refinements'].map(app.load),
)
let seed = 1
const random = (below) => Math.floor(((seed = (seed * 48271) % 2147483647) / 2147483647) * below)
const asked = []
for (const file of DATA_SETS) {
  const sets = await readSet(file)
  // All at once: one by one takes an hour.
  await app.embedder.embed(
    [...new Set(sets.flatMap(({ questions }) => questions.map(({ question }) => inAWord(question))))],
    'query',
  )
  for (const set of sets) {
    const strangers = sets.filter((other) => other !== set).flatMap(({ questions }) => questions)
    for (const size of SIZES)
      for (let w = 0; w < WINDOWS[size]; w++) {
        const start = size === Infinity ? 0 : windowAround(set, size)
        const messages = set.messages.slice(start, start + size)
        const held = new Set(messages.map(({ id }) => set.turnOf(id)))
        const own = set.questions.filter(({ evidence }) => evidence.some((turn) => held.has(turn)))
        const memory = await app.remember({ id: set.id, messages })
        const some = [
          ...own.map((question) => ({ question, answerable: true })),
          ...Array.from({ length: STRANGERS[size] }, () => ({
            question: strangers[random(strangers.length)],
            answerable: false,
          })),
        ]
        for (const { question, answerable } of some) {
          asked.push(...(await ask(memory, set, size, question, answerable)))
          if (size <= LARGEST_SHORT && random(SHORT) === 0)
            asked.push(
              ...(await ask(
                memory,
                set,
                size,
                { ...question, question: inAWord(question.question) },
                answerable,
                true,
              )),
            )
        }
        await memory.close()
      }
    console.log(set.id, asked.length)
  }
}
await app.close()
mkdirSync(join(tmpdir(), 'locket-fit'), { recursive: true })
writeFileSync(join(tmpdir(), 'locket-fit', 'substores.v8'), serialize(asked))

/** The start of a window with the evidence of a random question in it, at a random place. */
function windowAround(set, size) {
  const { evidence } = set.questions[random(set.questions.length)]
  const at = set.messages.findIndex(({ id }) => set.turnOf(id) === evidence[0])
  return Math.max(0, Math.min(set.messages.length - size, at - random(size)))
}

/** The longest word, which is seldom a name: what people type into a search box. */
function inAWord(question) {
  const words = question.match(/\p{Script=Han}{2,}|[\p{L}\p{N}]+/gu) ?? [question]
  const common = /^(?:what|when|where|which|about|their|after|before|during|between|recently|likely)$/i
  return /\p{Script=Han}/u.test(question)
    ? [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(question)]
        .map(({ segment }) => segment)
        .filter((word) => !/曾经|推荐|提到|什么|时候|哪些|记得/.test(word))
        .reduce((a, b) => (b.length > a.length ? b : a), '')
    : words
        .filter((word) => !common.test(word) && !/^\p{Lu}/u.test(word))
        .reduce((a, b) => (b.length > a.length ? b : a), '') || question
}

/** As it is, and as if no text had any of the question's words: a paraphrase shares none. */
async function ask({ engine }, set, size, { question, evidence }, answerable, short = false) {
  const selection = { scope: { userId: set.id }, now: Date.now() }
  const allowed = engine.catalog.select(selection)
  const request = {
    query: question,
    allowed,
    limits: { meaning: 200, words: 100 },
    selection,
    reference: selection.now,
    refinements,
  }
  const lanes = await queryLanes(engine, request, { problems: [] })
  const turnsOf = ({ no }) =>
    [engine.catalog.get(no), ...engine.catalog.linked(no).map((other) => engine.catalog.get(other))]
      .filter((row) => row?.table === 'messages')
      .map(({ id }) => set.turnOf(id))
  const asked = []
  for (const paraphrased of [false, true]) {
    const keywords = paraphrased ? { ...lanes.keywords, hits: [] } : lanes.keywords
    const ranked = await rank(engine, request, { ...lanes, keywords })
    const elsewhere = lanes.keywords.hits.filter(
      (hit) => !paraphrased || !answerable || !turnsOf(hit).some((turn) => evidence.includes(turn)),
    )
    asked.push({
      set: set.id,
      chinese: /\p{Script=Han}/u.test(question),
      size,
      searched: allowed.count(),
      answerable,
      paraphrased,
      short,
      words: keywords.rarity.length,
      question,
      lack: refinements.missingTermRarity({ ...lanes.keywords, hits: elsewhere }, allowed.count()),
      best: ranked.slice(0, 5).map((one) => ({
        value: one.value,
        score: one.score,
        signals: signalsOf(one),
        relevant: answerable && turnsOf(one).some((turn) => evidence.includes(turn)),
      })),
    })
  }
  return asked
}
