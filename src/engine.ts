import type { LoadProgress } from './embed/embedder.js'
import { ManagedEmbedder } from './embed/managed-embedder.js'
import { InputError, LocketError, StoreError } from './errors.js'
import { randomId } from './identity.js'
import type { Catalog } from './index/catalog.js'
import { Indexes } from './index/indexes.js'
import { KeywordLane } from './index/keyword-lane.js'
import { VectorLane } from './index/vector-lane.js'
import { RecentTexts } from './read/recent-texts.js'
import type { Reranker } from './rerank/reranker.js'
import type { Scope } from './scope.js'
import { readEpoch, renewEpoch } from './store/changes.js'
import type { JobKind, JobRecord } from './store/records.js'
import type { Store } from './store/store.js'
import type { ExtractionReport, MemoryListener, OpenOptions } from './types.js'
import { adoptJobs, leaveMissingWork, otherOwners } from './work/adopt.js'
import { ChangeHint } from './work/hint.js'
import { Presence } from './work/presence.js'
import { Upkeep } from './work/upkeep.js'
import { EmbeddingWork, type EmbeddingOutcome } from './write/embedding.js'
import type { ExtractionWork } from './write/extraction.js'
import type { Linking } from './write/linking/linking.js'
import type { ExtractionOutcome } from './write/extraction-outcome.js'
import { operate, type LeftJobs, type Operated, type Operation } from './write/operation.js'
import type { Parts } from './parts.js'

const JOB_KINDS: readonly JobKind[] = ['embed', 'extract', 'digest']

/** What is under the facade: the parts of one open memory, put together, and their life from open to close. */
export class Engine {
  readonly indexes: Indexes
  readonly embedding: EmbeddingWork | undefined
  readonly extraction: ExtractionWork | undefined
  /** What was recalled into conversations lately. */
  readonly recalled = new RecentTexts()
  readonly now: () => number
  readonly newId: () => string
  readonly embedder: ManagedEmbedder | undefined
  readonly store: Store
  paused = false
  readonly warnings: LocketError[] = []
  /** Names this instance to others. */
  readonly owner = randomId()
  private readonly ending = new AbortController()
  private readonly upkeep: Upkeep
  private readonly linking: Linking | undefined
  private readonly presence: Presence
  private readonly listeners = new Set<MemoryListener>()
  private hint: ChangeHint | undefined
  private resumed: Promise<void> = Promise.resolve()
  /** Instances whose work this one has taken over, or will when they are gone. */
  private readonly followed = new Set<string>()
  private closed: LocketError | undefined

  constructor(
    readonly name: string,
    readonly scope: Scope,
    private readonly parts: Parts,
    private readonly options: OpenOptions,
  ) {
    this.now = options.now ?? Date.now
    this.newId = options.newId ?? randomId
    this.store = parts.store
    this.embedder =
      parts.embedder &&
      new ManagedEmbedder(parts.embedder, (progress) => this.loading(progress))
    const vectorLane = parts.embedder && parts.vectorIndex && new VectorLane(parts.store, parts.vectorIndex, parts.embedder)
    const keywordLane = parts.keywordIndex && new KeywordLane(parts.store, parts.keywordIndex)
    const entityLane = parts.linking && new parts.linking.EntityLane(parts.store)
    this.indexes = new Indexes(parts.store, vectorLane, keywordLane, entityLane, {
      changed: (messages, memories) => this.emit({ type: 'change', messages, memories }),
      reset: () => this.emit({ type: 'reset' }),
      failed: (problem) => this.warn(problem),
    })
    this.upkeep = new Upkeep(name, parts.store, keywordLane, (problem) => this.warn(problem))
    this.linking =
      parts.linking &&
      entityLane &&
      new parts.linking.Linking({ name, store: parts.store, indexes: this.indexes, index: entityLane.index, now: this.now, warn: (problem) => this.warn(problem), onCommit: () => this.committed() })
    this.presence = new Presence(name)
    this.embedding =
      this.embedder &&
      new EmbeddingWork({
        store: parts.store,
        embedder: this.embedder,
        owner: this.owner,
        warn: (problem) => this.warn(problem),
        mayHaveRows: (no) => vectorLane?.holds(no) ?? true,
        onCommit: () => this.committed(),
        onProgress: (pending) => this.emit({ type: 'work', pending }),
      })
    this.extraction =
      parts.extraction &&
      new parts.extraction.Work({
        store: parts.store,
        extractor: parts.extraction.extractor,
        embedder: this.embedder,
        indexes: this.indexes,
        categories: parts.categories,
        owner: this.owner,
        warn: (problem) => this.warn(problem),
        onProgress: (pending) => this.emit({ type: 'work', pending }),
        newId: this.newId,
        recalled: (no) => this.recalled.before(no),
        onOutcome: (outcome) => this.report(outcome),
        operate: (body) => this.operate(body),
      })
  }

  get reranker(): Reranker | undefined {
    return this.options.reranker
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
    this.hint = new ChangeHint(this.name, () => this.inBackground(() => this.heard()))
    await this.indexes.open()
    this.inBackground(async () => this.embedder?.check(this.ending.signal))
    this.linking?.due()
    this.resumed = this.resumeWork()
    this.inBackground(() => this.resumed)
  }

  /** Throws when nothing can be done any more, saying why. */
  assertOpen(): void {
    if (this.closed) throw this.closed
  }

  /** Runs one undoable operation and follows it. */
  async operate<T>(body: (operation: Operation) => Promise<T>, durability?: 'strict' | 'relaxed'): Promise<Operated<T>> {
    const { store, now, newId, owner } = this
    const operated = await operate({ store, now, newId, owner, fingerprint: this.embedder?.fingerprint }, body, durability)
    await this.committed()
    return operated
  }

  /** Does what an operation left to do: vectors first, so that facts are drawn from what can be found. */
  async work({ embed, extract }: LeftJobs, signal?: AbortSignal): Promise<{ embedding?: EmbeddingOutcome; extraction?: ExtractionOutcome }> {
    const embedding = embed === undefined ? undefined : await this.embedding?.run(embed)
    const extraction = extract === undefined ? undefined : await this.extraction?.run(extract, signal)
    return { ...(embedding ? { embedding } : {}), ...(extraction ? { extraction } : {}) }
  }

  /** After every commit of ours: the indexes follow, the other tabs hear of it, upkeep becomes due. */
  async committed(): Promise<void> {
    await this.indexes.catchUp()
    this.hint?.send()
    this.linking?.due()
    this.upkeep.due()
  }

  /** Resolves when whom and what the stored texts speak of is noted; false when it could not be for all. */
  async linked(): Promise<boolean> {
    return (await this.linking?.run()) ?? false
  }

  subscribe(listener: MemoryListener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Waits for all work: what can be embedded is embedded, the indexes and the upkeep are done. */
  async idle(): Promise<void> {
    // What it meets goes to `warn`.
    await this.resumed.catch(() => undefined)
    await this.followOthers()
    await this.embedding?.idle()
    await this.extraction?.idle()
    await this.embedding?.runAll()
    await this.extraction?.runAll()
    await this.linked()
    await this.indexes.catchUp()
    await this.indexes.settled()
    await this.upkeep.run()
  }

  async close(): Promise<void> {
    this.closed ??= new InputError('CLOSED', 'This memory is closed.', { hint: 'Open it again with Memory.open().' })
    this.ending.abort()
    this.hint?.close()
    await this.embedding?.stop()
    await this.extraction?.stop()
    await this.linking?.stop()
    await this.upkeep.stop()
    await this.indexes.close()
    try {
      await this.parts.dispose()
    } finally {
      // Whatever a plug does, others must learn that this instance is gone.
      this.presence.leave()
      this.store.close()
      this.listeners.clear()
    }
  }

  /** Model files are loading. */
  loading(progress: LoadProgress): void {
    this.options.onProgress?.(progress)
    this.emit({ type: 'progress', progress })
  }

  /** Whoever does jobs of this kind; undefined where nobody does. */
  workOf(job: Pick<JobRecord, 'kind'>): EmbeddingWork | ExtractionWork | undefined {
    return [this.embedding, this.extraction].find((work) => work?.does(job))
  }

  record(on: boolean): void {
    this.paused = !on
    this.emit({ type: 'recording', on })
  }

  warn(problem: LocketError): void {
    this.parts.warn(problem)
    if (this.warnings.push(problem) > 20) this.warnings.shift()
    this.emit({ type: 'warning', error: problem })
  }

  /** Runs an errand that nobody waits for: what goes wrong is told, unless closing caused it. */
  inBackground(errand: () => Promise<unknown>): void {
    errand().catch((cause: unknown) => {
      if (!this.closed) this.warn(cause instanceof LocketError ? cause : new LocketError('INDEX_FAILED', 'Work in the background failed.', { cause }))
    })
  }

  /** Another tab wrote something, and may have left work behind it. */
  private async heard(): Promise<void> {
    await this.indexes.catchUp()
    this.linking?.due()
    await this.followOthers()
  }

  /** Work that earlier instances left, and what has no vector yet. */
  private async resumeWork(): Promise<void> {
    const { store, owner } = this
    await this.followOthers()
    const { vectorLane, vectors } = this.indexes
    await vectors.ready
    if (!vectorLane || vectors.state !== 'used' || this.closed) return
    if (await leaveMissingWork(store, this.catalog, (no) => vectorLane.has(no), { id: this.newId(), owner, fingerprint: vectorLane.fingerprint })) await this.runLeft()
  }

  /** Takes over the work of instances that are gone, and of the others once they are. */
  private async followOthers(): Promise<void> {
    const { presence, followed } = this
    for (const other of await otherOwners(this.store, this.owner, this.kinds)) {
      if (followed.has(other)) continue
      followed.add(other)
      // Not under the lock of the one that is gone: a third instance need not wait for the work.
      if (await presence.sees(other)) presence.whenGone(other, async () => this.inBackground(() => this.adopt(other)))
      else await this.adopt(other)
    }
  }

  private async adopt(other: string): Promise<void> {
    if (this.closed) return
    await adoptJobs(this.store, other, this.owner, this.kinds)
    await this.runLeft()
  }

  private async runLeft(): Promise<void> {
    const outcomes = [...((await this.embedding?.runAll()) ?? []), ...((await this.extraction?.runAll()) ?? [])]
    const problem = outcomes.flatMap(({ problems }) => problems)[0]
    if (problem && !this.closed) this.warn(problem)
  }

  /** The kinds of work that this instance can do. */
  private get kinds(): JobKind[] {
    return JOB_KINDS.filter((kind) => this.workOf({ kind }))
  }

  private report({ job = '', state, scope, changes, rejected, model, problems }: ExtractionOutcome): void {
    const report: ExtractionReport = { ...scope, job, state, results: changes, rejected, ...(model ? { model } : {}), problems: problems.map(({ code, message }) => ({ code, message })) }
    try {
      this.options.onReport?.(report)
    } catch (cause) {
      this.warn(new LocketError('INVALID_INPUT', 'onReport threw.', { cause }))
    }
    this.emit({ type: 'extracted', report })
    const extractor = this.parts.extraction?.extractor
    if (state === 'done' && scope && extractor?.summarise) this.inBackground(async () => (await import('./write/summary.js')).refreshSummary(this.store, extractor, scope, this.now, this.ending.signal))
  }

  private emit(event: Parameters<MemoryListener>[0]): void {
    for (const listener of this.listeners) {
      try {
        listener(event)
      } catch (cause) {
        // Not by `warn`, which would call it again.
        this.parts.warn(new LocketError('INVALID_INPUT', 'A subscriber threw.', { cause }))
      }
    }
  }

  private fail(problem: LocketError): void {
    if (this.closed) return
    this.closed = problem
    this.emit({ type: 'closed', error: problem })
  }
}
