import { describe, expect, test } from 'vitest'
import { languageModelExtractor } from '../../../src/extract/llm/extractor.js'
import type { Decision } from '../../../src/reconcile/decision.js'
import { reconcile } from '../../../src/reconcile/reconcile.js'
import { scriptedModel, type ScriptedModel, type ScriptedReply } from '../../../src/testing/index.js'
import { knownFact, newFact } from '../../reconcile/cases.js'
import { input, reply } from './support.js'

async function decide(
  known: readonly string[],
  facts: readonly string[],
  script: readonly ScriptedReply[],
  updatePrompt?: string,
): Promise<{ told: string[]; llm: ScriptedModel; unknownIds: number }> {
  const llm = scriptedModel(script)
  const extractor = languageModelExtractor(llm, {
    mode: 'classic',
    ...(updatePrompt !== undefined && { updatePrompt }),
  })
  const around = known.map(knownFact)
  const decided = await extractor.decide?.(facts.map(newFact), () => around)
  return { told: (decided?.decisions ?? []).map(told), llm, unknownIds: decided?.notes?.unknownIds ?? -1 }
}

const told = (decision: Decision): string =>
  [
    decision.event,
    ...('known' in decision ? [decision.known].flat() : []),
    ...('text' in decision ? [`"${decision.text}"`] : []),
  ].join(' ')
const verdict = (event: string, id = 0, text = ''): string => JSON.stringify({ event, id, text })

const LYON = 'lyon: User lives in Lyon | user home lyon | like 6'
const TEA = 'tea: User likes tea | user likes tea | like 6'

describe('the classic mode, with a scripted model', () => {
  test('asks only about facts with a near neighbour', async () => {
    const { told: decisions, llm } = await decide(
      ['lyon: User lives in Lyon | user home lyon | like 1', 'cat: User has a cat | user pet cat | like 1'],
      [
        'User likes jazz | user likes jazz',
        'User lives in Lyon | user home lyon',
        'User is 34 | user age 34',
        'User lives in Lisbon | user home lisbon | in m2',
      ],
      [verdict('DELETE', 1)],
    )
    expect(decisions).toEqual(['ADD', 'NONE lyon', 'ADD', 'SUPERSEDE lyon'])
    expect(llm.requests).toHaveLength(1)
  })

  test('makes no call where nothing is near, nor for what is known word for word', async () => {
    const { told: decisions, llm } = await decide(
      ['cat: User has a cat | user pet cat | like 1', 'lyon: User lives in Lyon | user home lyon | like 1'],
      ['User likes jazz | user likes jazz', 'User lives in Lyon | user home lyon'],
      [],
    )
    expect(decisions).toEqual(['ADD', 'NONE lyon'])
    expect(llm.requests).toEqual([])
  })

  test('a contradiction closes the old memory', async () => {
    const { told: decisions, llm } = await decide(
      [LYON],
      ['User lives in Lisbon | user home lisbon'],
      [verdict('DELETE', 1)],
    )
    expect(decisions).toEqual(['SUPERSEDE lyon'])
    expect(llm.requests[0]?.messages[1]?.content).toContain('(1) 1970-01-02 User lives in Lyon')
  })

  test('merges what both say, and nothing else', async () => {
    const fact = 'User likes tea with milk | user likes tea with milk'
    expect((await decide([TEA], [fact], [verdict('UPDATE', 1, 'User likes tea with milk')])).told).toEqual([
      'UPDATE tea "User likes tea with milk"',
    ])
    const own = reconcile([newFact(fact)], () => [knownFact(TEA)]).map(told)
    for (const text of ['User likes tea with milk and sugar', 'User does not like tea with milk', 'User likes tea', ''])
      expect((await decide([TEA], [fact], [verdict('UPDATE', 1, text)])).told).toEqual(own)
  })

  test('what cannot be followed leaves it to the rules', async () => {
    const fact = 'User lives in Lisbon | user home lisbon'
    const own = ['SUPERSEDE lyon']
    expect(reconcile([newFact(fact)], () => [knownFact(LYON)]).map(told)).toEqual(own)
    for (const reply of ['no idea', '{}', verdict('DELETE', 9), verdict('FORGET', 1), verdict('NONE', 0), '[]'])
      expect((await decide([LYON], [fact], [reply])).told).toEqual(own)
    expect((await decide([LYON], [fact], [verdict('DELETE', 9)])).unknownIds).toBe(1)
  })

  test('never closes what has no slot, what is newer, or what the same message said', async () => {
    const fact = 'User lives in Lisbon | user home lisbon | in m, day 50'
    for (const known of [
      'a: User lives in Lyon | | like 6',
      'a: User lives in Lyon | user home lyon | like 6, day 90',
      'a: User lives in Lyon | user home lyon | like 6, in m',
    ])
      expect((await decide([known], [fact], [verdict('DELETE', 1)])).told).toEqual(
        reconcile([newFact(fact)], () => [knownFact(known)]).map(told),
      )
  })

  test('takes each fact as if those before it had been decided', async () => {
    const { told: decisions } = await decide(
      [LYON],
      ['User lives in Lisbon | user home lisbon | in m1', 'User lives in Porto | user home porto | in m2, day 101'],
      [verdict('DELETE', 1), verdict('DELETE', 1)],
    )
    expect(decisions).toEqual(['SUPERSEDE lyon', 'SUPERSEDE new:0'])
  })

  test('takes the application’s own instructions, and keeps the form', async () => {
    const { llm } = await decide(
      [TEA],
      ['User likes green tea | user likes green tea'],
      [verdict('ADD')],
      'Merge whatever you can.',
    )
    expect(llm.requests[0]?.messages[0]?.content).toMatch(/^Merge whatever you can\.[\s\S]*"event":"ADD"/)
  })

  test('extracts without a look at memories', async () => {
    const llm = scriptedModel([reply()])
    const extractor = languageModelExtractor(llm, { mode: 'classic' })
    expect(extractor.needs?.known).toBeUndefined()
    await extractor.extract(input(['hi'], { known: [{ id: 'k', text: 'User likes tea', observedAt: 0 }] }))
    expect(llm.requests[0]?.messages[1]?.content).not.toContain('tea')
    expect(languageModelExtractor(llm).decide).toBeUndefined()
  })
})
