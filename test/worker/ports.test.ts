import { releaseProxy, wrap } from 'comlink'
import { afterEach, expect, it } from 'vitest'
import { EmbedderError, IndexError, StoreError } from '../../src/values/errors.js'
import { Memory } from '../../src/memory.js'
import { exactIndex } from '../../src/index/vector/exact/index.js'
import type { VectorIndex } from '../../src/index/vector/vector-index.js'
import { miniSearchIndex } from '../../src/index/keyword/minisearch-index.js'
import { inMemoryStore } from '../../src/store/memory-store.js'
import { hashEmbedder } from '../../src/testing/index.js'
import type { OpenOptions } from '../../src/engine/open-options.js'
import { connect, serve } from '../../src/worker/index.js'
import { GREETING, PROTOCOL, type Host } from '../../src/worker/protocol.js'
import { installErrorTransfer } from '../../src/platform/worker-errors.js'

/** A busy machine must not fail a test. */
const PATIENT = { timeout: 30_000 }

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function openMemory(options: Partial<OpenOptions> = {}): Promise<Memory> {
  const plugs = {
    embedder: hashEmbedder(),
    extractor: false,
    keywordIndex: miniSearchIndex(),
    store: inMemoryStore(),
  } as const
  const memory = await Memory.open({
    name: `test-ports-${crypto.randomUUID()}`,
    scope: { userId: 'ana' },
    ...plugs,
    ...options,
  })
  cleanups.push(() => memory.close())
  return memory
}

/** Counts the subscriptions of a memory that are open. */
function countSubscriptions(memory: Memory): () => number {
  const { subscribe } = memory
  let open = 0
  memory.subscribe = (listener) => {
    const end = subscribe.call(memory, listener)
    open++
    return () => {
      open--
      end()
    }
  }
  return () => open
}

/** Holds the lock that shows a server that a raw client is of its origin. */
function holdLock(locks: LockManager = navigator.locks): Promise<string> {
  const lock = crypto.randomUUID()
  return new Promise((resolve) => {
    void locks.request(`locket:worker:owner:${lock}`, () => {
      resolve(lock)
      return new Promise(() => undefined)
    })
  })
}

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )

it('serves the pages that a page or frame shares a channel with (hashEmbedder)', async () => {
  const { port1, port2 } = new MessageChannel()
  serve(openMemory(), port1)
  const remote = await connect(port2)
  await remote.add('I keep two ferrets')
  expect((await remote.search('ferrets')).results).toHaveLength(1)
  await remote.close()
})

it('passes on a memory that is itself remote (hashEmbedder)', async () => {
  const [near, far] = [new MessageChannel(), new MessageChannel()]
  serve(openMemory(), far.port1)
  serve(connect(far.port2), near.port1)
  const remote = await connect(near.port2)
  const changed = new Promise((resolve) => remote.subscribe(({ type }) => type === 'change' && resolve(type)))
  await remote.add('I keep two ferrets')
  await changed
  expect(await rejection(remote.search('ferrets', { topK: 0 }))).toMatchObject({ code: 'INVALID_INPUT', value: 0 })
  await remote.close()
})

it('rejects with why the memory could not be opened', async () => {
  const { port1, port2 } = new MessageChannel()
  serve(Promise.reject(new StoreError('STORE_BLOCKED', 'Another tab is in the way.', { hint: 'Close it.' })), port1)
  const error = await rejection(connect(port2))
  expect(error).toBeInstanceOf(StoreError)
  expect(error).toMatchObject({ code: 'STORE_BLOCKED', hint: 'Close it.' })
})

it('rejects when nobody answers, and when the script of the worker is missing', async () => {
  const { port2 } = new MessageChannel()
  expect(await rejection(connect(port2, { timeout: 20 }))).toMatchObject({ code: 'DISCONNECTED' })
  const worker = new Worker('/no-such-worker.js', { type: 'module' })
  expect(await rejection(connect(worker))).toMatchObject({
    code: 'DISCONNECTED',
    message: expect.stringContaining('could not be loaded'),
  })
  // Its port alone would say nothing.
  const shared = new SharedWorker('/no-such-worker.js', { type: 'module' })
  expect(await rejection(connect(shared))).toMatchObject({
    code: 'DISCONNECTED',
    message: expect.stringContaining('could not be loaded'),
  })
  expect(await rejection(connect(port2, { timeOut: 20 } as object))).toMatchObject({
    code: 'UNKNOWN_OPTION',
    hint: 'Did you mean "timeout"?',
  })
})

it('refuses a client of another protocol, and a method that it does not know (hashEmbedder)', async () => {
  installErrorTransfer()
  const { port1, port2 } = new MessageChannel()
  serve(await openMemory(), port1)
  const greet = () => {
    const channel = new MessageChannel()
    port2.postMessage(GREETING, [channel.port2])
    return wrap<Host>(channel.port1)
  }
  expect(await rejection(greet().hello(PROTOCOL + 1, 'some-lock'))).toMatchObject({
    code: 'VERSION_MISMATCH',
    value: PROTOCOL + 1,
  })

  const host = greet()
  await host.hello(PROTOCOL, await holdLock())
  await host.attach()
  for (const path of [
    ['recall'],
    ['messages', 'recall'],
    ['messages'],
    ['constructor'],
    ['engine', 'close'],
    ['erase'],
    [],
  ])
    expect(await rejection(host.call(1, path, [], undefined)), path.join('.')).toMatchObject({
      code: 'VERSION_MISMATCH',
      value: path.join('.'),
    })
})

it('goes on with what a client wanted stored that is gone by then, and stops what it wanted to know (scripted memory)', async () => {
  const seen: Record<string, AbortSignal> = {}
  const waiting =
    (name: string) =>
    (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<never>(() => (seen[name] = signal))
  const memory = Object.assign(Object.create(Memory.prototype) as Memory, {
    add: waiting('add'),
    search: waiting('search'),
    subscribe: () => () => undefined,
  })
  const { port1, port2 } = new MessageChannel()
  serve(memory, port1)
  const { port1: near, port2: far } = new MessageChannel()
  port2.postMessage(GREETING, [far])
  const host = wrap<Host>(near)
  await host.hello(PROTOCOL, await holdLock())
  await host.attach()
  void host.call(1, ['add'], ['I keep two ferrets', {}], 1)
  void host.call(2, ['search'], ['ferrets', {}], 1)
  await expect.poll(() => Object.keys(seen), PATIENT).toEqual(['add', 'search'])
  host[releaseProxy]()
  await expect.poll(() => seen['search']?.aborted, PATIENT).toBe(true)
  expect(seen['add']?.aborted).toBe(false)
})

it('lets go of a client that closes, and of one that is gone without a word (hashEmbedder)', async () => {
  const memory = await openMemory()
  const subscriptions = countSubscriptions(memory)
  const { port1, port2 } = new MessageChannel()
  serve(memory, port1)

  const remote = await connect(port2)
  expect(subscriptions()).toBe(1)
  await remote.close()
  await expect.poll(subscriptions, PATIENT).toBe(0)

  // A frame in place of a popup: removed, it takes its lock and its port along.
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const inFrame = frame.contentWindow as Window & typeof globalThis
  const lock = await holdLock(inFrame.navigator.locks)
  const channel = new MessageChannel()
  port2.postMessage(GREETING, [channel.port2])
  const host = wrap<Host>(channel.port1)
  await host.hello(PROTOCOL, lock)
  await host.attach()
  expect(subscriptions()).toBe(1)
  // This port stays open, so that the lock alone can tell.
  frame.remove()
  await expect.poll(subscriptions, PATIENT).toBe(0)
})

it('tells its clients what went wrong in the background, and those that come later (hashEmbedder)', async () => {
  let fail!: (cause: unknown) => void
  const check = () => new Promise<void>((_, reject) => (fail = reject))
  const onWarning = () => undefined
  const memory = await openMemory({ embedder: { ...hashEmbedder(), check }, onWarning })
  const { port1, port2 } = new MessageChannel()
  serve(memory, port1)
  const remote = await connect(port2)
  const warned = new Promise((resolve) => remote.subscribe((event) => event.type === 'warning' && resolve(event.error)))
  fail(new EmbedderError('MODEL_MISSING', 'There is no model.'))
  const error = await warned
  expect(error).toBeInstanceOf(EmbedderError)
  expect(error).toMatchObject({ code: 'MODEL_MISSING' })
  const late = await connect(port2)
  expect((await late.health()).warnings).toEqual([{ code: 'MODEL_MISSING', message: 'There is no model.' }])
  await Promise.all([remote.close(), late.close()])
})

it('tells where its model runs and what became of its graph (hashEmbedder)', async () => {
  const runtime = { device: 'wasm', reason: 'it was asked for' }
  const reason = new IndexError('INDEX_FAILED', 'No worker.')
  const vectorIndex: VectorIndex = Object.assign(exactIndex(), { state: 'unavailable' as const, reason })
  const { port1, port2 } = new MessageChannel()
  serve(openMemory({ embedder: { ...hashEmbedder(), runtime }, vectorIndex }), port1)
  const remote = await connect(port2)
  expect(await remote.health()).toMatchObject({
    embedder: { runtime },
    vectors: { graph: 'unavailable', problem: { code: 'INDEX_FAILED', message: 'No worker.' } },
  })
  await remote.close()
})

it('leaves its clients disconnected when it stops serving (hashEmbedder)', async () => {
  const memory = await openMemory()
  const { port1, port2 } = new MessageChannel()
  const served = serve(memory, port1)
  const remote = await connect(port2)
  const closed = new Promise((resolve) => remote.subscribe((event) => resolve(event.type)))
  served.stop()
  expect(await closed).toBe('closed')
  expect(await rejection(remote.health())).toMatchObject({ code: 'DISCONNECTED' })
  expect(await memory.health()).toMatchObject({ paused: false })
})

it('throws what the memory throws once that is closed (hashEmbedder)', async () => {
  const memory = await openMemory()
  const { port1, port2 } = new MessageChannel()
  serve(memory, port1)
  const remote = await connect(port2)
  await memory.close()
  expect(await rejection(remote.search('ferrets'))).toMatchObject({ code: 'CLOSED' })
  await remote.close()
})

it('knows a client of this origin where there are no Web Locks, as on plain http (hashEmbedder)', async () => {
  const locks = Object.getOwnPropertyDescriptor(Navigator.prototype, 'locks') as PropertyDescriptor
  Object.defineProperty(Navigator.prototype, 'locks', { configurable: true, get: () => undefined })
  try {
    const { port1, port2 } = new MessageChannel()
    serve(openMemory(), port1)
    const remote = await connect(port2)
    expect((await remote.health()).paused).toBe(false)
    await remote.close()
  } finally {
    Object.defineProperty(Navigator.prototype, 'locks', locks)
  }
})
