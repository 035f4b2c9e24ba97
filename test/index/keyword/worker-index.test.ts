import { afterEach, describe, expect, it, vi } from 'vitest'
import { workerKeywordIndex } from '../../../src/index/keyword/worker-index.js'
import { keywordIndexConformance } from './conformance.js'

keywordIndexConformance('the MiniSearch index in a worker', () => workerKeywordIndex())
keywordIndexConformance('the worker index where no worker starts', () =>
  workerKeywordIndex(() => {
    throw new DOMException('refused', 'SecurityError')
  }),
)

describe('where the index runs', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('is a worker', async () => {
    const index = workerKeywordIndex()
    await index.add([{ no: 1, text: 'tea' }])
    expect(index.kind).toBe('minisearch-worker')
    await index.dispose()
  })

  it('is this thread when the worker has no script, or there is no Worker', async () => {
    const missing = workerKeywordIndex(() => new Worker('/no-such-worker.js', { type: 'module' }))
    await missing.add([{ no: 1, text: 'tea' }])
    expect(missing.kind).toBe('minisearch')
    vi.stubGlobal('Worker', undefined)
    const none = workerKeywordIndex()
    await none.add([{ no: 1, text: 'tea' }])
    expect(none.kind).toBe('minisearch')
    expect((await none.search('tea', 1)).hits).toMatchObject([{ no: 1 }])
  })
})

describe('a crash of the worker', () => {
  it('rejects the calls under way and later ones, until the owner starts again', async () => {
    const workers: Worker[] = []
    const index = workerKeywordIndex(() => {
      const worker = new Worker(new URL('./crashing.worker.ts', import.meta.url), { type: 'module' })
      // Handled here, so that the test runner does not count it.
      worker.addEventListener('error', (event) => event.preventDefault())
      workers.push(worker)
      return worker
    })
    await index.add([{ no: 1, text: 'tea' }])
    workers[0]?.postMessage('crash')
    const long = index.add(Array.from({ length: 20_000 }, (_, no) => ({ no, text: `gardens and rivers ${no}` })))
    await expect(long).rejects.toMatchObject({ name: 'IndexError', code: 'INDEX_FAILED' })
    await expect(index.search('tea', 1)).rejects.toMatchObject({ code: 'INDEX_FAILED' })
    await index.clear()
    expect(await index.size()).toBe(0)
    await index.add([{ no: 2, text: 'tea' }])
    expect((await index.search('tea', 1)).hits).toMatchObject([{ no: 2 }])
    expect(workers).toHaveLength(2)
    await index.dispose()
  })

  it('leaves no call hanging when disposed of meanwhile', async () => {
    const index = workerKeywordIndex()
    const adding = index.add([{ no: 1, text: 'tea' }])
    await index.dispose()
    await expect(adding).rejects.toMatchObject({ code: 'CLOSED' })
  })
})
