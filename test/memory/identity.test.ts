import { expect, it } from 'vitest'
import { Memory } from '../../src/index.js'
import { inMemoryStore } from '../../src/store/memory-store.js'
import { hashEmbedder } from '../../src/testing/index.js'

it('messages without ids: the same words of two people, or at two times, are two messages; a resend is none (hashEmbedder)', async () => {
  const memory = await Memory.open({
    name: 'identity',
    scope: { appId: 'group' },
    store: inMemoryStore(),
    embedder: hashEmbedder(),
    extractor: false,
  })
  const said = async (message: { content: string; name?: string; role?: string; at?: string }) =>
    (await memory.add(message)).messages[0]?.status
  expect(await said({ content: 'I live in Leeds.', name: 'Ann' })).toBe('added')
  expect(await said({ content: 'I live in Leeds.', name: 'Bob' })).toBe('added')
  expect(await said({ content: 'I live in Leeds.', name: 'Ann' })).toBe('known')
  expect(await said({ content: 'yes' })).toBe('added')
  expect(await said({ content: 'yes', role: 'assistant' })).toBe('added')
  expect(await said({ content: 'yes', at: '2026-05-04T10:00:00Z' })).toBe('added')
  expect(await said({ content: 'yes', at: '2026-05-05T10:00:00Z' })).toBe('added')
  expect(await said({ content: 'yes', at: '2026-05-04T10:00:00Z' })).toBe('known')
  expect(await said({ content: 'yes' })).toBe('known')
  await memory.close()
})
