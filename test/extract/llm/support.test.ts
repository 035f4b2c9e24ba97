import { describe, expect, test } from 'vitest'
import { inHouseWords } from '../../../src/extract/llm/names.js'
import { support, type Refusal, type Supported } from '../../../src/extract/llm/support.js'
import { said } from './support.js'
import { SUPPORTED, UNSUPPORTED, type Pair } from './supported.js'

/** Cites the message that holds the quote, as a model would, else the first. */
function judge([messages, text, quote, ...around]: Pair): Supported | Refusal {
  const told = messages.split(' / ').map((line, i) => said(line, `m${i + 1}`))
  const context = around.filter((line) => line.startsWith('< ')).map((line, i) => said(line.slice(2), `c${i + 1}`))
  const known = around.filter((line) => line.startsWith('= ')).map((line) => line.slice(2))
  const cited = told.filter((message) => message.text.includes(quote)).slice(0, 1)
  const sources = { messages: told, context, known }
  const citing = cited.length > 0 ? cited : told.slice(0, 1)
  return support({ text: inHouseWords(text, citing, [...context, ...told], known), quote, cited: citing }, sources)
}

describe('what messages say is kept', () => {
  test.each(SUPPORTED.map((pair) => [pair[0], pair[1], pair] as const))('%s → %s', (_, __, pair) => {
    const found = judge(pair)
    expect(typeof found === 'string' ? found : found.quote).not.toBe('unsupported')
    if (typeof found !== 'string') expect(found.message.text).toContain(found.quote)
  })
})

for (const [kind, pairs] of Object.entries(UNSUPPORTED))
  describe(`what they do not say is dropped: ${kind}`, () => {
    test.each(pairs.map((pair) => [pair[0], pair[1], pair] as const))('%s → %s', (_, __, pair) =>
      expect(judge(pair)).toBe('unsupported'),
    )
  })

test('the tables are as large as they are said to be', () => {
  const dropped = Object.values(UNSUPPORTED).flat()
  const isChinese = ([, text]: Pair): boolean => /\p{Script=Han}/u.test(text)
  expect(SUPPORTED.length).toBeGreaterThanOrEqual(60)
  expect(dropped.length).toBeGreaterThanOrEqual(60)
  for (const pairs of [SUPPORTED, dropped]) expect(pairs.filter(isChinese).length).toBeGreaterThanOrEqual(25)
})
