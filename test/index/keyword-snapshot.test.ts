import { expect, test } from 'vitest'
import { Memory } from 'locket-memory'
import { inMemoryStore } from 'locket-memory/in-memory'
import { KeywordLane } from '../../src/index/keyword-lane.js'
import { miniSearchIndex } from '../../src/index/keyword/minisearch-index.js'

test('no snapshot is taken of an index that is being built: what is not in it yet would never be found', async () => {
  const store = inMemoryStore()
  const memory = await Memory.open({
    name: 'snapshot',
    store,
    embedder: false,
    extractor: false,
    keywordIndex: miniSearchIndex(),
    scope: { userId: 'ana' },
  })
  await memory.add(Array.from({ length: 1_200 }, (_, i) => `Note number ${i}`))
  const snapshots = () => store.read(['caches'], (tx) => tx.list('caches'))
  await store.write(['caches'], (tx) => tx.clear('caches'))

  const index = miniSearchIndex()
  const add = index.add.bind(index)
  const lane = new KeywordLane(store, index)
  let added = 0
  index.add = async (documents) => {
    await add(documents)
    added += documents.length
    // As upkeep does whenever writes have rested, however long the index takes.
    await lane.save()
    if (added < 1_200) expect(await snapshots()).toEqual([])
  }
  await lane.load(Promise.resolve())
  await lane.save()
  const [snapshot] = await snapshots()
  const restored = miniSearchIndex()
  await restored.load(snapshot?.data)
  expect(await restored.size()).toBe(1_200)
  await memory.close()
})
