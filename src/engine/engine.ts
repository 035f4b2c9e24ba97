import type { LoadProgress } from '../embed/embedder.js'
import { ManagedEmbedder } from '../embed/managed-embedder.js'
import { InputError, LocketError, StoreError } from '../values/errors.js'
import { randomId } from '../platform/identity.js'
import type { Catalog } from '../index/catalog.js'
import { Indexes } from '../index/indexes.js'
import { KeywordLane } from '../index/keyword-lane.js'
import { VectorLane } from '../index/vector-lane.js'
import { canImport } from '../platform/can-import.js'
import { lazily } from '../platform/lazily.js'
import { RecentTexts } from './recent-texts.js'
import type { Reranker } from '../rerank/reranker.js'
import { parseMoment } from '../values/moment.js'
import type { Scope } from '../values/scope.js'
import type { SecretFinder } from '../secrets/span.js'
import { NUMBERED_TABLES, areCountersBehind, readEpoch, renewEpoch } from '../store/changes.js'
import { isFull, keyChanged } from '../store/failures.js'
import type { JobKind, JobRecord } from '../store/records.js'
import { readVectorStorage } from '../store/segments.js'
import type { Store } from '../store/store.js'
import type { MemoryListener } from './events.js'
import type { OpenOptions } from './open-options.js'
import type { ExtractionReport } from '../write/types.js'
import type { Takeover } from '../work/adopt.js'
import { ChangeHint } from '../work/hint.js'
import { Presence } from '../work/presence.js'
import { Upkeep } from '../work/upkeep.js'
import { StorageWatch } from '../storage/room.js'
import type { EncryptedStore } from '../encryption/index.js'
import type { EmbeddingOutcome, EmbeddingWork } from '../write/embedding.js'
import type { ExtractionWork } from '../write/extract/extraction.js'
import type { Linking } from '../entities/linking.js'
import type { ExtractionOutcome } from '../write/extract/outcome.js'
import { operate, type CreatedJobs, type OperationResult, type Operation, type Removal } from '../store/operation.js'
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
  /** How much room is left for what is stored. */
  readonly room: StorageWatch
  /** Names this instance to others. */
  readonly owner = randomId()
  private readonly ending = new AbortController()
  private readonly upkeep: Upkeep
  private readonly linking: Linking | undefined
  private readonly presence: Presence
  private readonly listeners = new Set<MemoryListener>()
  private hint: ChangeHint | undefined
  private resumed: Promise<void> = Promise.resolve()
  private takeover: Promise<Takeover> | undefined
  private closed: LocketError | undefined
  private hasKept = false

  constructor(
    readonly name: string,
    readonly scope: Scope,
    private readonly parts: Parts,
    private readonly options: OpenOptions,
  ) {
    const { now } = options
    this.now = now ? () => parseMoment('now()', now()) : Date.now
    this.newId = options.newId ?? randomId
    this.store = parts.store
    this.room = new StorageWatch(parts.store, (problem) => this.warn(problem))
    this.embedder = parts.embedder && new ManagedEmbedder(parts.embedder, (progress) => this.loading(progress))
    const vectorLane =
      parts.embedder &&
      parts.vectorIndex &&
      new VectorLane(parts.store, parts.vectorIndex, this.embedder as ManagedEmbedder, (problem) => this.warn(problem))
    const keywordLane = parts.keywordIndex && new KeywordLane(parts.store, parts.keywordIndex)
    const entityLane = parts.linking && new parts.linking.EntityLane(parts.store)
    this.indexes = new Indexes(parts.store, vectorLane, keywordLane, entityLane, {
      changed: (rows) => this.emit({ type: 'change', ...rows }),
      erased: () => this.forgetTexts(),
      reset: () => this.emit({ type: 'reset' }),
      failed: (problem) => this.warn(problem),
    })
    this.upkeep = new Upkeep({
      name,
      store: parts.store,
      keywords: keywordLane,
      room: this.room,
      retention: parts.retention,
      now: this.now,
      warn: (problem) => this.warn(problem),
    })
    this.linking =
      parts.linking &&
      entityLane &&
      new parts.linking.Linking({
        name,
        store: parts.store,
        indexes: this.indexes,
        index: entityLane.index,
        now: this.now,
        warn: (problem) => this.warn(problem),
        onCommit: () => this.committed(),
      })
    this.presence = new Presence(name)
    this.embedding =
      this.embedder &&
      parts.EmbeddingWork &&
      new parts.EmbeddingWork({
        store: parts.store,
        embedder: this.embedder,
        owner: this.owner,
        room: this.room,
        warn: (problem) => this.warn(problem),
        mayHaveRows: (no, change) => !vectorLane || vectorLane.cursor < change || vectorLane.holds(no),
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
        recalled: (no, scope) => this.recalled.before(no, scope),
        secretFinder: () => this.secretFinder(),
        onOutcome: (outcome) => this.report(outcome),
        operate: (body) => this.operate(body),
      })
  }

  get masks(): boolean {
    return this.options.secrets !== 'keep'
  }

  /** What finds secrets in texts; undefined where they are kept as they are, or a service worker cannot load it. */
  async secretFinder(): Promise<SecretFinder | undefined> {
    return !this.masks || !canImport() ? undefined : (await lazily(() => import('../secrets/detect.js'))).findSecrets
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
      if (reason === 'outdated')
        this.fail(
          new StoreError('STORE_OUTDATED', 'Another tab runs a newer version of this application.', {
            hint: 'Reload this page.',
          }),
        )
      // Perhaps with all that was in it: whoever looks is told.
      if (reason === 'lost') this.inBackground(() => this.indexes.catchUp())
      if (reason === 'locked') this.fail(keyChanged())
      if (reason === 'destroyed')
        this.fail(
          new StoreError('STORE_LOST', 'The database was deleted.', { hint: 'Open the memory again to start anew.' }),
        )
    })
    if (await store.read(NUMBERED_TABLES, areCountersBehind)) await this.healNumbers()
    await this.prepare()
    await this.presence.hold(this.owner)
    this.hint = new ChangeHint(this.name, () => this.inBackground(() => this.heard()))
    await this.indexes.open()
    this.inBackground(async () => this.embedder?.check(this.ending.signal))
    this.linking?.due()
    this.resumed = this.resumeWork()
    this.inBackground(() => this.resumed)
  }

  /**
   * What must stand in the store before anything else; a store that has it is not written to, as on a full disk it
   * could not be.
   */
  private async prepare(): Promise<void> {
    const { store } = this
    const { vectorStorage } = this.options
    const { epoch, storage } = await store.read(['meta', 'changes'], async (tx) => ({
      epoch: await readEpoch(tx),
      storage: await readVectorStorage(tx),
    }))
    const differs = vectorStorage !== undefined && vectorStorage !== storage
    if (epoch !== undefined && !differs) return
    try {
      await store.write(['meta', 'changes'], async (tx) => {
        if ((await readEpoch(tx)) === undefined) await renewEpoch(tx)
        if (differs) await tx.put('meta', { key: 'vectors', storage: vectorStorage })
      })
    } catch (cause) {
      // A store that was reset on a full disk has no epoch; the next commit makes one.
      if (differs || !isFull(cause)) throw cause
    }
  }

  /** Throws when nothing can be done any more, saying why. */
  assertOpen(): void {
    if (this.closed) throw this.closed
  }

  /**
   * Runs one undoable operation and follows it. What `removes` something must also work when the browser's quota is
   * used up: then it is run again in the way that `storage/full-disk.ts` describes.
   */
  async operate<T>(
    body: (operation: Operation) => Promise<T>,
    durability?: 'strict' | 'relaxed',
    removes?: Removal,
  ): Promise<OperationResult<T>> {
    const { store, now, newId, owner } = this
    const settings = { store, now, newId, owner, fingerprint: this.embedder?.fingerprint }
    if (!removes) await this.room.probe()
    try {
      const operated = await operate(settings, body, durability)
      await this.committed()
      return operated
    } catch (cause) {
      if (isFull(cause)) this.room.refused()
      if (!removes || !isFull(cause) || !canImport()) throw cause
      const { removeOnFullDisk } = await lazily(() => import('../storage/full-disk.js'))
      const operated = await removeOnFullDisk(settings, body, removes)
      await this.committed()
      // Vectors that went along are made anew once there is room.
      this.inBackground(() => this.resumeWork())
      return operated
    }
  }

  /** Does what an operation left to do: vectors first, so that facts are drawn from what can be found. */
  async work(
    { embed, extract }: CreatedJobs,
    signal?: AbortSignal,
  ): Promise<{ embedding?: EmbeddingOutcome; extraction?: ExtractionOutcome }> {
    const embedding = embed === undefined ? undefined : await this.embedding?.runUnless(embed, signal)
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

  /** Something was stored: the first time, the browser is asked to keep it, and room for removing it is set aside. */
  kept(): void {
    const { persist = true } = this.options
    if (this.hasKept || this.store.kind === 'memory' || !canImport()) return
    this.hasKept = true
    if (persist) this.inBackground(async () => (await lazily(() => import('../storage/persist.js'))).persistQuietly())
    this.inBackground(async () => (await lazily(() => import('../storage/reserve.js'))).keepReserve(this.store))
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
    const takeover = await this.takeover?.catch(() => undefined)
    takeover?.stop()
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
    if (isFull(problem)) this.room.refused()
    this.parts.warn(problem)
    if (this.warnings.push(problem) > 20) this.warnings.shift()
    this.emit({ type: 'warning', error: problem })
  }

  /** Runs an errand that nobody waits for: what goes wrong is told, unless closing caused it. */
  inBackground(errand: () => Promise<unknown>): void {
    errand().catch((cause: unknown) => {
      if (!this.closed)
        this.warn(
          cause instanceof LocketError
            ? cause
            : new LocketError('INDEX_FAILED', 'Work in the background failed.', { cause }),
        )
    })
  }

  /** Another tab wrote something, and may have left work behind it. */
  private async heard(): Promise<void> {
    await this.indexes.catchUp()
    this.linking?.due()
    await this.followOthers()
  }

  /** A text that was erased may have been handed out, or stand in what an extractor said of it. */
  private forgetTexts(): void {
    this.recalled.clear()
    this.warnings.length = 0
    this.catalog.forgetScopes()
    this.linking?.forget()
    ;(this.store as Partial<EncryptedStore>).forget?.()
  }

  /** Numbers that are wrong would be given out twice: no instance writes before they are right. */
  private async healNumbers(): Promise<void> {
    const { healNumbers } = await lazily(() => import('../verify/heal-numbers.js'))
    const value = await healNumbers(this.store)
    if (value.length > 0)
      this.warn(
        new StoreError('STORE_CORRUPT', "The store's own numbers were behind those in use, and were put right.", {
          hint: 'See verify() for what else may be damaged.',
          value,
        }),
      )
  }

  /** Work that earlier instances left, and what has no vector yet. */
  private async resumeWork(): Promise<void> {
    const { store, owner } = this
    await this.followOthers()
    const { vectorLane, vectors } = this.indexes
    await vectors.ready
    if (!vectorLane || vectors.state !== 'used' || this.closed) return
    // Both at once: what is embedded from here on is seen by its changes.
    const [missing, { cursor }] = [withoutVector(this.catalog, vectorLane), vectorLane]
    // A service worker leaves it to whoever opens the memory next.
    if (missing.length === 0 || !canImport()) return
    const { leaveMissingWork } = await lazily(() => import('../work/missing.js'))
    if (
      await leaveMissingWork(store, missing, cursor, { id: this.newId(), owner, fingerprint: vectorLane.fingerprint })
    )
      await this.runLeft()
  }

  /** Takes over what others left. A service worker leaves it to whoever opens the memory next. */
  private async followOthers(): Promise<void> {
    const { owner, store } = this
    if (!this.takeover) {
      const jobs = await store.read(['jobs'], (tx) => tx.list('jobs'))
      if (!canImport() || !jobs.some((job) => job.owner !== owner && job.state !== 'failed' && this.workOf(job))) return
    }
    this.takeover ??= this.makeTakeover().catch((cause: unknown) => {
      this.takeover = undefined
      throw cause
    })
    const takeover = await this.takeover
    if (!this.closed) await takeover.follow()
  }

  private async makeTakeover(): Promise<Takeover> {
    const { Takeover } = await lazily(() => import('../work/adopt.js'))
    return new Takeover({
      store: this.store,
      owner: this.owner,
      presence: this.presence,
      kinds: () => JOB_KINDS.filter((kind) => this.workOf({ kind })),
      adopted: () => this.runLeft(),
      inBackground: (errand) => this.inBackground(errand),
    })
  }

  private async runLeft(): Promise<void> {
    const outcomes = [...((await this.embedding?.runAll()) ?? []), ...((await this.extraction?.runAll()) ?? [])]
    const problem = outcomes.flatMap(({ problems }) => problems)[0]
    if (problem && !this.closed) this.warn(problem)
  }

  private report({ job = '', state, scope, changes, rejected, model, problems }: ExtractionOutcome): void {
    const report: ExtractionReport = {
      ...scope,
      job,
      state,
      results: changes,
      rejected,
      ...(model ? { model } : {}),
      problems: problems.map(({ code, message }) => ({ code, message })),
    }
    try {
      this.options.onReport?.(report)
    } catch (cause) {
      this.warn(new LocketError('INVALID_INPUT', 'onReport threw.', { cause }))
    }
    this.emit({ type: 'extracted', report })
    const extractor = this.parts.extraction?.extractor
    if (state === 'done' && scope && extractor?.summarise)
      this.inBackground(async () =>
        (await lazily(() => import('../write/extract/scope-summary.js'))).refreshSummary(
          { store: this.store, extractor, now: this.now, secretFinder: () => this.secretFinder() },
          scope,
          this.ending.signal,
        ),
      )
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

/** Documents whose text has no vector of the lane's embedder. */
function withoutVector(catalog: Catalog, vectors: VectorLane): number[] {
  return [...catalog.values()]
    .filter(
      (row) =>
        (row.table === 'messages' || row.verbatimNo === undefined) && row.status === 'active' && !vectors.has(row.no),
    )
    .map(({ no }) => no)
}
