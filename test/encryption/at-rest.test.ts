import { describe, expect, it } from 'vitest'
import { LanguageModelError } from '../../src/values/errors.js'
import type { Extractor } from '../../src/extract/extractor.js'
import type { ExtractedFact } from '../../src/extract/fact.js'
import { miniSearchIndex } from '../../src/index/keyword/minisearch-index.js'
import type { Store } from '../../src/store/store.js'
import type { OpenOptions } from '../../src/engine/open-options.js'
import { fileOf, homes } from '../backup/support.js'
import { start, type Rig } from '../memory/support.js'
import { everything, newKey, traces } from './support.js'

const key = await newKey()

/** What nobody may find. Of each kind one of its own, so that a leak says what leaked. */
const MARKERS = {
  text: 'Zanzibar',
  user: 'amarillo',
  run: 'wednesdayrun',
  name: 'Quillfeather',
  role: 'conciergerole',
  field: 'shoesizefield',
  value: 'fortytwovalue',
  category: 'podiatrycategory',
  messageId: 'bookingid',
  reason: 'becausereason',
  predicate: 'holidays with',
  error: 'modelspilled',
  attribute: 'likes',
  hash: '#texthash',
}

/** As rules would, with a category and a predicate that can be told from others; what it is told of bad luck it fails at, and says so. */
const extractor = (): Extractor => ({
  ...homes(),
  async extract(input) {
    if (input.messages.some(({ text }) => text.includes('unlucky')))
      throw new LanguageModelError('EXTRACTION_FAILED', `${MARKERS.error}: unlucky`)
    const facts = (await homes().extract(input)) as ExtractedFact[]
    return facts.map((fact) => ({
      ...fact,
      category: MARKERS.category,
      relations: (fact.relations ?? []).map((one) => ({ ...one, predicate: MARKERS.predicate })),
    }))
  },
  summarise: () => Promise.resolve('They spoke of Zanzibar.'),
})

/** Everything that a memory can hold. */
async function told(options: Partial<OpenOptions>): Promise<Rig> {
  const index = miniSearchIndex()
  const rig = await start('IndexedDB', {
    extractor: extractor(),
    categories: [MARKERS.category],
    keywordIndex: index,
    scope: { userId: MARKERS.user, runId: MARKERS.run },
    ...options,
  })
  const { memory } = rig
  await memory.add([
    {
      id: MARKERS.messageId,
      content: 'I live in Zanzibar.',
      name: MARKERS.name,
      metadata: { [MARKERS.field]: MARKERS.value },
    },
    { content: `Indeed. ${MARKERS.name} said so, \ud800 and 桑给巴尔.`, role: MARKERS.role },
    { content: 'I like Zanzibar.' },
  ])
  await memory.add('I live in Dodoma.', {
    metadata: { [MARKERS.field]: MARKERS.value },
    categories: [MARKERS.category],
  })
  await memory.add('I like Zanzibar a lot, and I live in Mombasa.', { review: true, userId: 'ben' })
  const [fact] = (await memory.getAll()).results
  await memory.update(
    fact?.id as string,
    { text: 'User is fond of Zanzibar', metadata: { [MARKERS.field]: MARKERS.value } },
    { reason: MARKERS.reason },
  )
  const noted = await memory.add(
    { content: 'Zanzibar is warm.', id: `${MARKERS.messageId}2` },
    { infer: false, kind: 'procedural' },
  )
  await memory.delete(noted.results[0]?.id as string, { reason: MARKERS.reason })
  await memory.add('An unlucky Zanzibar.').catch(() => undefined)
  const other = await start('inMemoryStore', { scope: { userId: MARKERS.user } })
  await other.memory.add({ content: 'Imported from Zanzibar.', name: MARKERS.name })
  await memory.import(await fileOf(other.memory), { scope: 'file' })
  await memory.idle()
  // As upkeep stores it when there is more to index.
  const { store } = (memory as unknown as { engine: { store: Store } }).engine
  const data = await index.save()
  await store.write(['caches'], (tx) => tx.put('caches', { key: 'keywords', n: 1, epoch: '', data }))
  return rig
}

const leaks = (stored: Record<string, unknown>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(MARKERS).flatMap(([what, marker]) => {
      const found = [...new Set(traces(stored, marker).map((path) => path.split('.')[1] as string))]
      return found.length > 0 ? [[what, found.sort()]] : []
    }),
  )

const numbers = (value: unknown): boolean =>
  value instanceof Float32Array ||
  value instanceof Float64Array ||
  (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && Object.values(value).some(numbers))

describe('an encrypted memory at rest (hashEmbedder, IndexedDB)', () => {
  it('holds no text, name, id, category, metadata or vector that can be read', async () => {
    // The same, not encrypted: what is looked for is there, and found.
    const plain = await everything((await told({})).name)
    const there = leaks(plain)
    expect(Object.keys(there).sort()).toEqual(
      Object.keys(MARKERS)
        .filter((one) => one !== 'hash')
        .sort(),
    )
    expect(numbers(plain)).toBe(true)

    const rig = await told({ encryption: key })
    const stored = await everything(rig.name)
    expect(leaks(stored)).toEqual({})
    expect(numbers(stored)).toBe(false)
  })
})
