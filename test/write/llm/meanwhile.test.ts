import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { LanguageModelError, Memory, type ExtractionReport, type OpenOptions } from '../../../src/index.js'
import { inMemoryStore } from '../../../src/store/memory-store.js'
import { hashEmbedder, scriptedModel } from '../../../src/testing/index.js'
import { TALKS } from './talks.js'

const opened: Memory[] = []
afterEach(() => Promise.all(opened.splice(0).map((memory) => memory.close())))

/** A model that does its work well, but only once the gate is opened; and that can be out of reach, or refuse. */
function gated() {
  const state = { calls: 0, open: () => undefined as void, failure: undefined as Error | undefined }
  let gate = Promise.resolve()
  const hold = (): void => void (gate = new Promise((resolve) => (state.open = resolve)))
  const llm = scriptedModel(async ({ messages, signal }) => {
    state.calls++
    await Promise.race([gate, new Promise((resolve) => signal?.addEventListener('abort', resolve))])
    if (state.failure) return state.failure
    const shown = messages.at(-1)?.content.split('<messages>\n')[1] ?? ''
    const lines = [...shown.matchAll(/^\[(\d+)\] (.*)$/gm)]
    const facts = TALKS.flatMap((talk) => talk.facts).flatMap((fact) => {
      const telling = lines.filter(([, , line]) => line?.includes(fact['quote'] as string))
      return telling.map(([, number]) => ({ ...fact, from: [Number(number)] }))
    })
    return JSON.stringify({ facts })
  })
  return { llm, state, hold }
}

async function open(options: Partial<OpenOptions>): Promise<{ memory: Memory; reports: ExtractionReport[] }> {
  const reports: ExtractionReport[] = []
  const memory = await Memory.open({
    name: `meanwhile-${crypto.randomUUID()}`,
    scope: { userId: 'ana' },
    store: inMemoryStore(),
    embedder: hashEmbedder(),
    onReport: (report) => reports.push(report),
    onWarning: () => undefined,
    ...options,
  })
  opened.push(memory)
  return { memory, reports }
}

const EVERY = ['active', 'pending', 'superseded', 'merged', 'deleted'] as const
const kept = async (memory: Memory) =>
  (await memory.getAll({ status: EVERY, latestOnly: false, order: 'asc' })).results.map(({ memory: text }) => text)

describe.each(TALKS)('while a model reads a conversation in $language (scripted model, hashEmbedder)', (talk) => {
  const [first, ...others] = talk.texts

  test.each([
    ['deleted', (memory: Memory) => memory.messages.delete('m1')],
    ['purged', (memory: Memory) => memory.messages.delete('m1', { purge: true })],
  ])('a message is %s: its facts are not kept, the others are', async (_, take) => {
    const { llm, state, hold } = gated()
    const { memory, reports } = await open({ llm })
    hold()
    const { job } = await memory.add(talk.messages, { wait: false })
    await expect.poll(() => state.calls).toBe(1)
    await take(memory)
    state.open()
    await memory.idle()
    expect(await kept(memory)).toEqual(others)
    expect((await memory.search(first as string)).results.map((hit) => hit.memory)).not.toContain(first)
    expect(await memory.jobs()).toEqual([])
    expect(reports.at(-1)).toMatchObject({ job, state: 'done' })
  })

  test.each([
    ['the scope is erased', (memory: Memory) => memory.deleteAll()],
    ['all is reset', (memory: Memory) => memory.reset()],
  ])('%s: nothing comes back', async (_, take) => {
    const { llm, state, hold } = gated()
    const { memory } = await open({ llm })
    hold()
    await memory.add(talk.messages, { wait: false })
    await expect.poll(() => state.calls).toBe(1)
    await take(memory)
    state.open()
    await memory.idle()
    expect(await kept(memory)).toEqual([])
    expect(await memory.jobs()).toEqual([])
  })

  test('the add is undone: nothing is drawn from it', async () => {
    const { llm, state, hold } = gated()
    const { memory } = await open({ llm })
    hold()
    const { operationId } = await memory.add(talk.messages, { wait: false })
    await expect.poll(() => state.calls).toBe(1)
    await memory.undo(operationId)
    state.open()
    await memory.idle()
    expect(await kept(memory)).toEqual([])
  })

  test('another memory of the scope changes: the facts are settled with it, and the model is not asked again', async () => {
    const { llm, state, hold } = gated()
    const { memory } = await open({ llm })
    hold()
    await memory.add(talk.messages, { wait: false })
    await expect.poll(() => state.calls).toBe(1)
    await memory.add(talk.texts[1] as string, { infer: false })
    state.open()
    await memory.idle()
    expect((await kept(memory)).sort()).toEqual([...talk.texts].sort())
    expect(state.calls).toBe(1)
  })

  test('the memory is closed: the next one does the job, once', async () => {
    const { llm, state, hold } = gated()
    const store = inMemoryStore()
    const { memory } = await open({ llm, store })
    hold()
    await memory.add(talk.messages, { wait: false })
    await expect.poll(() => state.calls).toBe(1)
    await memory.close()
    state.open()
    const { memory: next, reports } = await open({ llm, store })
    await next.idle()
    expect(await kept(next)).toEqual(talk.texts)
    expect(state.calls).toBe(2)
    expect(reports).toMatchObject([{ state: 'done' }])
  })

  test.each(['signal', 'cancel'] as const)(
    'the job is cancelled, by %s: that is what is reported, and nothing is kept',
    async (how) => {
      const { llm, state, hold } = gated()
      const { memory, reports } = await open({ llm })
      hold()
      const controller = new AbortController()
      const adding = memory.add(talk.messages, { wait: how === 'signal', signal: controller.signal })
      await expect.poll(() => state.calls).toBe(1)
      const [job] = await memory.jobs()
      if (how === 'signal') controller.abort()
      else await memory.cancel(job?.id as string)
      await adding
      await memory.idle()
      expect(reports).toMatchObject([{ job: job?.id, state: 'cancelled', results: [], problems: [] }])
      expect(await memory.jobs()).toMatchObject([{ state: 'failed', problem: { code: 'ABORTED' } }])
      expect(await kept(memory)).toEqual([])
    },
  )
})

describe('a model that does not answer (scripted model, hashEmbedder)', () => {
  const [english] = TALKS

  test('is asked once when the jobs of a scope are tried again, however many wait', async () => {
    const { llm, state } = gated()
    const { memory } = await open({ llm })
    state.failure = new LanguageModelError('MODEL_UNAVAILABLE', 'Nobody is there.')
    for (const message of english.messages) await memory.add(message)
    await memory.add('Elsewhere too', { userId: 'bo' })
    state.calls = 0
    expect(await memory.retry()).toHaveLength(4)
    expect(state.calls).toBe(1)
    state.failure = undefined
    expect(await memory.retry()).toEqual([])
    expect(await kept(memory)).toEqual(english.texts)
  })

  test('is asked again in 5 s about what failed once, however often other jobs failed', async () => {
    const { llm, state } = gated()
    const { memory } = await open({ llm })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    state.failure = new LanguageModelError('MODEL_UNAVAILABLE', 'Nobody is there.')
    for (const message of english.messages) await memory.add(message, { userId: 'bo' })
    await memory.add(english.messages)
    await memory.add('What was said last', { userId: 'bo' })
    state.failure = undefined
    await vi.advanceTimersByTimeAsync(5_000)
    await expect.poll(() => kept(memory)).toEqual(english.texts)
  })

  test('about one message is not asked about it again with each message that follows', async () => {
    const { llm, state } = gated()
    const { memory } = await open({ llm })
    state.failure = new LanguageModelError('MODEL_FAILED', 'The filter refused.')
    const { report, job } = await memory.add('Something that no model takes', { wait: true })
    expect(report).toMatchObject({ extraction: 'waiting', problems: [{ code: 'MODEL_FAILED' }] })
    state.failure = undefined
    state.calls = 0
    const second = await memory.add(english.messages)
    expect(second.report).toMatchObject({ extraction: 'done', problems: [] })
    expect(state.calls).toBe(1)
    expect(await memory.jobs()).toMatchObject([{ id: job, state: 'waiting' }])
    expect(await memory.retry()).toEqual([])
  })
})
