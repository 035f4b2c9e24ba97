import { expect, test } from 'vitest'
import { scriptedModel } from '../../src/testing/scripted-model.js'
import { languageModelConformance } from './conformance.js'

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'

languageModelConformance(
  'the scripted model, a stand-in',
  () => scriptedModel(({ schema }) => (schema ? '{"answer": "yes"}' : NUMBERS), { contextTokens: 100, grammar: true }),
  {
    disposed: 'reloads',
  },
)

test('a script is replied to turn by turn, and ends', async () => {
  const model = scriptedModel(['one', { text: 'two', finish: 'length' }, new Error('three')])
  const ask = () => model.complete({ messages: [{ role: 'user', content: 'next' }], maxTokens: 8 })
  expect(await ask()).toEqual({ text: 'one', finish: 'stop' })
  expect(await ask()).toEqual({ text: 'two', finish: 'length' })
  await expect(ask()).rejects.toThrow('three')
  await expect(ask()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
  expect(model.requests).toHaveLength(4)
})
