import { afterEach, describe, expect, test } from 'vitest'
import { LanguageModelError, Memory, type ExtractionReport, type OpenOptions } from '../../../src/index.js'
import type { CompletionRequest } from '../../../src/llm/language-model.js'
import { inMemoryStore } from '../../../src/store/memory-store.js'
import { hashEmbedder, scriptedModel } from '../../../src/testing/index.js'

const opened: Memory[] = []
afterEach(() => Promise.all(opened.splice(0).map((memory) => memory.close())))

async function open(options: Partial<OpenOptions>) {
  const reports: ExtractionReport[] = []
  const memory = await Memory.open({
    name: `broken-${crypto.randomUUID()}`,
    scope: { userId: 'ana' },
    store: inMemoryStore(),
    embedder: hashEmbedder(),
    onReport: (report) => void reports.push(report),
    onWarning: () => undefined,
    ...options,
  })
  opened.push(memory)
  return { memory, reports }
}

type Fact = Record<string, unknown>
const told = (quote: string, text: string, more: Fact = {}): Fact => ({
  from: [1],
  quote,
  text,
  by: 'User',
  about: 'User',
  attribute: 'other',
  value: '',
  when: '',
  ...more,
})
const livesIn = (city: string): Fact =>
  told(`I live in ${city}`, `User lives in ${city}`, { attribute: 'home', value: city })
const pet = (value: string): Fact => told(`I have a ${value}`, `User has a ${value}`, { attribute: 'pet', value })
const say = (...facts: Fact[]): string => JSON.stringify({ facts })
const run = (part: object): string => JSON.stringify({ goal: '', steps: [], errors: [], state: '', ...part })
const isVerdict = ({ messages }: CompletionRequest): boolean => messages.at(-1)?.content.includes('<fact>') === true
/** Embedding is a job too. */
const extractions = async (memory: Memory) => (await memory.jobs()).filter(({ kind }) => kind === 'extract')
const texts = async (memory: Memory, status: ('active' | 'pending' | 'superseded')[] = ['active']) =>
  (await memory.getAll({ status, latestOnly: false, order: 'asc' })).results.map(({ memory: text }) => text)

/** Tells one fact of each message, and gives one verdict about each fact that it is asked about. */
function judge(facts: Fact[], verdict: object) {
  let next = 0
  return scriptedModel((request) => (isVerdict(request) ? JSON.stringify(verdict) : say(facts[next++] as Fact)))
}

describe('a verdict of the classic mode that goes wrong (scripted model, hashEmbedder)', () => {
  const classic = { extraction: { mode: 'classic' as const } }

  test('a merged text that another memory says already: the fact is added to that one, and the job is done', async () => {
    const facts = [pet('cat named Tom'), pet('black cat'), pet('cat called Tom')]
    const llm = scriptedModel(({ messages }) => {
      const shown = messages.at(-1)?.content ?? ''
      if (!shown.includes('<fact>')) return say(facts.shift() as Fact)
      if (shown.includes('<fact>\nUser has a black cat')) return '{"event":"ADD","id":0,"text":""}'
      return JSON.stringify({
        event: 'UPDATE',
        id: Number(/\((\d)\) \S+ User has a black cat/.exec(shown)?.[1]),
        text: 'User has a cat named Tom',
      })
    })
    const { memory } = await open({ llm, ...classic })
    const [tom] = (await memory.add('I have a cat named Tom')).results
    await memory.add('I have a black cat')
    const { report, results } = await memory.add('I have a cat called Tom')
    expect(report).toMatchObject({ extraction: 'done', problems: [], model: { calls: 2 } })
    expect(results).toMatchObject([{ event: 'NONE', id: tom?.id }])
    expect(await texts(memory)).toEqual(['User has a cat named Tom', 'User has a black cat'])
  })

  test('the same number twice: the memory is closed once', async () => {
    const { memory } = await open({
      llm: judge([livesIn('Lyon'), livesIn('Lisbon')], { event: 'DELETE', id: [1, '1', 1, 99], text: '' }),
      ...classic,
    })
    const { results } = await memory.add('I live in Lyon')
    await memory.add('I live in Lisbon')
    expect((await memory.history(results[0]?.id as string)).map(({ event }) => event)).toEqual(['ADD', 'SUPERSEDE'])
  })

  test('a repetition that names another place: the fact is not lost', async () => {
    const { memory } = await open({
      llm: judge([livesIn('Lyon'), livesIn('Rome')], { event: 'NONE', id: 1, text: '' }),
      ...classic,
    })
    await memory.add('I live in Lyon')
    await memory.add('I live in Rome')
    expect(await texts(memory)).toEqual(['User lives in Rome'])
  })

  test('what waits for approval is not asked about: it is judged when it is approved', async () => {
    const { memory } = await open({
      llm: judge([livesIn('Lyon'), livesIn('Rome')], { event: 'DELETE', id: 1, text: '' }),
      ...classic,
    })
    await memory.add('I live in Lyon')
    const { report, results } = await memory.add('I live in Rome', { review: true })
    expect(report.model?.calls).toBe(1)
    await memory.approve(results[0]?.id as string)
    expect(await texts(memory)).toEqual(['User lives in Rome'])
  })
})

describe('a run about which the model says nothing of use (scripted model, hashEmbedder)', () => {
  const steps = ['Ran the tests', '3 failed']
  const how = { agentId: 'coder', runId: 'r1', kind: 'procedural' as const }

  test('unreadable: no empty memory is kept, the messages wait as a failed job, and that job does it later', async () => {
    let reply = 'nonsense'
    const { memory } = await open({ llm: scriptedModel(() => reply) })
    const { results } = await memory.add(steps, how)
    expect(results).toEqual([])
    const [job] = await memory.jobs()
    expect(job).toMatchObject({ kind: 'digest', state: 'failed', pending: 2 })
    expect(await memory.retry(job?.id)).toEqual([job])
    reply = run({ goal: '修复测试', steps: [{ text: 'Ran the tests', messages: [1, 2], result: '3 failed' }] })
    expect(await memory.retry(job?.id)).toEqual([])
    expect(await texts(memory)).toHaveLength(1)
  })

  test('empty: nothing is kept, and it is counted', async () => {
    const { memory } = await open({ llm: scriptedModel(() => run({})) })
    const { results, report } = await memory.add(steps, how)
    expect(results).toEqual([])
    expect(report).toMatchObject({ extraction: 'done', rejected: { empty: 1 } })
    expect(await memory.jobs()).toEqual([])
  })
})

describe('jobs (scripted model, hashEmbedder)', () => {
  const home = (): string => say(livesIn('Lyon'))

  /** A model that answers once it is let. */
  function held() {
    let answer = (): void => undefined
    const gate = new Promise<void>((resolve) => (answer = resolve))
    return { llm: scriptedModel(async () => (await gate, home())), answer }
  }

  test('one aborted while it waits for its turn is given up at once, and can be taken up before the turn comes', async () => {
    const { llm, answer } = held()
    const { memory, reports } = await open({ llm })
    await memory.add('I live in Lyon', { wait: false })
    const controller = new AbortController()
    const adding = memory.add('As I said, I live in Lyon', { signal: controller.signal })
    await expect.poll(async () => (await extractions(memory)).length).toBe(2)
    controller.abort()
    const { report, job } = await adding
    expect(report.extraction).toBe('cancelled')
    expect((await memory.jobs()).find(({ id }) => id === job)).toMatchObject({
      state: 'failed',
      problem: { code: 'ABORTED' },
    })
    const again = memory.retry(job)
    await expect.poll(async () => (await extractions(memory)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    answer()
    expect(await again).toEqual([])
    expect(reports.map(({ state }) => state)).toContain('done')
    expect((await memory.getAll()).results).toMatchObject([{ evidence: [{}, {}] }])
  })

  test('one cancelled while it waits for its turn is told as cancelled', async () => {
    const { llm, answer } = held()
    const { memory } = await open({ llm })
    const adding = [memory.add('I live in Lyon'), memory.add('As I said, I live in Lyon')]
    await expect.poll(async () => (await extractions(memory)).length).toBe(2)
    const [, second] = await extractions(memory)
    await memory.cancel(second?.id as string)
    answer()
    // Of two at once either may be first.
    const told = (await Promise.all(adding)).map(({ report, job }) => [report.extraction, job])
    expect(told).toEqual(
      expect.arrayContaining([
        ['done', undefined],
        ['cancelled', second?.id],
      ]),
    )
  })

  test('one whose signal is aborted after its last commit is done', async () => {
    const { memory } = await open({ llm: scriptedModel(home) })
    const controller = new AbortController()
    let steps = 0
    // The first tells of the vectors, the second of the facts.
    memory.subscribe(({ type }) => type === 'work' && ++steps === 2 && controller.abort())
    const { report, job } = await memory.add('I live in Lyon', { signal: controller.signal })
    expect(controller.signal.aborted).toBe(true)
    expect(report.extraction).toBe('done')
    expect(job).toBeUndefined()
  })

  test('a tab without a model gives them up, but does not take them', async () => {
    const name = `broken-${crypto.randomUUID()}`
    const state = { away: true }
    const llm = scriptedModel(() =>
      state.away
        ? new LanguageModelError('MODEL_UNAVAILABLE', 'Nobody is there.')
        : run({ goal: 'fix it', steps: [{ text: 'Ran', messages: [1], result: '' }] }),
    )
    const tab = { name, scope: { userId: 'ana' }, embedder: hashEmbedder() }
    const withModel = await Memory.open({ ...tab, llm })
    const withRules = await Memory.open(tab)
    const withNothing = await Memory.open({ ...tab, extractor: false })
    opened.push(withModel, withRules, withNothing)
    const { job } = await withModel.add('Ran the tests', { agentId: 'coder', runId: 'r1', kind: 'procedural' })
    await withNothing.cancel(job as string)
    for (const other of [withNothing, withRules])
      expect(await other.retry(job)).toMatchObject([{ id: job, state: 'failed' }])
    state.away = false
    expect(await withModel.retry(job)).toEqual([])
    expect(await texts(withModel)).toHaveLength(1)
  })

  test('a listener of reports that throws changes nothing of what is told', async () => {
    const warnings: string[] = []
    const onReport = (): void => {
      throw new Error('A fault of the page.')
    }
    const { memory } = await open({
      llm: scriptedModel(home),
      onReport,
      onWarning: ({ message }) => void warnings.push(message),
    })
    const { report, results } = await memory.add('I live in Lyon')
    expect(report).toMatchObject({ extraction: 'done', problems: [] })
    expect(results).toMatchObject([{ event: 'ADD' }])
    expect(warnings).toEqual(['onReport threw.'])
  })
})

test('a memory that is erased while the model writes is not linked to (scripted model, hashEmbedder)', async () => {
  const erase: { now?: () => Promise<unknown> } = {}
  const llm = scriptedModel(
    async () => {
      if (!erase.now) return say(told('My sister Mia is a nurse', "User's sister Mia is a nurse"))
      await erase.now()
      return say({ ...livesIn('Paris'), links: [1] })
    },
    { contextTokens: 20_000 },
  )
  const { memory } = await open({ llm })
  const { results } = await memory.add('My sister Mia is a nurse')
  erase.now = () => memory.purge(results[0]?.id as string)
  expect((await memory.add('I live in Paris')).results).toMatchObject([{ event: 'ADD' }])
  expect((await memory.verify()).findings).toEqual([])
})
