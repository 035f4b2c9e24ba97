import { describe, expect, it } from 'vitest'
import { Catalog } from '../../../src/index/catalog.js'
import { EntityIndex } from '../../../src/index/entities/entity-index.js'
import { Entities } from '../../../src/read/rank/entities.js'

const scope = { userId: 'ana' }
const scopeKey = 'ana'

/** Each name with the documents that speak of it. */
function indexOf(names: Record<string, number[]>): EntityIndex {
  const index = new EntityIndex()
  const documents = new Map<number, number[]>()
  Object.entries(names).forEach(([name, nos], i) => {
    index.put({ no: i + 1, scope, scopeKey, key: name.toLowerCase(), name, type: 'person', aliases: [], createdAt: 0 })
    for (const no of nos) documents.set(no, [...(documents.get(no) ?? []), i + 1])
  })
  for (const [no, entities] of documents) index.setMentions(no, scopeKey, entities)
  return index
}

describe('Entities', () => {
  const index = indexOf({
    Karen: [1, 2, 3],
    Porto: [3, 4],
    Lisbon: [5, 6],
    Everybody: Array.from({ length: 200 }, (_, i) => 100 + i).concat(1),
  })
  const catalog = new Catalog()
  const of = (query: string): Entities => new Entities(index, catalog, query, index.entitiesIn(query, scope), scope, [])

  it('follows the names of the best to what else speaks of them, rare names first, and no further than 50', () => {
    const second = of('Where does my boss live?').expand([1, 4], 50, (no) => no === 1 || no === 4)
    expect(second.slice(0, 2)).toEqual([2, 3])
    expect(second).toHaveLength(50)
    expect(second).not.toContain(5)
  })

  it('does not follow what the query names itself, nor whoever speaks', () => {
    expect(of('Where does Karen live?').expand([1], 50, () => false)).not.toContain(2)
    expect(new Entities(index, catalog, 'x', [], scope, ['Karen']).expand([1], 50, () => false)).not.toContain(2)
  })

  it('sees only the scopes of the read', () => {
    expect(new Entities(index, catalog, 'x', [], { userId: 'ben' }, []).expand([1], 50, () => false)).toEqual([])
  })

  it('tells names of their own from relatives', () => {
    const kin = indexOf({ sister: [1], boss: [2], Karen: [3] })
    const query = "Is Karen my sister's boss?"
    const entities = new Entities(kin, catalog, query, kin.entitiesIn(query, scope), scope, [])
    expect([1, 2, 3].map((no) => entities.queryNamesIn(no))).toEqual([[], [], ['karen']])
  })
})
