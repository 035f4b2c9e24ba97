import type { Catalog } from '../index/catalog.js'
import type { Indexes } from '../index/indexes.js'
import type { VectorLane } from '../index/vector-lane.js'
import { lazily } from '../platform/lazily.js'
import type { JobKind, JobRecord } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { LocketError } from '../values/errors.js'
import type { Takeover } from '../work/adopt.js'
import type { Presence } from '../work/presence.js'
import type { EmbeddingWork } from '../write/embedding.js'
import type { ExtractionWork } from '../write/extract/extraction.js'

const JOB_KINDS: readonly JobKind[] = ['embed', 'extract', 'digest']

export interface JobRecoveryHost {
  store: Store
  indexes: Indexes
  /** Names this instance in the jobs that it owns. */
  owner: string
  presence: Presence
  newId: () => string
  embedding: EmbeddingWork | undefined
  extraction: ExtractionWork | undefined
  /** What runs jobs of this kind; undefined where nothing does. */
  workOf(job: Pick<JobRecord, 'kind'>): EmbeddingWork | ExtractionWork | undefined
  readonly isClosed: boolean
  warn(problem: LocketError): void
  inBackground(task: () => Promise<unknown>): void
}

/** Jobs that instances which are gone left in the store, and texts that have no vector yet. */
export class JobRecovery {
  private takeover: Promise<Takeover> | undefined

  constructor(private readonly host: JobRecoveryHost) {}

  /** At the start: takes over jobs of instances that are gone, and embeds every text that has no vector. */
  async resume(): Promise<void> {
    const { store, owner, indexes, newId } = this.host
    await this.followOthers()
    const { vectorLane, vectors } = indexes
    await vectors.ready
    if (!vectorLane || vectors.state !== 'used' || this.host.isClosed) return
    // Both at once: what is embedded from here on is seen by its changes.
    const [missing, { cursor }] = [withoutVector(indexes.catalog, vectorLane), vectorLane]
    if (missing.length === 0) return
    const { leaveMissingWork } = await lazily(() => import('../work/missing.js'))
    const job = { id: newId(), owner, fingerprint: vectorLane.fingerprint }
    if (await leaveMissingWork(store, missing, cursor, job)) await this.run()
  }

  /** Watches the instances whose jobs are in the store, and takes a job over when its instance is gone. */
  async followOthers(): Promise<void> {
    const { owner, store } = this.host
    if (!this.takeover) {
      const jobs = await store.read(['jobs'], (tx) => tx.list('jobs'))
      if (!jobs.some((job) => job.owner !== owner && job.state !== 'failed' && this.host.workOf(job))) return
    }
    this.takeover ??= this.makeTakeover().catch((cause: unknown) => {
      this.takeover = undefined
      throw cause
    })
    const takeover = await this.takeover
    if (!this.host.isClosed) await takeover.follow()
  }

  async stop(): Promise<void> {
    const takeover = await this.takeover?.catch(() => undefined)
    takeover?.stop()
  }

  private async makeTakeover(): Promise<Takeover> {
    const { store, owner, presence } = this.host
    const { Takeover } = await lazily(() => import('../work/adopt.js'))
    return new Takeover({
      store,
      owner,
      presence,
      kinds: () => JOB_KINDS.filter((kind) => this.host.workOf({ kind })),
      adopted: () => this.run(),
      inBackground: (task) => this.host.inBackground(task),
    })
  }

  /** Runs every job that this instance owns now; of what went wrong, the first problem becomes a warning. */
  private async run(): Promise<void> {
    const { embedding, extraction } = this.host
    const outcomes = [...((await embedding?.runAll()) ?? []), ...((await extraction?.runAll()) ?? [])]
    const problem = outcomes.flatMap(({ problems }) => problems)[0]
    if (problem && !this.host.isClosed) this.host.warn(problem)
  }
}

/** Documents whose text has no vector of the embedder in use. */
function withoutVector(catalog: Catalog, vectors: VectorLane): number[] {
  return [...catalog.values()]
    .filter(
      (row) =>
        (row.table === 'messages' || row.verbatimNo === undefined) && row.status === 'active' && !vectors.has(row.no),
    )
    .map(({ no }) => no)
}
