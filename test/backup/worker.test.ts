import { afterEach, describe, expect, it } from 'vitest'
import { server } from 'vitest/browser'
import { indexedDbStore } from '../../src/store/indexeddb-store.js'
import { connect, type RemoteMemory } from '../../src/worker/index.js'
import { start } from '../memory/support.js'
import { comparable, contentOf, fileOf } from './support.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function newName(): string {
  const name = `test-backup-${crypto.randomUUID()}`
  cleanups.push(() => indexedDbStore(name).destroy())
  return name
}

async function inWorker(name: string): Promise<{ memory: RemoteMemory; worker: Worker }> {
  const worker = new Worker(new URL('../worker/dedicated.worker.ts', import.meta.url), { type: 'module', name })
  cleanups.push(() => worker.terminate())
  return { memory: await connect(worker), worker }
}

describe('backups of a memory in a worker (hashEmbedder, IndexedDB)', () => {
  it('are made and taken in through the connection', async () => {
    const { memory } = await inWorker(newName())
    await memory.add(['one', 'two'], { infer: false })
    await memory.idle()
    const stream = await memory.export()
    expect(stream).toBeInstanceOf(ReadableStream)
    const file = await new Response(stream).blob()
    const { memory: other } = await inWorker(newName())
    const phases = new Set<string>()
    expect(await other.import(file.stream(), { onProgress: ({ phase }) => phases.add(phase) })).toMatchObject({
      added: 4,
      problems: [],
    })
    expect([...phases]).toEqual(['reading', 'writing'])
    expect(await comparable(await new Response(await other.export()).blob())).toEqual(await comparable(file))
    expect(await other.verify()).toMatchObject({ ok: true })
    expect(await other.repair()).toMatchObject({ mended: [] })
    await expect(other.import(new Blob(['no']))).rejects.toMatchObject({ code: 'IMPORT_REFUSED', name: 'InputError' })
    await expect(other.import(file, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
  })

  // WebKit hands no stream over: there the whole file has crossed.
  it.skipIf(server.browser === 'webkit')('a stream whose worker is gone fails instead of waiting', async () => {
    const { memory, worker } = await inWorker(newName())
    await memory.add(
      Array.from({ length: 3_000 }, (_, i) => `message ${i} ${crypto.randomUUID()}`),
      { wait: false },
    )
    const reader = (await memory.export({ vectors: false })).getReader()
    await reader.read()
    worker.terminate()
    await expect(
      (async () => {
        while (!(await reader.read()).done) continue
      })(),
    ).rejects.toMatchObject({ code: 'DISCONNECTED' })
  })

  it('an import that is killed leaves the store as it was, and completes when it is tried again', async () => {
    const { memory: source } = await start()
    await source.add(Array.from({ length: 1_500 }, (_, i) => `message ${i}`))
    await source.idle()
    const file = await fileOf(source)
    const name = newName()
    const { memory, worker } = await inWorker(name)
    await memory.add('was here before')
    await memory.idle()
    await new Promise<void>((resolve, reject) => {
      const end = (): void => {
        worker.terminate()
        resolve()
      }
      memory.import(file, { mode: 'replace', onProgress: ({ phase }) => phase === 'writing' && end() }).then(
        () => reject(new Error('It was done before it was killed.')),
        () => resolve(),
      )
    })
    const { memory: again } = await inWorker(name)
    // All of it or nothing, whenever the kill came.
    const { results, total } = await again.messages.list()
    if (total !== 1_500) expect(results.map(({ content }) => content)).toEqual(['was here before'])
    expect((await again.verify()).findings).toEqual([])
    expect(await again.import(file, { mode: 'replace' })).toMatchObject({ added: 1_500, removed: total })
    expect((await contentOf(await new Response(await again.export()).blob())).messages.size).toBe(1_500)
    expect((await again.verify()).findings).toEqual([])
  })
})
