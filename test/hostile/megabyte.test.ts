import { describe, expect, it } from 'vitest'
import { rulesExtractor } from '../../src/extract/rules.js'
import { findSecrets } from '../../src/secrets/detect.js'
import { packed } from '../backup/support.js'
import { start } from '../memory/support.js'

const MB = 1_000_000
/** `size` bytes of UTF-8, in whole units. */
const fill = (unit: string, size = MB): string => unit.repeat(Math.ceil(size / new TextEncoder().encode(unit).length))

const INPUTS: Record<string, (size: number) => string> = {
  'one letter': (size) => fill('a', size),
  capitals: (size) => fill('A', size),
  spaces: (size) => `x${fill(' ', size)}x`,
  'line feeds': (size) => `x${fill('\n', size)}x`,
  'tabs and no-break spaces': (size) => `x${fill('\t\u00a0\u3000', size)}x`,
  stops: (size) => `x ${fill('.', size)}`,
  commas: (size) => fill('a,', size),
  dashes: (size) => `x${fill('-', size)}`,
  'PEM headers': (size) => fill('-----BEGIN PRIVATE KEY-----', size),
  'PEM footers': (size) => fill('-----END PRIVATE KEY-----', size),
  underscores: (size) => `x${fill('_', size)}`,
  slashes: (size) => fill('://a:b/', size),
  'at signs': (size) => fill('a@', size),
  hashes: (size) => fill('#a', size),
  'question marks': (size) => `x${fill('?', size)}`,
  digits: (size) => fill('1234567890', size),
  'card digits': (size) => fill('4111 1111 1111 1112 ', size),
  'spaced digits': (size) => fill('1 ', size),
  'dotted digits': (size) => fill('1.', size),
  dates: (size) => fill('2026-05-11/', size),
  'opening brackets': (size) => fill('(', size),
  'nested brackets': (size) => fill('(', size / 2) + fill(')', size / 2),
  'square brackets': (size) => fill('[[', size),
  quotes: (size) => fill('"', size),
  'nested quotes': (size) => fill('“‘', size / 2) + fill('’”', size / 2),
  'quoted words': (size) => fill('"a ', size),
  'unmatched 《': (size) => fill('《', size),
  'unmatched 「 and words': (size) => fill('「我们', size),
  apostrophes: (size) => fill("a'", size),
  'back-quotes': (size) => fill('`', size),
  asterisks: (size) => fill('*a ', size),
  'angle brackets': (size) => fill('<a ', size),
  'emoji joined': (size) => fill('👩\u200d', size),
  emoji: (size) => fill('🐝', size),
  flags: (size) => fill('🇵🇹', size),
  'lone surrogates': (size) => fill('\ud83d', size),
  'combining marks': (size) => `e${fill('\u0301', size)}`,
  'zero width': (size) => `x${fill('\u200b', size)}`,
  bidi: (size) => fill('\u202ea', size),
  'one word': (size) => fill('pneumonoultramicroscopicsilicovolcanoconiosis', size),
  'one capitalised word': (size) => fill('AbC', size),
  names: (size) => fill('Ana Maria ', size),
  'names joined': (size) => fill('Ana and ', size),
  titles: (size) => fill('Dr. ', size),
  kin: (size) => fill("my sister's ", size),
  'I am': (size) => fill('I am ', size),
  'my password is': (size) => fill('my password is ', size),
  'password to the': (size) => fill('password to the wifi of the ', size),
  'key =': (size) => fill('api key = ', size),
  eyJ: (size) => fill('eyJ', size),
  'eyJ.': (size) => fill('eyJaaaaaaaa.', size),
  'sk-': (size) => fill('sk-', size),
  'upper-case groups': (size) => fill('DE89 ABCD ', size),
  'seed words': (size) => `seed phrase: ${fill('abc ', size)}`,
  'verification code': (size) => fill('verification code ', size),
  Chinese: (size) => fill('我和我妹妹的朋友都喜欢在上海的公园里散步', size),
  'one Chinese character': (size) => fill('我', size),
  'Chinese 的': (size) => fill('我的', size),
  'Chinese kin': (size) => fill('我妹妹的', size),
  'Chinese password': (size) => fill('密码是', size),
  'Chinese numerals': (size) => fill('二〇二三年', size),
  Japanese: (size) => fill('ひらがなカタカナ', size),
  Korean: (size) => fill('한국어', size),
  Thai: (size) => fill('ภาษาไทย', size),
  Arabic: (size) => fill('العربية', size),
  'short lines': (size) => fill('abcd\n', size),
  'short lines of I': (size) => fill('I\n', size),
  'quoted lines': (size) => fill('> ', size),
  'list items': (size) => fill('- a\n', size),
  'scripts in turn': (size) => fill('a我', size),
  'words in turn': (size) => fill('tea 茶 ', size),
  NFKC: (size) => fill('ﷺ', size / 8),
  JSON: (size) => fill('{"a":[', size),
  HTML: (size) => fill('<div><p>', size),
  base64: (size) => fill('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0NTY3', size),
  hexadecimal: (size) => fill('0123456789abcdef', size),
  'a URL': (size) => `https://example.org/${fill('a/', size)}`,
  'an address': (size) => `${fill('a.', size)}@example.org`,
}

/** Those on which every public call that meets the text is run; the others are for what looks for secrets, whose patterns are as many. */
const THROUGH_ALL = [
  'one letter',
  'spaces',
  'line feeds',
  'tabs and no-break spaces',
  'stops',
  'digits',
  'opening brackets',
  'nested quotes',
  'unmatched 「 and words',
  'emoji joined',
  'lone surrogates',
  'combining marks',
  'one word',
  'Chinese',
  'short lines',
  'scripts in turn',
  'PEM headers',
]

// What grows faster than the text would not end within the test's time: of a megabyte, a square is 10¹².
describe('a megabyte (hashEmbedder, rules)', () => {
  it.each(Object.keys(INPUTS))('of %s is looked through for secrets', { timeout: 20_000 }, (name) => {
    const text = (INPUTS[name] as (size: number) => string)(MB)
    for (const { start, end } of findSecrets(text)) expect(end).toBeGreaterThan(start)
  })

  it.each(THROUGH_ALL)('of %s goes through every call, and is kept as it is', { timeout: 120_000 }, async (name) => {
    const text = (INPUTS[name] as (size: number) => string)(MB)
    const { memory } = await start('inMemoryStore', { extractor: rulesExtractor() })
    const { report } = await memory.add([{ id: 'm', content: text }, 'I live in Lisbon.'])
    expect(report.problems).toEqual([])
    expect((await memory.messages.get('m'))?.content === text).toBe(true)
    expect((await memory.getAll({ filters: { 'metadata.x': { icontains: text } } })).total).toBe(0)
    // What meets the query, and what meets the stored text; the rest of a query is as any other text.
    await memory.search(text.slice(0, 100_000), { topK: 2 })
    const { text: block } = await memory.context('Lisbon', { threshold: 0 })
    expect(block.split('\n').length).toBeLessThan(6)
    await memory.idle()
    expect((await memory.entities.list()).complete).toBe(true)
  })

  it('of a query', { timeout: 120_000 }, async () => {
    const { memory } = await start()
    await memory.add('Bees.')
    for (const name of ['one letter', 'stops', 'dates'])
      await expect(memory.search((INPUTS[name] as (size: number) => string)(MB)), name).resolves.toHaveProperty(
        'results',
      )
  })

  it('in a list to import, in an update, in evidence', { timeout: 120_000 }, async () => {
    const { memory } = await start()
    const text = fill('my password is "', MB)
    const { added } = await memory.import(
      await packed(
        JSON.stringify([
          { id: 'a', memory: text, user_id: 'ana' },
          { id: 'b', memory: fill('(', MB), user_id: 'ana' },
        ]),
      ),
    )
    expect(added).toBe(2)
    await memory.update('a', { text: fill('密码是', MB) })
    await memory.add('x', {
      infer: false,
      evidence: [{ messageId: 'm', quote: fill('-----BEGIN PRIVATE KEY-----', MB) }],
    })
    expect((await memory.search('x')).results.length).toBeGreaterThan(0)
  })
})
