import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConflictError, InputError, StoreError } from '../../src/values/errors.js'
import {
  commit,
  COMMIT_TABLES,
  RETAINED_CHANGES,
  lastChange,
  readChanges,
  readEpoch,
  renewEpoch,
} from '../../src/store/changes.js'
import type { TableName } from '../../src/store/records.js'
import type { Reader, Store, Writer } from '../../src/store/store.js'
import { history, memory } from './rows.js'

/** What every store must do; the tests of what only one does are in its own file. `hasTags`: it finds texts by tags, and so cannot order or bound them. */
export function storeConformance(name: string, makeStore: () => Store, { hasTags = false } = {}): void {
  describe(`${name}: a store`, () => {
    let store: Store
    beforeEach(async () => {
      store = makeStore()
      await store.open()
    })
    afterEach(() => store.destroy())

    const nos = async (table: 'memories' | 'history', range?: Parameters<Reader['list']>[1]) =>
      store.read([table], async (tx) => (await tx.list(table, range)).map((row) => ('n' in row ? row.n : row.no)))

    it('gives back copies of what was put, and nothing for what was not', async () => {
      const row = memory(1, { metadata: { tags: ['a', 'b'] } })
      await store.write(['memories'], (tx) => tx.put('memories', row))
      row.text = 'changed after the put'
      const read = () => store.read(['memories'], (tx) => tx.get('memories', 1))
      expect(await read()).toEqual(memory(1, { metadata: { tags: ['a', 'b'] } }))
      ;((await read()) as { text: string }).text = 'changed after the get'
      expect((await read())?.text).toBe('fact 1')
      expect(await store.read(['memories'], (tx) => tx.get('memories', 2))).toBeUndefined()
    })

    it('keeps typed arrays', async () => {
      await store.write(['vectors'], (tx) => tx.put('vectors', { id: 1, rows: Float32Array.of(1, 2) }))
      expect(await store.read(['vectors'], (tx) => tx.list('vectors'))).toEqual([
        { id: 1, rows: Float32Array.of(1, 2) },
      ])
    })

    it('sees its own writes, and shows them to others when complete', async () => {
      await store.write(['memories'], async (tx) => {
        await tx.put('memories', memory(1))
        expect(await tx.count('memories')).toBe(1)
        await tx.put('memories', memory(1, { text: 'new' }))
        expect((await tx.find('memories', 'id', 'm1'))?.text).toBe('new')
        await tx.delete('memories', 1)
        expect(await tx.get('memories', 1)).toBeUndefined()
        await tx.put('memories', memory(2))
      })
      expect(await nos('memories')).toEqual([2])
    })

    it('lists by primary key: bounds, limits, both directions', async () => {
      await store.write(['memories'], async (tx) => {
        for (const no of [5, 1, 4, 2, 3]) await tx.put('memories', memory(no))
      })
      expect(await nos('memories')).toEqual([1, 2, 3, 4, 5])
      expect(await nos('memories', { reverse: true })).toEqual([5, 4, 3, 2, 1])
      expect(await nos('memories', { from: 2, to: 4 })).toEqual([2, 3, 4])
      expect(await nos('memories', { from: 2, after: true, to: 4, before: true })).toEqual([3])
      expect(await nos('memories', { from: 4, to: 2 })).toEqual([])
      expect(await nos('memories', { from: 2, to: 2, before: true })).toEqual([])
      expect(await nos('memories', { only: 3 })).toEqual([3])
      expect(await nos('memories', { from: 2, limit: 2 })).toEqual([2, 3])
      expect(await nos('memories', { to: 4, limit: 2, reverse: true })).toEqual([4, 3])
      expect(await nos('memories', { limit: 0 })).toEqual([])
      expect(await nos('memories', { limit: 0, reverse: true })).toEqual([])
    })

    it('counts what it would list', async () => {
      await store.write(['memories'], async (tx) => {
        for (const no of [1, 2, 3]) await tx.put('memories', memory(no))
      })
      const count = (range?: Parameters<Reader['count']>[1]) =>
        store.read(['memories'], (tx) => tx.count('memories', range))
      expect([
        await count(),
        await count({ from: 2 }),
        await count({ from: 3, to: 1 }),
        await count({ limit: 2 }),
      ]).toEqual([3, 2, 0, 2])
    })

    it('reads a compound index by prefix, and narrows within it', async () => {
      const rows: [number, string][] = [
        [1, 'a'],
        [2, 'ab'],
        [3, 'a'],
        [4, 'b'],
        [5, 'a'],
        [6, ''],
      ]
      await store.write(['history'], async (tx) => {
        for (const [n, id] of rows) await tx.put('history', history(n, { id }))
      })
      const row = (range: Parameters<Reader['list']>[1]) => nos('history', { index: 'row', ...range })
      const all = await row({})
      expect(all.toSorted()).toEqual([1, 2, 3, 4, 5, 6])
      expect(all.filter((n) => [1, 3, 5].includes(n))).toEqual([1, 3, 5])
      expect(await row({ only: ['a'] })).toEqual([1, 3, 5])
      expect(await row({ only: ['a'], reverse: true })).toEqual([5, 3, 1])
      expect(await row({ only: ['a'], reverse: true, limit: 1 })).toEqual([5])
      expect(await row({ only: ['a', 3] })).toEqual([3])
      expect(await row({ only: ['a'], from: ['a', 1], after: true })).toEqual([3, 5])
      expect(await row({ only: ['a'], to: ['a', 5], before: true })).toEqual([1, 3])
      expect(await row({ from: ['a', 1], to: ['a'], after: true })).toEqual([3, 5])
      const bounded: [Parameters<Reader['list']>[1], number[]][] = [
        [{ reverse: true, limit: 1 }, [4]],
        [{ only: ['a'], from: ['', 0] }, [1, 3, 5]],
        [{ from: ['a'], after: true }, [2, 4]],
        [{ to: ['a'] }, [6, 1, 3, 5]],
        [{ to: ['a'], before: true }, [6]],
      ]
      for (const [range, ns] of bounded)
        if (hasTags) await expect(row(range)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
        else expect(await row(range)).toEqual(ns)
      if (!hasTags) expect(all).toEqual([6, 1, 3, 5, 2, 4])
      expect(await row({ only: ['c'] })).toEqual([])
      expect((await store.read(['history'], (tx) => tx.find('history', 'row', ['a'])))?.n).toBe(1)
      expect(await store.read(['history'], (tx) => tx.find('history', 'row', ['a', 2]))).toBeUndefined()
    })

    it('leaves rows without an index key out of that index', async () => {
      await store.write(['memories'], async (tx) => {
        await tx.put('memories', memory(1, { activeKey: 'k' }))
        await tx.put('memories', memory(2))
        await tx.put('memories', memory(3))
      })
      expect(await nos('memories', { index: 'active' })).toEqual([1])
      await store.write(['memories'], (tx) => tx.put('memories', memory(1)))
      expect(await nos('memories', { index: 'active' })).toEqual([])
    })

    it('refuses a second row with the same unique key, and keeps nothing of that transaction', async () => {
      await store.write(['memories'], (tx) => tx.put('memories', memory(1, { activeKey: 'k' })))
      const twice = store.write(['memories'], async (tx) => {
        await tx.put('memories', memory(2))
        await tx.put('memories', memory(3, { activeKey: 'k' }))
      })
      await expect(twice).rejects.toSatisfy((error) => error instanceof ConflictError && error.code === 'CONFLICT')
      expect(await nos('memories')).toEqual([1])
    })

    it('lets a unique key move from one row to another within a transaction', async () => {
      await store.write(['memories'], (tx) => tx.put('memories', memory(1, { activeKey: 'k' })))
      await store.write(['memories'], async (tx) => {
        await tx.put('memories', memory(1, { status: 'superseded' }))
        await tx.put('memories', memory(2, { activeKey: 'k' }))
      })
      expect(await nos('memories', { index: 'active' })).toEqual([2])
    })

    it('undoes everything when the body throws; a LocketError passes unchanged', async () => {
      await store.write(['memories', 'tombstones'], async (tx) => {
        await tx.put('memories', memory(1))
        await tx.put('tombstones', { no: 1, before: 2 })
      })
      const own = new ConflictError('CONFLICT', 'revision moved')
      const spoil = (error: Error) =>
        store.write(['memories', 'tombstones'], async (tx) => {
          await tx.put('memories', memory(1, { text: 'spoiled' }))
          await tx.put('memories', memory(2))
          await tx.clear('tombstones')
          throw error
        })
      await expect(spoil(own)).rejects.toBe(own)
      const bug = new TypeError('a bug in the body')
      await expect(spoil(bug)).rejects.toMatchObject({ code: 'TRANSACTION_FAILED', cause: bug })
      expect(await store.read(['memories'], (tx) => tx.list('memories'))).toEqual([memory(1)])
      expect(await store.read(['tombstones'], (tx) => tx.count('tombstones'))).toBe(1)
    })

    it('is doomed by a failed operation even when the body looks away', async () => {
      await store.write(['memories'], (tx) => tx.put('memories', memory(1, { activeKey: 'k' })))
      const caught = store.write(['memories'], async (tx) => {
        await tx.put('memories', memory(2))
        await tx.put('memories', memory(3, { activeKey: 'k' })).catch(() => {})
      })
      await expect(caught).rejects.toMatchObject({ code: 'CONFLICT' })
      const unawaited = store.write(['memories'], async (tx) => {
        void tx.put('memories', memory(2))
        void tx.put('memories', memory(3, { activeKey: 'k' }))
      })
      await expect(unawaited).rejects.toMatchObject({ code: 'CONFLICT' })
      const unclonable = store.write(['memories'], async (tx) => {
        await tx.put('memories', memory(2))
        await tx.put('memories', { ...memory(3), metadata: { bad: (() => {}) as unknown as string } }).catch(() => {})
      })
      await expect(unclonable).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      expect(await nos('memories')).toEqual([1])
    })

    it('names rows that cannot be stored, and keys that cannot be', async () => {
      const put = (row: object) =>
        store.write(['memories'], (tx) => tx.put('memories', row as ReturnType<typeof memory>))
      const invalid = (error: unknown) => error instanceof InputError && error.code === 'INVALID_INPUT'
      await expect(put({ ...memory(1), text: () => 'a function' })).rejects.toSatisfy(invalid)
      await expect(put({ ...memory(1), no: undefined })).rejects.toSatisfy(invalid)
      await expect(put({ ...memory(1), no: NaN })).rejects.toSatisfy(invalid)
      await expect(store.read(['memories'], (tx) => tx.get('memories', NaN))).rejects.toSatisfy(invalid)
      await expect(
        store.read(['memories'], (tx) => tx.list('memories', { index: 'nowhere', only: 'x' })),
      ).rejects.toSatisfy(invalid)
      await expect(
        store.read(['memories'], (tx) => tx.list('memories', { index: 'scope', only: 'not an array' })),
      ).rejects.toSatisfy(invalid)
      await expect(store.read(['memories'], (tx) => tx.list('jobs'))).rejects.toSatisfy(invalid)
      expect(await nos('memories')).toEqual([])
    })

    it('refuses a transaction that is over', async () => {
      let escaped: Writer | undefined
      await store.write(['memories'], async (tx) => {
        escaped = tx
        await tx.put('memories', memory(1))
      })
      await expect(escaped?.put('memories', memory(2))).rejects.toMatchObject({ code: 'TRANSACTION_FAILED' })
      expect(await nos('memories')).toEqual([1])
    })

    it('runs writers one after another: no update is lost', async () => {
      const increment = () =>
        store.write(['tombstones'], async (tx) => {
          const row = await tx.get('tombstones', 1)
          await tx.put('tombstones', { no: 1, before: (row?.before ?? 0) + 1 })
        })
      await Promise.all(Array.from({ length: 20 }, increment))
      expect((await store.read(['tombstones'], (tx) => tx.get('tombstones', 1)))?.before).toBe(20)
    })

    it('never shows half a write, and shows a reader the writes asked for before it', async () => {
      const pair = (before: number) =>
        store.write(['tombstones'], async (tx) => {
          await tx.put('tombstones', { no: 1, before })
          await tx.get('tombstones', 1)
          await tx.put('tombstones', { no: 2, before })
        })
      const seen: Promise<number[]>[] = []
      const work: Promise<void>[] = []
      for (let i = 1; i <= 10; i++) {
        work.push(pair(i))
        const read = store.read(['tombstones'], async (tx) => [
          await tx.get('tombstones', 1),
          await tx.get('tombstones', 2),
        ])
        seen.push(read.then((rows) => rows.map((row) => row?.before ?? 0)))
      }
      await Promise.all(work)
      expect(await Promise.all(seen)).toEqual(Array.from({ length: 10 }, (_, i) => [i + 1, i + 1]))
    })

    it('deletes ranges', async () => {
      await store.write(['memories'], async (tx) => {
        for (const no of [1, 2, 3, 4, 5]) await tx.put('memories', memory(no))
        await tx.deleteRange('memories', { from: 2, to: 4, before: true })
      })
      expect(await nos('memories')).toEqual([1, 4, 5])
      await store.write(['memories'], (tx) => tx.deleteRange('memories', {}))
      expect(await nos('memories')).toEqual([])
    })

    it('rejects with CLOSED before it is opened and after it is closed, and opens again with what it held', async () => {
      const fresh = makeStore()
      await expect(fresh.read(['memories'], (tx) => tx.count('memories'))).rejects.toMatchObject({ code: 'CLOSED' })
      await store.write(['memories'], (tx) => tx.put('memories', memory(1)))
      store.close()
      await expect(store.read(['memories'], (tx) => tx.count('memories'))).rejects.toMatchObject({ code: 'CLOSED' })
      await expect(store.write(['memories'], (tx) => tx.clear('memories'))).rejects.toMatchObject({ code: 'CLOSED' })
      await store.open()
      expect(await nos('memories')).toEqual([1])
    })

    it('finishes what was under way when it closes', async () => {
      const write = store.write(['memories'], async (tx) => {
        await tx.get('memories', 1)
        store.close()
        await tx.put('memories', memory(1))
      })
      await write
      await store.open()
      expect(await nos('memories')).toEqual([1])
    })

    it('is empty after destroy', async () => {
      await store.write(['memories'], (tx) => tx.put('memories', memory(1)))
      await store.destroy()
      await expect(store.read(['memories'], (tx) => tx.count('memories'))).rejects.toMatchObject({ code: 'CLOSED' })
      await store.open()
      expect(await nos('memories')).toEqual([])
    })

    it('answers about storage, or says that it does not know', async () => {
      const estimate = await store.estimate()
      expect(Object.keys(estimate).sort()).toEqual(['persisted', 'quota', 'usage'])
    })

    describe('commits', () => {
      it('number documents, segments, sessions and changes without gaps, and write history with them', async () => {
        const { result, span } = await commit(store, ['memories'], async (work, tx) => {
          const no = work.nextDocument()
          const after = memory(no)
          await tx.put('memories', after)
          const { id } = after
          const n = work.history({ operationId: 'op', table: 'memories', id, no, event: 'ADD', after, at: 7 })
          work.change('segments', work.nextSegment())
          return { no, n, session: work.nextSession() }
        })
        expect({ result, span }).toEqual({ result: { no: 1, n: 1, session: 1 }, span: { first: 1, last: 2 } })
        const again = await commit(store, [], async (work) => {
          return [work.nextDocument(), work.nextSegment(), work.nextSession(), work.change('memories', 1, 'delete')]
        })
        expect(again).toEqual({ result: [2, 2, 2, 3], span: { first: 3, last: 3 } })
        const read = await store.read(COMMIT_TABLES, async (tx) => ({
          ...(await readChanges(tx, 0)),
          history: await tx.list('history'),
        }))
        expect(read).toEqual({
          changes: [
            { n: 1, table: 'memories', key: 1, operation: 'put' },
            { n: 2, table: 'segments', key: 1, operation: 'put' },
            { n: 3, table: 'memories', key: 1, operation: 'delete' },
          ],
          complete: true,
          last: 3,
          history: [
            { n: 1, operationId: 'op', table: 'memories', id: 'm1', no: 1, event: 'ADD', after: memory(1), at: 7 },
          ],
        })
      })

      it('give their numbers back when they fail', async () => {
        const failed = commit(store, [], async (work) => {
          work.change('memories', work.nextDocument())
          throw new StoreError('TRANSACTION_FAILED', 'no')
        })
        await expect(failed).rejects.toMatchObject({ code: 'TRANSACTION_FAILED' })
        expect((await commit(store, [], async (work) => work.nextDocument())).result).toBe(1)
        expect(await store.read(COMMIT_TABLES, lastChange)).toBe(0)
      })

      it('trim old change rows, and tell a reader that missed some', async () => {
        const change = (count: number) =>
          commit(store, [], async (work) => {
            for (let i = 0; i < count; i++) work.change('memories', i)
          })
        await change(RETAINED_CHANGES)
        await change(1_500)
        const read = (after: number) => store.read(COMMIT_TABLES, (tx) => readChanges(tx, after))
        expect(await store.read(COMMIT_TABLES, (tx) => tx.count('changes'))).toBe(RETAINED_CHANGES)
        expect((await read(1_499)).complete).toBe(false)
        const { changes, complete, last } = await read(1_500)
        expect([changes.length, complete, last]).toEqual([RETAINED_CHANGES, true, 11_500])
        expect(await read(11_500)).toEqual({ changes: [], complete: true, last: 11_500 })
        expect((await read(11_501)).complete).toBe(false)
      })

      it('keep an epoch until it is renewed', async () => {
        const epoch = () => store.read(COMMIT_TABLES, readEpoch)
        expect(await epoch()).toBeUndefined()
        const first = await store.write(COMMIT_TABLES, renewEpoch)
        expect(await epoch()).toBe(first)
        expect(await store.write(COMMIT_TABLES, renewEpoch)).not.toBe(first)
      })
    })
  })
}

type Step =
  | { do: 'put'; no: number; scope: string; active: string | undefined }
  | { do: 'delete'; no: number }
  | { do: 'deleteRange'; from: number; to: number }

const no = fc.nat({ max: 12 })
const scope = fc.constantFrom('', 'a', 'a\u0000', 'b', '\ud83d\ude00', '\uffee')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('put' as const), no, scope, active: fc.option(scope, { nil: undefined }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), no }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deleteRange' as const), from: no, to: no }) },
)
const transaction = fc.record({ steps: fc.array(step, { maxLength: 8 }), abort: fc.boolean() })
const partial = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const query = fc.record({
  only: partial(scope),
  from: partial(fc.tuple(scope, no)),
  to: partial(fc.tuple(scope, no)),
  after: fc.boolean(),
  before: fc.boolean(),
  reverse: fc.boolean(),
  limit: partial(fc.nat({ max: 4 })),
})

type Query = typeof query extends fc.Arbitrary<infer T> ? T : never

/** Both stores answer the same to the same random transactions and queries. */
export function expectAgreement(makeStores: () => [Store, Store]): Promise<void> {
  const tables: TableName[] = ['memories']
  const apply = async (store: Store, { steps, abort }: { steps: Step[]; abort: boolean }) => {
    try {
      await store.write(tables, async (tx) => {
        for (const step of steps) {
          if (step.do === 'delete') await tx.delete('memories', step.no)
          else if (step.do === 'deleteRange') await tx.deleteRange('memories', { from: step.from, to: step.to })
          else {
            const active = step.active === undefined ? {} : { activeKey: step.active }
            await tx.put('memories', memory(step.no, { scopeKey: step.scope, verbatimNo: step.no % 3, ...active }))
          }
        }
        if (abort) throw new StoreError('TRANSACTION_FAILED', 'on purpose')
      })
      return 'done'
    } catch (error) {
      return (error as StoreError).code
    }
  }
  const ask = (store: Store, { only, from, to, limit, ...flags }: Query) => {
    const range = {
      index: 'scope',
      ...flags,
      ...(only === undefined ? {} : { only: [only] }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(limit === undefined ? {} : { limit }),
    }
    return store.read(tables, async (tx) => [await tx.list('memories', range), await tx.count('memories', range)])
  }
  return fc.assert(
    fc.asyncProperty(
      fc.array(transaction, { maxLength: 6 }),
      fc.array(query, { minLength: 1, maxLength: 6 }),
      async (transactions, queries) => {
        const [a, b] = makeStores()
        await Promise.all([a.open(), b.open()])
        try {
          for (const each of transactions) expect(await apply(a, each)).toBe(await apply(b, each))
          for (const index of [undefined, 'id', 'active', 'scope', 'verbatim']) {
            const all = (store: Store) =>
              store.read(tables, (tx) => tx.list('memories', index === undefined ? {} : { index }))
            expect(await all(a)).toEqual(await all(b))
          }
          for (const each of queries) expect(await ask(a, each)).toEqual(await ask(b, each))
        } finally {
          await Promise.all([a.destroy(), b.destroy()])
        }
      },
    ),
    { numRuns: 60 },
  )
}
