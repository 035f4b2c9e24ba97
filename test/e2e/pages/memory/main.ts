import { Memory } from 'locket-memory'
import { hashEmbedder } from 'locket-memory/testing'

// What the tests call through `page.evaluate`: a memory with a hashEmbedder that is slow and says what it embedded.

let memory: Memory
const embedded: string[] = []

const harness = {
  async open(embedMs: number): Promise<void> {
    const embedder = hashEmbedder()
    memory = await Memory.open({
      name: 'crash',
      scope: { userId: 'ana' },
      extractor: false,
      embedder: {
        ...embedder,
        embed: async (texts, purpose) => {
          await new Promise((resolve) => setTimeout(resolve, embedMs))
          if (purpose === 'passage') embedded.push(...texts)
          return embedder.embed(texts, purpose)
        },
      },
    })
  },

  async add(texts: string[]) {
    const { messages } = await memory.add(texts, { wait: false })
    return messages.map(({ status }) => status)
  },

  async search(query: string) {
    return (await memory.search(query)).results.map((hit) => hit.memory)
  },

  idle: () => memory.idle(),

  async state() {
    const messages: string[] = []
    let cursor: string | undefined
    do {
      const page = await memory.messages.list({
        order: 'asc',
        limit: 1_000,
        ...(cursor === undefined ? {} : { cursor }),
      })
      messages.push(...page.results.map(({ content }) => content))
      cursor = page.next
    } while (cursor !== undefined)
    const { pending, vectors } = await memory.health()
    return { messages, pending, rows: vectors.rows, embedded }
  },
}

export type Harness = typeof harness

Object.assign(globalThis, { harness })
