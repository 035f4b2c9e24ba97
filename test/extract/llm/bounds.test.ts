import { describe, expect, test } from 'vitest'
import { languageModelExtractor } from '../../../src/extract/llm/extractor.js'
import type { Completion, CompletionRequest } from '../../../src/llm/language-model.js'
import { scriptedModel } from '../../../src/testing/index.js'
import type { Extraction } from '../../../src/extract/extractor.js'
import { said } from './support.js'

const messages = (count: number, text: string) =>
  Array.from({ length: count }, (_, i) => said(`User: ${text} Number ${i}.`, `m${i}`))
const LONG = 'We talked about this and that, and about the garden. '.repeat(80)

async function extracted(
  script: Parameters<typeof scriptedModel>[0],
  told: ReturnType<typeof messages>,
  options: Parameters<typeof languageModelExtractor>[1] = {},
  capabilities: Parameters<typeof scriptedModel>[1] = {},
) {
  const llm = scriptedModel(script, capabilities)
  const extractor = languageModelExtractor(llm, options)
  const run = extractor.extract({
    messages: told,
    context: [],
    recalled: [],
    categories: [],
    scope: { userId: 'ana' },
  }) as Promise<Extraction>
  return { llm, run }
}

const cut = (text: string): Partial<Completion> => ({ text, finish: 'length' })

/** Tells of the first message that it is shown, and breaks off. */
const aboutTheFirst = ({ messages: prompt }: CompletionRequest): Partial<Completion> => {
  const number = /Number (\d+)/.exec(prompt.at(-1)?.content ?? '')?.[0] ?? 'Lyon'
  return cut(`{"facts":[{"from":[1],"text":"User says ${number}","quote":"${number}"},`)
}

describe('a model that always says too much (scripted model)', () => {
  test.each([
    ['of which nothing can be read', 16, 'I live in Lyon.', () => cut('{"facts":[{"from":[1],"text":"Us'), 12],
    ['of which nothing can be read, about long messages', 16, LONG, () => cut('Well,'), 12],
    // Three calls for each message and each chunk.
    ['about the first message only', 16, 'I live in Lyon.', aboutTheFirst, 3 * 17],
    ['about the first part of a long message', 4, `I live in Lyon. ${LONG}`, aboutTheFirst, 3 * 8],
  ] as const)(
    '%s: is asked so often at most, and every message is read or named',
    async (_, count, text, reply, most) => {
      const told = messages(count, text)
      const { llm, run } = await extracted(reply, told, { tier: 'local' }, { contextTokens: 8192 })
      const { facts, unread = [], notes } = await run
      expect(llm.requests.length).toBeLessThanOrEqual(most)
      expect(notes?.calls).toBe(llm.requests.length)
      const read = new Set([...facts.map(({ messageId }) => messageId), ...unread])
      expect(told.filter(({ id }) => !read.has(id))).toEqual([])
    },
  )

  test('one bad message among good ones is found, and the others are read', async () => {
    const told = messages(16, 'I live in Lyon.').map((message, i) =>
      i === 4 ? { ...message, text: 'POISON' } : message,
    )
    const { llm, run } = await extracted(
      ({ messages: prompt }) =>
        prompt.at(-1)?.content.includes('POISON') || prompt.length > 2 ? cut('{"fac') : '{"facts":[]}',
      told,
    )
    expect((await run).unread).toEqual(['m4'])
    expect(llm.requests.length).toBe(10)
  })
})

describe('instructions that are longer than the context (scripted model)', () => {
  const customInstructions = 'Mind the following rule. '.repeat(200)

  test('are an error that says so, and no answer about the messages', async () => {
    const { llm, run } = await extracted(
      () => '{"facts":[]}',
      messages(3, 'I live in Lyon.'),
      { customInstructions },
      { contextTokens: 700 },
    )
    await expect(run).rejects.toMatchObject({
      code: 'CONTEXT_EXCEEDED',
      hint: expect.stringContaining('customInstructions') as string,
    })
    expect(llm.requests.length).toBeLessThanOrEqual(4)
  })

  test('cost no call where the model counts tokens itself', async () => {
    const llm = {
      ...scriptedModel(() => '{"facts":[]}', { contextTokens: 700 }),
      countTokens: (text: string) => Promise.resolve(text.split(/\s+/).length),
    }
    await expect(
      languageModelExtractor(llm, { customInstructions }).extract({
        messages: messages(3, 'I live in Lyon.'),
        context: [],
        recalled: [],
        categories: [],
        scope: { userId: 'ana' },
      }),
    ).rejects.toMatchObject({ code: 'CONTEXT_EXCEEDED' })
    expect(llm.requests).toEqual([])
  })
})
