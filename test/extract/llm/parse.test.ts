import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDrafts } from '../../../src/extract/llm/draft.js'
import { parseReply } from '../../../src/extract/llm/parse.js'
import { fact } from './support.js'

const texts = async (text: string): Promise<string[] | undefined> =>
  (await parseReply(text, readDrafts))?.value.drafts.map((draft) => draft.text)
const GOOD = JSON.stringify({
  facts: [
    fact('User lives in Lisbon', 'I live in Lisbon'),
    fact('User has {two} "cats" [here]', 'two cats'),
    fact('用户喜欢茶', '我喜欢茶'),
  ],
})
const ALL = ['User lives in Lisbon', 'User has {two} "cats" [here]', '用户喜欢茶']

describe('replies are read', () => {
  const same: Record<string, string> = {
    'as they are': GOOD,
    'in fences': '```json\n' + GOOD + '\n```',
    'in fences without an end': '```json\n' + GOOD,
    'amid prose': `Sure! From [1] I found {these}:\n${GOOD}\nHope that helps [2].`,
    'after thoughts': `<think>The user said {"facts": [{"text": "wrong"}]}…</think>\n${GOOD}`,
    'after thoughts that never end': `<think>\n${GOOD}`,
    'with trailing commas': `${GOOD.replaceAll('"},', '",},').slice(0, -2)},],}`,
    'with comments': GOOD.replace('{', '{ // facts\n'),
    'with curly quotes as marks': GOOD.replace('"facts"', '“facts”'),
    'with a byte order mark and white space': `\uFEFF\n\n   ${GOOD}${' '.repeat(5000)}`,
    'as a bare list': GOOD.slice('{"facts":'.length, -1),
    'under another name': GOOD.replace('"facts"', '"items"'),
  }
  test.each(Object.entries(same))('%s', async (_, text) => expect(await texts(text)).toEqual(ALL))

  test('in other shapes', async () => {
    expect(await texts('{"facts":{"text":"User is Ana"}}')).toEqual(['User is Ana'])
    expect(await texts('{"facts":["User is Ana","User is 5"]}')).toEqual(['User is Ana', 'User is 5'])
    expect(await texts('{"text":"User is Ana","from":"[1]"}')).toEqual(['User is Ana'])
    expect(await texts('{"facts":[]}')).toEqual([])
    const read = await parseReply('{"facts":[{"text":"a b","from":"1, 2","value":34}]}', readDrafts)
    expect(read?.value.drafts[0]).toMatchObject({ from: [1, 2], value: '34', mode: 'assert' })
  })

  test.each([
    '',
    'No facts.',
    '{"facts":',
    '{"error":"busy"}',
    '42',
    'null',
    '[1, 2',
    '{"facts": 3}',
    '{"facts":[{"txt":1},7]}',
  ])('not: %s', async (text) => expect(await texts(text)).toBeUndefined())

  test('malformed facts are counted, the others kept', async () => {
    const read = await parseReply(
      `{"facts":[{"text":"User is Ana"},{"text":""},null,7,{"text":"${'a'.repeat(500)}"}]}`,
      readDrafts,
    )
    expect(read?.value).toMatchObject({ malformed: 4, drafts: [{ text: 'User is Ana' }] })
  })

  test('cut anywhere, the whole facts are kept', async () => {
    const facts = ALL.map((text) => JSON.stringify(fact(text, text)))
    const ends = facts.map((_, i) => '{"facts":['.length + facts.slice(0, i + 1).join(',').length)
    const whole = `{"facts":[${facts.join(',')}]}`
    for (let length = 0; length < whole.length; length++) {
      const expected = ALL.slice(0, ends.filter((end) => end <= length).length)
      expect(await texts(whole.slice(0, length)), whole.slice(0, length)).toEqual(
        expected.length === 0 ? undefined : expected,
      )
    }
  })

  test('prototype keys do nothing', async () => {
    const read = await parseReply(
      '{"__proto__":{"polluted":1},"facts":[{"__proto__":{"text":"x"},"constructor":{"prototype":{"polluted":1}},"text":"User is Ana","from":[1]}]}',
      readDrafts,
    )
    expect(read?.value.drafts).toMatchObject([{ text: 'User is Ana' }])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(await texts('{"facts":[{"__proto__":{"text":"User is Bob"}}]}')).toBeUndefined()
  })

  test('no text makes it throw', async () => {
    const noisy = fc.array(
      fc.oneof(
        fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '"facts"', '"text"', '```', '<think>', '\uD800'),
        fc.string(),
      ),
      { maxLength: 30 },
    )
    await fc.assert(
      fc.asyncProperty(noisy, async (parts) => {
        const read = await parseReply(parts.join(''), readDrafts)
        expect(read === undefined || Array.isArray(read.value.drafts)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
