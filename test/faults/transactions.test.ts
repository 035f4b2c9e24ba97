import { describe, expect, it } from 'vitest'
import { LocketError } from '../../src/values/errors.js'
import type { Memory } from '../../src/memory.js'
import { fileOf } from '../backup/support.js'
import { start, texts, type Rig } from '../memory/support.js'
import { abortAtPut, contents, dump, settledAndSound } from './support.js'

/** Puts of one operation at most: more would never end. */
const MOST = 200

/** What an operation does, on what was there before; and whether all of it is one commit. */
const OPERATIONS: Record<
  string,
  { prepare?: (memory: Memory) => Promise<unknown>; run: (memory: Memory, attempt: number) => Promise<unknown> }
> = {
  add: { run: (memory) => memory.add(['Ann keeps bees.', '安养蜜蜂。'], { infer: false }) },
  update: {
    prepare: (memory) => memory.add('I live in Lyon.', { infer: false }),
    run: async (memory) => {
      const [row] = (await memory.getAll({ order: 'asc' })).results
      return row?.memory === 'I live in Oslo.'
        ? undefined
        : memory.update(row?.id as string, { text: 'I live in Oslo.', metadata: { a: 1 } })
    },
  },
  delete: {
    prepare: (memory) => memory.add(['I live in Lyon.', 'I like tea.'], { infer: false }),
    run: async (memory) => {
      const row = (await memory.getAll({ order: 'asc' })).results.find((one) => one.memory === 'I like tea.')
      return row && memory.delete(row.id, { withEvidence: true })
    },
  },
  purge: {
    prepare: (memory) => memory.add(['I live in Lyon.', 'I like tea.'], { infer: false }),
    run: async (memory) => {
      const row = (await memory.getAll({ order: 'asc' })).results.find((one) => one.memory === 'I like tea.')
      return row && memory.purge(row.id)
    },
  },
  import: {
    run: async (memory) => {
      const other = await start('inMemoryStore')
      await other.memory.add(['Ben lives in Rome.', 'Ben likes tea.'], { infer: false })
      return memory.import(await fileOf(other.memory, { userId: null }))
    },
  },
}

async function prepared({ prepare }: (typeof OPERATIONS)[string]): Promise<Rig> {
  const rig = await start('IndexedDB')
  await rig.memory.add('Before all that.', { infer: false })
  await prepare?.(rig.memory)
  await rig.memory.idle()
  return rig
}

describe('a transaction that the browser aborts (hashEmbedder, IndexedDB)', () => {
  it.each(Object.entries(OPERATIONS))(
    'at any put of %s: a typed error and nothing of it stored, or stored and its vectors made later',
    async (_, operation) => {
      const control = await prepared(operation)
      await operation.run(control.memory, 0)
      const wanted = await settledAndSound(control.memory)
      expect(wanted).toMatchObject({ findings: [], jobs: 0 })

      const { name, memory } = await prepared(operation)
      let refused = 0
      let stored = 0
      for (let n = 1; ; n++) {
        expect(n).toBeLessThan(MOST)
        const before = await dump(name)
        const abort = abortAtPut(name, n)
        const outcome = await operation.run(memory, n).then(
          () => undefined,
          (cause: unknown) => cause,
        )
        abort.stop()
        if (outcome !== undefined) {
          refused++
          expect(abort.happened).toBe(true)
          expect(outcome).toBeInstanceOf(LocketError)
          expect(outcome).toMatchObject({ code: 'TRANSACTION_FAILED' })
          expect(await dump(name)).toEqual(before)
          continue
        }
        stored++
        // From here on only what follows the commit is aborted: it is made up for.
        expect(await settledAndSound(memory)).toEqual(wanted)
        expect(await contents(memory)).toEqual(await contents(control.memory))
        break
      }
      expect(refused).toBeGreaterThan(3)
      expect(stored).toBe(1)
    },
  )

  it('at any put of the vectors: what was added is kept and found, the report says why it waits, and idle() makes up for it', async () => {
    const { name, memory, warnings } = await start('IndexedDB')
    let waited = 0
    for (let n = 1; n < MOST; n++) {
      const text = `Sentence ${n} of the keeper.`
      const abort = abortAtPut(name, n, isOfVectors)
      const { report, job, results } = await memory.add(text, { infer: false })
      abort.stop()
      expect(results[0]?.event).toBe('ADD')
      if (report.embedding === 'waiting') {
        waited++
        expect(report.problems.map(({ code }) => code)).toEqual(['TRANSACTION_FAILED'])
        expect(job).toEqual(expect.any(String))
        expect(await texts(memory.search(`sentence ${n}`))).toContain(text)
      }
      expect(await settledAndSound(memory)).toEqual({ rows: n, findings: [], jobs: 0 })
      if (!abort.happened) break
    }
    expect(waited).toBeGreaterThan(2)
    expect(warnings.every(({ code }) => code === 'TRANSACTION_FAILED')).toBe(true)
  })
})

/** Operations reach the summaries too. */
const isOfVectors = ({ objectStoreNames }: IDBTransaction): boolean =>
  objectStoreNames.contains('vectors') && !objectStoreNames.contains('summaries')
