import { expect, test } from 'vitest'
import { Memory, type Embedder, type VectorIndex } from 'locket-memory'
import { exactIndex } from 'locket-memory/exact'
import { inMemoryStore } from 'locket-memory/in-memory'
import { hashEmbedder } from 'locket-memory/testing'
import { lastChange } from '../../src/store/changes.js'
import type { Store } from '../../src/store/store.js'
import { leaveMissingWork } from '../../src/work/missing.js'

/** A vector index that takes its time, as a large one does. */
function slowIndex(): VectorIndex {
  const index = exactIndex()
  const add = index.add.bind(index)
  index.add = async (...args) => {
    await new Promise((resolve) => setTimeout(resolve, 30))
    return add(...args)
  }
  return index
}

/** How many live vectors each document has. */
async function rowsOf(store: Store): Promise<number[]> {
  const { segments, tombstones } = await store.read(['segments', 'tombstones'], async (tx) => ({
    segments: await tx.list('segments'),
    tombstones: await tx.list('tombstones'),
  }))
  const dead = new Map(tombstones.map(({ no, before }) => [no, before]))
  const rows = new Map<number, number>()
  for (const { labels, born } of segments)
    labels.forEach((no, i) => (born[i] as number) >= (dead.get(no) ?? 0) && rows.set(no, (rows.get(no) ?? 0) + 1))
  return [...rows.values()]
}

test('a memory reworded twice at once has the vector of its last text only, however late the index hears of it (hashEmbedder)', async () => {
  const store = inMemoryStore()
  const embedder = hashEmbedder()
  let gate: Promise<unknown> = Promise.resolve()
  const held: Embedder = { ...embedder, embed: async (texts, purpose) => (await gate, embedder.embed(texts, purpose)) }
  const memory = await Memory.open({
    name: 'reworded',
    store,
    scope: { userId: 'ana' },
    embedder: held,
    vectorIndex: slowIndex(),
    extractor: false,
  })
  const { results } = await memory.add('The ladder is red', { infer: false })
  const id = results[0]?.id as string
  let open = (): void => {}
  gate = new Promise<void>((resolve) => (open = resolve))
  // What is embedded first holds up the others until both are stored.
  await memory.add('The canoe leaks', { wait: false })
  const updates = Promise.all(['gate', 'fence'].map((thing) => memory.update(id, { text: `The ${thing} is red` })))
  await expect.poll(() => store.read(['jobs'], (tx) => tx.count('jobs'))).toBe(3)
  open()
  await updates
  await memory.idle()
  expect(await rowsOf(store)).toEqual([1, 1, 1])
  expect((await memory.verify()).findings).toEqual([])
  await memory.close()
})

test('what another tab embedded a moment ago is not embedded again by one that opens (hashEmbedder)', async () => {
  const store = inMemoryStore()
  const embedder = hashEmbedder()
  const memory = await Memory.open({ name: 'raced', store, scope: { userId: 'ana' }, embedder, extractor: false })
  await memory.add('The canoe leaks')
  expect(await rowsOf(store)).toEqual([1])
  const nos = (await store.read(['messages'], (tx) => tx.list('messages'))).map(({ no }) => no)
  const job = { id: 'late', owner: 'late', fingerprint: embedder.fingerprint }
  const current = await store.read(['meta'], lastChange)

  // The index has not heard of it yet.
  expect(await leaveMissingWork(store, nos, 0, job)).toBe(false)
  // It has heard of everything, and there is no vector in it.
  expect(await leaveMissingWork(store, nos, current, job)).toBe(true)
  await memory.close()
})
