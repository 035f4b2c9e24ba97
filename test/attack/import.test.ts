import { describe, expect, it } from 'vitest'
import { start } from '../memory/support.js'
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
