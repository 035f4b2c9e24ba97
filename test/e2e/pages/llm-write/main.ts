import { indexedDbStore, Memory, type MessageInput, type Store } from 'locket-memory'
import { openai } from 'locket-memory/openai'
import { hashEmbedder } from 'locket-memory/testing'

// What the tests call through `page.evaluate`: a memory with a model at a scripted server, whose write of facts can be held up for ever.

/** `embedding`: the facts are drawn. `embedded`: their vectors are there. `committing`: all is written, the transaction is open. `committed`: it is complete. */
export type HoldAt = 'nowhere' | 'embedding' | 'embedded' | 'committing' | 'committed'

let memory: Memory
let isHeld = false

const NAME = 'llm-write'
const isFact = (text: string): boolean => /^(?:User |用户)/.test(text)

/** Never resolves. */
function held(): Promise<never> {
  isHeld = true
  return new Promise(() => undefined)
}

/** The store of the page; the write that follows `isDue()` and may hold facts never ends. */
function heldStore(at: HoldAt, isDue: () => boolean): Store {
  const store = indexedDbStore(NAME)
  const write = store.write.bind(store)
  store.write = async (tables, body, durability) => {
    if (!isDue() || !tables.includes('memories') || !tables.includes('jobs')) return write(tables, body, durability)
    if (at === 'embedded') return held()
    const written = await write(
      tables,
      async (tx) => {
        const result = await body(tx)
        isHeld = at === 'committing'
        // A transaction that is asked nothing more commits.
        while (isHeld) await tx.count('meta')
        return result
      },
      durability,
    )
    return at === 'committed' ? held() : written
  }
  return store
}

const harness = {
  async open(baseUrl: string, holdAt: HoldAt): Promise<void> {
    const embedder = hashEmbedder()
    let isDue = false
    memory = await Memory.open({
      name: NAME,
      scope: { userId: 'ana' },
      store: heldStore(holdAt, () => isDue),
      llm: openai({ baseUrl, model: 'scripted', backOffMs: 1 }),
      embedder: {
        ...embedder,
        async embed(texts, purpose) {
          const hasFacts = texts.some(isFact)
          if (hasFacts && holdAt === 'embedding') return held()
          isDue ||= hasFacts && holdAt !== 'nowhere'
          return embedder.embed(texts, purpose)
        },
      },
    })
  },

  async add(messages: MessageInput[]) {
    const { messages: receipts, job } = await memory.add(messages, { wait: false })
    return { statuses: receipts.map(({ status }) => status), job }
  },

  isHeld: () => isHeld,
  idle: () => memory.idle(),

  async state() {
    const { results: messages } = await memory.messages.list({ order: 'asc' })
    const { results: memories } = await memory.getAll({
      status: ['active', 'pending', 'superseded', 'merged', 'deleted'],
      latestOnly: false,
      order: 'asc',
    })
    const facts = await Promise.all(
      memories.map(async ({ id, memory: text, evidence }) => ({
        text,
        evidence,
        history: (await memory.history(id)).map(({ event }) => event),
        isFound: (await memory.search(text)).results.some((hit) => hit.id === id),
      })),
    )
    const { pending, vectors } = await memory.health()
    return {
      messages: messages.map(({ content }) => content),
      facts,
      jobs: (await memory.jobs()).map(({ kind, state, pending: left }) => ({ kind, state, left })),
      pending,
      rows: vectors.rows,
    }
  },
}

export type Harness = typeof harness

Object.assign(globalThis, { harness })
