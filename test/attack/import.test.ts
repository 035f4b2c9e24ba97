import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src/memory.js'
import { start, STORES } from '../memory/support.js'
import { forged, memoryLine, messageLine } from '../backup/support.js'

const TOO_LATE = 9e15
const LONG = 'n'.repeat(100_000)

/** Rows that `add` could not have written, and which field of them is refused. */
const OUT_OF_RANGE: Record<string, [object, string]> = {
  'a message said at a time that no Date holds': [messageLine({ at: TOO_LATE }), 'messages.at'],
  'a message made at a time that no Date holds': [messageLine({ createdAt: -TOO_LATE }), 'messages.createdAt'],
  'a memory that is valid from a time that no Date holds': [memoryLine({ validFrom: TOO_LATE }), 'memories.validFrom'],
  'a memory that expires at a time that no Date holds': [memoryLine({ expiresAt: TOO_LATE }), 'memories.expiresAt'],
  'a name of 100,000 characters': [messageLine({ name: LONG }), 'messages.name'],
  'a role of 100,000 characters': [messageLine({ role: LONG }), 'messages.role'],
  'a blank role': [messageLine({ role: ' ' }), 'messages.role'],
  'a speaker of 100,000 characters': [memoryLine({ attributedTo: LONG }), 'memories.attributedTo'],
  '5,000 categories': [
    memoryLine({ categories: Array.from({ length: 5_000 }, (_, i) => `category ${i}`) }),
    'memories.categories',
  ],
  'a category of 100,000 characters': [memoryLine({ categories: [LONG] }), 'memories.categories'],
  'the id of a quoted message of 100,000 characters': [
    memoryLine({ evidence: [{ messageId: LONG, quote: 'tea' }] }),
    'memories.evidence[0].messageId',
  ],
  'a revision that cannot be counted on': [memoryLine({ revision: 2 ** 53 }), 'memories.revision'],
}

describe('a file with rows that add() could not have written (hashEmbedder)', () => {
  it.each(Object.entries(OUT_OF_RANGE))('%s is refused, by the name of the field', async (_, [line, field]) => {
    const { memory } = await start()
    await expect(memory.import(forged([line]))).rejects.toMatchObject({
      code: 'IMPORT_REFUSED',
      message: expect.stringContaining(`Line 2 is not valid: ${field} `),
    })
    expect((await memory.verify()).findings).toEqual([])
    expect((await memory.getAll()).total).toBe(0)
  })
})

describe.each(STORES)('a file of somebody else (hashEmbedder, %s)', (kind) => {
  const ben = { userId: 'ben' }
  const ofBen = [messageLine({ scope: ben }), memoryLine({ scope: ben })]
  const count = async (memory: Memory, userId: string): Promise<number> =>
    (await memory.getAll({ userId })).total + (await memory.messages.list({ userId })).total
  const filled = async (): Promise<Memory> => {
    const { memory } = await start(kind)
    await memory.add('Tea for Ana.', { infer: false })
    await memory.add('Coffee for Ben.', { infer: false, userId: 'ben' })
    return memory
  }

  it.each<[string, Blob, object]>([
    ['its rows', forged(ofBen, ben), {}],
    ['its rows, in a file that names nobody', forged(ofBen, {}), {}],
    ['no row of it', forged([], ben), { mode: 'replace' }],
    ['everybody, and no row', forged([], {}), { mode: 'replace' }],
    ['everybody, with own rows only', forged([messageLine()], {}), { mode: 'replace' }],
    ['everybody, and no row, where that was asked for', forged([], {}), { mode: 'replace', scope: 'file' }],
    ['a JSON list that names somebody else', new Blob([JSON.stringify([{ memory: 'x', user_id: 'ben' }])]), {}],
  ])('with %s is refused, and nothing is written or erased', async (_, file, options) => {
    const memory = await filled()
    for (const dryRun of [true, false])
      await expect(memory.import(file, { ...options, dryRun })).rejects.toMatchObject({
        code: 'IMPORT_REFUSED',
        hint: expect.stringMatching(/scope: 'file'|reset\(\)/),
      })
    expect([await count(memory, 'ana'), await count(memory, 'ben')]).toEqual([2, 2])
  })

  it('goes where the call says, and erases nothing else', async () => {
    const memory = await filled()
    const preview = await memory.import(forged([], ben), { mode: 'replace', scope: 'file', dryRun: true })
    expect(preview).toMatchObject({ removed: 2, erased: [{ scope: ben, messages: 1, memories: 1 }] })
    expect(await count(memory, 'ben')).toBe(2)
    expect(await memory.import(forged([], ben), { mode: 'replace', scope: 'file' })).toMatchObject({
      removed: preview.removed,
      erased: preview.erased,
    })
    expect([await count(memory, 'ana'), await count(memory, 'ben')]).toEqual([2, 0])
    // Into the scope of its own: what it names is taken away.
    await memory.import(forged(ofBen, {}), { scope: { userId: 'ana' } })
    expect([await count(memory, 'ana'), await count(memory, 'ben')]).toEqual([4, 0])
    const all = await memory.import(forged(ofBen, {}), { mode: 'replace', scope: 'file' })
    expect(all.erased).toEqual([{ scope: { userId: 'ana' }, messages: 2, memories: 2 }])
    expect([await count(memory, 'ana'), await count(memory, 'ben')]).toEqual([0, 2])
  })
})
