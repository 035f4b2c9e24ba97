import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Catalog } from '../../src/index/catalog.js'
import { messageRow } from '../../src/index/catalog-row.js'
import type { MessageRecord } from '../../src/store/records.js'

function message(
  no: number,
  previousNo: number | undefined,
  status: MessageRecord['status'] = 'active',
): MessageRecord {
  const scope = { userId: 'ana' }
  return {
    no,
    id: `m${no}`,
    scope,
    scopeKey: 'ana',
    role: 'user',
    text: 'x',
    textHash: 'x',
    at: no,
    ...(previousNo === undefined ? {} : { previousNo }),
    session: 1,
    status,
    revision: 1,
    createdAt: 0,
    updatedAt: 0,
  }
}

function catalogOf(rows: readonly MessageRecord[]): Catalog {
  const catalog = new Catalog()
  for (const row of rows) catalog.put(messageRow(row))
  return catalog
}

const nextOf = (catalog: Catalog, no: number): number | undefined => catalog.next(no)?.no

test('what comes after a message does not depend on the order in which rows were put, nor on what was deleted and restored meanwhile', () => {
  const row = fc.record({ back: fc.integer({ min: 1, max: 3 }), isDeleted: fc.boolean() })
  fc.assert(
    fc.property(fc.array(row, { minLength: 2, maxLength: 12 }), fc.array(fc.nat(11)), (shape, changed) => {
      const rows = shape.map(({ back, isDeleted }, no) =>
        message(no, no === 0 ? undefined : Math.max(0, no - back), isDeleted ? 'deleted' : 'active'),
      )
      const live = catalogOf(rows)
      for (const no of changed) {
        const now = rows[no]
        if (!now) continue
        live.put(messageRow({ ...now, status: now.status === 'active' ? 'deleted' : 'active' }))
        live.put(messageRow(now))
      }
      const rebuilt = catalogOf(rows)
      for (const { no } of rows) expect(nextOf(live, no)).toBe(nextOf(rebuilt, no))
    }),
  )
})

test('a message whose follower is deleted is followed by what came after that, and by the deleted one again once it is restored', () => {
  // 2 was told while 1 was deleted.
  const catalog = catalogOf([message(0, undefined), message(1, 0, 'deleted'), message(2, 0)])
  expect(nextOf(catalog, 0)).toBe(2)
  catalog.put(messageRow(message(1, 0)))
  expect([nextOf(catalog, 0), nextOf(catalog, 1)]).toEqual([1, undefined])
  catalog.put(messageRow(message(1, 0, 'deleted')))
  expect(nextOf(catalog, 0)).toBe(2)
  catalog.delete(2)
  expect(nextOf(catalog, 0)).toBeUndefined()
})
