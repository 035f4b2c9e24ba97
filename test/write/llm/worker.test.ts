import { afterEach, describe, expect, test } from 'vitest'
import type { ExtractionReport } from '../../../src/index.js'
import { indexedDbStore } from '../../../src/store/indexeddb-store.js'
import { connect, type RemoteMemory } from '../../../src/worker/index.js'
import { scriptedEndpoint, type ScriptedEndpoint } from '../../llm/support/endpoint.js'
import { errorReply, streamReply } from '../../llm/support/replies.js'
import type { Script } from '../../llm/support/reply-server.js'
import { knowledge, TALKS } from './talks.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

interface Served {
  endpoint: ScriptedEndpoint
  memory: RemoteMemory
  /** What was told of extraction. */
  reports: ExtractionReport[]
  /** Another client of the same worker. */
  client: () => Promise<RemoteMemory>
}

async function start(script: Script): Promise<Served> {
  const endpoint = await scriptedEndpoint(script)
  const name = `llm-worker-${crypto.randomUUID()}`
  cleanups.push(() => indexedDbStore(name).destroy())
  const worker = new Worker(new URL('./memory.worker.ts', import.meta.url), {
    type: 'module',
    name: JSON.stringify({ name, baseUrl: endpoint.baseUrl }),
  })
  cleanups.push(() => worker.terminate())
  const client = async (): Promise<RemoteMemory> => {
    const remote = await connect(worker)
    cleanups.push(() => remote.close())
    return remote
  }
  const memory = await client()
  const reports: ExtractionReport[] = []
  memory.subscribe((event) => void (event.type === 'extracted' && reports.push(event.report)))
  return { endpoint, memory, reports, client }
}

const DOWN: Script = { replies: [], rest: errorReply(503, 'Loading model.') }
const SILENT: Script = { replies: [], rest: { end: 'hang' } }
const known = async (memory: RemoteMemory) =>
  (await memory.getAll({ order: 'asc' })).results.map(({ memory: text }) => text)

describe.each(TALKS)(
  'a memory with a language model in a worker, in $language (scripted server, hashEmbedder, IndexedDB)',
  (talk) => {
    const good: Script = { replies: [], rest: { knows: knowledge(talk) } }

    test('draws facts, reports them to every client, and leaves no job', async () => {
      const { memory, reports, client } = await start(good)
      const other: ExtractionReport[] = []
      const second = await client()
      second.subscribe((event) => void (event.type === 'extracted' && other.push(event.report)))
      const { report, results } = await memory.add(talk.messages)
      expect(report).toMatchObject({ extraction: 'done', model: { calls: 1, promptTokens: 700 }, problems: [] })
      expect(results.map((change) => change.memory)).toEqual(talk.texts)
      await expect.poll(() => other.length).toBe(1)
      expect(reports).toMatchObject([
        { state: 'done', userId: 'ana', results, rejected: report.rejected, model: report.model },
      ])
      expect(other).toEqual(reports)
      expect(await memory.jobs()).toEqual([])
    })

    test('tells of a model that is out of reach, and retries when asked', async () => {
      const { endpoint, memory, reports, client } = await start(DOWN)
      const { report, job } = await memory.add(talk.messages)
      expect(report).toMatchObject({ extraction: 'waiting', problems: [{ code: 'MODEL_UNAVAILABLE' }] })
      const second = await client()
      expect(await second.jobs({ state: 'waiting' })).toMatchObject([
        { id: job, kind: 'extract', pending: talk.messages.length, problem: { code: 'MODEL_UNAVAILABLE' } },
      ])
      await endpoint.become(good)
      expect(await second.retry(job)).toEqual([])
      expect(await known(memory)).toEqual(talk.texts)
      await expect.poll(() => reports.at(-1)?.state).toBe('done')
      await expect(memory.retry('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('wait: false resolves with the job, which cancel gives up and retry takes up', async () => {
      const { endpoint, memory, reports } = await start(SILENT)
      const { job, report } = await memory.add(talk.messages, { wait: false })
      expect(report.extraction).toBe('waiting')
      await expect.poll(async () => (await endpoint.seen()).length).toBe(1)
      await memory.cancel(job as string)
      expect(await memory.jobs()).toMatchObject([{ id: job, state: 'failed', problem: { code: 'ABORTED' } }])
      await memory.idle()
      expect(await known(memory)).toEqual([])
      await endpoint.become(good)
      expect(await memory.retry(job)).toEqual([])
      expect(await known(memory)).toEqual(talk.texts)
      expect(reports.at(-1)).toMatchObject({ job, state: 'done' })
    })

    test('a signal cancels what is under way', async () => {
      const { endpoint, memory } = await start(SILENT)
      const controller = new AbortController()
      const adding = memory.add(talk.messages, { signal: controller.signal })
      await expect.poll(async () => (await endpoint.seen()).length).toBe(1)
      controller.abort()
      const { report, job } = await adding
      expect(report.extraction).toBe('cancelled')
      expect((await memory.messages.list()).total).toBe(talk.messages.length)
      expect(await memory.jobs()).toMatchObject([{ id: job, state: 'failed' }])
      await endpoint.become(good)
      expect(await memory.retry()).toEqual([])
      expect(await known(memory)).toEqual(talk.texts)
    })

    test('stores nothing for a signal that is aborted already', async () => {
      const { memory } = await start(good)
      await expect(memory.add(talk.messages, { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: 'ABORTED',
      })
      expect((await memory.messages.list()).total).toBe(0)
    })

    test('offers the facts of a run to the scope without it', async () => {
      const { memory } = await start(good)
      await memory.add(talk.messages, { runId: 'r1' })
      expect(await memory.jobs({ runId: 'r1' })).toEqual([])
      const { results } = await memory.promote('r1')
      expect(results.map((change) => change.memory).sort()).toEqual([...talk.texts].sort())
      await memory.approve(results[0]?.id as string)
      await memory.reject(results[1]?.id as string)
      const all = (await memory.getAll({ status: ['active'] })).results.filter(({ runId }) => runId === undefined)
      expect(all.map(({ memory: text }) => text)).toEqual([results[0]?.memory])
      expect((await memory.promote('r1')).results).toEqual([])
    })

    test('keeps a run as one memory of its agent', async () => {
      const run = {
        goal: 'Fix the tests',
        steps: [{ text: 'Ran the tests', messages: [1], result: '42 passed' }],
        errors: [],
        state: 'All tests pass',
      }
      const { memory } = await start({ replies: [streamReply(JSON.stringify(run))] })
      const { results, report } = await memory.add([{ role: 'assistant', content: 'Ran the tests: 42 passed' }], {
        agentId: 'coder',
        runId: 'r1',
        kind: 'procedural',
      })
      expect(report).toMatchObject({ extraction: 'done', model: { calls: 1 } })
      expect(results).toMatchObject([{ event: 'ADD', evidence: [{ quote: '42 passed' }] }])
      expect((await memory.search('tests', { agentId: 'coder', kinds: ['procedural'] })).results).toMatchObject([
        { kind: 'procedural', memory: expect.stringContaining('42 passed') },
      ])
    })
  },
)
