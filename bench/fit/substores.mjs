// node bench/fit/substores.mjs
// What search makes of questions that a store can answer and of strangers' questions, in stores of 3, 10, 30, 100 messages and whole conversations:
// the signals of the five best, for calibrate.mjs. Windows of consecutive messages; strangers' questions come from other conversations of the language.
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { DATA_SETS, readSet } from '../recall/sets.mjs'
import { locket } from './memory.mjs'

const SIZES = [3, 10, 30, 100, Infinity]
const WINDOWS = { 3: 24, 10: 16, 30: 6, 100: 3, Infinity: 1 }
const STRANGERS = { 3: 3, 10: 4, 30: 10, 100: 20, Infinity: 80 }

const app = await locket()
const [{ askLanes }, { rank }] = await Promise.all(['read/lanes', 'read/rank'].map(app.load))
let seed = 1
const random = (below) => Math.floor(((seed = (seed * 48271) % 2147483647) / 2147483647) * below)
const asked = []
for (const file of DATA_SETS) {
  const sets = await readSet(file)
  for (const set of sets) {
    const strangers = sets.filter((other) => other !== set).flatMap(({ questions }) => questions)
    for (const size of SIZES)
      for (let w = 0; w < WINDOWS[size]; w++) {
        const start = size === Infinity ? 0 : windowAround(set, size)
        const messages = set.messages.slice(start, start + size)
        const held = new Set(messages.map(({ id }) => set.turnOf(id)))
        const own = set.questions.filter(({ evidence }) => evidence.some((turn) => held.has(turn)))
        const memory = await app.remember({ id: set.id, messages })
        for (const question of own) asked.push(...(await ask(memory, set, size, question, true)))
        for (let i = 0; i < STRANGERS[size]; i++) asked.push(...(await ask(memory, set, size, strangers[random(strangers.length)], false)))
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

/** As it is, and as if no text had any of the question's words: a paraphrase shares none. */
async function ask({ engine }, set, size, { question, evidence }, answerable) {
  const selection = { scope: { userId: set.id }, now: Date.now() }
  const allowed = engine.catalog.select(selection)
  const lanes = await askLanes(engine, { query: question, allowed, nominated: 200 }, { problems: [] })
  const turnsOf = ({ no }) => [engine.catalog.get(no), ...engine.catalog.linked(no).map((other) => engine.catalog.get(other))].filter((row) => row?.table === 'messages').map(({ id }) => set.turnOf(id))
  const asked = []
  for (const paraphrased of [false, true]) {
    const keywords = paraphrased ? { ...lanes.keywords, hits: [] } : lanes.keywords
    const ranked = await rank(engine, question, { ...lanes, keywords }, 200, allowed, selection)
    const found = [...new Set(keywords.hits.flatMap(({ words }) => words))]
    asked.push({
      set: set.id,
      chinese: /\p{Script=Han}/u.test(question),
      size,
      searched: allowed.count(),
      answerable,
      paraphrased,
      question,
      mass: keywords.rarity.reduce((a, b) => a + b, 0),
      foundMass: found.reduce((sum, word) => sum + keywords.rarity[word], 0),
      best: ranked.slice(0, 5).map((one) => ({ value: one.value, score: one.score, signals: one.signals, cosine: one.cosine, contrast: one.contrast, relevant: answerable && turnsOf(one).some((turn) => evidence.includes(turn)) })),
    })
  }
  return asked
}
