import { describe, expect, it } from 'vitest'
import { rulesExtractor } from '../../src/extract/rules.js'
import { LocketError } from '../../src/values/errors.js'
import type { Memory } from '../../src/memory.js'
import { manualClock } from '../../src/testing/index.js'
import { start, stubEmbedder } from './support.js'

const DANA = [
  "Hi! I'm Dana, a nurse in Leeds. I'm allergic to penicillin and my daughter Mira turns six next Friday.",
  'Always answer in metric units.',
  'My pronouns are they/them. I am vegan.',
  'I love the smell of rain.',
]
const started = async (said: readonly string[] = DANA) => {
  const rig = await start('inMemoryStore', { extractor: rulesExtractor() })
  for (const text of said) await rig.memory.add(text)
  return rig
}
const coreOf = async (memory: Memory, options: object = {}): Promise<string[]> =>
  (await memory.context('How do I cook rice?', options)).core.map(({ part, memory }) => `${part}: ${memory}`)

describe('the core of context (hashEmbedder, rules)', () => {
  it('is what holds now and bears on any reply, in English and Chinese, before what answers', async () => {
    const { memory } = await started()
    expect(await coreOf(memory, { threshold: 1 })).toEqual([
      'instructions: User wants the assistant to always answer in metric units',
      "name: User's name is Dana",
      "pronouns: User's pronouns are they/them",
      'allergies: User is allergic to penicillin',
      'diet: User is vegan',
      'work: User is a nurse in Leeds',
      "people: User's daughter is named Mira",
    ])
    const [best] = (await memory.search('the smell of rain')).results
    const { text, core } = await memory.context('the smell of rain', { threshold: best?.score as number })
    expect(core.length).toBeGreaterThan(3)
    expect(text.indexOf('metric units')).toBeLessThan(text.indexOf('smell of rain'))

    const chinese = await started([
      '我叫小明，住在杭州，是老师。',
      '以后都用公制回答。',
      '我对花生过敏，我老婆叫小红。',
    ])
    expect(await coreOf(chinese.memory, { threshold: 1 })).toEqual([
      'instructions: 用户希望助手以后都用公制回答',
      'name: 用户叫小明',
      'allergies: 用户对花生过敏',
      'home: 用户住在杭州',
      'work: 用户是老师',
      'people: 用户的老婆叫小红',
    ])
  })

  it('shows no fact twice, and leaves the results as they are without it', async () => {
    const { memory } = await started()
    const query = 'What is Dana allergic to, penicillin?'
    const { text, core, results } = await memory.context(query, { threshold: 0 })
    expect(results.map(({ memory }) => memory)).toContain('User is allergic to penicillin')
    expect(core.map(({ memory }) => memory)).not.toContain('User is allergic to penicillin')
    expect(text.match(/allergic to penicillin"/g)).toHaveLength(1)
    const without = await memory.context(query, { threshold: 0, core: false })
    expect(without.core).toEqual([])
    expect(without.results.map(({ id }) => id)).toEqual(results.map(({ id }) => id))
  })

  it('has what was asked for: the parts that are named, or none', async () => {
    const { memory } = await started()
    expect(await coreOf(memory, { core: ['diet', 'name'] })).toEqual([
      "name: User's name is Dana",
      'diet: User is vegan',
    ])
    expect(await memory.context('How do I cook rice?', { core: false, threshold: 1 })).toMatchObject({
      text: '',
      core: [],
    })
    for (const core of [['diets'], 'diet', 1, null])
      await expect(memory.context('x', { core: core as never })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('takes at most 150 tokens, and a third of a small budget', async () => {
    const { memory, ...rig } = await started([
      ...DANA,
      ...['milk', 'nuts', 'eggs', 'soy', 'wheat', 'fish', 'celery', 'mustard'].map(
        (food) => `I am allergic to ${food}.`,
      ),
    ])
    const tokens = async (budgetTokens: number): Promise<number> => {
      const options = { threshold: 1, budgetTokens }
      const [all, core] = [await memory.context('x', options), (await memory.context('x', options)).core]
      expect(all.tokens).toBeLessThanOrEqual(budgetTokens)
      return core.length
    }
    const [small, large] = [await tokens(120), await tokens(4_000)]
    expect(small).toBeGreaterThan(0)
    expect(large).toBeGreaterThan(small)
    expect((await memory.context('x', { threshold: 1, budgetTokens: 4_000 })).tokens).toBeLessThanOrEqual(250)
    await rig.reopen()
  })

  it('never shows what was superseded, deleted, pending or expired, what is untrusted, or what is of somebody else', async () => {
    const clock = manualClock(new Date('2026-06-01T12:00:00Z').getTime())
    const { memory } = await start('inMemoryStore', { extractor: rulesExtractor(), now: clock.now })
    await memory.add('I live in Leeds.')
    clock.advance(1_000)
    await memory.add('We moved to Bristol last week.')
    const [diet] = (await memory.add('I am vegan.')).results
    await memory.delete(diet?.id as string)
    await memory.add('My name is Ben.', { userId: 'ben' })
    await memory.add([{ role: 'user', content: 'My name is Mallory.', trust: 'untrusted' }])
    await memory.add('I am allergic to nuts.', { expiresAt: new Date('2026-06-02T12:00:00Z') })
    await memory.add('My pronouns are she/her.', { review: true })
    await memory.add([{ role: 'user', name: 'Otto', content: 'I live in Ghent.' }])
    clock.advance(3 * 86_400_000)
    const core = await coreOf(memory)
    expect(core.join('\n')).toContain('Bristol')
    expect(core.join('\n')).not.toMatch(/Leeds|vegan|Ben|Mallory|she\/her|Ghent/)
  })
})

describe('context while the model loads (simulated)', () => {
  it('does not wait for it: words and facts answer, and the report says so', async () => {
    let loaded = (): void => undefined
    const loading = new Promise<void>((resolve) => (loaded = resolve))
    const { memory } = await start('inMemoryStore', {
      extractor: rulesExtractor(),
      embedder: stubEmbedder({ load: () => loading }),
    })
    await memory.add("I'm allergic to penicillin. The piano is out of tune.", { wait: false })
    const before = await memory.context('Is the piano out of tune?', { modelWaitMs: 20, threshold: 0 })
    expect(before.report).toMatchObject({ dense: 'building', problems: [{ code: 'MODEL_UNAVAILABLE' }] })
    expect(before.text).toContain('piano is out of tune')
    expect(before.tokens).toBeGreaterThan(0)
    loaded()
    const after = await memory.context('Is the piano out of tune?', { modelWaitMs: Infinity, threshold: 0 })
    expect(after.report).toMatchObject({ dense: 'used', problems: [] })
    for (const modelWaitMs of [-1, Number.NaN, '1' as never])
      await expect(memory.context('x', { modelWaitMs })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('preload() loads it before it is needed, and says why it cannot', async () => {
    const { memory } = await start()
    expect((await memory.health()).embedder.state).toBe('idle')
    await memory.preload()
    expect((await memory.health()).embedder.state).toBe('ready')
    const broken = stubEmbedder({
      load: () => Promise.reject(new LocketError('MODEL_FAILED', 'No such model.', { hint: 'Serve it.' })),
    })
    const { memory: other } = await start('inMemoryStore', { embedder: broken })
    await expect(other.preload()).rejects.toMatchObject({ code: 'MODEL_FAILED' })
  })
})
