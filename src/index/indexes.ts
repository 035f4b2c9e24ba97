import { asLocketError, StoreError, type LocketError } from '../values/errors.js'
import { lastChange, readChanges, readEpoch } from '../store/changes.js'
import type { Scope } from '../values/scope.js'
import type { TableName } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { LaneState } from './lane-state.js'
import { Catalog } from './catalog.js'
import { memoryRow, messageRow } from './catalog-row.js'
import type { EntityLane } from './entities/entity-lane.js'
import type { KeywordLane } from './keyword-lane.js'
import { BATCH_TABLES, readBatch, type RowBatch } from './row-batch.js'
import type { VectorLane } from './vector-lane.js'

/** Rows read at once while loading: few enough that the thread stays free in between. */
const BATCH = 1_000

export interface IndexListener {
  /** Rows changed, whichever tab wrote them. */
  changed(rows: { messages: string[]; memories: string[]; scopes: Scope[] }): void
  /** Rows were erased for good: what was kept of their texts elsewhere has to go too. */
  erased(): void
  /** Everything known is void: the store was reset, replaced or cleared. */
  reset(): void
  /** A lane failed; the others go on. */
  failed(problem: LocketError): void
}

/** One lane's state, and the promise that it is loaded, or has failed: it never rejects. */
export interface LaneStatus {
  state: LaneState
  /** When it last began to load, by `performance.now()`. */
  since: number
  ready: Promise<void>
  problem?: LocketError
}

/**
 * The caches over the store: catalog, vectors, keywords, entities. They load once and then follow the change rows,
 * whichever tab wrote them. Whatever happens to them, the store is untouched and they can be loaded again.
 */
export class Indexes {
  readonly catalog = new Catalog()
  readonly vectors: LaneStatus
  readonly keywords: LaneStatus
  readonly entities: LaneStatus
  private cursor = 0
  private epoch: string | undefined
  private tail: Promise<void> = Promise.resolve()

  constructor(
    private readonly store: Store,
    readonly vectorLane: VectorLane | undefined,
    readonly keywordLane: KeywordLane | undefined,
    readonly entityLane: EntityLane | undefined,
    private readonly listener: IndexListener,
  ) {
    const status = (lane: object | undefined): LaneStatus => ({
      state: lane ? 'building' : 'off',
      since: performance.now(),
      ready: Promise.resolve(),
    })
    this.vectors = status(vectorLane)
    this.keywords = status(keywordLane)
    this.entities = status(entityLane)
  }

  /** Loads the catalog and starts loading the lanes. Resolves when the catalog is there. */
  open(): Promise<void> {
    return this.enqueue(() => this.load())
  }

  /** Throws away what is held and loads it anew; resolves when all of it is there. */
  async reload(): Promise<void> {
    await this.enqueue(() => this.load())
    await this.settled()
  }

  /** Brings the catalog up to the last committed change, whoever made it, and hands the change to the lanes. */
  catchUp(): Promise<void> {
    return this.enqueue(() => this.follow())
  }

  /** Resolves when the lanes have taken in all that `catchUp` has seen. */
  async settled(): Promise<void> {
    await Promise.all([this.vectors.ready, this.keywords.ready, this.entities.ready])
  }

  /** Resolves when no step is under way; afterwards the indexes may be disposed of. */
  async close(): Promise<void> {
    await this.tail
    await this.settled()
  }

  private enqueue(step: () => Promise<void>): Promise<void> {
    const next = this.tail.then(step)
    this.tail = next.catch(() => undefined)
    return next
  }

  private async load(): Promise<void> {
    this.catalog.clear()
    const start = await this.store.read(['meta', 'changes'], async (tx) => ({
      epoch: await readEpoch(tx),
      cursor: await lastChange(tx),
    }))
    this.epoch = start.epoch
    this.cursor = start.cursor
    const { vectorLane, keywordLane, entityLane } = this
    if (vectorLane) this.runLane(this.vectors, 'building', () => vectorLane.load())
    const catalog = this.loadCatalog()
    if (keywordLane) {
      const others = Promise.allSettled([catalog, this.vectors.ready])
      this.runLane(this.keywords, 'building', () => keywordLane.load(others))
    }
    await catalog
    if (entityLane) this.runLane(this.entities, 'building', () => entityLane.load())
    // What was written while loading may or may not have been seen.
    await this.follow()
  }

  private async loadCatalog(): Promise<void> {
    await this.loadTable('messages', (row) => this.catalog.put(messageRow(row)))
    await this.loadTable('memories', (row) => this.catalog.put(memoryRow(row)))
  }

  private async follow(): Promise<void> {
    this.restartKeywords()
    const found = await this.store.read(BATCH_TABLES, async (tx) => {
      const [epoch, { changes, complete, last }] = await Promise.all([readEpoch(tx), readChanges(tx, this.cursor)])
      // Whoever resets a store goes on counting.
      if (epoch !== this.epoch || !complete) return { cleared: last < this.cursor }
      return { last, batch: changes.length > 0 ? await readBatch(tx, changes) : undefined }
    })
    if ('cleared' in found) {
      if (found.cleared)
        this.listener.failed(
          new StoreError(
            'STORE_LOST',
            "The browser cleared this site's storage: what was remembered is gone, and the memory goes on empty.",
            {
              hint: 'Import a backup; navigator.storage.persist() keeps the browser from evicting it.',
            },
          ),
        )
      await this.load()
      this.listener.erased()
      this.listener.reset()
      return
    }
    this.cursor = found.last
    if (found.batch) this.apply(found.batch, found.last)
  }

  /** A keyword index that lost its worker is built anew, in another one; meanwhile the other lanes answer. */
  private restartKeywords(): void {
    const { keywordLane, keywords } = this
    const problem = keywordLane?.index.problem
    if (!keywordLane || !problem || keywords.state === 'building') return
    this.listener.failed(problem)
    keywords.state = 'building'
    this.runLane(keywords, 'building', () => keywordLane.load(Promise.resolve()))
  }

  private apply(batch: RowBatch, cursor: number): void {
    const changed = { messages: batch.messages.map(({ id }) => id), memories: batch.memories.map(({ id }) => id) }
    const scopes = new Map([...batch.messages, ...batch.memories].map(({ scopeKey, scope }) => [scopeKey, scope]))
    for (const no of batch.erased) {
      const row = this.catalog.get(no)
      if (row) {
        changed[row.table].push(row.id)
        scopes.set(row.scopeKey, row.scope)
      }
      this.catalog.delete(no)
    }
    for (const message of batch.messages) this.catalog.put(messageRow(message))
    for (const memory of batch.memories) this.catalog.put(memoryRow(memory))
    const { vectorLane, keywordLane, entityLane } = this
    if (vectorLane) this.runLane(this.vectors, 'used', () => vectorLane.apply(batch, cursor))
    if (keywordLane) this.runLane(this.keywords, 'used', () => keywordLane.apply(batch, cursor))
    if (entityLane && batch.links.length > 0) this.runLane(this.entities, 'used', () => entityLane.apply(batch.links))
    if (batch.erased.length > 0) this.listener.erased()
    this.listener.changed({ ...changed, scopes: [...scopes.values()] })
  }

  /** Runs a step behind the lane's earlier ones. A lane that failed stays out until the next load. */
  private runLane(lane: LaneStatus, during: LaneState, step: () => Promise<void>): void {
    if (during === 'building') {
      lane.state = 'building'
      lane.since = performance.now()
      delete lane.problem
    }
    lane.ready = lane.ready.then(async () => {
      if (lane.state === 'failed' && during !== 'building') return
      try {
        await step()
        lane.state = 'used'
      } catch (cause) {
        lane.state = 'failed'
        lane.problem = asLocketError(
          cause,
          'INDEX_FAILED',
          'An index failed; nothing stored is lost, and opening again rebuilds it.',
        )
        this.listener.failed(lane.problem)
      }
    })
  }

  /** A row that is damaged must not keep the others from being read. */
  private takeRow(table: string, no: number, take: () => void): void {
    try {
      take()
    } catch (cause) {
      this.listener.failed(
        new StoreError('STORE_CORRUPT', `Row ${no} of ${table} is damaged, and left out.`, {
          hint: 'See verify().',
          cause,
        }),
      )
    }
  }

  private async loadTable<T extends 'messages' | 'memories'>(
    table: T,
    take: (row: T extends 'messages' ? Parameters<typeof messageRow>[0] : Parameters<typeof memoryRow>[0]) => void,
  ): Promise<void> {
    const tables: readonly TableName[] = [table]
    const read = (from: number) =>
      this.store.read(tables, (tx) => tx.list(table, { from, after: true, limit: BATCH, unreadable: true }))
    for (let reading = read(0); ;) {
      const rows = await reading
      const last = rows.at(-1)
      if (!last) return
      // The next ones are on their way while these are taken in.
      reading = read(last.no)
      for (const row of rows) this.takeRow(table, row.no, () => take(row as Parameters<typeof take>[0]))
    }
  }
}
