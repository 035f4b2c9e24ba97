import { expect, test } from 'vitest'
import { transformersEmbedder } from '../../src/embed/transformers.js'
import { dot } from './conformance.js'

test('all-MiniLM-L6-v2 works by its name', { timeout: 60_000 }, async ({ skip }) => {
  // Not shipped: it may lie in ../shared, which the test server shows at this address.
  const models = '/shared/models/'
  if (!(await fetch(`${models}all-MiniLM-L6-v2/config.json`)).ok)
    skip('there is no all-MiniLM-L6-v2 next to this checkout')
  const embedder = transformersEmbedder({ model: 'all-MiniLM-L6-v2', models, wasm: '/models/ort/', device: 'wasm' })
  const [meat, car] = await embedder.embed(['Ana eats no meat.', 'The car is red.'], 'passage')
  const [asked, chinese] = await embedder.embed(['what does Ana eat', '她住在哪里？'], 'query')
  const against = (passage: typeof meat) => dot(asked?.vectors[0] as Float32Array, passage?.vectors[0] as Float32Array)
  expect(against(meat)).toBeGreaterThan(against(car) + 0.3)
  expect(chinese?.unknownShare).toBeGreaterThan(0.5)
  const [long] = await embedder.embed(['word '.repeat(300)], 'passage')
  expect(long?.vectors).toHaveLength(2)
  await embedder.dispose()
})
