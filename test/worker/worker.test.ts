import { afterEach, describe, expect, expectTypeOf, it } from 'vitest'
import { ConflictError, InputError, LocketError } from '../../src/values/errors.js'
import { indexedDbStore } from '../../src/store/indexeddb-store.js'
import type { Memory } from '../../src/memory.js'
import type { MemoryListener } from '../../src/engine/events.js'
import { connect, type ConnectOptions, type MemoryApi, type RemoteMemory } from '../../src/worker/index.js'

type Event = Parameters<MemoryListener>[0]

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function newName(): string {
  const name = `test-worker-${crypto.randomUUID()}`
  // WebKit keeps what a worker held that was ended while it opened: nobody waits for that.
  cleanups.push(
    () =>
      void indexedDbStore(name)
        .destroy()
        .catch(() => undefined),
  )
  return name
}

function startWorker(name: string): Worker {
  const worker = new Worker(new URL('./dedicated.worker.ts', import.meta.url), { type: 'module', name })
  cleanups.push(() => worker.terminate())
  return worker
}

const sharedPort = (name: string): MessagePort =>
  new SharedWorker(new URL('./shared.worker.ts', import.meta.url), { type: 'module', name }).port

async function connected(endpoint: Worker | MessagePort, options?: ConnectOptions): Promise<RemoteMemory> {
  const remote = await connect(endpoint, options)
  cleanups.push(() => remote.close())
  return remote
}

const REALMS = {
  'a dedicated worker': (name: string) => startWorker(name),
  'a shared worker': sharedPort,
}

/** The events of a kind, and a promise of the next one. */
function listen(memory: MemoryApi) {
  const events: Event[] = []
  const waiting = new Set<() => void>()
  const stop = memory.subscribe((event) => {
    events.push(event)
    for (const wake of waiting) wake()
  })
  async function until<T extends Event['type']>(type: T): Promise<Extract<Event, { type: T }>> {
    for (;;) {
      const found = events.find((event) => event.type === type)
      if (found) return found as Extract<Event, { type: T }>
      await new Promise<void>((resolve) => waiting.add(resolve))
    }
  }
  return { events, stop, until }
}

const reason = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (cause: unknown) => cause,
  )

describe.each(Object.entries(REALMS))('a memory in %s (hashEmbedder, IndexedDB)', (_, realm) => {
  it('is used as a Memory is, method by method', async () => {
    const memory: MemoryApi = await connected(realm(newName()))

    const added = await memory.add('I keep two ferrets', { infer: false, metadata: { tags: ['pets'] } })
    const [fact] = added.results
    const id = fact?.id as string
    expect(added.report.embedding).toBe('done')

    // On a slow machine its index is still being opened.
    await expect.poll(async () => (await memory.search('ferrets')).report.keywords, { timeout: 30_000 }).toBe('used')
    const { results, report } = await memory.search('ferrets', { explain: true })
    expect(results[0]).toMatchObject({ memory: 'I keep two ferrets', metadata: { tags: ['pets'] } })
    expect(results[0]?.explanation).toBeDefined()
    expect(report).toMatchObject({ dense: 'used', keywords: 'used' })
    expect((await memory.context('ferrets', { threshold: 0 })).text).toContain('two ferrets')
    expect(await memory.get(id)).toMatchObject({ id, memory: 'I keep two ferrets' })
    expect((await memory.getAll()).total).toBe(1)

    const { results: messages } = await memory.messages.list()
    const messageId = messages[0]?.id as string
    expect(await memory.messages.get(messageId)).toMatchObject({ content: 'I keep two ferrets' })

    expect(await memory.update(id, { text: 'I keep three ferrets' }, { ifRevision: 1 })).toMatchObject({
      memory: 'I keep three ferrets',
      revision: 2,
    })
    expect((await memory.history(id)).map(({ event }) => event)).toEqual(['ADD', 'UPDATE'])
    const { operationId } = await memory.delete(id)
    expect((await memory.getAll()).total).toBe(0)
    await memory.undo(operationId)
    expect((await memory.getAll()).total).toBe(1)
    expect((await memory.purge(id)).count).toBeGreaterThan(0)
    expect(await memory.get(id)).toBeNull()
    expect((await memory.messages.list()).total).toBe(0)

    const { messages: receipts } = await memory.add('something else')
    await memory.messages.delete(receipts[0]?.id as string)
    expect((await memory.messages.list()).total).toBe(0)
    await memory.deleteAll({ userId: 'ana' })
    await memory.idle()
    expect((await memory.health()).counts.messages).toBe(0)
    await memory.reset()
  })

  it('stops and resumes recording in the order of the calls', async () => {
    const memory = await connected(realm(newName()))
    memory.pause()
    const off = memory.add('not to be kept')
    memory.resume()
    const on = memory.add('to be kept')
    expect((await off).messages[0]?.status).toBe('off')
    expect((await on).messages[0]?.status).toBe('added')
  })

  it('tells every client when one of them stops or resumes recording', async () => {
    const name = newName()
    const endpoint = realm(name)
    const one = await connected(endpoint)
    const two = await connected(endpoint instanceof MessagePort ? realm(name) : endpoint)
    const { events, until } = listen(two)
    one.pause()
    expect(await until('recording')).toEqual({ type: 'recording', on: false })
    expect((await two.health()).paused).toBe(true)
    one.resume()
    await one.health()
    await expect
      .poll(() => events)
      .toEqual([
        { type: 'recording', on: false },
        { type: 'recording', on: true },
      ])
  })

  it('takes a vector', async () => {
    const memory = await connected(realm(newName()))
    await memory.add('I keep two ferrets')
    const vector = new Float32Array(64).fill(1 / 8)
    expect((await memory.search('anything', { vector })).report.dense).toBe('used')
    expect(await reason(memory.search('anything', { vector: new Float32Array(3) }))).toMatchObject({
      code: 'DIMENSION_MISMATCH',
    })
  })

  it('throws the errors that a Memory throws', async () => {
    const memory = await connected(realm(newName()))
    const { results } = await memory.add('I keep two ferrets', { infer: false })
    const id = results[0]?.id as string

    const unknown = await reason(memory.search('ferrets', { topk: 3 } as object))
    expect(unknown).toBeInstanceOf(InputError)
    expect(unknown).toMatchObject({
      name: 'InputError',
      code: 'UNKNOWN_OPTION',
      value: 'topk',
      hint: 'Did you mean "topK"?',
    })
    const conflict = await reason(memory.update(id, { text: 'no' }, { ifRevision: 7 }))
    expect(conflict).toBeInstanceOf(ConflictError)
    expect(conflict).toMatchObject({ code: 'CONFLICT' })
  })

  it('says on the caller’s side what cannot cross', async () => {
    const memory = await connected(realm(newName()))
    const error = await reason(memory.add('text', { metadata: { call: () => 1 } }))
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('add()') })
    expect((await memory.messages.list()).total).toBe(0)
  })

  it('tells every subscriber of every client until it unsubscribes', async () => {
    const name = newName()
    const endpoint = realm(name)
    const one = await connected(endpoint)
    const two = await connected(endpoint instanceof MessagePort ? realm(name) : endpoint)
    const [a, b, c] = [listen(one), listen(two), listen(two)]
    c.stop()
    const { messages } = await one.add('I keep two ferrets')
    expect((await a.until('change')).messages).toContain(messages[0]?.id)
    expect((await b.until('change')).messages).toContain(messages[0]?.id)
    expect(c.events).toEqual([])
  })

  it('outlives its clients', async () => {
    const name = newName()
    const endpoint = realm(name)
    const one = await connected(endpoint)
    const two = await connected(endpoint instanceof MessagePort ? realm(name) : endpoint)
    const adding = one.add('I keep two ferrets')
    await one.close()
    expect((await adding).report.embedding).toBe('done')
    expect(await reason(one.search('ferrets'))).toMatchObject({ code: 'CLOSED' })
    expect(() => one.subscribe(() => undefined)).toThrow(InputError)
    await one.close()
    expect((await two.search('ferrets')).results).toHaveLength(1)
  })
})

describe('a dedicated worker (hashEmbedder)', () => {
  it('aborts a search by the caller’s signal, with the caller’s reason', async () => {
    const memory = await connected(startWorker(newName()))
    await memory.add('I keep two ferrets')
    const controller = new AbortController()
    const patience = new Error('out of patience')
    const searching = reason(memory.search('wait', { signal: controller.signal }))
    const building = reason(memory.context('wait', { signal: controller.signal }))
    controller.abort(patience)
    const late = reason(memory.search('wait', { signal: AbortSignal.abort(patience) }))
    for (const error of await Promise.all([searching, building, late])) {
      expect(error).toMatchObject({ name: 'LocketError', code: 'ABORTED' })
      expect((error as LocketError).cause).toBe(patience)
    }
    expect((await memory.search('ferrets', { signal: new AbortController().signal })).results).toHaveLength(1)
  })

  it('tells of the loading of the model', async () => {
    const seen: unknown[] = []
    const memory = await connected(startWorker(newName()), { onProgress: (progress) => seen.push(progress) })
    const { until } = listen(memory)
    await memory.add('I keep two ferrets')
    expect(await until('progress')).toEqual({ type: 'progress', progress: { item: 'hash', loaded: 1, total: 2 } })
    expect(seen).toEqual([{ item: 'hash', loaded: 1, total: 2 }])
  })

  it('rejects what was under way when it is terminated, and what comes after', async () => {
    const worker = startWorker(newName())
    const memory = await connected(worker)
    await memory.add('I keep two ferrets')
    const { until } = listen(memory)
    const waiting = reason(memory.search('wait', { signal: new AbortController().signal }))
    worker.terminate()
    const error = await waiting
    expect(error).toBeInstanceOf(LocketError)
    expect(error).toMatchObject({ code: 'DISCONNECTED' })
    expect((await until('closed')).error).toBe(error)
    expect(await reason(memory.health())).toBe(error)
  })

  it('is replaced by one that is paused too, whichever client paused it', async () => {
    const name = newName()
    const worker = startWorker(name)
    const one = await connected(worker)
    const two = await connected(worker, { reconnect: () => startWorker(name) })
    const { until } = listen(two)
    one.pause()
    await until('recording')
    worker.terminate()
    await until('closed')
    expect((await two.add('off the record')).messages[0]?.status).toBe('off')
  })

  it('is replaced by the next call, still paused, when connect was told how', async () => {
    const name = newName()
    let worker = startWorker(name)
    const memory = await connected(worker, { reconnect: () => (worker = startWorker(name)) })
    await memory.add('I keep two ferrets')
    memory.pause()
    const { events, until } = listen(memory)
    worker.terminate()
    await until('closed')
    const [found, added] = await Promise.all([memory.search('ferrets'), memory.add('off the record')])
    expect(found.results[0]?.memory).toBe('I keep two ferrets')
    expect(added.messages[0]?.status).toBe('off')
    const types = events.map(({ type }) => type).filter((type) => type !== 'recording')
    expect(types.slice(0, 2)).toEqual(['closed', 'reset'])

    memory.resume()
    const { messages } = await memory.add('on the record')
    expect((await until('change')).messages).toEqual([messages[0]?.id])
  })
})

it('a RemoteMemory and a Memory are both a MemoryApi', () => {
  expectTypeOf<Memory>().toExtend<MemoryApi>()
  expectTypeOf<RemoteMemory>().toExtend<MemoryApi>()
  expectTypeOf<keyof RemoteMemory>().toEqualTypeOf<keyof Memory>()
})
