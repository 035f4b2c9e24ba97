import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src/memory.js'
import type { WhyResult } from '../../src/read/types.js'
import { start, STORES, stubEmbedder } from './support.js'

const QUERY = 'Who keeps bees?'

async function add(memory: Memory, text: string, more: object = {}): Promise<string> {
  const { results } = await memory.add(text, { infer: false, ...more })
  return results[0]?.id as string
}

describe.each(STORES)('why (hashEmbedder, %s)', (kind) => {
  it('says of what came back that it did, and of the rest what ranks above it', async () => {
    const { memory } = await start(kind)
    await memory.add([
      { id: 'bees', content: 'My sister keeps bees.' },
      { id: 'car', content: 'The car is on level three.' },
      { id: 'hive', content: 'She keeps the bees in a hive.' },
    ])
    expect(await memory.why(QUERY, 'bees')).toMatchObject({
      reason: 'shown',
      embedded: true,
      report: { dense: 'used' },
    })
    const outranked = await memory.why(QUERY, 'car', { topK: 2 })
    expect(outranked).toMatchObject({ id: 'car', reason: 'outranked', rank: 3, last: { rank: 2 } })
    expect(outranked.summary).toMatch(
      /^Others rank above it\. It is number 3 of 3, and 2 are shown\. .*The last one shown is above it by .*words \(\+/,
    )
    const { results } = await memory.search(QUERY, { topK: 3, explain: true })
    expect(outranked).toMatchObject({
      score: results[2]?.score,
      explanation: results[2]?.explanation,
      last: { id: results[1]?.id, score: results[1]?.score },
    })
    const below = await memory.why(QUERY, 'car', { threshold: 0.99 })
    expect(below).toMatchObject({ reason: 'below-threshold' })
    expect(below.summary).toContain('the threshold 0.99')
  })

  it('says what keeps a memory out that is there', async () => {
    const { memory, clock } = await start(kind)
    const reason = async (id: string, options: object = {}): Promise<WhyResult['reason']> =>
      (await memory.why(QUERY, id, options)).reason
    const fact = await add(memory, 'Ana keeps bees.', { at: '2026-05-01T00:00:00Z', metadata: { topic: 'bees' } })
    expect(await reason(fact)).toBe('shown')
    expect(await reason(fact, { kinds: ['procedural'] })).toBe('kind')
    expect(await reason(fact, { filters: { topic: 'cars' } })).toBe('filter')
    expect(await reason(fact, { asOf: '2020-01-01' })).toBe('not-yet')
    expect(await reason(fact, { knownAt: '2001-01-01' })).toBe('not-known-then')
    const expired = await add(memory, 'Ana keeps bees until noon.', { expiresAt: clock.now() + 1000 })
    clock.advance(2000)
    expect(await reason(expired)).toBe('expired')
    await memory.delete(fact)
    expect(await reason(fact)).toBe('deleted')
    await memory.purge(fact)
    expect(await reason(fact)).toBe('not-in-scope')
  })

  it('tells of a message that a memory stands for it', async () => {
    const { memory } = await start(kind)
    const { messages, results } = await memory.add('Ana keeps bees.', { infer: false })
    expect(await memory.why(QUERY, messages[0]?.id as string)).toMatchObject({ reason: 'repeated', by: results[0]?.id })
  })

  it('tells nothing of another scope: an id there is as unknown as one that never was', async () => {
    const { memory } = await start(kind)
    await memory.add({ id: 'secret', content: 'Ben keeps bees.' }, { userId: 'ben' })
    const [there, nowhere] = [await memory.why(QUERY, 'secret'), await memory.why(QUERY, 'nothing')]
    expect({ ...there, id: '' }).toEqual({ ...nowhere, id: '' })
    expect(there).toEqual({
      id: 'secret',
      reason: 'not-in-scope',
      summary: 'There is no memory or message with this id in this scope.',
    })
    expect(await memory.why(QUERY, 'secret', { userId: 'ben' })).toMatchObject({ reason: 'shown' })
  })

  it('tells of what no lane nominates, with the place it would have (without an embedder)', async () => {
    const { memory } = await start(kind, { embedder: false })
    await memory.add({ id: 'odd', content: 'Quartz is a mineral.' }, { runId: 'another' })
    await memory.add(['My sister keeps bees.', 'Bees make honey.'])
    expect(await memory.why(QUERY, 'odd')).toMatchObject({
      reason: 'not-nominated',
      rank: 3,
      report: { searched: 3 },
      summary: expect.stringContaining('Neither its meaning nor its words') as string,
    })
    expect(await memory.why(QUERY, 'odd', { fusion: 'rrf' })).toMatchObject({ reason: 'not-nominated' })
  })
})

describe('why', () => {
  it('says of what has no vector that only its words count (an embedder that fails)', async () => {
    const { memory } = await start('inMemoryStore', {
      embedder: stubEmbedder({ embed: () => Promise.reject(new Error('no model')) }),
    })
    await memory.add([{ id: 'bees', content: 'My sister keeps bees.' }])
    const { embedded, summary } = await memory.why(QUERY, 'bees')
    expect(embedded).toBe(false)
    expect(summary).toContain('It has no vector yet')
  })

  it('refuses options that mean nothing', async () => {
    const { memory } = await start()
    await expect(memory.why(QUERY, '')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(memory.why('', 'x')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(memory.why(QUERY, 'x', { explain: true } as object)).rejects.toMatchObject({ code: 'UNKNOWN_OPTION' })
  })

  it('names what superseded a memory, as rules draw it', async () => {
    const { memory } = await start('inMemoryStore', { extractor: undefined as never })
    await memory.add({ content: 'I live in Lyon.', at: '2026-01-01T00:00:00Z' })
    const old = (await memory.getAll()).results[0]?.id as string
    await memory.add({ content: 'I moved to Lisbon.', at: '2026-03-01T00:00:00Z' })
    const [current] = (await memory.getAll()).results
    expect(await memory.why('Where do I live?', old)).toMatchObject({ reason: 'superseded', by: current?.id })
    expect(await memory.why('Where do I live?', old, { latestOnly: false })).toMatchObject({ reason: 'shown' })
    expect(await memory.why('Where do I live?', current?.id as string, { asOf: '2026-02-01' })).toMatchObject({
      reason: 'not-yet',
    })
  })
})
