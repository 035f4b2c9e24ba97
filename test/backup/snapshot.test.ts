import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Contents } from '../../src/backup/contents.js'
import type { Line } from '../../src/store/rows/format.js'
import { Snapshot } from '../../src/backup/snapshot.js'
import { indexedDbStore } from '../../src/store/indexeddb-store.js'
import type { Store } from '../../src/store/store.js'
import { start, STORES, type Rig, type StoreKind } from '../memory/support.js'
import { homes } from './support.js'

const ALL = { scope: {}, history: true, vectors: true }

/** What the lines say in the end, in an order that does not depend on how they were read. */
function said(lines: readonly Line[]): string[] {
  const contents = new Contents()
  lines.forEach((line, i) => contents.add(line, i))
  expect(contents.findStray()).toBeUndefined()
  // An import leaves them out as well.
  const known = (row: object | undefined) =>
    row &&
    Object.fromEntries(
      Object.entries(row).filter(
        ([name, no]) => (name !== 'previousNo' && name !== 'verbatimNo') || contents.documents.has(no as number),
      ),
    )
  return lines
    .flatMap((line, i) => contents.effective(line, i) ?? [])
    .map((line) =>
      line.kind === 'history'
        ? { ...line, row: { ...line.row, before: known(line.row.before), after: known(line.row.after) } }
        : line,
    )
    .flatMap(({ kind, row }) =>
      kind === 'vectors'
        ? row.nos.map((no, i) => `vectors ${no} ${row.rows.slice(i * row.dimensions, (i + 1) * row.dimensions)}`)
        : [`${kind} ${JSON.stringify(row)}`],
    )
    .sort()
}

async function open(rig: Rig, kind: StoreKind): Promise<Store> {
  const store = rig.store ?? indexedDbStore(rig.name)
  if (kind === 'IndexedDB') await store.open()
  return store
}

async function read(store: Store, between: (step: number) => Promise<unknown>, options = ALL): Promise<string[]> {
  const lines: Line[] = []
  let step = 0
  for await (const some of new Snapshot(store, options).lines()) {
    lines.push(...some)
    await between(step++)
  }
  return said(lines)
}

describe.each(STORES)('an export while others write (hashEmbedder, %s)', (kind) => {
  it('is one state of the store, whatever is written between its steps', { timeout: 300_000 }, async () => {
    const rig = await start(kind, { extractor: homes() })
    const { memory } = rig
    await memory.add(
      Array.from({ length: 450 }, (_, i) => ({
        id: `m${i}`,
        content: i % 40 === 0 ? `I like thing${i}` : `message ${i}`,
      })),
    )
    await memory.add(
      Array.from({ length: 230 }, (_, i) => ({ id: `f${i}`, content: `note ${i}` })),
      { infer: false },
    )
    await memory.idle()
    const store = await open(rig, kind)
    const changes = [
      (at: number) => memory.add(`I live in Town${at}`),
      (at: number) => memory.messages.delete(`m${at % 450}`),
      (at: number) => memory.purge(`m${at % 450}`),
      (at: number) => memory.purge(`f${at % 230}`),
      (at: number) => memory.add(`said late ${at}`, { infer: false, userId: 'ben' }),
      async (at: number) => {
        const { results } = await memory.getAll({ limit: 1000 })
        const { id } = results[at % results.length] as { id: string }
        return at % 2 ? memory.update(id, { text: `changed ${at}` }) : memory.delete(id)
      },
      () => memory.idle(),
    ]
    // There are more steps than that: what is written behind the last is in no file.
    const change = fc.record({
      step: fc.integer({ min: 0, max: 8 }),
      what: fc.nat(changes.length - 1),
      at: fc.nat(1_000),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (list) => {
        const got = await read(store, async (step) => {
          for (const { what, at } of list.filter((one) => one.step === step))
            await Promise.resolve(changes[what]?.(at)).catch(({ code }: { code: string }) =>
              expect(['NOT_FOUND', 'CONFLICT']).toContain(code),
            )
        })
        expect(got).toEqual(await read(store, async () => undefined))
      }),
      { numRuns: kind === 'IndexedDB' ? 4 : 12, endOnFailure: true },
    )
    expect((await memory.verify()).findings).toEqual([])
    if (kind === 'IndexedDB') store.close()
  })

  it('fails when the store is reset meanwhile', async () => {
    const rig = await start(kind)
    await rig.memory.add(['one', 'two'])
    const store = await open(rig, kind)
    await expect(read(store, (step) => (step === 0 ? rig.memory.reset() : Promise.resolve()))).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    if (kind === 'IndexedDB') store.close()
  })
})
