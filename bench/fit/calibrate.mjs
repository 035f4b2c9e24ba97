// node bench/fit/calibrate.mjs      after substores.mjs
// The middle and the spread of the score in src/read/rank/fuse.ts: a logistic fit of "the store answers the question" to the value of the best
// hit, and what thresholds do to it in stores of each size. Every size, language and kind of question weighs the same; paraphrases a third.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import { locket } from './memory.mjs'

const app = await locket()
const { PEOPLE } = await app.load('read/rank/fuse')
await app.close()
const fusedValue = (signals) =>
  Object.entries(PEOPLE.weights).reduce((sum, [name, weight]) => sum + weight * signals[name], 0)

const PARAPHRASE = 0.35
/** Single words hardly tell own from strangers: they are reported, and no part of the fit. */
const SINGLE = 0
const asked = deserialize(readFileSync(join(tmpdir(), 'locket-fit', 'substores.v8')))
  .filter(({ best }) => best.length > 0)
  .map((one) => ({ ...one, value: Math.max(...one.best.map(({ signals }) => fusedValue(signals))) - one.lack }))
  .map((one) => ({
    ...one,
    group: `${one.short ? 'a single word, ' : ''}${one.paraphrased ? 'no word shared' : 'as asked'}, ${one.chinese ? 'Chinese' : 'English'}`,
    cell: `${one.short} ${one.paraphrased} ${one.chinese} ${one.size} ${one.answerable}`,
  }))
const cells = groupBy(asked, ({ cell }) => cell)
for (const one of asked)
  one.weight = (one.short ? SINGLE : one.paraphrased ? PARAPHRASE : 1) / cells.get(one.cell).length

const { middle, spread } = logistic(asked)
console.log(`middle ${middle.toFixed(2)}, spread ${spread.toFixed(2)}`)
const scoreOf = (value) => 1 / (1 + Math.exp((middle - value) / spread))

for (const [group, all] of groupBy(asked, (one) => one.group))
  for (const [size, some] of groupBy(all, (one) => one.size)) {
    const own = some.filter(({ answerable }) => answerable).map(({ value }) => value)
    const strangers = some.filter(({ answerable }) => !answerable).map(({ value }) => value)
    const share = (values, score) =>
      (values.filter((value) => scoreOf(value) >= score).length / values.length).toFixed(2)
    const kept = [...own].sort((a, b) => a - b)[Math.floor(own.length / 20)]
    console.log(
      `${group}, ${size === Infinity ? 'whole' : size} messages: area ${area(own, strangers).toFixed(3)}; 95 % kept at ${scoreOf(kept).toFixed(2)}, strangers then ${share(strangers, scoreOf(kept))};`,
      ...[0.1, 0.3, 0.5, 0.7].map((score) => `${score}: ${share(own, score)}/${share(strangers, score)}`),
    )
  }
console.log('score, answerable, best hit relevant:')
for (const [low, group] of [
  ...groupBy(
    asked.filter(({ paraphrased }) => !paraphrased),
    ({ value }) => Math.floor(scoreOf(value) * 10) / 10,
  ),
].sort(([a], [b]) => a - b)) {
  const mean = (test) =>
    (
      group.reduce((sum, one) => sum + (test(one) ? one.weight : 0), 0) /
      group.reduce((sum, { weight }) => sum + weight, 0)
    ).toFixed(2)
  console.log(
    `${low.toFixed(1)}–${(low + 0.1).toFixed(1)}  ${mean(({ answerable }) => answerable)}  ${mean(({ best }) => best[0].relevant)}`,
  )
}

/** Newton's method. */
function logistic(rows) {
  let [slope, shift] = [0.3, -3]
  for (let step = 0; step < 50; step++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0]
    for (const { value, answerable, weight } of rows) {
      const p = 1 / (1 + Math.exp(-(slope * value + shift)))
      const [error, curve] = [weight * (p - (answerable ? 1 : 0)), weight * p * (1 - p)]
      g0 += error * value
      g1 += error
      h00 += curve * value * value
      h01 += curve * value
      h11 += curve
    }
    const determinant = h00 * h11 - h01 * h01
    slope -= (h11 * g0 - h01 * g1) / determinant
    shift -= (h00 * g1 - h01 * g0) / determinant
  }
  return { middle: -shift / slope, spread: 1 / slope }
}

function area(own, strangers) {
  return (
    own.reduce((sum, value) => sum + strangers.filter((other) => other < value).length, 0) /
    own.length /
    strangers.length
  )
}

function groupBy(items, key) {
  const groups = new Map()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}
