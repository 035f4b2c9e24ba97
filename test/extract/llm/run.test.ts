import { describe, expect, test } from 'vitest'
import { languageModelExtractor } from '../../../src/extract/llm/extractor.js'
import { summariseRun } from '../../../src/extract/llm/procedural.js'
import { summarise } from '../../../src/extract/llm/summarise.js'
import { scriptedModel } from '../../../src/testing/index.js'
import { said } from './support.js'

const RUN = [
  'User: Get the tests of app/ to pass',
  'assistant: Running npm test',
  'tool: 3 failed, 12 passed\nError: ENOENT /tmp/x',
  'assistant: I created /tmp/x and ran them again',
  'tool: 15 passed',
].map((line, i) => said(line, `m${i + 1}`))

describe('a run is recorded by a scripted model', () => {
  test('with results word for word and linked, and none that no message says', async () => {
    const part = {
      goal: 'Get the tests of app/ to pass',
      steps: [
        { text: 'Ran npm test', messages: [2, 3], result: '3 failed, 12 passed' },
        { text: 'Created /tmp/x', messages: [4], result: 'all is well now' },
        { text: 'Deployed', messages: [9], result: '' },
        { text: 'Ran npm test again', messages: ['5'], result: '15  PASSED' },
      ],
      errors: [{ text: 'A file was missing', messages: [3], result: 'Error: ENOENT /tmp/x' }],
      state: 'All tests pass.',
    }
    const run = await summariseRun(scriptedModel([JSON.stringify(part)]), RUN)
    expect(run.text).toMatchInlineSnapshot(`
      "Goal: Get the tests of app/ to pass
      Steps:
      1. Ran npm test → “3 failed, 12 passed”
      2. Created /tmp/x
      3. Ran npm test again → “15 passed”
      Errors:
      - A file was missing → “Error: ENOENT /tmp/x”
      State: All tests pass."
    `)
    expect(run.evidence).toEqual([
      { messageId: 'm3', quote: '3 failed, 12 passed' },
      { messageId: 'm4', quote: 'I created /tmp/x and ran them again' },
      { messageId: 'm5', quote: '15 passed' },
      { messageId: 'm3', quote: 'Error: ENOENT /tmp/x' },
    ])
    expect(run.notes).toMatchObject({ calls: 1, unknownIds: 1, dropped: { unsupported: 2 } })
    expect(run.steps[0]?.messageIds).toEqual(['m2', 'm3'])
  })

  test('in Chinese', async () => {
    const run = await summariseRun(
      scriptedModel([
        JSON.stringify({
          goal: '让测试通过',
          steps: [{ text: '运行测试', messages: [5], result: '15 passed' }],
          errors: [],
          state: '全部通过',
        }),
      ]),
      RUN,
    )
    expect(run.text).toBe('目标：让测试通过\n步骤：\n1. 运行测试 → 「15 passed」\n现状：全部通过')
  })

  test('a long one in chunks that continue each other', async () => {
    const messages = Array.from({ length: 12 }, (_, i) =>
      said(`tool: step ${i} done. ${'log line. '.repeat(80)}`, `m${i}`),
    )
    const llm = scriptedModel(
      (request) => {
        const numbers = [...(request.messages[1]?.content ?? '').matchAll(/^\[(\d+)\] Tool: (step \d+ done)/gm)]
        return JSON.stringify({
          goal: 'g',
          steps: numbers.map(([, number, result]) => ({ text: `did ${result}`, messages: [Number(number)], result })),
          errors: [],
          state: 's',
        })
      },
      { contextTokens: 2048 },
    )
    const run = await languageModelExtractor(llm).digest?.(messages)
    expect(run?.evidence.map(({ messageId }) => messageId)).toEqual(messages.map(({ id }) => id))
    expect(llm.requests.length).toBeGreaterThan(1)
    expect(llm.requests[1]?.messages[1]?.content).toContain('<before>')
  })

  test('nothing, when the model makes noise', async () => {
    const run = await summariseRun(
      scriptedModel(() => 'noise'),
      RUN.slice(0, 1),
    )
    expect(run).toMatchObject({ text: '', evidence: [], unread: ['m1'] })
  })
})

describe('a summary is rewritten by a scripted model', () => {
  test('with what it was before, and is kept short', async () => {
    const llm = scriptedModel([`<think>hm</think>\n## Summary\n${'Ana talked about boats. '.repeat(60)}`])
    const summary = await summarise(llm, 'Ana said hello.', [said('I like boats', 'm1')])
    expect(summary.split(/\s+/)).toHaveLength(148)
    expect(summary).toMatch(/^Ana talked.*boats\.$/)
    expect(llm.requests[0]?.messages[1]?.content).toContain('<summary>\nAna said hello.\n</summary>')
    expect(llm.requests[0]?.schema).toBeUndefined()
  })

  test('and stays as it was when the reply says nothing', async () => {
    expect(await summarise(scriptedModel(['<think>…</think> ']), 'Before.', [said('hi', 'm1')])).toBe('Before.')
    expect(await summarise(scriptedModel(['']), undefined, [said('hi', 'm1')])).toBe('')
  })

  test('chunk by chunk where the context is small', async () => {
    const llm = scriptedModel((_, turn) => `Summary ${turn}.`, { contextTokens: 1200 })
    const messages = Array.from({ length: 6 }, (_, i) => said(`${'Words and more words. '.repeat(40)}${i}`, `m${i}`))
    const summary = await summarise(llm, undefined, messages)
    expect(llm.requests.length).toBeGreaterThan(1)
    expect(summary).toBe(`Summary ${llm.requests.length - 1}.`)
    expect(llm.requests.at(-1)?.messages[1]?.content).toContain(`Summary ${llm.requests.length - 2}.`)
  })
})
