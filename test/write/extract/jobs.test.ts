import { afterEach, describe, expect, it } from 'vitest'
import { factsOf, type Extraction, type Extractor, type ExtractionInput } from '../../../src/extract/extractor.js'
import { LanguageModelError, Memory, type ExtractionReport, type OpenOptions } from '../../../src/index.js'
import { inMemoryStore } from '../../../src/store/memory-store.js'
import { hashEmbedder, scriptedExtractor, sequentialIds, type ScriptedFact } from '../../../src/testing/index.js'

const home = (city: string, quote: string): ScriptedFact => ({
  text: `User lives in ${city}`,
  quote,
  slot: { subject: 'user', attribute: 'home', value: city.toLowerCase(), cardinality: 'one' },
})
const script = (text: string): ScriptedFact[] =>
  [...text.matchAll(/home: (\w+)/g)].map(([quote, city]) => home(city as string, quote))

/** A plug whose model can be out of reach, and whose calls can be watched and held. */
function plug(more: Partial<Extractor> = {}) {
  const state = {
    down: false,
    calls: [] as string[][],
    inputs: [] as ExtractionInput[],
    hold: undefined as Promise<void> | undefined,
    unread: new Set<string>(),
  }
  const inner = scriptedExtractor(script)
  const extractor: Extractor = {
    ...inner,
    async extract(input, { signal } = {}) {
      state.calls.push(input.messages.map(({ id }) => id))
      state.inputs.push(input)
      if (state.down) throw new LanguageModelError('MODEL_UNAVAILABLE', 'The endpoint does not answer.')
      if (state.hold)
        await Promise.race([
          state.hold,
          new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
        ])
      const facts = factsOf(await inner.extract(input))
      const extraction: Extraction = {
        facts,
        unread: input.messages.map(({ id }) => id).filter((id) => state.unread.has(id)),
      }
      return extraction
    },
    ...more,
  }
  return { state, extractor }
}

const opened: Memory[] = []
const open = async (options: Partial<OpenOptions>): Promise<Memory> => {
  const memory = await Memory.open({
    name: 'jobs',
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
afterEach(() => Promise.all(opened.splice(0).map((memory) => memory.close())))
const texts = async (memory: Memory): Promise<string[]> =>
  (await memory.getAll({ latestOnly: false, status: ['active', 'superseded'], order: 'asc' })).results.map(
    (row) => row.memory,
  )

describe('work on facts (hashEmbedder, scripted extractor)', () => {
  it('keeps the order of a scope: what comes after a job whose model is out of reach waits for it', async () => {
    const { state, extractor } = plug()
    const memory = await open({ extractor })
    state.down = true
    const first = await memory.add({ content: 'home: Lyon', id: 'm1' })
    expect(first.report).toMatchObject({ extraction: 'waiting', problems: [{ code: 'MODEL_UNAVAILABLE' }] })
    const second = await memory.add({ content: 'home: Lisbon', id: 'm2' })
    expect(second.report.extraction).toBe('waiting')
    expect((await memory.search('Lisbon')).results[0]?.memory).toBe('home: Lisbon')
    expect(await memory.jobs()).toMatchObject([
      {
        id: first.job,
        kind: 'extract',
        state: 'waiting',
        pending: 1,
        attempts: 2,
        problem: { code: 'MODEL_UNAVAILABLE' },
      },
      { id: second.job, kind: 'extract', state: 'waiting', pending: 1, attempts: 0 },
    ])
    state.down = false
    expect(await memory.retry()).toEqual([])
    expect(state.calls.slice(-2)).toEqual([['m1'], ['m2']])
    expect(await texts(memory)).toEqual(['User lives in Lyon', 'User lives in Lisbon'])
  })

  it('does not hold up other scopes, nor a scope by a job that failed by itself', async () => {
    const { extractor } = plug()
    const broken: Extractor = {
      ...extractor,
      extract: (input, options) =>
        input.messages.some(({ text }) => text === 'broken')
          ? Promise.reject(new Error('no idea'))
          : extractor.extract(input, options),
    }
    const memory = await open({ extractor: broken })
    expect((await memory.add('broken')).report.extraction).toBe('waiting')
    expect((await memory.add('home: Lyon')).results).toMatchObject([{ event: 'ADD' }])
    expect((await memory.add('home: Porto', { userId: 'bo' })).results).toMatchObject([{ event: 'ADD' }])
  })

  it('cancels by a signal: the messages stay, and retry takes them up again', async () => {
    const { state, extractor } = plug()
    const memory = await open({ extractor })
    await expect(memory.add('home: Lyon', { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
    expect((await memory.messages.list()).total).toBe(0)

    state.hold = new Promise(() => undefined)
    const controller = new AbortController()
    const adding = memory.add({ content: 'home: Lyon', id: 'm1' }, { signal: controller.signal })
    await expect.poll(() => state.calls.length).toBe(1)
    controller.abort()
    const { report, job, messages } = await adding
    expect(report.extraction).toBe('cancelled')
    expect(messages).toEqual([{ id: 'm1', status: 'added' }])
    expect(await memory.jobs({ state: 'failed' })).toMatchObject([{ id: job, problem: { code: 'ABORTED' } }])
    state.hold = undefined
    await memory.idle()
    expect(await texts(memory)).toEqual([])
    expect(await memory.retry(job)).toEqual([])
    expect(await texts(memory)).toEqual(['User lives in Lyon'])
  })

  it('cancels a job under way by its id, and refuses an unknown one', async () => {
    const { state, extractor } = plug()
    const memory = await open({ extractor })
    state.hold = new Promise(() => undefined)
    const { job } = await memory.add('home: Lyon', { wait: false })
    await expect.poll(() => state.calls.length).toBe(1)
    await memory.cancel(job as string)
    expect(await memory.jobs()).toMatchObject([{ id: job, state: 'failed' }])
    await expect(memory.cancel('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(memory.retry(job, { userId: 'bo' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('sets aside what could not be read, and does the rest', async () => {
    const { state, extractor } = plug()
    const memory = await open({ extractor })
    state.unread.add('m2')
    const { results, report } = await memory.add([
      { content: 'home: Lyon', id: 'm1' },
      { content: 'gibberish', id: 'm2' },
    ])
    expect(report.extraction).toBe('done')
    expect(results).toMatchObject([{ memory: 'User lives in Lyon' }])
    expect(await memory.jobs()).toMatchObject([{ state: 'failed', pending: 1, problem: { code: 'EXTRACTION_FAILED' } }])
    state.unread.clear()
    expect(await memory.retry()).toEqual([])
    expect(state.calls.at(-1)).toEqual(['m2'])
  })

  it('reports what became of a job, in the background too', async () => {
    const { extractor } = plug()
    const reports: ExtractionReport[] = []
    const memory = await open({ extractor, onReport: (report) => reports.push(report) })
    const { job } = await memory.add('home: Lyon', { wait: false })
    await memory.idle()
    expect(reports).toMatchObject([
      { job, userId: 'ana', state: 'done', results: [{ memory: 'User lives in Lyon', event: 'ADD' }], problems: [] },
    ])
  })

  it('tells the extractor what it asks for: what is near, what was drawn and what was refused lately', async () => {
    const { state, extractor } = plug({ needs: { known: 2, lately: 2, unwanted: 2 } })
    const memory = await open({ extractor })
    await memory.add('Tomatoes grow well', { infer: false })
    for (const city of ['Lyon', 'Lisbon']) await memory.add(`home: ${city}`)
    const { results } = await memory.add('home: Porto', { userId: 'ana' })
    await memory.delete(results[0]?.id as string)
    await memory.add('Where do tomatoes grow well?')
    expect(state.inputs.at(-1)).toMatchObject({
      scope: { userId: 'ana' },
      unwanted: ['User lives in Porto'],
      lately: [],
    })
    expect(state.inputs.at(-1)?.known).toEqual([
      { id: expect.any(String), text: 'Tomatoes grow well', observedAt: expect.any(Number) },
    ])
    await memory.add('something else', { userId: 'bo' })
    expect(state.inputs.at(-1)).toMatchObject({ known: [], lately: [], unwanted: [] })
  })

  it('does not draw a fact again that the user deleted, however it is worded', async () => {
    let wording = 'User lives in Lyon'
    const extractor = scriptedExtractor((text) =>
      text.includes('Lyon') ? [{ ...home('Lyon', 'Lyon'), text: wording }] : [],
    )
    const memory = await open({ extractor })
    const { results } = await memory.add({ content: 'I am in Lyon', id: 'm1' })
    await memory.delete(results[0]?.id as string)
    wording = 'User resides in Lyon'
    const held = await memory.add([{ content: 'I am in Lyon', id: 'm1' }])
    expect(held.messages).toEqual([{ id: 'm1', status: 'known' }])
    expect((await memory.getAll()).total).toBe(0)
  })
})

describe('runs (hashEmbedder, scripted extractor)', () => {
  const digest: NonNullable<Extractor['digest']> = (messages) =>
    Promise.resolve({
      text: `Goal: test. ${messages.length} steps. Result: 42 passed`,
      evidence: messages.map(({ id, text }) => ({ messageId: id, quote: text.slice(0, 9) })),
    })
  const run = { agentId: 'coder', runId: 'r1' }

  it('are kept as one procedural memory of their agent, with every message as evidence', async () => {
    const memory = await open({ extractor: plug({ digest }).extractor, scope: {} })
    const { results, report } = await memory.add(
      [
        { role: 'assistant', content: 'Ran tests' },
        { role: 'tool', content: '42 passed' },
      ],
      { ...run, kind: 'procedural' },
    )
    expect(report.extraction).toBe('done')
    expect(results).toMatchObject([{ event: 'ADD', evidence: [{ quote: 'Ran tests' }, { quote: '42 passed' }] }])
    const found = (await memory.search('what was the result of the tests', { agentId: 'coder', kinds: ['procedural'] }))
      .results
    expect(found).toMatchObject([
      { kind: 'procedural', agentId: 'coder', runId: 'r1', evidence: [{ role: 'assistant' }, { role: 'tool' }] },
    ])
    expect((await memory.search('tests', { agentId: 'writer' })).results).toEqual([])
  })

  it('need an agent, and somebody who can tell of them', async () => {
    const memory = await open({ extractor: plug({ digest }).extractor })
    await expect(memory.add('Ran tests', { kind: 'procedural' })).rejects.toMatchObject({ code: 'SCOPE_REQUIRED' })
    const without = await open({ extractor: plug().extractor })
    expect((await without.add('Ran tests', { ...run, kind: 'procedural' })).report.extraction).toBe('unavailable')
  })

  it('offer their lasting facts to the scope without them, once', async () => {
    const memory = await open({ extractor: plug({ digest }).extractor })
    await memory.add({ content: 'home: Lyon', id: 'm1' }, { runId: 'r1' })
    await memory.add('Ran tests', { ...run, kind: 'procedural' })
    const { results } = await memory.promote('r1')
    expect(results).toMatchObject([
      { memory: 'User lives in Lyon', event: 'ADD', evidence: [{ messageId: 'm1', runId: 'r1' }] },
    ])
    expect((await memory.promote('r1')).results).toEqual([])
    await memory.approve(results[0]?.id as string)
    await memory.add('home: Lisbon')
    const rows = (
      await memory.getAll({ latestOnly: false, status: ['active', 'superseded'], kinds: ['semantic'], order: 'asc' })
    ).results
    expect(rows.map(({ memory: text, status, runId }) => [text, status, runId])).toEqual([
      ['User lives in Lyon', 'active', 'r1'],
      ['User lives in Lyon', 'superseded', undefined],
      ['User lives in Lisbon', 'active', undefined],
    ])
  })

  it('take their words along when their messages are erased', async () => {
    const store = inMemoryStore()
    const memory = await open({ extractor: plug().extractor, store })
    // The same id in the wider scope is another message.
    await memory.add({ content: 'hello', id: 'm1' })
    await memory.add({ content: 'home: Lyon', id: 'm1' }, { runId: 'r1' })
    const { results } = await memory.promote('r1')
    await memory.approve(results[0]?.id as string)
    await memory.deleteAll({ runId: 'r1' })
    expect(
      (await memory.getAll({ latestOnly: false, status: ['active', 'superseded', 'pending', 'deleted', 'merged'] }))
        .results,
    ).toEqual([])
    expect((await memory.messages.list()).results).toMatchObject([{ content: 'hello' }])
  })
})

describe('the summary of a conversation (hashEmbedder, scripted extractor)', () => {
  it('is made in the background, told to the extractor, and dropped when a message of it is deleted', async () => {
    const { state, extractor } = plug({
      needs: { summary: true },
      summarise: (previous, messages) => Promise.resolve(`${previous ?? ''}[${messages.length}]`),
    })
    const memory = await open({ extractor })
    await memory.add(Array.from({ length: 25 }, (_, i) => ({ content: `line ${i}`, id: `m${i}` })))
    await memory.idle()
    let i = 0
    await expect.poll(async () => (await memory.add(`more ${i++}`)) && state.inputs.at(-1)?.summary).toMatch(/^\[2\d\]/)
    await memory.messages.delete('m3')
    await memory.add('still more')
    expect(state.inputs.at(-1)?.summary).toBeUndefined()
  })
})
