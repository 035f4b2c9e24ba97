import type { LoadProgress } from '../embed/embedder.js'
import { ManagedEmbedder } from '../embed/managed-embedder.js'
import { InputError, type LocketError } from '../values/errors.js'
import { randomId } from '../platform/identity.js'
import type { Catalog } from '../index/catalog.js'
import type { Indexes } from '../index/indexes.js'
import { canImport } from '../platform/can-import.js'
import { lazily } from '../platform/lazily.js'
import { RecentTexts } from './recent-texts.js'
import type { Reranker } from '../rerank/reranker.js'
import { parseMoment } from '../values/moment.js'
import type { Scope } from '../values/scope.js'
import type { SecretFinder } from '../secrets/span.js'
import type { JobRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import { assemble } from './assemble.js'
import type { MemoryListener } from './events.js'
import { tellOutcome } from './extraction-report.js'
import type { JobRecovery } from './job-recovery.js'
import { Notices } from './notices.js'
import { operateAndFollow } from './operate.js'
import { closedBecause, prepareStore } from './prepare-store.js'
import type { OpenOptions } from './open-options.js'
import { ChangeHint } from '../work/hint.js'
import { Presence } from '../work/presence.js'
import type { Upkeep } from '../work/upkeep.js'
import { StorageWatch } from '../storage/room.js'
import type { EncryptedStore } from '../encryption/index.js'
import type { EmbeddingOutcome, EmbeddingWork } from '../write/embedding.js'
import type { ExtractionWork } from '../write/extract/extraction.js'
import type { Linking } from '../entities/linking.js'
import type { ExtractionOutcome } from '../write/extract/outcome.js'
import type { CreatedJobs, OperationResult, Operation, Removal } from '../store/operation.js'
import type { Parts } from './parts.js'

/** The parts of one open memory behind the facade `Memory`, put together, and their life from open to close. */
export class Engine {
  readonly indexes: Indexes
  readonly catalog: Catalog
  readonly reranker: Reranker | undefined
  /** Whether secrets are replaced by masks outside of their message. */
  readonly masksSecrets: boolean
  readonly embedding: EmbeddingWork | undefined
  readonly extraction: ExtractionWork | undefined
  /** Texts that searches returned lately, so that extraction does not take their echo for news. */
  readonly recalled = new RecentTexts()
  readonly now: () => number
  readonly newId: () => string
  readonly embedder: ManagedEmbedder | undefined
  readonly store: Store
  paused = false
  private readonly notices: Notices
  private recovery: Promise<JobRecovery> | undefined
  /** Watches how much of the quota is left. */
  readonly room: StorageWatch
  /** Names this instance to others. */
  readonly owner = randomId()
  private readonly ending = new AbortController()
  private readonly upkeep: Upkeep
  private readonly linking: Linking | undefined
  readonly presence: Presence
  private hint: ChangeHint | undefined
  private resumed: Promise<void> = Promise.resolve()
  private hasStored = false

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
    this.reranker = options.reranker
    this.masksSecrets = options.secrets !== 'keep'
    this.room = new StorageWatch(parts.store, (problem) => this.warn(problem))
    this.notices = new Notices(parts.warn, () => this.room.refused())
    this.embedder = parts.embedder && new ManagedEmbedder(parts.embedder, (progress) => this.loading(progress))
    this.presence = new Presence(name)
    const assembled = assemble(parts, {
      name,
      owner: this.owner,
      now: this.now,
      newId: this.newId,
      recalled: this.recalled,
      embedder: this.embedder,
      room: this.room,
      notices: this.notices,
      warn: (problem) => this.warn(problem),
      onCommit: () => this.committed(),
      secretFinder: () => this.secretFinder(),
      operate: (body) => this.operate(body),
      onErased: () => this.forgetTexts(),
      onOutcome: (outcome) =>
        tellOutcome(outcome, {
          store: parts.store,
          extractor: parts.extraction?.extractor,
          onReport: options.onReport,
          notices: this.notices,
          now: this.now,
          secretFinder: () => this.secretFinder(),
          signal: this.ending.signal,
          inBackground: (task) => this.inBackground(task),
        }),
    })
    this.indexes = assembled.indexes
    this.catalog = this.indexes.catalog
    this.upkeep = assembled.upkeep
    this.linking = assembled.linking
    this.embedding = assembled.embedding
    this.extraction = assembled.extraction
  }

  /** The newest warnings, oldest first. */
  get warnings(): readonly LocketError[] {
    return this.notices.warnings
  }

  /** What finds secrets in texts; undefined where they are kept as they are, or a service worker cannot load it. */
  async secretFinder(): Promise<SecretFinder | undefined> {
    if (!this.masksSecrets || !canImport()) return undefined
    return (await lazily(() => import('../secrets/detect.js'))).findSecrets
  }

  async start(): Promise<void> {
    const { store } = this
    await store.open()
    store.onClose((reason) => {
      const problem = closedBecause(reason)
      if (problem) this.notices.fail(problem)
      // Perhaps all rows went with the connection: subscribers are told.
      else if (reason === 'lost') this.inBackground(() => this.indexes.catchUp())
    })
    await prepareStore(store, this.options.vectorStorage, (problem) => this.warn(problem))
    await this.presence.hold(this.owner)
    this.hint = new ChangeHint(this.name, () => this.inBackground(() => this.onRemoteChange()))
    await this.indexes.open()
    this.inBackground(async () => this.embedder?.check(this.ending.signal))
    this.linking?.due()
    this.resumed = this.recover('resume')
    this.inBackground(() => this.resumed)
  }

  get isClosed(): boolean {
    return this.notices.closed !== undefined
  }

  /** Throws why the memory is closed, once it is. */
  assertOpen(): void {
    if (this.notices.closed) throw this.notices.closed
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
    return operateAndFollow(this, body, durability, removes)
  }

  /** Runs the jobs that an operation created: embedding first, so that extraction finds what is already known. */
  async work(
    { embed, extract }: CreatedJobs,
    signal?: AbortSignal,
  ): Promise<{ embedding?: EmbeddingOutcome; extraction?: ExtractionOutcome }> {
    const embedding = embed === undefined ? undefined : await this.embedding?.runUnless(embed, signal)
    const extraction = extract === undefined ? undefined : await this.extraction?.run(extract, signal)
    return { ...(embedding ? { embedding } : {}), ...(extraction ? { extraction } : {}) }
  }

  /** After every commit of this instance: the indexes follow, other tabs get a hint, upkeep becomes due. */
  async committed(): Promise<void> {
    await this.indexes.catchUp()
    this.hint?.send()
    this.linking?.due()
    this.upkeep.due()
  }

  /**
   * After something was stored. The first time, the browser is asked to persist it, and space is reserved with which
   * rows can be deleted when the disk is full.
   */
  onStored(): void {
    if (this.hasStored || this.store.kind === 'memory' || !canImport()) return
    this.hasStored = true
    this.inBackground(async () => {
      const { afterFirstWrite } = await lazily(() => import('../storage/first-write.js'))
      await afterFirstWrite(this.store, this.options.persist ?? true)
    })
  }

  /** Resolves when the entities that stored texts name are linked; false where some could not be. */
  async linkEntities(): Promise<boolean> {
    return (await this.linking?.run()) ?? false
  }

  subscribe(listener: MemoryListener): () => void {
    return this.notices.subscribe(listener)
  }

  /** Waits for all work: what can be embedded is embedded, the indexes and the upkeep are done. */
  async idle(): Promise<void> {
    // What it meets goes to `warn`.
    await this.resumed.catch(() => undefined)
    await this.recover('followOthers')
    await this.embedding?.idle()
    await this.extraction?.idle()
    await this.embedding?.runAll()
    await this.extraction?.runAll()
    await this.linkEntities()
    await this.indexes.catchUp()
    await this.indexes.settled()
    await this.upkeep.run()
  }

  async close(): Promise<void> {
    this.notices.closed ??= new InputError('CLOSED', 'This memory is closed.', {
      hint: 'Open it again with Memory.open().',
    })
    this.ending.abort()
    this.hint?.close()
    await (await this.recovery?.catch(() => undefined))?.stop()
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
      this.notices.clear()
    }
  }

  /** Model files are loading. */
  loading(progress: LoadProgress): void {
    this.options.onProgress?.(progress)
    this.notices.emit({ type: 'progress', progress })
  }

  /** What runs jobs of this kind; undefined where nothing does. */
  workOf(job: Pick<JobRecord, 'kind'>): EmbeddingWork | ExtractionWork | undefined {
    return [this.embedding, this.extraction].find((work) => work?.does(job))
  }

  record(on: boolean): void {
    this.paused = !on
    this.notices.emit({ type: 'recording', on })
  }

  warn(problem: LocketError): void {
    this.notices.warn(problem)
  }

  /** Runs a task that nobody waits for: what goes wrong becomes a warning, unless closing caused it. */
  inBackground(task: () => Promise<unknown>): void {
    this.notices.inBackground(task)
  }

  /** Another tab committed something, and may have left jobs behind. */
  private async onRemoteChange(): Promise<void> {
    await this.indexes.catchUp()
    this.linking?.due()
    await this.recover('followOthers')
  }

  /**
   * Runs jobs that other instances left; `resume`: also embeds what has no vector. A service worker leaves both to the
   * next page that opens the memory.
   */
  async recover(step: 'resume' | 'followOthers'): Promise<void> {
    if (!canImport() || this.isClosed) return
    this.recovery ??= lazily(() => import('./job-recovery.js')).then(({ JobRecovery }) => new JobRecovery(this))
    const recovery = await this.recovery.catch((cause: unknown) => {
      this.recovery = undefined
      throw cause
    })
    await recovery[step]()
  }

  /** Once rows were erased: forgets every copy of their texts, names and ids that is held in memory. */
  private forgetTexts(): void {
    this.recalled.clear()
    this.notices.warnings.length = 0
    this.catalog.forgetScopes()
    this.linking?.forget()
    ;(this.store as Partial<EncryptedStore>).forget?.()
  }
}
