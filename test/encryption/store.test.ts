import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode } from '../../src/encryption/codec.js'
import { encryptedStore } from '../../src/encryption/index.js'
import { indexedDbStore } from '../../src/store/indexeddb-store.js'
import { inMemoryStore } from '../../src/store/memory-store.js'
import { storeConformance } from '../store/conformance.js'
import type { Store } from '../../src/store/store.js'
import { memory } from '../store/rows.js'
import { newKey } from './support.js'

const key = await newKey()
const fresh = () => encryptedStore(indexedDbStore(`test-encrypted-${crypto.randomUUID()}`), key)

storeConformance('encrypted, on IndexedDB', fresh, { hasTags: true })
storeConformance('encrypted, in memory', () => encryptedStore(inMemoryStore(), key), { hasTags: true })

/** Values as rows and caches may hold them. */
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(undefined, null, true, false, NaN, -0, Infinity, 2 ** 53),
    fc.integer(),
    fc.double(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\ud800', 'a\udc00b', '\ufeff bom', '桑给巴尔', 'x'.repeat(300)),
    fc.bigInt(),
    fc.date({ noInvalidDate: true }),
    fc.uint8Array(),
    fc.float32Array(),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('id', 'text', '__proto__')), tie('any'), { maxKeys: 4 }),
    fc.array(fc.tuple(fc.string(), tie('any')), { maxLength: 3 }).map((entries) => new Map(entries)),
    fc.array(fc.string(), { maxLength: 3 }).map((items) => new Set(items)),
  ),
})).any

describe('the encoding of what is sealed', () => {
  it('gives back whatever the structured clone would', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(decode(encode(one))).toStrictEqual(structuredClone(one))
      }),
    )
  })

  it('refuses what cannot be stored, and bytes that are cut short', () => {
    for (const one of [() => 1, Symbol('s'), new (class Own {})()])
      expect(() => encode({ deep: [one] })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    const bytes = encode({ text: 'some text', list: [1, 2] })
    for (let i = 0; i < bytes.length; i++) expect(() => decode(bytes.slice(0, i))).toThrow(RangeError)
  })
})

it('goes on under the same lock when the browser clears the storage beneath it, and keeps its keys to itself', async () => {
  const beneath = inMemoryStore()
  const store = encryptedStore(beneath, key)
  await store.open()
  const put = () => store.write(['memories'], (tx) => tx.put('memories', memory(1)))
  await put()
  await expect(store.write(['keys'], (tx) => tx.clear('keys'))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await beneath.write(['memories', 'keys'], async (tx) => {
    await tx.clear('memories')
    await tx.clear('keys')
  })
  expect(await store.read(['memories'], (tx) => tx.list('memories'))).toEqual([])
  await put()
  store.close()
  await store.open()
  expect(await store.read(['memories'], (tx) => tx.list('memories'))).toEqual([memory(1)])
})

const no = fc.nat({ max: 12 })
const scope = fc.constantFrom('', 'a', 'a\u0000', '["ana",null,null,null]', '\ud83d\ude00')
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ no, scope, active: fc.option(scope, { nil: undefined }) }) },
  { weight: 2, arbitrary: fc.record({ delete: no }) },
  { weight: 1, arbitrary: fc.record({ deleteFrom: no }) },
)

it('answers as a plain store does to random transactions and to every query that it takes', async () => {
  const run = async (
    store: Store,
    steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[],
    abort: boolean,
  ): Promise<unknown> =>
    store
      .write(['memories'], async (tx) => {
        for (const one of steps) {
          if ('delete' in one) await tx.delete('memories', one.delete)
          else if ('deleteFrom' in one) await tx.deleteRange('memories', { from: one.deleteFrom, to: 9 })
          else
            await tx.put(
              'memories',
              memory(one.no, {
                scopeKey: one.scope,
                verbatimNo: one.no % 3,
                ...(one.active === undefined ? {} : { activeKey: one.active }),
              }),
            )
        }
        if (abort) throw new Error('on purpose')
      })
      .catch((error: { code: string }) => error.code)
  const ask = (store: Store) =>
    store.read(['memories'], async (tx) => [
      await tx.list('memories'),
      await tx.list('memories', { from: 3, to: 9, limit: 2, reverse: true }),
      await tx.list('memories', { index: 'verbatim', only: 1 }),
      (await tx.list('memories', { index: 'active' })).map((row) => row.no).toSorted(),
      await Promise.all(
        ['', 'a', 'a\u0000', '\ud83d\ude00'].map(async (key) => [
          await tx.list('memories', { index: 'scope', only: [key] }),
          await tx.list('memories', { index: 'scope', from: [key, 4], to: [key], after: true, limit: 2 }),
          await tx.count('memories', { index: 'scope', only: [key], from: [key, 2] }),
          await tx.find('memories', 'active', key),
          await tx.find('memories', 'id', 'm3'),
        ]),
      ),
    ])
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ steps: fc.array(step, { maxLength: 8 }), abort: fc.boolean() }), { maxLength: 6 }),
      async (transactions) => {
        const plain = inMemoryStore()
        const beneath = inMemoryStore()
        const encrypted = encryptedStore(beneath, key)
        await Promise.all([plain.open(), encrypted.open()])
        for (const { steps, abort } of transactions) {
          expect(await run(encrypted, steps, abort)).toEqual(await run(plain, steps, abort))
          expect(await ask(encrypted)).toEqual(await ask(plain))
          // As many keys as there are scopes with rows, besides the head.
          const scopes = await plain.read(
            ['memories'],
            async (tx) => new Set((await tx.list('memories')).map(({ scopeKey }) => scopeKey)),
          )
          expect(await beneath.read(['keys'], (tx) => tx.count('keys'))).toBe(scopes.size + 1)
        }
        encrypted.close()
        await encrypted.open()
        expect(await ask(encrypted)).toEqual(await ask(plain))
      },
    ),
    { numRuns: 60 },
  )
})
