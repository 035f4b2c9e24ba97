import { expect, it } from 'vitest'
import { Memory } from '../../../src/index.js'
import { inMemoryStore } from '../../../src/store/memory-store.js'

it.each([
  ['I live in Lyon.', 'I moved from Lyon to Lisbon.', 'Where do I live?', 'Lisbon'],
  ['我住在上海。', '我从上海搬到了成都。', '我住在哪里？', '成都'],
])(
  'whoever asks in the words of the old finds what holds now, in search and context: %s %s (real model, rules)',
  async (old, change, question, now) => {
    const memory = await Memory.open({ name: 'moved', scope: { userId: 'ana' }, store: inMemoryStore() })
    await memory.add({ content: old, at: '2026-01-01' })
    const { results } = await memory.add({ content: change, at: '2026-05-11' })
    expect(results).toMatchObject([{ event: 'SUPERSEDE' }])
    expect((await memory.search(question)).results[0]?.memory).toContain(now)
    expect((await memory.context(question)).text).toContain(now)
    await memory.close()
  },
)
