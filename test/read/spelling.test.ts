import { expect, test } from 'vitest'
import { Memory } from 'locket-memory'
import { inMemoryStore } from 'locket-memory/in-memory'
import { PAIRS } from '../index/keyword/chinese-pairs.js'

test.each([
  ['traditional', 'simplified', 0, 1],
  ['simplified', 'traditional', 1, 0],
] as const)('by words alone, %s texts are found by %s questions', async (_, __, stored, asked) => {
  const memory = await Memory.open({
    name: 'spelling',
    store: inMemoryStore(),
    embedder: false,
    extractor: false,
    scope: { userId: 'ana' },
  })
  await memory.add(PAIRS.map((pair) => ({ role: 'user' as const, content: pair[stored] })))
  for (const pair of PAIRS) {
    const { results } = await memory.search(pair[asked])
    expect(results[0]?.memory, pair[asked]).toBe(pair[stored])
  }
  await memory.close()
})

test('by words alone, texts with soft hyphens and zero-width spaces are found by those without', async () => {
  const memory = await Memory.open({
    name: 'spelling',
    store: inMemoryStore(),
    embedder: false,
    extractor: false,
    scope: { userId: 'ana' },
  })
  await memory.add([
    'My phys\u00ADio\u00ADther\u00ADa\u00ADpist is on holiday',
    'The refriger\u200Bator is on order',
    '医生说我\u2060对\uFEFF花\u200B生过敏',
    'We painted the kitchen',
  ])
  for (const [question, no] of [
    ['physiotherapist', 0],
    ['refrig\u00ADerator', 1],
    ['花生过敏', 2],
    ['kit\u200Dchen', 3],
  ] as const) {
    const { results } = await memory.search(question)
    expect(results.map(({ memory }) => memory)[0], question).toMatch(
      [/holiday/, /order/, /医生/, /painted/][no] as RegExp,
    )
  }
  await memory.close()
})
