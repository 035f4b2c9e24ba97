import { LocketError, Memory } from 'locket-memory'
import { hashEmbedder } from 'locket-memory/testing'
import { Random } from '../../crash/random.js'

// One of several tabs that read and write one large memory for long, as a harness outside tells them.

const NAME = 'soak'
const USERS = Array.from({ length: 8 }, (_, i) => `user ${i}`)
const WORDS =
  'garden ladder piano bread winter coffee ferret lantern canoe quilt teapot bridge market violin harbour meadow orchard saddle kettle candle window river forest bakery station'.split(
    ' ',
  )
const PEOPLE = ['Marta Novak', 'Tom Becker', 'Lin Wei', 'Ada Okafor']

export interface Opened {
  openMs: number
  /** From before `Memory.open` until all indexes were complete. */
  readyMs: number
}

/** What was done, when by the page's clock, and how long it took. */
export interface Sample {
  what: string
  at: number
  ms: number
}

export interface Report {
  /** Another tab was faster. */
  refused: number
  errors: string[]
  samples: Sample[]
}

let memory: Memory
let made = 0
const warnings: string[] = []

async function open(): Promise<Opened> {
  const start = performance.now()
  memory = await Memory.open({
    name: NAME,
    embedder: hashEmbedder(),
    extractor: false,
    onWarning: ({ code, message }) => void warnings.push(`${code}: ${message}`),
  })
  const openMs = performance.now() - start
  for (;;) {
    const { keywords, vectors, counts } = await memory.health()
    if (keywords.state === 'used' && vectors.state === 'used' && keywords.documents >= counts.messages)
      return { openMs, readyMs: performance.now() - start }
    await pause(20)
  }
}

function sentence(random: Random, prefix: string): string {
  const words = Array.from({ length: random.whole(4, 12) }, () => random.pick(WORDS))
  return `${random.pick(PEOPLE)} keeps ${words.join(' and ')} number ${prefix}${++made}`
}

/** Adds so many memories, in big batches; each comes with its message, and shares its vector and its words. */
async function fill(memories: number, seed: number): Promise<number> {
  const random = new Random(seed)
  const start = performance.now()
  const batch = Math.min(1_000, Math.ceil(memories / USERS.length))
  for (let left = memories, user = 0; left > 0; left -= batch, user++)
    await memory.add(
      Array.from({ length: Math.min(batch, left) }, () => sentence(random, 'f')),
      { userId: USERS[user % USERS.length] as string, infer: false },
    )
  await memory.idle()
  return performance.now() - start
}

/** Reads and writes for so long. As many memories go as come, so that what grows is not the store. */
async function live(name: string, seed: number, ms: number): Promise<Report> {
  const random = new Random(seed)
  const report: Report = { refused: 0, errors: [], samples: [] }
  const own: { id: string; userId: string }[] = []
  const things = {
    search: async (userId: string) => {
      const { results, report: told } = await memory.search(
        `${random.pick(WORDS)} and ${random.pick(WORDS)} of ${random.pick(PEOPLE)}`,
        { userId },
      )
      if (results.length === 0 || told.dense !== 'used' || told.keywords !== 'used')
        report.errors.push(`a search found ${results.length} by ${told.dense} vectors and ${told.keywords} keywords`)
    },
    add: async (userId: string) => {
      const content = sentence(random, name)
      const { results } = await memory.add({ content, id: `${name}${made}` }, { userId, infer: false })
      own.push({ id: results[0]?.id as string, userId })
    },
    say: (userId: string) =>
      memory.add({ role: 'assistant', content: sentence(random, name), id: `${name}${made}` }, { userId, wait: false }),
    update: async (userId: string) => {
      const item = random.pick((await memory.getAll({ userId, limit: 50 })).results)
      if (item)
        await memory.update(
          item.id,
          random.chance(0.5) ? { text: sentence(random, name) } : { metadata: { seen: made } },
          { ifRevision: item.revision },
        )
    },
    delete: async () => {
      const [row] = own.splice(random.whole(0, own.length - 1), 1)
      if (row) await memory.delete(row.id, { withEvidence: true })
    },
    purge: async () => {
      const [row] = own.splice(random.whole(0, own.length - 1), 1)
      if (row) await memory.purge(row.id, { withEvidence: true })
    },
    list: (userId: string) => memory.getAll({ userId, limit: 100 }),
    context: (userId: string) => memory.context(`what does ${random.pick(PEOPLE)} keep?`, { userId }),
  }
  // So that the last minutes are like the first: some may go from the beginning.
  for (let i = 0; i < 12; i++) await things.add(random.pick(USERS) as string)
  const start = performance.now()
  while (performance.now() - start < ms) {
    const what = random.weighted({
      search: 40,
      add: 24,
      say: 6,
      update: 8,
      delete: own.length > 0 ? 8 : 0,
      purge: own.length > 5 ? 2 : 0,
      list: 6,
      context: 6,
    })
    const at = performance.now()
    try {
      await things[what](random.pick(USERS) as string)
      report.samples.push({ what, at: at - start, ms: performance.now() - at })
    } catch (cause) {
      if (cause instanceof LocketError && (cause.code === 'CONFLICT' || cause.code === 'NOT_FOUND')) report.refused++
      else report.errors.push(`${what}: ${String(cause)}`)
    }
    // As people do, and so that the tabs have something of each other's time.
    await pause(random.whole(0, 60))
  }
  report.errors.push(...warnings.splice(0).map((warning) => `warning: ${warning}`))
  return report
}

async function verify(): Promise<string[]> {
  await memory.idle()
  return (await memory.verify()).findings.map(({ code, table, key, message }) => `${code} ${table} ${key}: ${message}`)
}

async function counts() {
  const { counts, vectors, store } = await memory.health()
  return { ...counts, rows: vectors.rows, usage: store.usage ?? 0 }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export const tab = { open, fill, live, verify, counts, idle: () => memory.idle(), close: () => memory.close() }
Object.assign(globalThis, { tab })
