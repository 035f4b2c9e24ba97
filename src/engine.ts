import { ManagedEmbedder } from './embed/managed-embedder.js'
import { InputError, LocketError, StoreError } from './errors.js'
import { randomId } from './identity.js'
import type { Catalog } from './index/catalog.js'
import { Indexes } from './index/indexes.js'
import { KeywordLane } from './index/keyword-lane.js'
import { VectorLane } from './index/vector-lane.js'
import type { Scope } from './scope.js'
import { readEpoch, renewEpoch } from './store/changes.js'
import type { Store } from './store/store.js'
import type { MemoryListener, OpenOptions } from './types.js'
import { adoptJobs, leaveMissingWork, otherOwners } from './work/adopt.js'
import { ChangeHint } from './work/hint.js'
import { Presence } from './work/presence.js'
import { Upkeep } from './work/upkeep.js'
import { EmbeddingWork } from './write/embedding.js'
import { operate, type Operated, type Operation } from './write/operation.js'
import type { Parts } from './parts.js'

/** What is under the facade: the parts of one open memory, put together, and their life from open to close. */
export class Engine {
  readonly indexes: Indexes
  readonly work: EmbeddingWork | undefined
  readonly now: () => number
  readonly newId: () => string
  readonly embedder: ManagedEmbedder | undefined
  readonly store: Store
  paused = false
  private readonly owner = randomId()
  private readonly upkeep: Upkeep
  private readonly presence: Presence
  private readonly listeners = new Set<MemoryListener>()
  private hint: ChangeHint | undefined
  private closed: LocketError | undefined

  constructor(
    readonly name: string,
    readonly scope: Scope,
    private readonly parts: Parts,
    options: OpenOptions,
  ) {
    this.now = options.now ?? Date.now
    this.newId = options.newId ?? randomId
    this.store = parts.store
    this.embedder = parts.embedder && new ManagedEmbedder(parts.embedder, options.onProgress)
    const vectorLane = parts.embedder && new VectorLane(parts.store, parts.vectorIndex, parts.embedder)
    const keywordLane = new KeywordLane(parts.store, parts.keywordIndex)
    this.indexes = new Indexes(parts.store, vectorLane, keywordLane, {
      changed: (messages, memories) => this.emit({ type: 'change', messages, memories }),
      reset: () => this.emit({ type: 'reset' }),
      failed: (problem) => this.warn(problem),
    })
    this.upkeep = new Upkeep(name, parts.store, keywordLane, (problem) => this.warn(problem))
    this.presence = new Presence(name)
    this.work =
      this.embedder &&
      new EmbeddingWork({
        store: parts.store,
        embedder: this.embedder,
        owner: this.owner,
        mayHaveRows: (no) => vectorLane?.has(no) ?? true,
        onCommit: () => this.committed(),
        onProgress: (pending) => this.emit({ type: 'work', pending }),
      })
  }

  get catalog(): Catalog {
    return this.indexes.catalog
  }

  async start(): Promise<void> {
    const { store } = this
    await store.open()
    store.onClose((reason) => {
      if (reason === 'outdated') this.fail(new StoreError('STORE_OUTDATED', 'Another tab runs a newer version of this application.', { hint: 'Reload this page.' }))
      if (reason === 'destroyed') this.fail(new StoreError('STORE_LOST', 'The database was deleted.', { hint: 'Open the memory again to start anew.' }))
    })
    await store.write(['meta'], async (tx) => {
      if ((await readEpoch(tx)) === undefined) await renewEpoch(tx)
    })
    await this.presence.hold(this.owner)
    this.hint = new ChangeHint(this.name, () => this.inBackground(() => this.indexes.catchUp()))
    await this.indexes.open()
    this.inBackground(() => this.resumeWork())
  }

  /** Throws when nothing can be done any more, saying why. */
  assertOpen(): void {
    if (this.closed) throw this.closed
  }

  /** Runs one undoable operation and follows it. */
  async operate<T>(body: (operation: Operation) => Promise<T>, durability?: 'strict' | 'relaxed'): Promise<Operated<T>> {
    const { store, now, newId, owner } = this
    const operated = await operate({ store, now, newId, owner, embed: this.embedder !== undefined }, body, durability)
    await this.committed()
    return operated
  }

  /** After every commit of ours: the indexes follow, the other tabs hear of it, upkeep becomes due. */
  async committed(): Promise<void> {
    await this.indexes.catchUp()
    this.hint?.send()
    this.upkeep.due()
  }

  subscribe(listener: MemoryListener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Waits for all work: what can be embedded is embedded, the indexes and the upkeep are done. */
  async idle(): Promise<void> {
    await this.work?.idle()
    await this.work?.runAll()
    await this.indexes.catchUp()
    await this.indexes.settled()
    await this.upkeep.run()
  }

  async close(): Promise<void> {
    this.closed ??= new InputError('CLOSED', 'This memory is closed.', { hint: 'Open it again with Memory.open().' })
    this.hint?.close()
    await this.work?.stop()
    await this.upkeep.stop()
    await this.indexes.close()
    await this.parts.dispose()
    this.presence.leave()
    this.store.close()
    this.listeners.clear()
  }

  warn(problem: LocketError): void {
    this.parts.warn(problem)
  }

  /** Runs an errand that nobody waits for: what goes wrong is told, unless closing caused it. */
  inBackground(errand: () => Promise<unknown>): void {
    errand().catch((cause: unknown) => {
      if (!this.closed) this.warn(cause instanceof LocketError ? cause : new LocketError('INDEX_FAILED', 'Work in the background failed.', { cause }))
    })
  }

  /** Work that earlier instances left, and what has no vector yet. */
  private async resumeWork(): Promise<void> {
    const { work, store, owner } = this
    if (!work) return
    const run = async () => {
      const outcomes = await work.runAll()
      const problem = outcomes.flatMap(({ problems }) => problems)[0]
      if (problem && !this.closed) this.warn(problem)
    }
    for (const other of await otherOwners(store, owner))
      this.presence.whenGone(other, async () => {
        if (this.closed) return
        await adoptJobs(store, other, owner)
        this.inBackground(run)
      })
    await this.indexes.vectors.ready
    const { vectorLane } = this.indexes
    if (this.indexes.vectors.state !== 'used' || !vectorLane || this.closed) return
    if (await leaveMissingWork(store, this.catalog, (no) => vectorLane.has(no), { id: this.newId(), owner })) await run()
  }

  private emit(event: Parameters<MemoryListener>[0]): void {
    for (const listener of this.listeners) {
      try {
        listener(event)
      } catch (cause) {
        this.warn(new LocketError('INVALID_INPUT', 'A subscriber threw.', { cause }))
      }
    }
  }

  private fail(problem: LocketError): void {
    if (this.closed) return
    this.closed = problem
    this.emit({ type: 'closed', error: problem })
  }
}
