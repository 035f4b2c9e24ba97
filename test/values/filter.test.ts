import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileFilter } from '../../src/values/filter.js'

const day = (iso: string) => Date.parse(iso)
const row: Record<string, unknown> = {
  food: 'Noodles',
  stars: 4,
  tags: ['home', 'Spicy'],
  vegan: false,
  createdAt: day('2026-05-04T10:00:00Z'),
  note: null,
  cooked: '2026-05-04',
}
const matches = (filters: unknown) =>
  compileFilter(filters).matches((field) => (Object.hasOwn(row, field) ? row[field] : undefined))

describe('filters', () => {
  it.each<[unknown, boolean]>([
    [undefined, true],
    [{}, true],
    [{ food: 'Noodles' }, true],
    [{ food: 'noodles' }, false],
    [{ food: ['Rice', 'Noodles'] }, true],
    [{ food: '*' }, true],
    [{ sauce: '*' }, false],
    [{ note: '*' }, false],
    [{ note: null }, true],
    [{ sauce: null }, true],
    [{ stars: { gt: 3, lt: 5 } }, true],
    [{ stars: { gt: 3, lt: 4 } }, false],
    [{ stars: { gte: 4, lte: 4, ne: 5 } }, true],
    [{ stars: { gt: '3' } }, false],
    [{ stars: { lt: '3' } }, false],
    [{ createdAt: { gt: '4 May 2026', lt: 'May 6, 2026' } }, true],
    [{ stars: { in: [1, 4] } }, true],
    [{ stars: { nin: [1, 4] } }, false],
    [{ sauce: { ne: 'soy' } }, true],
    [{ sauce: { nin: ['soy'] } }, true],
    [{ vegan: false }, true],
    [{ vegan: { exists: true } }, true],
    [{ sauce: { exists: false } }, true],
    [{ tags: 'home' }, true],
    [{ tags: { contains: 'home' } }, true],
    [{ tags: { contains: 'spicy' } }, false],
    [{ tags: { icontains: 'spicy' } }, true],
    [{ tags: { ne: 'home' } }, false],
    [{ food: { contains: 'ood' } }, true],
    [{ food: { icontains: 'NOOD' } }, true],
    [{ createdAt: { gte: '2026-05-04' } }, true],
    [{ createdAt: { gt: new Date('2026-05-05') } }, false],
    [{ cooked: { lt: '2026-05-05', gte: '2026-05-01' } }, true],
    [{ AND: [{ stars: 4 }, { food: 'Noodles' }] }, true],
    [{ OR: [{ stars: 5 }, { food: 'Noodles' }] }, true],
    [{ OR: [] }, false],
    [{ NOT: { stars: 4 } }, false],
    [{ NOT: [{ stars: 5 }, { food: 'Rice' }] }, true],
    [{ NOT: [{ stars: 5 }, { food: 'Noodles' }] }, false],
    [{ stars: 4, OR: [{ NOT: { AND: [{ food: 'Noodles' }, { stars: 4 }] } }, { tags: 'home' }] }, true],
    [JSON.parse('{"__proto__":"*"}'), false],
    [{ constructor: 'x' }, false],
    [{ toString: { exists: true } }, false],
  ])('%j → %s', (filters, expected) => {
    expect(matches(filters)).toBe(expected)
  })

  it.each<[unknown, string, RegExp]>([
    [{ stars: { gtt: 3 } }, 'UNKNOWN_OPERATOR', /Did you mean "gt/],
    [{ and: [] }, 'UNKNOWN_OPERATOR', /AND/],
    [{ $or: [] }, 'UNKNOWN_OPERATOR', /OR/],
    [{ stars: {} }, 'INVALID_INPUT', /empty/],
    [{ stars: { gt: Number.NaN } }, 'INVALID_INPUT', /finite/],
    [{ stars: { gt: () => 1 } }, 'INVALID_INPUT', /stars/],
    [{ stars: { in: 4 } }, 'INVALID_INPUT', /list/],
    [{ stars: { exists: 'yes' } }, 'INVALID_INPUT', /true or false/],
    [{ OR: { stars: 4 } }, 'INVALID_INPUT', /list/],
    [[], 'INVALID_INPUT', /object/],
    ['food', 'INVALID_INPUT', /object/],
  ])('refuses %j', (filters, code, message) => {
    expect(() => compileFilter(filters)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    )
  })

  it('nests deeply, and refuses a cycle instead of hanging', () => {
    let deep: unknown = { stars: 4 }
    for (let i = 0; i < 200; i++) deep = { NOT: { NOT: deep } }
    expect(matches(deep)).toBe(true)
    const cyclic: { AND: unknown[] } = { AND: [] }
    cyclic.AND.push(cyclic)
    expect(() => compileFilter(cyclic)).toThrow(/cyclic/)
  })

  it('reads the identities that the whole filter demands', () => {
    expect(compileFilter({ user_id: 'ana', AND: [{ runId: { eq: 'r1' } }] }).scope).toEqual({
      userId: 'ana',
      runId: 'r1',
    })
    expect(compileFilter({ userId: '*' })).toMatchObject({ scope: { userId: null }, namesIdentity: true })
    expect(compileFilter({ OR: [{ userId: 'ana' }, { food: 'x' }] }).namesIdentity).toBe(false)
  })

  it('obeys the laws of logic (property)', () => {
    const leaf = fc.constantFrom({ stars: 4 }, { stars: { lt: 4 } }, { food: 'Rice' }, { tags: 'home' }, { sauce: '*' })
    const tree = fc.letrec<{ node: object }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.record({ AND: fc.array(tie('node'), { maxLength: 3 }) }),
        fc.record({ OR: fc.array(tie('node'), { maxLength: 3 }) }),
        fc.record({ NOT: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
      ),
    })).node
    fc.assert(
      fc.property(tree, tree, (a, b) => {
        expect(matches({ NOT: a })).toBe(!matches(a))
        expect(matches({ AND: [a, b] })).toBe(matches(a) && matches(b))
        expect(matches({ OR: [a, b] })).toBe(matches(a) || matches(b))
        expect(matches({ NOT: [a, b] })).toBe(!matches(a) && !matches(b))
      }),
    )
  })
})
