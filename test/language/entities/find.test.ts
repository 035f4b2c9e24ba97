import { describe, expect, it } from 'vitest'
import { findEntities } from '../../../src/language/entities/index.js'
import { entityKey } from '../../../src/language/entities/key.js'
import { CHINESE } from './chinese.js'
import { ENGLISH } from './english.js'

type Table = readonly (readonly [text: string, ...entities: string[]])[]

async function found(text: string, speaker?: string): Promise<string[]> {
  return (await findEntities(text, { speaker })).map(({ type, key }) => `${type}:${key}`)
}

/** Of what was found, the share that is right; of what there is, the share that was found. */
async function measure(table: Table): Promise<{ precision: number; recall: number; wrong: string[] }> {
  let [right, all, wanted] = [0, 0, 0]
  const wrong: string[] = []
  for (const [text, ...entities] of table) {
    const must = entities.filter((entity) => !entity.startsWith('?'))
    const may = new Set(entities.filter((entity) => entity.startsWith('?')).map((entity) => entity.slice(1)))
    const got = await found(text)
    const extra = got.filter((entity) => !must.includes(entity) && !may.has(entity))
    const missing = must.filter((entity) => !got.includes(entity))
    right += must.length - missing.length
    all += must.length - missing.length + extra.length
    wanted += must.length
    if (extra.length + missing.length > 0)
      wrong.push(`${text} missing: ${missing.join(', ')} extra: ${extra.join(', ')}`)
  }
  return { precision: right / all, recall: right / wanted, wrong }
}

describe('what texts speak of', () => {
  it.each([
    ['English', ENGLISH],
    ['Chinese', CHINESE],
  ] as const)('is found in %s', async (language, table) => {
    expect(table.length).toBeGreaterThanOrEqual(60)
    const { precision, recall, wrong } = await measure(table)
    // oxlint-disable-next-line no-console -- the figures are the point
    console.log(
      `${language}: ${table.length} texts, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n${wrong.join('\n')}`,
    )
    expect(precision).toBeGreaterThanOrEqual(0.95)
    expect(recall).toBeGreaterThanOrEqual(0.95)
  })

  it('knows whose relative somebody is', async () => {
    expect(await found('My mom made soup.')).toEqual(['person:mother'])
    expect(await found('My mom made soup.', 'Caroline')).toEqual(["person:caroline's mother"])
    expect(await found("Caroline's mom made soup.")).toContain("person:caroline's mother")
    expect(await found('我妈做了汤。', '李雷')).toContain('person:李雷的妈妈')
    expect(await found('用户的母亲做了汤。')).toEqual(['person:妈妈'])
  })

  it('finds names that are known in lower case, and words as names only where they are known', async () => {
    const isKnown = (folded: string): boolean => folded === 'zorblax' || folded === '豆豆'
    expect((await findEntities('have you seen zorblax?', { isKnown })).map(({ key }) => key)).toEqual(['zorblax'])
    expect((await findEntities('豆豆今天很乖。', { isKnown })).map(({ key }) => key)).toEqual(['豆豆'])
    expect(await found('have you seen zorblax?')).toEqual([])
  })

  it('takes names of prototypes for what they are', async () => {
    expect(await found('We read "__proto__" and `constructor`.')).toEqual(['quoted:__proto__', 'quoted:constructor'])
    expect(await found('Then Constructor asked toString and HasOwnProperty.')).toContain('other:constructor')
  })

  it('names each once, however it is written', () => {
    expect(['Dr. Ana Rivera', "ANA RIVERA's", 'the Ana  Rivera', 'Aña Rivera'].map(entityKey)).toEqual(
      Array(4).fill('ana rivera'),
    )
    expect(entityKey('The')).toBe('the')
    expect(entityKey('Ｇｏｏｇｌｅ')).toBe('google')
  })

  it('takes any text', async () => {
    for (const text of [
      '',
      ' ',
      '\uD800',
      '《',
      '“”',
      '@',
      '#',
      '王',
      '我',
      "'s",
      'A',
      '\u0000',
      '🦊',
      '《》「」',
      'my',
      "x's mom",
      '的妈妈',
      'é'.repeat(50),
      '.'.repeat(50),
    ])
      await expect(findEntities(text), JSON.stringify(text)).resolves.toBeInstanceOf(Array)
  })

  it('takes time that grows with the text', async () => {
    const shapes = [
      "I met Caroline's sister in Lisbon. “A Title” https://x.y/z a@b.co 我妈在《三体》北京大学见王丽 ",
      'a',
      'A ',
      '"',
      '《',
      'my ',
      'Ana of the ',
      '王',
      '微信和',
      '@',
      'a.',
      '#a',
      "Ana's ",
      '我的',
      'v1.',
      'A-1',
      'x@y.',
    ]
    await findEntities('Warm up in Lisbon. 预热')
    for (const shape of shapes) {
      const time = async (length: number): Promise<number> => {
        const start = performance.now()
        await findEntities(shape.repeat(Math.ceil(length / shape.length)))
        return performance.now() - start
      }
      const small = Math.max(await time(62_500), 20)
      // Sixteen times the text; quadratic would be 256 times the time.
      expect((await time(1_000_000)) / small, shape).toBeLessThan(100)
    }
  })
})
