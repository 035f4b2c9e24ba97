// npm run bench:cost -- [--only query,shape,memory,write,open] [--sizes 1000,10000,50000] [--queries 40] [--json OUT]
// What a question costs beside the exact scan and the keyword search alone, what the indexes hold, and what writing and opening cost,
// in a page on a persistent profile, with the default indexes: by the clock, and by the processor's time, which other work does not change. Vectors come from the `hashEmbedder` stand-in of 384 dimensions, and a
// question is given its vector: embedding is in no figure.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchPage } from '../../scripts/bench-page.mjs'
import { processorMs } from './processor.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'query,shape,memory,write,open' },
    sizes: { type: 'string', default: '1000,10000,50000' },
    queries: { type: 'string', default: '40' },
    json: { type: 'string' },
  },
})
const wanted = new Set(values.only.split(','))
const sizes = values.sizes.split(',').map(Number)
const MAIN = sizes.includes(10_000) ? 10_000 : sizes[0]
const LIMIT = 3
const TIMES = 3
const queries = Number(values.queries)

const rows = []
const sorted = (numbers) => [...numbers].sort((a, b) => a - b)
const at = (numbers, share) => sorted(numbers)[Math.min(numbers.length - 1, Math.floor(share * numbers.length))]
const thousands = (n) => n.toLocaleString('en')
const nameOf = (size) => `cost-${size}`

/** Others of the store are smaller: a fifth, a twentieth and a hundredth of the main one. */
const scopesOf = (size) => [
  { userId: 'ana', memories: size },
  { userId: 'ben', memories: Math.ceil(size / 5) },
  { userId: 'cleo', memories: Math.ceil(size / 20) },
  { userId: 'dan', memories: Math.ceil(size / 100) },
]

function note(what, figures) {
  rows.push({ what, ...figures })
  const text = Object.entries(figures).map(
    ([name, value]) =>
      `${name} ${typeof value === 'number' ? (value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0)) : value}`,
  )
  console.log(`${what.padEnd(52)} ${text.join(' · ')}`)
}

const bench = await benchPage('bench/cost/index.html', {
  isolated: true,
  args: ['--enable-precise-memory-info', '--js-flags=--expose-gc'],
})
try {
  for (const size of sizes) {
    const isMain = size === MAIN
    if (!(isMain ? ['query', 'shape', 'memory', 'open'] : ['shape', 'memory', 'open']).some((part) => wanted.has(part)))
      continue
    const { documents, totalMs, bytes } = await bench.run({ task: 'fill', name: nameOf(size), scopes: scopesOf(size) })
    note(`store of ${thousands(size)} memories and smaller scopes`, {
      documents: thousands(documents),
      'seconds to import, embed and link': totalMs / 1000,
      'KB on disk per 1,000 documents': bytes / documents,
    })
    if (isMain && wanted.has('query')) await everyKindOfQuery(size)
    else if (wanted.has('shape'))
      await ask(`${thousands(size)} memories, 10 results`, { name: nameOf(size), userId: 'ana' })
    if (wanted.has('query') || wanted.has('shape'))
      await busy(`${thousands(size)} memories, 10 results`, { name: nameOf(size), userId: 'ana' })
    if (wanted.has('query') || wanted.has('shape'))
      note(
        `  steps at ${thousands(size)}, ms`,
        await bench.run({ task: 'profile', name: nameOf(size), userId: 'ana', queries }),
      )
    if (wanted.has('memory')) await held(size)
    if (wanted.has('open')) await open(size)
  }
  if (wanted.has('write')) for (const facts of [false, true]) for (const chunk of [1, 100]) await write(facts, chunk)
} finally {
  await bench.close()
}
if (values.json) writeFileSync(values.json, JSON.stringify(rows, null, 2) + '\n')

async function everyKindOfQuery(size) {
  const name = nameOf(size)
  for (const topK of [1, 10, 50])
    await ask(`${thousands(size)} memories, ${topK} results`, { name, userId: 'ana', options: { topK } })
  await ask('with a filter of metadata', {
    name,
    userId: 'ana',
    options: { filters: { AND: [{ source: 'chat' }, { rank: { lt: 50 } }] } },
  })
  await ask('memories only', { name, userId: 'ana', options: { kinds: ['semantic'] } })
  await ask('explained', { name, userId: 'ana', options: { explain: true } })
  await ask('all scopes of the store', { name })
  for (const { userId, memories } of scopesOf(size).slice(1))
    await ask(`a scope of ${thousands(memories)}`, { name, userId })
  await ask('context() of 800 tokens', { name, userId: 'ana', budgetTokens: 800 })
  await ask('right after a message was added', { name, userId: 'ana', afterWrite: true })
}

/** Ratios of the medians, and of the 95th percentiles, over queries. */
async function ask(what, options) {
  const { searchMs, scanMs, keywordMs, results } = await bench.run({ task: 'query', queries, times: TIMES, ...options })
  const plain = scanMs.map((ms, i) => ms + keywordMs[i])
  const ratios = searchMs.map((ms, i) => ms / plain[i])
  const ratio = at(searchMs, 0.5) / at(plain, 0.5)
  note(what, {
    '×': ratio,
    'p95 ×': at(ratios, 0.95),
    ...(ratio > LIMIT ? { MISSED: `at most ${LIMIT}` } : {}),
    ms: at(searchMs, 0.5),
    'p95 ms': at(searchMs, 0.95),
    scan: at(scanMs, 0.5),
    keywords: at(keywordMs, 0.5),
    results,
  })
}

/** The same by the processor's time, all processes and threads of the browser together. */
async function busy(what, options) {
  const spent = []
  for (const own of [true, false]) {
    const marks = []
    await bench.run(
      { task: 'busy', queries, times: 10, own, ...options },
      { mark: () => void marks.push(processorMs()) },
    )
    if (marks.some((mark) => mark === undefined)) return
    spent.push((marks[1] - marks[0]) / queries / 10)
  }
  note(`  ${what}, processor time`, { '×': spent[0] / spent[1], ms: spent[0], plain: spent[1] })
}

async function held(size) {
  const { documents, ...bytes } = await bench.run({ task: 'memoryOf', name: nameOf(size) })
  note(
    `  held at ${thousands(size)}, KB per 1,000 documents`,
    Object.fromEntries(Object.entries(bytes).map(([what, value]) => [what, value / documents])),
  )
}

async function write(facts, chunk) {
  const messages = 1_000
  const {
    facts: found,
    addMs,
    embedMs,
    bytes,
    ...rest
  } = await bench.run({ task: 'write', name: `write-${facts}-${chunk}`, messages, chunk, facts })
  note(`write 1,000 messages, ${chunk} a call, ${facts ? 'facts by rules' : 'no facts'}, ms`, {
    'add without embedding': addMs - embedMs,
    embedding: embedMs,
    ...rest,
    facts: found,
    'KB on disk': bytes / 1000,
  })
}

async function open(size) {
  const runs = []
  for (let i = 0; i < 3; i++) runs.push(await bench.run({ task: 'open', name: nameOf(size) }))
  const of = (key) =>
    at(
      runs.map((run) => run[key]),
      0.5,
    )
  const documents = scopesOf(size).reduce((sum, { memories }) => sum + memories, 0) * 1.8
  note(`  open at ${thousands(size)}, ms`, {
    open: of('openMs'),
    'first result': of('firstMs'),
    'keywords complete': of('keywordsMs'),
    'first result per 1,000 documents': (of('firstMs') / documents) * 1000,
  })
}
