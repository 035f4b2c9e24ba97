import { expect } from 'vitest'
import type { Example } from '../../../src/extract/text/example.js'
import { extract, said } from './support.js'

/**
 * Checks that a rule's example is read as it says, and that it is this rule which does so: while the rule's patterns match nothing,
 * the fact is not found (or, where the rule keeps facts back, some fact is).
 */
export async function expectExample(rule: { example?: Example }): Promise<void> {
  const [, sentence = '', result = ''] = /^(.+) → (.+)$/.exec(rule.example ?? '') ?? []
  const found = await factsIn(sentence)
  const without = await withPatternsOff(rule, () => factsIn(sentence))
  if (result === 'nothing') {
    expect(found, sentence).toEqual([])
    expect(without, `${sentence} (while this rule is off)`).not.toEqual([])
  } else {
    expect(found, sentence).toContain(result)
    expect(without, `${sentence} (while this rule is off)`).not.toContain(result)
  }
}

/**
 * Each fact as its attribute and text, without and with its mode: "home: User lives in Lisbon" and "home: User lives in
 * Lisbon [correct]". The sentence may be a question of the assistant and an answer to it, joined by "¦".
 */
async function factsIn(sentence: string): Promise<string[]> {
  const [answer = '', question] = sentence.split(' ¦ ').reverse()
  const messages = [...(question === undefined ? [] : [said(question, { id: 'm0', role: 'assistant' })]), said(answer)]
  return (await extract(messages)).flatMap(({ slot, text, mode }) => {
    const fact = `${slot?.attribute ?? ''}: ${text}`
    return [fact, `${fact} [${mode}]`]
  })
}

async function withPatternsOff<T>(rule: object, run: () => Promise<T>): Promise<T> {
  const entries = Object.entries(rule).filter(([, value]) => value instanceof RegExp)
  expect(entries, 'the rule has a pattern').not.toEqual([])
  Object.assign(rule, Object.fromEntries(entries.map(([key]) => [key, /(?!)/])))
  try {
    return await run()
  } finally {
    Object.assign(rule, Object.fromEntries(entries))
  }
}
