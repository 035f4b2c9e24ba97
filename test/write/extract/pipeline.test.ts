import { afterEach, describe, expect, it } from 'vitest'
import { Memory, type OpenOptions } from '../../../src/index.js'
import { inMemoryStore } from '../../../src/store/memory-store.js'
import {
  hashEmbedder,
  manualClock,
  scriptedExtractor,
  sequentialIds,
  type ScriptedFact,
} from '../../../src/testing/index.js'

const home = (city: string, quote: string, more: Partial<ScriptedFact> = {}): ScriptedFact => ({
  text: `User lives in ${city}`,
  quote,
  category: 'home',
  slot: { subject: 'user', attribute: 'home', value: city.toLowerCase(), cardinality: 'one' },
  ...more,
})

/** "home: X" says where the user lives; "broken" makes the extractor fail. */
const script = (text: string): ScriptedFact[] => {
  if (text === 'broken') throw new Error('the model is gone')
  const found = /home: (\w+)/.exec(text)
  return found ? [home(found[1] as string, found[0])] : []
}

const opened: Memory[] = []
const open = async (options: Partial<OpenOptions> = {}): Promise<Memory> => {
  const memory = await Memory.open({
    name: 'facts',
    scope: { userId: 'ana' },
    store: inMemoryStore(),
    embedder: hashEmbedder(),
    extractor: scriptedExtractor(script),
    newId: sequentialIds(),
    now: manualClock('2026-05-04T10:00:00Z').now,
    ...options,
  })
  opened.push(memory)
  return memory
}
afterEach(() => Promise.all(opened.splice(0).map((memory) => memory.close())))

describe('facts from messages (hashEmbedder, scriptedExtractor)', () => {
  it('draws a fact with its evidence, and finds it', async () => {
    const memory = await open()
    const { results, report } = await memory.add([{ id: 'm1', content: 'By the way, home: Lyon' }])
    expect(report).toMatchObject({ extraction: 'done', embedding: 'done', problems: [] })
    expect(results).toEqual([
      {
        id: expect.any(String),
        memory: 'User lives in Lyon',
        event: 'ADD',
        evidence: [{ messageId: 'm1', quote: 'home: Lyon' }],
      },
    ])
    const [hit] = (await memory.search('where does the user live', { kinds: ['semantic'] })).results
    expect(hit).toMatchObject({
      memory: 'User lives in Lyon',
      kind: 'semantic',
      categories: ['home'],
      evidence: [{ messageId: 'm1', quote: 'home: Lyon', role: 'user' }],
    })
  })

  it('knows it the second time, and adds the evidence', async () => {
    const memory = await open()
    const first = await memory.add([{ id: 'm1', content: 'home: Lyon' }])
    const second = await memory.add([{ id: 'm2', content: 'I said: home: Lyon' }])
    expect(second.results).toMatchObject([
      { id: first.results[0]?.id, event: 'NONE', evidence: [{ messageId: 'm1' }, { messageId: 'm2' }] },
    ])
    expect((await memory.getAll()).total).toBe(1)
  })

  it('closes what is no longer so, tells what it was, and undoes it as one', async () => {
    const memory = await open()
    const lyon = await memory.add('home: Lyon')
    const lisbon = await memory.add('Now home: Lisbon')
    expect(lisbon.results).toMatchObject([
      {
        event: 'SUPERSEDE',
        memory: 'User lives in Lisbon',
        previousId: lyon.results[0]?.id,
        previousMemory: 'User lives in Lyon',
      },
    ])
    expect((await memory.getAll()).results.map((item) => item.memory)).toEqual(['User lives in Lisbon'])
    const old = await memory.get(lyon.results[0]?.id as string)
    expect(old).toMatchObject({
      status: 'superseded',
      supersededBy: lisbon.results[0]?.id,
      validTo: expect.any(String),
    })
    const history = await memory.history(lyon.results[0]?.id as string)
    expect(history.map(({ event }) => event)).toEqual(['ADD', 'SUPERSEDE'])
    await memory.undo(history[1]?.operationId as string)
    expect((await memory.getAll()).results.map((item) => item.memory)).toEqual(['User lives in Lyon'])
  })

  it('comes back after it was closed: Lyon, Lisbon, Lyon', async () => {
    const memory = await open()
    for (const city of ['Lyon', 'Lisbon', 'Lyon'])
      await memory.add([{ content: `home: ${city}`, id: Math.random().toString() }])
    expect((await memory.getAll()).results.map((item) => item.memory)).toEqual(['User lives in Lyon'])
    expect((await memory.getAll({ status: ['active', 'superseded'] })).total).toBe(3)
  })

  it('never closes a fact of another scope', async () => {
    const memory = await open()
    await memory.add('home: Lyon', { runId: 'a' })
    const { results } = await memory.add('home: Lisbon', { runId: 'b' })
    expect(results).toMatchObject([{ event: 'ADD' }])
    expect((await memory.getAll()).total).toBe(2)
  })

  it('rejects what its message does not say', async () => {
    const memory = await open({ extractor: scriptedExtractor(() => [home('Rome', 'I moved to Rome')]) })
    const { results, report } = await memory.add('home: Lyon')
    expect(results).toEqual([])
    expect(report.rejected.unsupported).toBe(1)
  })

  it('does not take an echo of what was recalled for news', async () => {
    const memory = await open({
      extractor: scriptedExtractor((text) =>
        text.includes('home') || text.includes('lives') ? [home('Lyon', text)] : [],
      ),
    })
    await memory.add([{ id: 'm1', content: 'home: Lyon' }])
    await memory.search('Lyon')
    const { results, report } = await memory.add([{ id: 'm2', content: 'User lives in Lyon' }])
    expect(results).toEqual([])
    expect(report.rejected.echo).toBe(1)
  })

  it('does not draw a deleted fact from the same evidence again', async () => {
    const memory = await open()
    const { results, operationId } = await memory.add([{ id: 'm1', content: 'home: Lyon' }])
    await memory.delete(results[0]?.id as string)
    await memory.add([{ id: 'm1', content: 'home: Lyon' }])
    expect((await memory.getAll()).total).toBe(0)
    expect(operationId).toBeDefined()
    const anew = await memory.add([{ id: 'm2', content: 'home: Lyon' }])
    expect(anew.results).toMatchObject([{ event: 'ADD' }])
  })

  it('keeps the messages of an extractor that fails, says so, and extracts them later', async () => {
    let works = false
    const memory = await open({ extractor: scriptedExtractor((text) => script(works ? text : 'broken')) })
    const { report, job, messages } = await memory.add([{ id: 'm1', content: 'home: Lyon' }])
    expect(report).toMatchObject({ extraction: 'waiting', problems: [{ code: 'EXTRACTION_FAILED' }] })
    expect(job).toBeDefined()
    expect(messages).toEqual([{ id: 'm1', status: 'added' }])
    expect((await memory.search('Lyon')).results).toHaveLength(1)
    works = true
    await memory.idle()
    expect((await memory.getAll()).results.map((item) => item.memory)).toEqual(['User lives in Lyon'])
    expect((await memory.health()).pending.jobs).toBe(0)
  })

  it('resumes on open what an earlier instance left', async () => {
    const store = inMemoryStore()
    const first = await open({ store, extractor: scriptedExtractor(() => script('broken')) })
    await first.add([{ id: 'm1', content: 'home: Lyon' }])
    await first.close()
    const second = await open({ store })
    await expect.poll(async () => (await second.getAll()).total).toBe(1)
    await second.idle()
    expect((await second.getAll()).total).toBe(1)
  })

  it('lets facts wait for approval, then gives them their place', async () => {
    const memory = await open()
    await memory.add([{ id: 'm1', content: 'home: Lyon' }])
    const { results } = await memory.add([{ id: 'm2', content: 'home: Lisbon' }], { review: true })
    const id = results[0]?.id as string
    expect(await memory.get(id)).toMatchObject({ status: 'pending' })
    expect((await memory.search('Lisbon', { kinds: ['semantic'] })).results.map((hit) => hit.memory)).not.toContain(
      'User lives in Lisbon',
    )
    const approved = await memory.approve(id)
    expect(approved.results).toMatchObject([{ id, event: 'SUPERSEDE', previousMemory: 'User lives in Lyon' }])
    expect((await memory.getAll()).results.map((item) => item.memory)).toEqual(['User lives in Lisbon'])
    await expect(memory.approve(id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await memory.undo(approved.operationId)
    expect((await memory.getAll()).results.map((item) => item.memory)).toEqual(['User lives in Lyon'])
    expect(await memory.get(id)).toMatchObject({ status: 'pending' })
  })

  it.each([false, true])(
    'a message deleted before facts were drawn from it is read when that is undone (review: %s)',
    async (review) => {
      let release = (): void => undefined
      const gate = new Promise<void>((resolve) => (release = resolve))
      const read: string[][] = []
      const script_ = scriptedExtractor(script)
      const memory = await open({
        extractor: {
          ...script_,
          extract: async (input, options) => {
            read.push(input.messages.map(({ id }) => id))
            if (read.length === 1) await gate
            return script_.extract(input, options)
          },
        },
      })
      const slow = memory.add([{ id: 'm0', content: 'Hello' }])
      const added = memory.add(
        [
          { id: 'm1', content: 'home: Lyon', at: '2026-05-04T09:00:00Z' },
          { id: 'm2', content: 'home: Lisbon', at: '2026-05-04T09:01:00Z' },
        ],
        { review },
      )
      await expect.poll(async () => (await memory.jobs()).length).toBe(2)
      const { operationId } = await memory.messages.delete('m1')
      release()
      await slow
      expect((await added).results).toMatchObject([{ memory: 'User lives in Lisbon' }])
      expect(read.flat()).not.toContain('m1')
      await memory.undo(operationId)
      expect(read.at(-1)).toEqual(['m1'])
      expect(await memory.jobs()).toEqual([])
      const { results } = await memory.getAll({ status: [review ? 'pending' : 'superseded'], latestOnly: false })
      expect(results).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            memory: 'User lives in Lyon',
            evidence: [expect.objectContaining({ messageId: 'm1' })],
          }),
        ]),
      )
      // What was read is not read again.
      const again = await memory.messages.delete('m1')
      await memory.undo(again.operationId)
      expect(read.flat().filter((id) => id === 'm1')).toHaveLength(1)
    },
  )

  it('a repetition of what waits for approval adds evidence to it, until something else is said of it', async () => {
    const memory = await open()
    const add = async (id: string, content: string) => (await memory.add([{ id, content }], { review: true })).results
    const [first] = await add('m1', 'home: Lyon')
    expect(await add('m2', 'As I said, home: Lyon')).toEqual([
      {
        id: first?.id,
        memory: 'User lives in Lyon',
        event: 'NONE',
        evidence: [expect.objectContaining({ messageId: 'm1' }), expect.objectContaining({ messageId: 'm2' })],
      },
    ])
    expect((await memory.getAll({ status: ['pending'] })).total).toBe(1)
    const [oslo] = await add('m3', 'home: Oslo')
    const [again] = await add('m4', 'home: Lyon')
    expect([oslo?.event, again?.event]).toEqual(['ADD', 'ADD'])
    expect((await memory.getAll({ status: ['pending'] })).total).toBe(3)
    // Of the same call, too.
    const { results } = await memory.add(
      [
        { id: 'm5', content: 'home: Bern' },
        { id: 'm6', content: 'home: Bern' },
      ],
      { review: true },
    )
    expect(results.map(({ event }) => event)).toEqual(['ADD', 'NONE'])
    await memory.approve(first?.id as string)
    expect((await memory.getAll()).results).toMatchObject([
      { memory: 'User lives in Lyon', evidence: [{ messageId: 'm1' }, { messageId: 'm2' }] },
    ])
    // Undone, its quote goes.
    await memory.messages.delete('m2')
    expect((await memory.getAll()).results[0]?.evidence).toMatchObject([{ messageId: 'm1' }])
  })

  it('merges an approved fact that is known by then, and forgets a rejected one', async () => {
    const memory = await open()
    const pending = await memory.add([{ id: 'm1', content: 'home: Lyon' }], { review: true })
    const known = await memory.add([{ id: 'm2', content: 'home: Lyon' }])
    await memory.approve(pending.results[0]?.id as string)
    expect(await memory.get(pending.results[0]?.id as string)).toMatchObject({
      status: 'merged',
      supersededBy: known.results[0]?.id,
    })
    expect((await memory.getAll()).results).toMatchObject([{ evidence: [{ messageId: 'm2' }, { messageId: 'm1' }] }])
    const other = await memory.add([{ id: 'm3', content: 'home: Oslo' }], { review: true })
    await memory.reject(other.results[0]?.id as string)
    expect(await memory.get(other.results[0]?.id as string)).toMatchObject({ status: 'deleted' })
    expect((await memory.getAll()).total).toBe(1)
  })

  it('tells subscribers when nothing is left to extract, also where there was nothing to find', async () => {
    const memory = await open()
    const left: number[] = []
    memory.subscribe((event) => event.type === 'work' && left.push(event.pending))
    await memory.add('nothing to find here')
    expect(left).toEqual([0, 0])
  })

  it('extracts in the background with wait: false', async () => {
    const memory = await open()
    const { report, job } = await memory.add('home: Lyon', { wait: false })
    expect(report).toMatchObject({ extraction: 'waiting', embedding: 'waiting' })
    expect(job).toBeDefined()
    await memory.idle()
    expect((await memory.getAll()).total).toBe(1)
  })

  it('two instances that hear the same at once keep one fact, and one home', async () => {
    const store = inMemoryStore()
    const [one, two] = [await open({ store }), await open({ store, newId: sequentialIds('two') })]
    await Promise.all([one.add([{ id: 'a', content: 'home: Lyon' }]), two.add([{ id: 'b', content: 'home: Lyon' }])])
    await Promise.all([one.add([{ id: 'c', content: 'home: Oslo' }]), two.add([{ id: 'd', content: 'home: Rome' }])])
    const active = (await one.getAll()).results.map((item) => item.memory)
    expect(active).toHaveLength(1)
    expect(['User lives in Oslo', 'User lives in Rome']).toContain(active[0])
  })
})
