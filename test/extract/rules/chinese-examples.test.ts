import { describe, expect, test } from 'vitest'
import { TOPICS } from '../../../src/extract/rules/chinese/topics/index.js'
import { expectExample } from './examples.js'

describe('each Chinese rule reads its example', () => {
  test.each(TOPICS.map((rule) => [rule.example, rule] as const))('%s', async (_, rule) => {
    await expectExample(rule)
  })

  test('no two rules share an example', () => {
    const examples = TOPICS.map(({ example }) => example)
    expect(new Set(examples).size).toBe(examples.length)
  })
})
