import { scriptedModel } from '../../src/testing/index.js'
import { serveModel } from '../../src/worker/index.js'

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'

serveModel(
  scriptedModel(({ schema }) => (schema ? '{"answer": "yes"}' : NUMBERS), { contextTokens: 100, grammar: true }),
  globalThis as unknown as Worker,
)
