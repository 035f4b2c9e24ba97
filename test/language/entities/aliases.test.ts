import { describe, expect, it } from 'vitest'
import { EntityIndex } from '../../../src/index/entities/entity-index.js'
import { mayStandFor, samePerson } from '../../../src/language/entities/aliases.js'
import { scopeKey, type Scope } from '../../../src/values/scope.js'
import type { EntityType } from '../../../src/store/records.js'

describe('short forms', () => {
  it.each([
    ['mel', 'melanie'],
    ['ana', 'ana rivera'],
    ['rivera', 'ana rivera'],
    ['bob', 'robert'],
    ['bob jones', 'robert jones'],
    ['kate', 'katherine'],
    ['小明', '王小明'],
    ['mel', 'melanie rivera'],
  ])('%s may stand for %s', (short, long) => {
    expect(mayStandFor(short, long)).toBe(true)
    expect(mayStandFor(long, short)).toBe(false)
  })
  it.each([
    ['me', 'melanie'],
    ['lanie', 'melanie'],
    ['ana', 'ana'],
    ['ana smith', 'ana rivera'],
    ['明', '王小明'],
    ['王小', '王小明'],
    ['constructor', 'robert'],
    ['caroline', "caroline's mother"],
    ['lisbon', 'lis'],
  ])('%s does not stand for %s', (short, long) => expect(mayStandFor(short, long)).toBe(false))

  it('stands for one person or for none', () => {
    const people = (...keys: string[]) => keys.map((key) => ({ key, aliases: [] as string[] }))
    expect(samePerson('mel', people('melanie', 'ben'))?.key).toBe('melanie')
    expect(samePerson('mel', people('melanie', 'melvin'))).toBeUndefined()
    expect(samePerson('rivera', people('ana rivera', 'ben rivera'))).toBeUndefined()
    expect(samePerson('ana rivera', people('ana', 'rivera'))?.key).toBe('ana')
  })
})

const ANA: Scope = { userId: 'ana' }

function indexOf(
  ...rows: [no: number, key: string, type: EntityType, documents: number[], scope?: Scope, aliases?: string[]][]
): EntityIndex {
  const index = new EntityIndex()
  const documents = new Map<number, { key: string; entities: number[] }>()
  for (const [no, key, type, nos, scope = ANA, aliases = []] of rows) {
    index.put({ no, key, name: key, type, aliases, scope, scopeKey: scopeKey(scope), createdAt: 0 })
    for (const one of nos)
      documents.set(one, { key: scopeKey(scope), entities: [...(documents.get(one)?.entities ?? []), no] })
  }
  for (const [no, { key, entities }] of documents) index.setMentions(no, key, entities)
  return index
}

describe('entities in a query', () => {
  const index = indexOf(
    [101, 'melanie', 'person', [1, 2, 3], ANA, ['mel']],
    [102, 'caroline', 'person', [3]],
    [103, 'lord of the rings', 'work', [4]],
    [104, '王丽', 'person', [5]],
    [105, 'mother', 'person', [6]],
    [106, 'loc-123', 'identifier', [7]],
    [107, 'will', 'person', [8]],
    [108, 'constructor', 'other', [9]],
    [109, 'robert', 'person', [10]],
    [110, 'melanie', 'person', [11], { userId: 'ben' }],
    [111, 'melanie', 'person', [12], { userId: 'ana', runId: 'r' }],
  )
  const keys = (text: string, scope: Scope = ANA) => index.entitiesIn(text, scope).map(({ key }) => key)

  it.each([
    ['what did mel say about caroline?', ['melanie', 'caroline']],
    ["What about Melanie's plans?", ['melanie']],
    ['When did I watch the Lord of the Rings?', ['lord of the rings']],
    ['王丽喜欢什么？', ['王丽']],
    ['when is my mom coming', ['mother']],
    ['what became of LOC-123', ['loc-123']],
    ['what will happen', []],
    ['What did Will want?', ['will']],
    ['is constructor a cat?', ['constructor']],
    ['what does bob do', ['robert']],
    ['the car of my neighbour', []],
    ['What does Caro do?', ['caroline']],
    ['__proto__ hasOwnProperty', []],
    ['', []],
  ])('%s', (text, expected) => expect(keys(text).sort()).toEqual([...expected].sort()))

  it('sees only scopes that the read sees, and joins one name across them', () => {
    expect(index.entitiesIn('mel', ANA)).toMatchObject([{ nos: [1, 2, 3], entities: [101] }])
    expect(index.entitiesIn('melanie', ANA)).toMatchObject([{ nos: [1, 2, 3, 12], entities: [101, 111] }])
    expect(index.entitiesIn('melanie', { userId: 'ben' })).toMatchObject([{ nos: [11], entities: [110] }])
    expect(index.entitiesIn('melanie', { userId: 'ana', runId: 'r' })).toMatchObject([{ nos: [12] }])
    expect(index.entitiesIn('caroline', { userId: 'ben' })).toEqual([])
    expect(index.entitiesIn('melanie', {})).toMatchObject([{ nos: [1, 2, 3, 11, 12] }])
  })

  it('counts common names less', () => {
    const [melanie, caroline] = index.entitiesIn('melanie and caroline', ANA)
    expect(caroline?.rarity).toBe(1)
    expect(melanie?.rarity).toBeLessThan(0.6)
    expect(melanie?.rarity).toBeGreaterThan(0)
    expect(index.rarityOf(102, ANA)).toBe(1)
  })

  it('forgets what is taken away', () => {
    const other = indexOf([1, 'melanie', 'person', [10, 11], ANA, ['mel']], [2, 'lisbon', 'place', [11]])
    other.setMentions(10, scopeKey(ANA), [])
    expect(other.entitiesIn('mel', ANA)).toMatchObject([{ nos: [11] }])
    other.delete(1)
    expect(other.entitiesIn('mel', ANA)).toEqual([])
    expect(other.of(11)).toEqual([2])
    other.put({
      no: 2,
      key: 'lisboa',
      name: 'Lisboa',
      type: 'place',
      aliases: [],
      scope: ANA,
      scopeKey: scopeKey(ANA),
      createdAt: 0,
    })
    expect(other.entitiesIn('lisbon', ANA)).toEqual([])
    expect(other.entitiesIn('lisboa', ANA)).toMatchObject([{ nos: [11] }])
  })
})
