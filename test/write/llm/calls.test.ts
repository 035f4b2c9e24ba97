import { afterEach, describe, expect, test } from 'vitest'
import { Memory, type ExtractionOptions } from '../../../src/index.js'
import { openai } from '../../../src/llm/openai.js'
import { inMemoryStore } from '../../../src/store/memory-store.js'
import { hashEmbedder } from '../../../src/testing/index.js'
import { scriptedEndpoint } from '../../llm/support/endpoint.js'
import { streamReply } from '../../llm/support/replies.js'

const opened: Memory[] = []
afterEach(() => Promise.all(opened.splice(0).map((memory) => memory.close())))

const reply = (value: unknown) => streamReply(JSON.stringify(value))
const home = (city: string, from = 1) => ({
  from: [from],
  quote: `I live in ${city}`,
  text: `User lives in ${city}`,
  by: 'User',
  about: 'User',
  attribute: 'home',
  value: city,
  when: '',
})
const cats = {
  from: [2],
  quote: 'I have two cats',
  text: 'User has two cats',
  by: 'User',
  about: 'User',
  attribute: 'pet',
  value: 'two cats',
  when: '',
}
const sister = {
  from: [3],
  quote: 'My sister Mia is a nurse',
  text: "User's sister Mia is a nurse",
  by: 'User',
  about: "User's sister",
  attribute: 'occupation',
  value: 'nurse',
  when: '',
}
const livesIn = (city: string) => ({
  from: [1],
  quote: `我住在${city}`,
  text: `用户住在${city}`,
  by: 'User',
  about: 'User',
  attribute: 'home',
  value: city,
  when: '',
})

async function start(replies: unknown[], extraction: ExtractionOptions) {
  const endpoint = await scriptedEndpoint(replies.map(reply))
  const llm = openai({ baseUrl: endpoint.baseUrl, model: 'scripted' })
  const memory = await Memory.open({
    name: `calls-${crypto.randomUUID()}`,
    scope: { userId: 'ana' },
    llm,
    extraction,
    store: inMemoryStore(),
    embedder: hashEmbedder(),
  })
  opened.push(memory)
  const calls = async () => (await endpoint.seen()).length
  /** Without those for summaries, which are asked for without a schema. */
  const prompts = async () => {
    const bodies = (await endpoint.seen()).flatMap(({ body }) =>
      body?.['response_format'] ? [body['messages'] as { content: string }[]] : [],
    )
    return bodies.map((messages) => messages.map(({ content }) => content).join('\n'))
  }
  return { memory, calls, prompts }
}

const known = async (memory: Memory) => (await memory.getAll({ order: 'asc' })).results.map(({ memory: text }) => text)

describe('calls of the model (scripted server, hashEmbedder)', () => {
  test('additive: ten messages are one call, and what contradicts is closed by rules, without another', async () => {
    const chat = Array.from({ length: 10 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: `And then there is matter number ${i}, of which more tomorrow.`,
    }))
    Object.assign(chat[0] as object, { content: 'I live in Lisbon now.' })
    Object.assign(chat[4] as object, { content: 'I have two cats.' })
    const { memory, calls } = await start(
      [{ facts: [home('Lyon')] }, { facts: [home('Lisbon'), { ...cats, from: [5] }] }],
      {},
    )
    await memory.add('I live in Lyon')
    expect(await calls()).toBe(1)
    const { report, results } = await memory.add(chat)
    await memory.idle()
    expect(await calls()).toBe(2)
    expect(report.model?.calls).toBe(1)
    expect(results).toMatchObject([
      { event: 'SUPERSEDE', memory: 'User lives in Lisbon', previousMemory: 'User lives in Lyon' },
      { event: 'ADD', memory: 'User has two cats' },
    ])
  })

  test('classic: one call more for each fact with a near neighbour, none for one without and none for a repetition', async () => {
    const { memory, calls, prompts } = await start(
      [
        { facts: [home('Lyon'), cats] },
        { facts: [home('Lisbon'), cats, sister] },
        { event: 'DELETE', id: 1, text: '' },
      ],
      { mode: 'classic' },
    )
    const first = await memory.add(['I live in Lyon', 'I have two cats'])
    expect(first.report.model?.calls).toBe(1)
    expect(await calls()).toBe(1)
    const { report, results } = await memory.add([
      'I live in Lisbon',
      'And I have two cats',
      'My sister Mia is a nurse',
    ])
    expect(await calls()).toBe(3)
    expect(report.model).toMatchObject({ calls: 2, unknownIds: 0 })
    expect((await prompts())[2]).toContain('User lives in Lyon')
    // A contradiction closes the old memory instead of erasing it.
    expect(results.map(({ event, memory: text }) => [event, text])).toEqual([
      ['SUPERSEDE', 'User lives in Lisbon'],
      ['NONE', 'User has two cats'],
      ['ADD', "User's sister Mia is a nurse"],
    ])
    expect(await known(memory)).toEqual(['User has two cats', 'User lives in Lisbon', "User's sister Mia is a nurse"])
    expect((await memory.getAll({ latestOnly: false, status: ['superseded'] })).results).toMatchObject([
      { memory: 'User lives in Lyon', validTo: expect.any(String) },
    ])
  })

  test('classic, in Chinese: a fact with a near neighbour is asked about, and numbers that were never shown change nothing', async () => {
    const { memory, calls } = await start(
      [{ facts: [livesIn('上海')] }, { facts: [livesIn('北京')] }, { event: 'DELETE', id: 7, text: '' }],
      { mode: 'classic' },
    )
    await memory.add('我住在上海')
    const { report, results } = await memory.add('我住在北京')
    expect(await calls()).toBe(3)
    expect(report.model).toMatchObject({ calls: 2, unknownIds: 1 })
    // Where the verdict cannot be followed the rules decide.
    expect(results).toMatchObject([{ event: 'SUPERSEDE', memory: '用户住在北京', previousMemory: '用户住在上海' }])
  })

  test('a long conversation is read in chunks that fit the context, with nothing skipped', async () => {
    const texts = Array.from(
      { length: 40 },
      (_, i) => `Line ${i}: ${'we talked about this and that for a while. '.repeat(4)}`,
    )
    const { memory, prompts } = await start(
      Array.from({ length: 40 }, () => ({ facts: [] })),
      {},
    )
    const { report } = await memory.add(texts)
    expect(report.extraction).toBe('done')
    const shown = (await prompts()).flatMap((prompt) =>
      [...(prompt.split('<messages>\n')[1] ?? '').matchAll(/User: (Line \d+):/g)].map(([, line]) => line),
    )
    expect(shown).toEqual(texts.map((_, i) => `Line ${i}`))
    expect(report.model?.calls).toBeLessThan(10)
    expect(await memory.jobs()).toEqual([])
  })
})
