import { describe, expect, it } from 'vitest'
import { EmbedderError } from '../../src/values/errors.js'
import type { Memory } from '../../src/memory.js'
import { countRows } from '../../src/store/segment-merge.js'
import { hashEmbedder } from '../../src/testing/index.js'
import { bentEmbedder, start, STORES, stubEmbedder } from './support.js'

const { embed } = hashEmbedder()

/** Vectors searched, once nothing is left to do. */
async function rows(memory: Memory): Promise<number> {
  await memory.idle()
  return (await memory.health()).vectors.rows
}

const bad = (fill: number, length = 64) =>
  bentEmbedder((_, embedding) => ({ ...embedding, vectors: [new Float32Array(length).fill(fill)] }))

/** Embedders that fail at everything, and the code that the report must name. */
const BROKEN = {
  'fails to load with an error of its own': [
    stubEmbedder({ load: () => Promise.reject(new Error('no file')) }),
    'MODEL_FAILED',
  ],
  'fails to load with MODEL_MISSING': [
    stubEmbedder({ load: () => Promise.reject(new EmbedderError('MODEL_MISSING', 'No model.')) }),
    'MODEL_MISSING',
  ],
  'fails to embed': [stubEmbedder({ embed: () => Promise.reject(new Error('out of memory')) }), 'MODEL_FAILED'],
  'throws at once': [
    stubEmbedder({
      embed: () => {
        throw new TypeError('undefined is not a function')
      },
    }),
    'MODEL_FAILED',
  ],
  'returns vectors of another length': [bad(1, 65), 'DIMENSION_MISMATCH'],
  'returns too few results': [
    stubEmbedder({ embed: async (texts, purpose) => (await embed(texts, purpose)).slice(1) }),
    'MODEL_FAILED',
  ],
} as const

describe.each(STORES)('an embedder that fails (hashEmbedder, %s)', (kind) => {
  it.each(Object.entries(BROKEN))(
    '%s: the messages are kept, found by keywords, and embedded once it works',
    async (_, [embedder, code]) => {
      const rig = await start(kind, { embedder })
      const { messages, report } = await rig.memory.add(['My sister keeps bees.', 'The car is on level three.'])
      expect(messages.map(({ status }) => status)).toEqual(['added', 'added'])
      expect(report.problems.map((problem) => problem.code)).toContain(code)
      const found = await rig.memory.search('bees')
      expect(found.results[0]?.memory).toBe('My sister keeps bees.')
      expect(found.report.keywords).toBe('used')
      expect(found.report.dense).not.toBe('used')
      expect(await rows(rig.memory)).toBe(0)
      // The same model, repaired: its fingerprint is what it was.
      expect(await rows(await rig.reopen({ embedder: hashEmbedder() }))).toBe(2)
    },
  )

  it('says so when everything waits, and embeds on idle() when the model is back', async () => {
    let broken = true
    const { memory } = await start(kind, {
      embedder: stubEmbedder({ load: () => (broken ? Promise.reject(new Error('offline')) : Promise.resolve()) }),
    })
    const { report, job } = await memory.add('My sister keeps bees.')
    expect(report.embedding).toBe('waiting')
    expect(job).toEqual(expect.any(String))
    expect((await memory.health()).embedder).toMatchObject({ state: 'failed', problem: { code: 'MODEL_FAILED' } })
    await memory.idle()
    expect((await memory.health()).pending.documents).toBe(1)
    broken = false
    await memory.idle()
    expect(await memory.health()).toMatchObject({
      pending: { jobs: 0, documents: 0 },
      vectors: { rows: 1 },
      embedder: { state: 'ready' },
    })
  })

  it('sets one text apart that gets no usable vector, and embeds the others', async () => {
    const poisoned = bentEmbedder((text, embedding) =>
      text.includes('poison') ? { ...embedding, vectors: [new Float32Array(64).fill(Number.NaN)] } : embedding,
    )
    const { memory } = await start(kind, { embedder: poisoned })
    const talk = Array.from({ length: 70 }, (_, i) =>
      i === 40 ? 'poison ivy grows there' : `ordinary sentence number ${i}`,
    )
    const { report } = await memory.add(talk)
    expect(report.embedding).toBe('done')
    expect(report.problems.filter(({ code }) => code === 'INVALID_VECTOR')).toHaveLength(1)
    expect(await rows(memory)).toBe(69)
    expect((await memory.search('ivy')).results[0]?.memory).toBe('poison ivy grows there')
    expect((await memory.health()).vectors.rows).toBe(69)
  })

  it('re-embeds what another embedder wrote, and leaves one vector a text', async () => {
    const rig = await start(kind)
    await rig.memory.add(['My sister keeps bees.', 'The car is on level three.'])
    const other = await rig.reopen({ embedder: hashEmbedder({ name: 'other' }) })
    expect(await rows(other)).toBe(2)
    expect((await other.search('bees')).report.dense).toBe('used')
    expect(await rows(await rig.reopen())).toBe(2)
  })

  it('embeds on opening what was written without an embedder', async () => {
    const rig = await start(kind, { embedder: false })
    const { report } = await rig.memory.add('My sister keeps bees.')
    expect(report.embedding).toBe('off')
    expect((await rig.memory.search('bees')).report).toMatchObject({ dense: 'off', keywords: 'used' })
    expect(await rows(await rig.reopen({ embedder: hashEmbedder() }))).toBe(1)
  })
})

describe('another embedder (hashEmbedder)', () => {
  it('leaves no vectors of the one before in the store', async () => {
    const rig = await start()
    await rig.memory.add(['My sister keeps bees.', 'The car is on level three.'])
    await rows(await rig.reopen({ embedder: hashEmbedder({ name: 'other' }) }))
    const counted = await rig.store?.read(['segments', 'tombstones'], (tx) => countRows(tx))
    expect([...(counted ?? [])].map(([fingerprint, { live }]) => [fingerprint, live])).toEqual(
      expect.arrayContaining([['other:64', 2]]),
    )
    expect([...(counted ?? [])].reduce((sum, [, { live }]) => sum + live, 0)).toBe(2)
  })
})

describe('an embedder that fails (hashEmbedder)', () => {
  it.each(Object.entries({ NaN: bad(Number.NaN), zeros: bad(0) }))(
    'returns %s: the messages are kept and found by keywords, and the report says what happened',
    async (_, embedder) => {
      const { memory } = await start('inMemoryStore', { embedder })
      const { report } = await memory.add(['My sister keeps bees.', 'The car is on level three.'])
      expect(report.problems.map(({ code }) => code)).toContain('INVALID_VECTOR')
      expect(await rows(memory)).toBe(0)
      expect((await memory.search('bees')).results[0]?.memory).toBe('My sister keeps bees.')
    },
  )

  // src/write/embedding.ts, embedAll: takes it for so many single poisoned texts, sets all of them apart for good and says `done`.
  it('that returns NaN for everything leaves everything waiting, and embeds it once it works', async () => {
    const rig = await start('inMemoryStore', { embedder: bad(Number.NaN) })
    expect((await rig.memory.add(['one', 'two'])).report.embedding).toBe('waiting')
    expect(await rows(await rig.reopen({ embedder: hashEmbedder() }))).toBe(2)
  })

  // src/write/embedding.ts, embedAll: looks for the one text only when the code is INVALID_VECTOR; the whole job waits for ever.
  it('sets one text apart that the model throws at, and embeds the others', async () => {
    const embedder = stubEmbedder({
      embed: (texts, purpose) =>
        texts.some((text) => text.includes('poison'))
          ? Promise.reject(new Error('tokenizer crashed'))
          : embed(texts, purpose),
    })
    const { memory } = await start('inMemoryStore', { embedder })
    await memory.add(['one ordinary sentence', 'poison ivy grows there', 'another ordinary sentence'])
    expect(await rows(memory)).toBe(2)
  })

  // src/write/add.ts: with `wait: false` nobody looks at the problems of the outcome.
  it('warns of a failure that nobody waited for', async () => {
    const { memory, warnings } = await start('inMemoryStore', {
      embedder: BROKEN['fails to load with MODEL_MISSING'][0],
    })
    await memory.add('one', { wait: false })
    await memory.idle()
    expect(warnings.map(({ code }) => code)).toContain('MODEL_MISSING')
  })
})

describe('long texts (hashEmbedder in windows)', () => {
  // As a model would: windows of ten words, four of them at most.
  const windowed = () =>
    stubEmbedder({
      embed: (texts, purpose) =>
        Promise.all(
          texts.map(async (text) => {
            const words = text.split(/\s+/).filter(Boolean)
            const windows = Array.from({ length: Math.max(1, Math.min(4, Math.ceil(words.length / 10))) }, (_, i) =>
              words.slice(i * 10, i * 10 + 10).join(' '),
            )
            const embedded = await embed(windows, purpose)
            return {
              vectors: embedded.flatMap(({ vectors }) => vectors),
              tokens: words.length,
              tokensSkipped: Math.max(0, words.length - 40),
              unknownShare: 0,
            }
          }),
        ),
    })

  it.each(STORES)(
    'keeps a message of 1 MB whole, finds its end by keywords, and says what was not embedded (%s)',
    async (kind) => {
      const { memory } = await start(kind, { embedder: windowed() })
      const filler = 'the quick brown fox jumps over a lazy dog again '
      const text = `${filler.repeat(Math.ceil(2 ** 20 / filler.length))}and the safe opens with quintessence`
      const { messages, report } = await memory.add(['a short one about something else', text])
      expect(report).toMatchObject({ embedding: 'done', tokensSkipped: text.split(/\s+/).length - 40 })
      expect(await rows(memory)).toBe(5)
      const hit = (await memory.search('quintessence')).results[0]
      expect(hit?.id).toBe(messages[1]?.id)
      expect(hit?.memory).toBe(text)
      const context = await memory.context('quintessence', { threshold: 0, budgetTokens: 200 })
      expect(context.tokens).toBeLessThanOrEqual(200)
      expect(context.text).toContain('quintessence')
      await memory.purge(messages[1]?.id as string)
      expect(await rows(memory)).toBe(1)
    },
  )

  it('weighs unknown tokens over the whole call', async () => {
    const half = bentEmbedder((text, embedding) => ({
      ...embedding,
      tokens: 10,
      unknownShare: text.includes('strange') ? 1 : 0,
    }))
    const { memory } = await start('inMemoryStore', { embedder: half })
    expect((await memory.add(['a strange one', 'a plain one'])).report.unknownShare).toBeCloseTo(0.5)
    expect((await memory.search('strange')).report.unknownShare).toBe(1)
  })
})
