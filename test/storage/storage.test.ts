import { describe, expect, it } from 'vitest'
import { inMemoryStore } from '../../src/store/memory-store.js'
import type { StorageEstimate, Store } from '../../src/store/store.js'
import { persist, persistQuietly } from '../../src/storage/persist.js'
import { StorageWatch } from '../../src/storage/room.js'
import { storageHealth } from '../../src/storage/risk.js'
import { KEPT_JOBS } from '../../src/work/trim-jobs.js'
import { without } from '../faults/support.js'
import { DAY, start, STORES, texts } from '../memory/support.js'
import { fileOf } from '../backup/support.js'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'
const FIREFOX_ON_IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/130.0 Mobile/15E148 Safari/605.1.15'

/** WebKitGTK has none. */
const hasStorageManager = 'storage' in navigator

describe('the risk that what is remembered is lost', () => {
  const of = (
    share: number,
    persisted: boolean | undefined,
    userAgent = CHROME,
    installed = false,
    kind = 'indexeddb',
  ) => storageHealth({ usage: share * 1_000, quota: 1_000, persisted }, { kind, userAgent, installed })

  it.each<[string, ReturnType<typeof of>, string, RegExp, RegExp]>([
    ['kept', of(0.1, true), 'none', /keeps what is remembered/, /一直保存/],
    ['evictable', of(0.1, false), 'low', /may delete/, /可能会删除/],
    ['not told', of(0.1, undefined), 'low', /may delete/, /可能会删除/],
    ['low on room', of(0.92, false), 'high', /almost full.*may delete/, /即将用完.*可能会删除/],
    ['kept, low on room', of(0.92, true), 'low', /almost full.*keeps/, /即将用完.*一直保存/],
    ['full', of(0.99, true), 'high', /is full/, /已满/],
    ['Safari', of(0.1, false, SAFARI), 'high', /seven days/, /七天/],
    ['any browser on iOS', of(0.1, false, FIREFOX_ON_IOS), 'high', /seven days/, /七天/],
    ['Safari, on the home screen', of(0.1, false, SAFARI, true), 'low', /may delete/, /可能会删除/],
    ['Safari that promised', of(0.1, true, SAFARI), 'none', /keeps/, /一直保存/],
    ['in memory only', of(0.1, true, CHROME, false, 'memory'), 'high', /gone when this page is closed/, /消失/],
  ])('%s', (_, { risk, advice }, wanted, en, zh) => {
    expect(risk).toBe(wanted)
    expect(advice.en).toMatch(en)
    expect(advice.zh).toMatch(zh)
    // For users: no names of programmers.
    expect(advice.en).not.toMatch(/quota|IndexedDB|origin|persist|evict/i)
  })

  it.skipIf(!hasStorageManager)('is told by health(), of a store in the browser too', async () => {
    const { memory } = await start('IndexedDB')
    const { storage, store } = await memory.health()
    expect(storage.usage).toBe(store.usage)
    expect(storage.quota).toBeGreaterThan(0)
    expect(['none', 'low', 'high']).toContain(storage.risk)
    expect(storage.advice.zh).not.toBe('')
  })
})

describe.skipIf(!hasStorageManager)('asking the browser to keep it', () => {
  /** Counts how often the browser is asked, which is a stand-in here: a real one decides by itself. */
  function asked(userAgent: string, state = 'prompt'): { times: number } {
    const count = { times: 0 }
    without(navigator.storage, 'persist', { value: async () => (count.times++, true) })
    without(navigator, 'userAgent', { value: userAgent })
    without(navigator.permissions, 'query', { value: async () => ({ state }) })
    return count
  }

  it('once, after the first add that stored something; not when the application does that itself (hashEmbedder, IndexedDB)', async () => {
    const count = asked(CHROME)
    const { memory } = await start('IndexedDB')
    await memory.add('   ')
    await memory.add('off', { store: false })
    await memory.search('x')
    await memory.idle()
    expect(count.times).toBe(0)
    await memory.add('one')
    await expect.poll(() => count.times).toBe(1)
    await memory.add('two')
    await memory.idle()
    expect(count.times).toBe(1)
    const other = await start('IndexedDB', { persist: false })
    await other.memory.add('one')
    await other.memory.idle()
    expect(count.times).toBe(1)
    expect(await other.memory.persist()).toBe(true)
    expect(count.times).toBe(2)
  })

  it('a browser that asks its user is asked only by the application, or where the user has said yes', async () => {
    const count = asked(FIREFOX)
    await persistQuietly()
    expect(count.times).toBe(0)
    expect(await persist()).toBe(true)
    expect(count.times).toBe(1)
    without(navigator.permissions, 'query', { value: async () => ({ state: 'granted' }) })
    await persistQuietly()
    expect(count.times).toBe(2)
  })

  it('not for a store in memory (hashEmbedder)', async () => {
    const count = asked(CHROME)
    const { memory } = await start('inMemoryStore')
    await memory.add('one')
    await memory.idle()
    expect(count.times).toBe(0)
  })
})

it('where nobody can be asked to keep it, as in workers and WebKitGTK, the answer is no', async () => {
  if (hasStorageManager) without(navigator.storage, 'persist')
  await persistQuietly()
  expect(await persist()).toBe(false)
})

/** An in-memory store that tells what a nearly full disk would. */
function crowded(): { store: Store; estimate: StorageEstimate } {
  const estimate: StorageEstimate = { usage: 0, quota: 1_000_000, persisted: false }
  return { estimate, store: Object.assign(inMemoryStore(), { estimate: async () => ({ ...estimate }) }) }
}

describe('a disk that fills up (hashEmbedder, a store with a made-up quota)', () => {
  it('warns once, at nine tenths; then lets what can wait make way for what was said', async () => {
    const { store, estimate } = crowded()
    const rig = await start('inMemoryStore', { store })
    const { memory, warnings } = rig
    const codes = (): string[] => warnings.map(({ code }) => code)
    await memory.add('a long text. '.repeat(10_000))
    expect(codes()).toEqual([])
    estimate.usage = 920_000
    const low = await rig.reopen()
    for (let i = 0; i < 3; i++) expect((await low.add(`one ${i}`, { infer: false })).report.embedding).toBe('done')
    expect(codes()).toEqual(['STORAGE_LOW'])

    estimate.usage = 985_000
    const full = await rig.reopen()
    const { messages, report, job } = await full.add('My sister keeps bees.', { infer: false })
    expect(messages[0]?.status).toBe('added')
    expect(report).toMatchObject({ embedding: 'waiting', problems: [{ code: 'QUOTA_EXCEEDED' }] })
    expect(job).toEqual(expect.any(String))
    expect(await texts(full.search('bees'))).toContain('My sister keeps bees.')
    const before = (await full.health()).counts.segments
    for (let i = 0; i < 10; i++) await full.add(`two ${i}`, { infer: false })
    await full.idle()
    expect((await full.health()).counts.segments).toBe(before)
    expect((await full.health()).storage.risk).toBe('high')

    estimate.usage = 500_000
    const free = await rig.reopen()
    await free.idle()
    expect((await free.health()).pending.jobs).toBe(0)
    expect((await free.health()).vectors.rows).toBe((await free.messages.list()).total)
    expect((await free.verify()).findings).toEqual([])
  })

  it('refuses a file that surely does not fit before anything of it is stored', async () => {
    const { store, estimate } = crowded()
    const { memory } = await start('inMemoryStore', { store })
    const other = await start('inMemoryStore')
    await other.memory.add(Array.from({ length: 200 }, (_, i) => `Sentence ${i} ${crypto.randomUUID()}`))
    const file = await fileOf(other.memory, { userId: null })
    estimate.usage = 1_000_000 - Math.floor(file.size / 8)
    await expect(memory.import(file)).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED', hint: expect.any(String) })
    expect((await memory.health()).counts.messages).toBe(0)
    expect((await memory.import(file, { dryRun: true })).added).toBe(200)
  })

  it('asks the browser now and then, not at every write', async () => {
    let asked = 0
    const watch = new StorageWatch(
      Object.assign(inMemoryStore(), { estimate: async () => (asked++, { usage: 1, quota: 2, persisted: false }) }),
      () => {},
    )
    for (let i = 0; i < 10; i++) expect(await watch.look()).toBe('ample')
    expect(asked).toBe(1)
    const silent = new StorageWatch(
      Object.assign(inMemoryStore(), { estimate: () => Promise.reject(new Error('no')) }),
      () => {},
    )
    expect(await silent.look()).toBe('unknown')
    await silent.require(1e12, 'It')
  })
})

describe.each(STORES)('what is kept of what is over (hashEmbedder, %s)', (kind) => {
  it(
    'history goes only where it was asked to; its floor is known to knownAt, undo and history',
    { timeout: 120_000 },
    async () => {
      const rig = await start(kind, { historyRetention: { changes: 1_000 } })
      const { memory, clock } = rig
      const { results, operationId } = await memory.add('I live in Lyon.', { infer: false })
      const untouched = (await memory.add('My sister keeps bees.', { infer: false })).results[0]?.id as string
      const id = results[0]?.id as string
      clock.advance(DAY)
      const early = clock.now()
      clock.advance(DAY)
      await memory.add(
        Array.from({ length: 300 }, (_, i) => `said ${i}`),
        { infer: false },
      )
      clock.advance(DAY)
      const later = clock.now()
      clock.advance(DAY)
      const { operationId: update } = await (async () => {
        await memory.update(id, { text: 'I live in Oslo.' })
        return memory.delete(untouched)
      })()
      await memory.idle()
      expect((await memory.getAll({ knownAt: early, limit: 1_000 })).total).toBe(2)
      await memory.add(
        Array.from({ length: 250 }, (_, i) => `said later ${i}`),
        { infer: false },
      )
      await memory.idle()

      await expect(memory.getAll({ knownAt: early })).rejects.toMatchObject({ code: 'HISTORY_TRIMMED' })
      await expect(memory.search('bees', { knownAt: early })).rejects.toMatchObject({ code: 'HISTORY_TRIMMED' })
      const then = await memory.getAll({ knownAt: later, limit: 1_000 })
      expect(then.total).toBe(302)
      expect(then.results.map((row) => row.memory)).toEqual(
        expect.arrayContaining(['I live in Lyon.', 'My sister keeps bees.']),
      )
      expect((await memory.history(id)).map(({ event }) => event)).toEqual(['UPDATE'])
      await expect(memory.undo(operationId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await memory.undo(update)
      expect((await memory.get(untouched))?.status).toBe('active')
      expect((await memory.verify()).findings).toEqual([])
    },
  )
})

describe('what is kept of what is over (hashEmbedder)', () => {
  it('days are days on which it was open: a clock that jumps a century takes nothing', async () => {
    const rig = await start('inMemoryStore', { historyRetention: { days: 3 } })
    const { memory, clock } = rig
    await memory.add(
      Array.from({ length: 600 }, (_, i) => `old ${i}`),
      { infer: false },
    )
    await memory.idle()
    const before = (await memory.health()).counts.history
    clock.advance(36_500 * DAY)
    await memory.add('a century later', { infer: false })
    await memory.idle()
    clock.advance(-36_500 * DAY)
    await memory.add('and back', { infer: false })
    await memory.idle()
    expect((await memory.health()).counts.history).toBe(before + 4)
    // Five days on which something was done, and changes enough.
    for (let day = 0; day < 5; day++) {
      clock.advance(DAY)
      await memory.add(
        Array.from({ length: 110 }, (_, i) => `day ${day}, ${i}`),
        { infer: false },
      )
      await memory.idle()
    }
    expect((await memory.health()).counts.history).toBeLessThan(before + 4 + 1_100)
    expect((await memory.verify()).findings).toEqual([])
  })

  it('jobs that were given up are kept up to a number, the newest', async () => {
    const rig = await start('inMemoryStore')
    const store = rig.store as Store
    await rig.memory.add('one', { infer: false })
    await store.write(['jobs'], async (tx) => {
      for (let i = 0; i < KEPT_JOBS + 20; i++)
        await tx.put('jobs', {
          id: `job ${i}`,
          kind: 'extract',
          nos: [1],
          state: 'failed',
          attempts: 6,
          owner: 'x',
          n: i,
        })
    })
    await rig.memory.idle()
    const left = await rig.memory.jobs()
    expect(left).toHaveLength(KEPT_JOBS)
    expect(left[0]?.id).toBe('job 20')
  })
})

it('refuses what no retention or storage can mean', async () => {
  for (const bad of [
    { historyRetention: {} },
    { historyRetention: { days: 1, changes: 1_000 } },
    { historyRetention: { days: 0 } },
    { historyRetention: { changes: 10 } },
    { historyRetention: { weeks: 1 } },
    { vectorStorage: 'int4' },
    { persist: 'ask' },
  ])
    await expect(start('inMemoryStore', bad as never), JSON.stringify(bad)).rejects.toMatchObject({
      name: 'InputError',
    })
})
