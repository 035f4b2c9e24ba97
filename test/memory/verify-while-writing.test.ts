import { expect, test } from 'vitest'
import { Memory } from 'locket-memory'
import { inMemoryStore } from 'locket-memory/in-memory'
import { hashEmbedder } from 'locket-memory/testing'
import { miniSearchIndex } from '../../src/index/keyword/minisearch-index.js'

test('what is written while verify() compares the indexes is no fault of theirs (hashEmbedder)', async () => {
  const keywordIndex = miniSearchIndex()
  const size = keywordIndex.size.bind(keywordIndex)
  let writes = 0
  const memory = await Memory.open({
    name: 'verified',
    store: inMemoryStore(),
    scope: { userId: 'ana' },
    embedder: hashEmbedder(),
    extractor: false,
    keywordIndex,
  })
  await memory.add('The canoe leaks')
  keywordIndex.size = async () => {
    if (writes++ === 0) await memory.add('The piano is out of tune')
    return size()
  }
  expect((await memory.verify()).findings).toEqual([])
  expect(writes).toBe(2)
  await memory.close()
})
