import { afterEach, describe, expect, test } from 'vitest'
import { Memory, type ExtractionReport, type SearchHit } from '../../../src/index.js'
import { openai, type OpenAiOptions } from '../../../src/llm/openai.js'
import { inMemoryStore } from '../../../src/store/memory-store.js'
import { hashEmbedder } from '../../../src/testing/index.js'
import { miniSearchIndex } from '../../../src/index/keyword/minisearch-index.js'
import { scriptedEndpoint } from '../../llm/support/endpoint.js'
import { KINDS, tokensOf, type Kind } from './kinds.js'
import { knowledge, TALKS, type Talk } from './talks.js'

const EVERY = ['active', 'pending', 'superseded', 'merged', 'deleted'] as const
const opened: Memory[] = []
afterEach(() => Promise.all(opened.splice(0).map((memory) => memory.close())))

const nothing = {
  unsupported: 0,
  echo: 0,
  empty: 0,
  forgotten: 0,
  duplicate: 0,
  translated: 0,
  untrusted: 0,
  secret: 0,
  malformed: 0,
}
const oneCall = { calls: 1, repaired: 0, retried: 0, split: 0, unknownIds: 0 }

/** No message is lost, and what is known rests on messages: each fact quotes one, is found, and has a history that comes to it. */
async function expectWhole(memory: Memory, messages: readonly { id: string; content: string }[]): Promise<string[]> {
  const listed = (await memory.messages.list({ order: 'asc' })).results
  expect(listed.map(({ id, content }) => ({ id, content }))).toEqual(
    messages.map(({ id, content }) => ({ id, content })),
  )
  for (const { id, content } of messages) {
    const hits: SearchHit[] = (await memory.search(content)).results
    expect(hits.find(({ messageId }) => messageId === id)?.memory, `"${content}" is found`).toBe(content)
  }
  const memories = (await memory.getAll({ status: EVERY, latestOnly: false, order: 'asc' })).results
  for (const { id, memory: text, evidence, status } of memories) {
    expect(status).toBe('active')
    expect(evidence.length).toBeGreaterThan(0)
    for (const { messageId, quote } of evidence)
      expect(messages.find((message) => message.id === messageId)?.content).toContain(quote)
    const history = await memory.history(id)
    expect(history[0]).toMatchObject({ event: 'ADD', after: text })
    expect(history.slice(1).every(({ event }) => event === 'UPDATE')).toBe(true)
    expect((await memory.search(text)).results.some((hit) => hit.id === id)).toBe(true)
  }
  return memories.map(({ memory: text }) => text)
}

async function expectOutcome({ script, options, prepare, expected }: Kind, talk: Talk): Promise<void> {
  const endpoint = await scriptedEndpoint(script(talk))
  const store = inMemoryStore()
  const reports: ExtractionReport[] = []
  const open = async (more: Partial<OpenAiOptions> = {}): Promise<Memory> => {
    const llm = openai({ baseUrl: endpoint.baseUrl, model: 'scripted', backOffMs: 1, ...more })
    const memory = await Memory.open({
      name: `replies-${crypto.randomUUID()}`,
      scope: { userId: 'ana' },
      llm,
      store,
      embedder: hashEmbedder(),
      // In this realm: a search need not wait for a worker that is slow to start.
      keywordIndex: miniSearchIndex(),
      onReport: (report) => reports.push(report),
      onWarning: () => undefined,
    })
    opened.push(memory)
    return memory
  }
  let memory = await open(options)
  let messages = talk.messages
  const before: typeof messages = []
  const alsoKnown: string[] = []
  if (prepare === 'told before') {
    before.push({ role: 'user', content: talk.again, id: 'm0', at: (talk.messages[0]?.at as number) - 60_000 })
    expect((await memory.add(before)).report.extraction).toBe('done')
  }
  if (prepare === 'recalled') {
    before.push({ role: 'user', content: talk.echo.memory, id: 'm0', at: (talk.messages[0]?.at as number) - 60_000 })
    await memory.add(before, { infer: false })
    alsoKnown.push(talk.echo.memory)
    expect((await memory.search(talk.echo.memory)).results[0]?.memory).toBe(talk.echo.memory)
    messages = [
      ...messages,
      { role: 'user', content: talk.echo.message, id: 'm5', at: (talk.messages[0]?.at as number) + 300_000 },
    ]
  }
  const asked = (await endpoint.seen()).length

  const { results, report, job } = await memory.add(messages)
  const {
    extraction = 'done',
    facts = talk.texts.map((_, i) => i),
    model = {},
    rejected = {},
    problem,
    failed,
    requests,
  } = expected
  const all = [...before, ...messages]
  const kept = facts.map((i) => talk.texts[i] as string)

  expect({
    ...report,
    model: report.model && { ...report.model, name: 'scripted' },
    problems: report.problems.map(({ code }) => code),
  }).toEqual({
    extraction,
    rejected: { ...nothing, ...rejected },
    secrets: [],
    ...(model === 'none'
      ? {}
      : {
          model: {
            name: 'scripted',
            ...oneCall,
            ...tokensOf(model.calls ?? 1),
            ...model,
          },
        }),
    embedding: 'done',
    tokensSkipped: 0,
    unknownShare: 0,
    problems: problem === undefined ? [] : [problem],
  })
  expect(reports.at(-1)).toMatchObject({ state: extraction, rejected: report.rejected, results, userId: 'ana' })
  expect(results.map((change) => change.memory).sort()).toEqual([...kept].sort())
  const jobs = (await memory.jobs()).map(({ id, kind, state, pending, problem: why }) => ({
    id,
    kind,
    state,
    pending,
    code: why?.code,
  }))
  if (extraction === 'waiting')
    expect(jobs).toEqual([{ id: job, kind: 'extract', state: 'waiting', pending: messages.length, code: problem }])
  else
    expect(jobs).toEqual(
      failed === undefined
        ? []
        : [{ id: expect.any(String), kind: 'extract', state: 'failed', pending: failed, code: 'EXTRACTION_FAILED' }],
    )
  expect((await endpoint.seen()).length - asked).toBe(requests ?? (model === 'none' ? 0 : (model.calls ?? 1)))
  expect((await expectWhole(memory, all)).sort()).toEqual([...alsoKnown, ...kept].sort())
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)

  // The model does well from now on.
  await endpoint.become({ replies: [], rest: { knows: knowledge(talk) } })
  if (options) {
    await memory.close()
    memory = await open()
    await memory.idle()
  }
  expect(await memory.retry()).toEqual([])
  expect(await memory.jobs()).toEqual([])
  const isLeft = extraction === 'waiting' || failed !== undefined
  const inTheEnd = [...alsoKnown, ...(isLeft ? talk.texts : kept)].sort()
  expect((await expectWhole(memory, all)).sort()).toEqual(inTheEnd)
  const told = (await endpoint.seen()).length
  expect((await memory.add(messages)).messages.map(({ status }) => status)).toEqual(messages.map(() => 'known'))
  expect((await memory.getAll({ status: EVERY })).total).toBe(inTheEnd.length)
  expect((await endpoint.seen()).length).toBe(told)
}

describe.each(TALKS)('after a reply in a conversation in $language (scripted server, hashEmbedder)', (talk) => {
  test.each(KINDS)('$name', (kind) => expectOutcome(kind, talk))
})

test('there are 40 kinds of reply at least, each under a name of its own', () => {
  expect(new Set(KINDS.map(({ name }) => name)).size).toBe(KINDS.length)
  expect(KINDS.length).toBeGreaterThanOrEqual(40)
})
