// npm run bench:write -- [--json OUT] [--only bulk,open,search,single] [--messages 1000] [--small 10000] [--large 50000]
// What writing, opening and searching cost, through the public API in a real page on a persistent profile. The bulk part uses the
// real model; the large stores are filled with the `hashEmbedder` stand-in of 384 dimensions, since only mechanics are timed there.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchPage } from '../../scripts/bench-page.mjs'

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string', default: 'bulk,open,search,single' },
    messages: { type: 'string', default: '1000' },
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '50000' },
  },
})
const wanted = new Set(values.only.split(','))
const [small, large] = [Number(values.small), Number(values.large)]
const OPENS = 5
const NAME = 'filled'

const rows = []
/** `limit`: the figure must be below or equal; without one it is for orientation. */
function report(what, value, unit, { limit, note = '' } = {}) {
  const row = {
    what,
    value,
    unit,
    ...(limit === undefined ? {} : { limit, holds: value <= limit }),
    ...(note ? { note } : {}),
  }
  rows.push(row)
  const verdict = limit === undefined ? '' : `${row.holds ? 'holds' : 'MISSED'}: at most ${limit}`
  const digits = unit === 'KB' || value >= 100 ? 0 : unit === '×' ? 3 : 1
  console.log(
    `${what.padEnd(58)} ${value.toFixed(digits).padStart(8)} ${unit.padEnd(3)} ${verdict.padEnd(22)} ${note}`.trimEnd(),
  )
}

const sorted = (numbers) => [...numbers].sort((a, b) => a - b)
const median = (numbers) => sorted(numbers)[numbers.length >> 1]
const range = (numbers) => `${sorted(numbers)[0].toFixed(0)} to ${sorted(numbers).at(-1).toFixed(0)}`
const thousands = (n) => n.toLocaleString('en')

const bench = await benchPage('bench/write/index.html')
try {
  if (wanted.has('bulk')) await bulk()
  if (wanted.has('open') || wanted.has('search')) await fill(0, small)
  if (wanted.has('open')) for (const snapshot of [true, false]) await open(snapshot)
  if (wanted.has('search')) await search(small)
  if (wanted.has('single') || (wanted.has('search') && large > small)) {
    await fill(wanted.has('open') || wanted.has('search') ? small : 0, large)
    if (wanted.has('search')) await search(large)
    if (wanted.has('single')) await single()
  }
} finally {
  await bench.close()
}
if (values.json) writeFileSync(values.json, JSON.stringify(rows, null, 2) + '\n')

async function bulk() {
  const { messages, addMs, embedMs, busyMs, ratios } = await bench.run({
    task: 'bulk',
    messages: Number(values.messages),
    chunk: 125,
  })
  const seconds = (ms) => (ms / 1000).toFixed(1)
  // The whole, not the median chunk: a chunk takes seconds, and on a busy machine its ratio is mostly noise.
  report(`add ${thousands(messages)} short messages, over embedding them alone`, addMs / embedMs, '×', {
    limit: 1.2,
    note: `real model; ${seconds(addMs)} s over ${seconds(embedMs)} s; median chunk ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}); the model worked ${((busyMs / addMs) * 100).toFixed(1)} % of the time`,
  })
}

async function fill(from, to) {
  const { added, addMs, idleMs, bytes } = await bench.run({ task: 'fill', name: NAME, from, to })
  const note = 'hashEmbedder, 384 dimensions'
  report(`fill ${thousands(from)} to ${thousands(to)}: add, per 1,000 messages`, (addMs / added) * 1000, 'ms', { note })
  report(`fill ${thousands(from)} to ${thousands(to)}: idle afterwards`, idleMs, 'ms', {
    note: 'merging segments, keyword snapshot',
  })
  report(
    `fill ${thousands(from)} to ${thousands(to)}: storage, per 1,000 messages`,
    ((bytes / added) * 1000) / 1000,
    'KB',
    { note },
  )
}

async function open(snapshot) {
  const runs = []
  for (let i = 0; i < OPENS; i++) runs.push(await bench.run({ task: 'open', name: NAME, snapshot, documents: small }))
  const of = (key) => runs.map((run) => run[key])
  const title = `open ${thousands(small)}, ${snapshot ? 'keyword snapshot' : 'no snapshot'}`
  report(`${title}: Memory.open`, median(of('openMs')), 'ms')
  report(`${title}: to first result`, median(of('firstMs')), 'ms', {
    limit: 500,
    note: `${range(of('firstMs'))}; with keywords in ${of('keywordsUsed').filter(Boolean).length} of ${OPENS}`,
  })
  report(`${title}: to complete keywords`, median(of('keywordsMs')), 'ms')
  report(`${title}: longest task over 50 ms`, median(of('longTaskMs')), 'ms', {
    limit: 50,
    note: `each run: ${of('longTaskMs')
      .map((ms) => ms.toFixed(0))
      .join(', ')}`,
  })
  report(`${title}: longest silence of a 4 ms timer`, median(of('silenceMs')), 'ms', {
    note: `each run: ${of('silenceMs')
      .map((ms) => ms.toFixed(0))
      .join(', ')}`,
  })
}

async function search(size) {
  const { medianMs, steps } = await bench.run({ task: 'search', name: NAME, times: 40 })
  report(`search ${thousands(size)}`, medianMs, 'ms', {
    note: Object.entries(steps)
      .map(([step, ms]) => `${step} ${ms.toFixed(1)}`)
      .join(', '),
  })
}

async function single() {
  const { journalMs, embedMs, afterMs } = await bench.run({
    task: 'single',
    name: NAME,
    from: large,
    times: 30,
    facts: false,
  })
  report(`single add at ${thousands(large)}: after its embedding`, median(afterMs), 'ms', {
    limit: 10,
    note: `${range(afterMs)}; embedding itself (stand-in) ${median(embedMs).toFixed(1)}`,
  })
  report(`single add at ${thousands(large)}: journal, before its embedding`, median(journalMs), 'ms', {
    note: `${range(journalMs)}; strict durability`,
  })
  const withFacts = await bench.run({ task: 'single', name: NAME, from: large + 100, times: 30, facts: true })
  report(`single add at ${thousands(large)}: the same, with facts by rules`, median(withFacts.afterMs), 'ms', {
    note: range(withFacts.afterMs),
  })
}
