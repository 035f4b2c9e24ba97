import { indexedDbStore, LocketError, Memory, type KeywordIndex, type MemoryItem } from 'locket-memory'
import { workerKeywordIndex } from 'locket-memory/minisearch'
import { hashEmbedder } from 'locket-memory/testing'
import { seeded } from '../../../../bench/seeded.js'

// A realm (a tab, a frame, a worker) with a Memory of its own that does random things to a store to which others do random things as well.

const USERS = ['ana', 'ben']
const WORDS = ['ferret', 'garden', 'Lisbon', 'piano', 'bread', 'winter', 'ladder', 'coffee']
/** Few enough that all realms keep saying the same things. */
const TEXTS = WORDS.flatMap((one) => WORDS.map((other) => `I like ${one} and ${other}`))

export interface Outcome {
  /** How often each thing was done, and how often it was refused as it may be. */
  done: Record<string, number>
  refused: Record<string, number>
  unexpected: string[]
  /** `id:revision` of each update that was acknowledged. */
  updates: string[]
  /** Increments of the counter that were acknowledged. */
  increments: number
  /** Words that another realm had announced as stored: how many were looked for, and which were not found. */
  looked: number
  missed: string[]
}

export interface Contents {
  memories: Pick<MemoryItem, 'id' | 'memory' | 'revision' | 'userId' | 'metadata'>[]
  messages: string[]
  /** Per query, all that is found, by id. */
  searches: { query: string; scores: Record<string, number>; searched: number; dense: string; keywords: string }[]
}

export interface Count {
  revision: number
  count: number
}

let memory: Memory
let keywordIndex: KeywordIndex
let others: BroadcastChannel
const announced: string[] = []

async function open(name: string): Promise<void> {
  // The default, at hand.
  keywordIndex = workerKeywordIndex()
  memory = await Memory.open({ name, embedder: hashEmbedder(), extractor: false, keywordIndex })
  others = new BroadcastChannel(`${name}-announcements`)
  others.onmessage = ({ data }) => announced.push(data as string)
}

/** Makes the row that all realms count with. */
async function seedCounter(): Promise<string> {
  const { results } = await memory.add('The counter stands here', {
    userId: 'counter',
    infer: false,
    metadata: { count: 0 },
  })
  return results[0]?.id as string
}

async function run(seed: number, operations: number, counter: string): Promise<Outcome> {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const outcome: Outcome = { done: {}, refused: {}, unexpected: [], updates: [], increments: 0, looked: 0, missed: [] }
  const operationIds: string[] = []
  let words = 0
  let messages = 0

  const someMemory = async (userId: string) => pick((await memory.getAll({ userId, limit: 100 })).results)
  const THINGS: Record<string, (userId: string) => Promise<unknown>> = {
    // With an id of its own a message says its fact anew, even one that was deleted; without, it is the same message sent again.
    add: async (userId) => {
      const content = pick(TEXTS) as string
      const message = random() < 0.7 ? { content, id: `${seed}:${messages++}` } : content
      operationIds.push((await memory.add(message, { userId, infer: false })).operationId)
    },
    say: async (userId) =>
      operationIds.push(
        (await memory.add({ role: 'assistant', content: `${pick(TEXTS)}, you said` }, { userId })).operationId,
      ),
    update: async (userId) => {
      const item = await someMemory(userId)
      if (!item) return
      const { id, revision } = await memory.update(
        item.id,
        random() < 0.5 ? { text: pick(TEXTS) as string } : { metadata: { seed } },
        { ifRevision: item.revision },
      )
      outcome.updates.push(`${id}:${revision}`)
    },
    count: async () => {
      const item = (await memory.get(counter)) as MemoryItem
      const { id, revision } = await memory.update(
        counter,
        { metadata: { count: (item.metadata?.count as number) + 1 } },
        { ifRevision: item.revision },
      )
      outcome.updates.push(`${id}:${revision}`)
      outcome.increments++
    },
    delete: async (userId) => {
      const item = await someMemory(userId)
      if (item) operationIds.push((await memory.delete(item.id, { withEvidence: random() < 0.5 })).operationId)
    },
    undo: async () => {
      const [operationId] = operationIds.splice(Math.floor(random() * operationIds.length), 1)
      if (operationId !== undefined) await memory.undo(operationId)
    },
    search: (userId) => memory.search(pick(TEXTS) as string, { userId }),
    announce: async () => {
      const word = `announcement${seed}x${words++}`
      await memory.add(`It is called ${word}`, { userId: 'announcer' })
      others.postMessage(word)
    },
    look: async () => {
      const word = announced.shift()
      if (word === undefined) return
      outcome.looked++
      const { results, report } = await memory.search(word, { userId: 'announcer', topK: 5 })
      if (!results.some((hit) => hit.memory.includes(word))) outcome.missed.push(`${word}: ${JSON.stringify(report)}`)
    },
  }
  // An array, so that the seed alone decides.
  const weights: [name: string, weight: number][] = [
    ['add', 24],
    ['say', 8],
    ['update', 16],
    ['count', 10],
    ['delete', 12],
    ['undo', 8],
    ['search', 10],
    ['announce', 5],
    ['look', 7],
  ]

  for (let i = 0; i < operations; i++) {
    let at = random() * 100
    const [name] = weights.find(([, weight]) => (at -= weight) < 0) as [string, number]
    try {
      await THINGS[name]?.(pick(USERS) as string)
      outcome.done[name] = (outcome.done[name] ?? 0) + 1
    } catch (cause) {
      if (cause instanceof LocketError && (cause.code === 'CONFLICT' || cause.code === 'NOT_FOUND'))
        outcome.refused[name] = (outcome.refused[name] ?? 0) + 1
      else outcome.unexpected.push(`${name}: ${String(cause)}`)
    }
  }
  return outcome
}

/** Increments a count that all realms have read: true where it went through, false where another was first. */
async function countFrom(counter: string, { revision, count }: Count): Promise<boolean> {
  try {
    await memory.update(counter, { metadata: { count: count + 1 } }, { ifRevision: revision })
    return true
  } catch (cause) {
    if (cause instanceof LocketError && cause.code === 'CONFLICT') return false
    throw cause
  }
}

async function readCount(counter: string): Promise<Count> {
  const { revision, metadata } = (await memory.get(counter)) as MemoryItem
  return { revision, count: metadata?.count as number }
}

/** All that this realm's indexes and store show. */
async function contents(): Promise<Contents> {
  await memory.idle()
  // Removed words count in MiniSearch's statistics until it is vacuumed, which it is now and then.
  await keywordIndex.vacuum()
  const found: Contents = { memories: [], messages: [], searches: [] }
  for (const userId of [...USERS, 'announcer', 'counter']) {
    let cursor: string | undefined
    do {
      const page = await memory.getAll({
        userId,
        sort: 'createdAt',
        limit: 1000,
        ...(cursor === undefined ? {} : { cursor }),
      })
      for (const { id, memory: text, revision, metadata } of page.results)
        found.memories.push({ id, memory: text, revision, userId, ...(metadata ? { metadata } : {}) })
      cursor = page.next
    } while (cursor !== undefined)
    found.messages.push(...(await memory.messages.list({ userId, limit: 1000 })).results.map(({ id }) => id))
  }
  for (const userId of USERS)
    for (const query of [...WORDS, ...TEXTS.slice(0, 8)]) {
      const { results, report } = await memory.search(query, { userId, topK: 1000 })
      found.searches.push({
        query,
        scores: Object.fromEntries(results.map(({ id, score }) => [id, score])),
        searched: report.searched,
        dense: report.dense,
        keywords: report.keywords,
      })
    }
  return found
}

const idle = (): Promise<void> => memory.idle()
const close = (): Promise<void> => memory.close()

/** Opens anew, with nothing to build the indexes from but the rows. */
async function rebuild(name: string): Promise<void> {
  await memory.close()
  const store = indexedDbStore(name)
  await store.open()
  await store.write(['caches'], (tx) => tx.clear('caches'))
  store.close()
  await open(name)
}

export const actor = { open, seedCounter, run, readCount, countFrom, idle, contents, close, rebuild }
export type Actor = typeof actor
