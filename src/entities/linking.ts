import { asLocketError, type LocketError } from '../values/errors.js'
import type { Indexes } from '../index/indexes.js'
import type { EntityIndex } from '../index/entities/entity-index.js'
import { entityKey } from '../language/entities/key.js'
import { nextTask } from '../platform/next-task.js'
import { commit, lastChange } from '../store/changes.js'
import { ENTITY_TABLES } from '../store/entity-tables.js'
import type { MetaRecord, TableName } from '../store/records.js'
import type { Reader, Store, Writer } from '../store/store.js'
import { pruneEntities } from '../store/remove-mentions.js'
import { runExclusively } from '../platform/exclusive.js'
import { linkDocument } from './link.js'
import { mentionedIn, type Mentioned, type TextRow } from './mentioned.js'
import { Resolver } from './resolver.js'

/** Bumped whenever what is found changes for many texts: everything is gone through again then. */
const VERSION = 1
/**
 * How long writes must have rested before linking begins, so that it never competes with them; but no longer than this
 * after the first.
 */
const REST_MS = 200
const LATEST_MS = 4_000
/** Pause after it failed, unless something is written before. */
const RETRY_MS = 30_000
/** Documents linked and committed together: what a crash can cost. */
const BATCH = 32
/** Change rows read at once, and how many of no interest may pass before the place is written down. */
const CHANGES = 500
const WORTH_NOTING = 2_000
/** Milliseconds of work after which the page has its turn. */
const SLICE_MS = 12
const READ_TABLES: readonly TableName[] = ['meta', 'changes', 'messages', 'memories']
const WRITE_TABLES: readonly TableName[] = ['messages', 'memories', ...ENTITY_TABLES]

type Progress = Extract<MetaRecord, { key: 'links' }>

interface Batch {
  /** Where linking stood when it was read, and stands once it is done. */
  from: Progress | undefined
  to: Progress
  rows: TextRow[]
}

export interface LinkingSettings {
  name: string
  store: Store
  indexes: Indexes
  index: EntityIndex
  now: () => number
  warn: (problem: LocketError) => void
  /** Called after each commit, so that the indexes follow. */
  onCommit: () => Promise<void>
}

/**
 * Notes whom and what texts speak of, behind the writes: it follows the change rows from a place that is kept in the
 * store, so a crash, another tab or a database of an earlier version only means that it goes on from there. Everything
 * it writes follows from the rows as they are, whoever changed them and however, and could be made again.
 */
export class Linking {
  private timer: ReturnType<typeof setTimeout> | undefined
  /** When the first write was that waits to be linked, by `performance.now()`. */
  private first: number | undefined
  private running: Promise<boolean> = Promise.resolve(true)
  private readonly ending = new AbortController()
  /** Change up to which there was nothing to do, as far as this instance has looked. */
  private seen = 0
  private readonly speakers = new Map<string, Set<string>>()
  private heard = 0

  constructor(private readonly settings: LinkingSettings) {}

  /** Something was written. */
  due(): void {
    if (this.ending.signal.aborted) return
    const now = performance.now()
    clearTimeout(this.timer)
    this.first ??= now
    this.timer = setTimeout(() => void this.run(), Math.min(REST_MS, this.first + LATEST_MS - now))
  }

  /**
   * Links everything that is not linked yet, or waits for whoever is doing it; false when something is left. Never
   * rejects.
   */
  run(): Promise<boolean> {
    clearTimeout(this.timer)
    this.first = undefined
    this.running = this.running.then(async () => {
      const { signal } = this.ending
      try {
        // The commit itself sees that another was faster.
        if (!signal.aborted) await runExclusively(`locket:${this.settings.name}:links`, () => this.linkAll(), signal)
        return !signal.aborted
      } catch (cause) {
        if (!signal.aborted)
          this.settings.warn(
            asLocketError(cause, 'INDEX_FAILED', 'What texts speak of could not be noted; it is tried again.'),
          )
        if (!signal.aborted) this.timer = setTimeout(() => void this.run(), RETRY_MS)
        return false
      }
    })
    return this.running
  }

  async stop(): Promise<void> {
    this.ending.abort()
    clearTimeout(this.timer)
    await this.running
  }

  private async linkAll(): Promise<void> {
    const { store, indexes } = this.settings
    while (!this.ending.signal.aborted) {
      const batch = await store.read(READ_TABLES, (tx) => this.nextBatch(tx))
      if (!batch) return
      await indexes.catchUp()
      await indexes.entities.ready
      if (indexes.entities.problem) throw indexes.entities.problem
      const isKnown = this.knownNames()
      const mentioned: Mentioned[] = []
      let started = performance.now()
      for (const row of batch.rows) {
        mentioned.push(await mentionedIn(row, (folded) => isKnown(row.scopeKey, folded)))
        if (performance.now() - started < SLICE_MS) continue
        await nextTask()
        started = performance.now()
      }
      if (this.ending.signal.aborted) return
      if (await this.commit(batch, mentioned)) await this.settings.onCommit()
    }
  }

  /** What is to be linked next; undefined when nothing is left. */
  private async nextBatch(tx: Reader): Promise<Batch | undefined> {
    const last = await lastChange(tx)
    const from = await readProgress(tx)
    if (from?.version === VERSION && from.next === undefined) {
      const after = Math.max(from.change, this.seen)
      const changes = await tx.list('changes', { from: after, after: true, limit: CHANGES })
      const first = changes[0]
      if (!first && after === last) return undefined
      const complete = first !== undefined && first.n === after + 1 && changes.at(-1)?.n === after + changes.length
      if (complete) {
        const nos: number[] = []
        let upTo = after
        for (const { n, table, key } of changes) {
          if ((table === 'messages' || table === 'memories') && !nos.includes(key)) {
            if (nos.length === BATCH) break
            nos.push(key)
          }
          upTo = n
        }
        const rows = (await Promise.all(nos.map((no) => rowOf(tx, no)))).filter((row) => row !== undefined)
        if (rows.length > 0 || upTo - from.change >= WORTH_NOTING) return { from, to: { ...from, change: upTo }, rows }
        this.seen = upTo
        return upTo < last ? this.nextBatch(tx) : undefined
      }
    }
    // Never begun, begun by an earlier version, or change rows are missing: every document, one after another.
    const begun: Progress =
      from?.version === VERSION && from.next !== undefined
        ? from
        : { key: 'links', version: VERSION, change: last, next: 0 }
    const range = { from: begun.next as number, after: true, limit: BATCH }
    const [messages, memories] = await Promise.all([tx.list('messages', range), tx.list('memories', range)])
    const rows = [...messages, ...memories].sort((a, b) => a.no - b.no).slice(0, BATCH)
    const { next: _, ...done } = begun
    const end = rows.at(-1)
    return { from, to: end ? { ...begun, next: end.no } : done, rows }
  }

  /** False when another instance has gone on meanwhile. */
  private async commit({ from, to, rows }: Batch, mentioned: readonly Mentioned[]): Promise<boolean> {
    const { store, index, now } = this.settings
    const { result } = await commit(store, WRITE_TABLES, async (work, tx) => {
      // As nobody has linked anything since, the index knows every mention; a purge may have taken some away.
      if (!isSame(await readProgress(tx), from)) return false
      const before = work.lastChange
      const resolver = new Resolver(
        work,
        index,
        (scopeKey, key) => this.speakers.get(scopeKey)?.has(key) ?? false,
        now(),
      )
      const less = new Set<number>()
      for (const [i, row] of rows.entries()) {
        const current = await rowOf(tx, row.no)
        // Erased, or changed since: that change is yet to come.
        if (current?.revision === row.revision)
          for (const entity of await linkDocument(
            work,
            resolver,
            mentioned[i] as Mentioned,
            index.of(row.no).length > 0,
          ))
            less.add(entity)
      }
      await resolver.finish()
      await pruneEntities(work, less)
      // What is written here needs no linking itself.
      await tx.put('meta', { ...to, change: before === to.change ? work.lastChange : to.change })
      return true
    })
    return result
  }

  /** Lets go of the speakers' names, once rows were erased; they are read from the catalog again. */
  forget(): void {
    this.speakers.clear()
    this.heard = 0
  }

  /** Names that a scope knows: of its entities, and of whoever speaks in it. */
  private knownNames(): (scopeKey: string, folded: string) => boolean {
    const { index, indexes } = this.settings
    const { catalog } = indexes
    for (; this.heard < catalog.capacity; this.heard++) {
      const row = catalog.get(this.heard)
      if (row?.name !== undefined)
        this.speakers.set(row.scopeKey, (this.speakers.get(row.scopeKey) ?? new Set()).add(entityKey(row.name)))
    }
    return (scopeKey, folded) => {
      const type = index.named(scopeKey, folded)?.type
      return (
        type === 'person' ||
        type === 'place' ||
        type === 'organisation' ||
        type === 'product' ||
        (this.speakers.get(scopeKey)?.has(folded) ?? false)
      )
    }
  }
}

async function readProgress(tx: Reader): Promise<Progress | undefined> {
  const row = await tx.get('meta', 'links')
  return row?.key === 'links' ? row : undefined
}

const isSame = (a: Progress | undefined, b: Progress | undefined): boolean =>
  a?.version === b?.version && a?.change === b?.change && a?.next === b?.next

async function rowOf(tx: Reader | Writer, no: number): Promise<TextRow | undefined> {
  return (await tx.get('messages', no)) ?? (await tx.get('memories', no))
}
