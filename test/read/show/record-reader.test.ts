import { expect, it } from 'vitest'
import { Catalog } from '../../../src/index/catalog.js'
import { memoryRow, messageRow, type CatalogRow } from '../../../src/index/catalog-row.js'
import { recordReader } from '../../../src/read/show/record-reader.js'
import { inMemoryStore } from '../../../src/store/memory-store.js'
import type { MemoryRecord, MessageRecord } from '../../../src/store/records.js'
import type { Range, Reader } from '../../../src/store/store.js'

const scope = { userId: 'ana' }
const common = { scope, scopeKey: 'ana', status: 'active', createdAt: 1, updatedAt: 1, revision: 1 }

/** Messages 1, 3, 5, 7 with a fact behind each of the first three, then 8 of somebody else, and 9. */
async function store() {
  const inner = inMemoryStore()
  await inner.open()
  const messages = [1, 3, 5, 7, 8, 9].map(
    (no, i, all) =>
      ({
        ...common,
        no,
        id: `m${no}`,
        role: 'user',
        text: `message ${no}`,
        textHash: `${no}`,
        at: no,
        session: 1,
        ...(i > 0 ? { previousNo: all[i - 1] } : {}),
      }) as unknown as MessageRecord,
  )
  const memories = [2, 4, 6].map(
    (no) =>
      ({
        ...common,
        no,
        id: `f${no}`,
        kind: 'semantic',
        text: `fact ${no}`,
        textHash: `${no}`,
        evidence: [{ messageId: `m${no - 1}`, quote: 'message' }],
        observedAt: no,
        validFrom: no,
      }) as unknown as MemoryRecord,
  )
  await inner.write(['messages', 'memories'], async (tx) => {
    await Promise.all([
      ...messages.map((row) => tx.put('messages', row)),
      ...memories.map((row) => tx.put('memories', row)),
    ])
  })
  const catalog = new Catalog()
  for (const row of messages) catalog.put(messageRow(row))
  for (const row of memories) catalog.put(memoryRow(row))
  const requests: string[] = []
  const noted = (tx: Reader): Reader =>
    new Proxy(tx, {
      get: (target, name) =>
        name !== 'list'
          ? (Reflect.get(target, name) as unknown)
          : (table: 'messages', range: Range) => (
              requests.push(`${table} ${JSON.stringify([range.from, range.to])}`),
              target.list(table, range)
            ),
    })
  return {
    inner,
    catalog,
    requests,
    noted,
    rows: (...nos: number[]): CatalogRow[] => nos.map((no) => catalog.get(no) as CatalogRow),
  }
}

it('reads a message with its neighbours, and a fact with its evidence, in one request for what stands together', async () => {
  const { inner, catalog, requests, noted, rows } = await store()
  const records = recordReader(catalog, undefined)
  await inner.read(['messages', 'memories'], (tx) => records.read(noted(tx), rows(3, 6)))
  expect(requests).toEqual(['messages [1,5]', 'memories [6,6]'])
  expect([1, 3, 5, 7].map((no) => records.message(no)?.id)).toEqual(['m1', 'm3', 'm5', undefined])
  expect(rows(6).map((row) => records.get(row)?.text)).toEqual(['fact 6'])
})

it('reads nothing twice, and nothing that nobody asked for', async () => {
  const { inner, catalog, requests, noted, rows } = await store()
  const records = recordReader(catalog, undefined)
  const texts = await inner.read(['messages', 'memories'], async (tx) => {
    await records.texts(noted(tx), rows(7, 9))
    return records.texts(noted(tx), rows(7, 9, 2))
  })
  expect(texts).toEqual(['message 7', 'message 9', 'fact 2'])
  expect(requests).toEqual(['messages [7,7]', 'messages [9,9]', 'memories [2,2]'])
})

it('shows a row as it was, and what stands around it as it is', async () => {
  const { inner, catalog, rows } = await store()
  const [row] = rows(3) as [CatalogRow]
  const was = { ...common, no: 3, id: 'm3', text: 'as it was' } as unknown as MessageRecord
  const records = recordReader(catalog, { rows: new Map([[3, row]]), records: new Map([[3, was]]) })
  await inner.read(['messages', 'memories'], (tx) => records.read(tx, [row]))
  expect(records.get(row)?.text).toBe('as it was')
  expect([1, 3, 5].map((no) => records.message(no)?.text)).toEqual(['message 1', 'message 3', 'message 5'])
})
