import { afterEach, describe, expect, it } from 'vitest'
import { Memory, type OpenOptions } from '../../../src/index.js'
import type { Extractor } from '../../../src/extract/extractor.js'
import { inMemoryStore } from '../../../src/store/memory-store.js'
import { hashEmbedder, scriptedExtractor, scriptedModel, sequentialIds } from '../../../src/testing/index.js'

const opened: Memory[] = []
afterEach(async () => {
  for (const memory of opened.splice(0)) await memory.close()
})
const open = async (options: Partial<OpenOptions> = {}): Promise<Memory> => {
  const memory = await Memory.open({
    name: 'labels',
    scope: { userId: 'ana' },
    store: inMemoryStore(),
    embedder: hashEmbedder(),
    newId: sequentialIds(),
    onWarning: () => undefined,
    ...options,
  })
  opened.push(memory)
  return memory
}

const OPTIONS = { metadata: { project: 'payments' }, categories: ['onboarding'], expiresAt: '2090-01-01' }
const LABELS = {
  metadata: { project: 'payments' },
  categories: expect.arrayContaining(['onboarding']) as string[],
  expiresAt: new Date(2090, 0, 1).toISOString(),
}

describe('metadata, categories and expiry of add()', () => {
  it('land on every fact that the rules draw, and filters find them', async () => {
    const memory = await open()
    const { results } = await memory.add('I live in Lisbon and I am allergic to nuts.', OPTIONS)
    expect(results.length).toBeGreaterThan(1)
    for (const { id } of results) expect(await memory.get(id)).toMatchObject(LABELS)
    const { results: hits } = await memory.search('Where does the user live?', {
      filters: { project: 'payments' },
      kinds: ['semantic'],
    })
    expect(hits.length).toBeGreaterThan(0)
  })

  it('land on the facts of a (scripted) model', async () => {
    const reply = {
      facts: [
        {
          from: [1],
          quote: 'I live in Lisbon.',
          text: 'User lives in Lisbon',
          by: 'user',
          about: 'user',
          attribute: 'home',
          value: 'Lisbon',
          when: '',
          category: 'home',
        },
      ],
    }
    const memory = await open({ llm: scriptedModel([JSON.stringify(reply)]), extraction: { tier: 'local' } })
    const { results } = await memory.add('I live in Lisbon.', OPTIONS)
    expect(results).toHaveLength(1)
    expect(await memory.get(results[0]?.id as string)).toMatchObject(LABELS)
  })

  it("a fact has its own message's metadata, not those of another message of the call", async () => {
    const memory = await open()
    const { results } = await memory.add([
      { content: 'I live in Lisbon.', metadata: { chat: 1 } },
      { content: 'I am allergic to nuts.', metadata: { chat: 2 } },
    ])
    const items = await Promise.all(results.map(({ id }) => memory.get(id)))
    expect(items.map((item) => item?.metadata)).toEqual([{ chat: 1 }, { chat: 2 }])
  })

  it.each(['reopened', 'exported'] as const)('survive a job that is done later: %s', async (way) => {
    const store = inMemoryStore()
    const down: Extractor = { ...scriptedExtractor(() => []), extract: () => Promise.reject(new Error('offline')) }
    const first = await open({ store, extractor: down })
    await first.add('I live in Lisbon.', OPTIONS)
    let second: Memory
    if (way === 'reopened') {
      await first.close()
      second = await open({ store })
    } else {
      second = await open()
      await second.import(await new Response((await first.export()) as BodyInit).blob())
    }
    for (const { id } of await second.jobs()) await second.retry(id)
    await second.idle()
    const { results: items } = await second.getAll({ kinds: ['semantic'] })
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject(LABELS)
  })

  it('land on facts drawn in the background', async () => {
    const memory = await open()
    await memory.add('I live in Lisbon.', { ...OPTIONS, wait: false })
    await memory.idle()
    expect((await memory.getAll({ kinds: ['semantic'] })).results[0]).toMatchObject(LABELS)
  })

  it('land on facts in review and stay when approved', async () => {
    const memory = await open()
    const { results } = await memory.add('I live in Lisbon.', { ...OPTIONS, review: true })
    const id = results[0]?.id as string
    expect(await memory.get(id)).toMatchObject(LABELS)
    await memory.approve(id)
    expect(await memory.get(id)).toMatchObject({ ...LABELS, status: 'active' })
  })

  it('land on the digest of a run', async () => {
    const extractor: Extractor = {
      ...scriptedExtractor(() => []),
      digest: (messages) =>
        Promise.resolve({
          text: 'The deployment was rolled back.',
          evidence: messages.map(({ id, text }) => ({ messageId: id, quote: text })),
        }),
    }
    const memory = await open({ extractor })
    const { results } = await memory.add('Roll it back.', {
      ...OPTIONS,
      kind: 'procedural',
      agentId: 'ops',
      runId: 'r1',
    })
    expect(await memory.get(results[0]?.id as string)).toMatchObject(LABELS)
  })

  it('NONE and UPDATE merge metadata key by key, add categories and replace the expiry', async () => {
    const fact = (text: string, value: string) => ({
      text: `User ${text}`,
      quote: `I ${text}`,
      slot: { subject: 'user', attribute: 'likes', value, cardinality: 'many' as const },
    })
    const memory = await open({
      extractor: scriptedExtractor((text) =>
        text.includes('tea with milk') ? [fact('like tea with milk', 'tea with milk')] : [fact('like tea', 'tea')],
      ),
    })
    const [first] = (await memory.add('I like tea.', { metadata: { a: 1, b: 1 }, categories: ['one'] })).results
    const [again] = (
      await memory.add('Yes, I like tea.', { metadata: { b: 2 }, categories: ['two'], expiresAt: '2090-01-01' })
    ).results
    expect(again).toMatchObject({ event: 'NONE', id: first?.id })
    expect(await memory.get(first?.id as string)).toMatchObject({
      metadata: { a: 1, b: 2 },
      categories: ['one', 'other', 'two'],
      expiresAt: LABELS.expiresAt,
    })
    const [more] = (await memory.add('I like tea with milk.', { metadata: { c: 3 } })).results
    expect(more).toMatchObject({ event: 'UPDATE', id: first?.id })
    expect(await memory.get(first?.id as string)).toMatchObject({
      metadata: { a: 1, b: 2, c: 3 },
      expiresAt: LABELS.expiresAt,
    })
  })

  it('a fact that supersedes another has only its own', async () => {
    const memory = await open()
    await memory.add('I live in Lyon.', { metadata: { a: 1 } })
    const { results } = await memory.add('I moved from Lyon to Lisbon.', { metadata: { b: 2 } })
    expect(results[0]?.event).toBe('SUPERSEDE')
    expect((await memory.get(results[0]?.id as string))?.metadata).toEqual({ b: 2 })
  })

  it('are kept for a message whose deletion, before it was read, is undone', async () => {
    const store = inMemoryStore()
    const down: Extractor = { ...scriptedExtractor(() => []), extract: () => Promise.reject(new Error('offline')) }
    const first = await open({ store, extractor: down })
    const { messages } = await first.add('I live in Lisbon.', OPTIONS)
    const { operationId } = await first.messages.delete(messages[0]?.id as string)
    await first.undo(operationId)
    await first.close()
    const second = await open({ store })
    await second.idle()
    expect((await second.getAll({ kinds: ['semantic'] })).results[0]).toMatchObject(LABELS)
  })
})
