import binary from '@wllama/wllama/esm/wasm/wllama.wasm?url'
import glue from '@wllama/wllama/src/wasm/wllama.js?url'
import { afterAll, describe, expect, test } from 'vitest'
import { Memory, type CompletionRequest, type ExtractionReport, type LanguageModel } from '../../../src/index.js'
import { wllama, wllamaCache } from '../../../src/llm/wllama.js'
import { indexedDbStore } from '../../../src/store/indexeddb-store.js'
import { hashEmbedder } from '../../../src/testing/index.js'

// Not shipped: it lies in ../shared, which the test server shows at this address.
const MODEL = '/shared/models/SmolLM2-135M-Instruct.Q4_1.gguf'
const there = (await fetch(MODEL, { method: 'HEAD' })).ok
/** A busy machine must not fail a test. */
const PATIENT = { timeout: 600_000 }

// Nothing to remember: what the model tells of it is made up, or taken from its example.
const CHAT = {
  role: 'user',
  content: 'The quick brown fox jumps over the lazy dog.',
  id: 'm1',
  at: new Date(2026, 4, 11, 12),
}

describe.skipIf(!there)(
  'a memory whose facts SmolLM2-135M draws (skipped where it does not lie next to this checkout; hashEmbedder)',
  PATIENT,
  () => {
    const model = wllama({ model: MODEL, wasm: { binary, glue } })
    let asked = 0
    const llm: LanguageModel = Object.create(model, {
      complete: {
        value: (request: CompletionRequest) => {
          asked++
          return model.complete(request)
        },
      },
    }) as LanguageModel
    const name = `smollm-${crypto.randomUUID()}`
    const reports: ExtractionReport[] = []
    // Its shorter prompt: most of the time goes into reading that.
    const open = (): Promise<Memory> =>
      Memory.open({
        name,
        scope: { userId: 'ana' },
        llm,
        extraction: { mode: 'classic', maxTokens: 60 },
        embedder: hashEmbedder(),
        onReport: (report) => reports.push(report),
        onWarning: () => undefined,
      })

    afterAll(async () => {
      await model.dispose()
      await wllamaCache().remove(MODEL)
      await indexedDbStore(name).destroy()
    })

    test('add returns at once; the job is cancelled, taken up, left in the middle by a memory that closes, and done by the next one; what is made up is refused', async () => {
      let memory = await open()
      const { job, report, messages } = await memory.add(CHAT, { wait: false })
      expect(asked).toBe(0)
      expect(report).toMatchObject({ extraction: 'waiting', problems: [] })
      expect(messages).toEqual([{ id: 'm1', status: 'added' }])
      await memory.cancel(job as string)
      expect(await memory.jobs({ state: 'failed' })).toMatchObject([
        { id: job, kind: 'extract', pending: 1, problem: { code: 'ABORTED' } },
      ])

      const retried = memory.retry(job)
      await expect.poll(() => asked, PATIENT).toBe(1)
      // It reads the prompt for a while, and all that is stored is found meanwhile.
      expect((await memory.search('fox')).results[0]?.memory).toBe(CHAT.content)
      await memory.close()
      await retried.catch(() => undefined)

      memory = await open()
      await memory.idle()
      const last = reports.at(-1) as ExtractionReport
      expect(last).toMatchObject({
        job,
        state: 'done',
        problems: [],
        model: { name: expect.stringContaining('SmolLM2'), calls: asked - 1 },
      })
      expect(last.model?.promptTokens).toBeGreaterThan(100)
      expect(last.model?.completionTokens).toBeGreaterThan(0)

      // Done, or its message is set aside: nothing waits.
      const jobs = await memory.jobs()
      expect(jobs.filter(({ state }) => state !== 'failed')).toEqual([])
      const refused = Object.values(last.rejected).reduce((sum, n) => sum + n, 0)
      expect(refused + jobs.length).toBeGreaterThan(0)
      const { results: facts } = await memory.getAll()
      expect(facts.map(({ id }) => id)).toEqual(last.results.map(({ id }) => id))
      for (const { evidence } of facts) expect(evidence).toEqual([{ messageId: 'm1', quote: expect.any(String) }])
      for (const { evidence } of facts) expect(CHAT.content).toContain(evidence[0]?.quote)
      expect((await memory.messages.list()).results.map(({ content }) => content)).toEqual([CHAT.content])
      await memory.close()
    })
  },
)
