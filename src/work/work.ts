import { asLocketError, type LocketError } from '../errors.js'
import type { JobKind, JobRecord } from '../store/records.js'
import type { Store } from '../store/store.js'

/** Pauses before a job that had to wait is tried again, by the number of attempts. Counted by timers, because clocks jump. */
const BACK_OFF_MS = [5_000, 30_000, 120_000, 600_000]

export interface WorkSettings {
  store: Store
  /** The instance whose jobs these are. */
  owner: string
  /** Called with what made a job wait in the background. */
  warn: (problem: LocketError) => void
  /** Called after each step with how many documents of the job are left. */
  onProgress?: (pending: number) => void
}

/** Works off the jobs of one kind and one instance, one after another. A job outlives the tab; what it does is committed once. */
export abstract class Work<Outcome> {
  protected stopped = false
  protected readonly abort = new AbortController()
  private tail: Promise<unknown> = Promise.resolve()
  private retry: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly kind: JobKind,
    protected readonly settings: WorkSettings,
  ) {}

  /** Does what the job asks, as far as it can. Rejects only when the store fails. */
  protected abstract process(jobId: string): Promise<Outcome>

  /** Runs a job behind those before it. */
  run(jobId: string): Promise<Outcome> {
    const next = this.tail.then(() => this.process(jobId))
    this.tail = next.catch(() => undefined)
    return next
  }

  /** Runs every job of this instance that waits, in the order in which they were made. */
  async runAll(): Promise<Outcome[]> {
    const jobs = await this.settings.store.read(['jobs'], (tx) => tx.list('jobs'))
    const mine = jobs.filter(({ kind, owner, state }) => kind === this.kind && owner === this.settings.owner && state !== 'failed')
    return Promise.all(mine.sort((a, b) => a.n - b.n).map(({ id }) => this.run(id)))
  }

  /** Resolves when nothing is being worked on. */
  async idle(): Promise<void> {
    let seen: unknown
    while (seen !== this.tail) await (seen = this.tail)
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.retry)
    this.abort.abort()
    await this.tail
  }

  /** The job, unless it is done or someone else's by now. */
  protected mine(job: JobRecord | undefined): job is JobRecord {
    return job?.owner === this.settings.owner
  }

  /** Leaves the job for later, with the reason. */
  protected async postpone(jobId: string, problem: LocketError): Promise<void> {
    const attempts = await this.settings.store.write(['jobs'], async (tx) => {
      const job = await tx.get('jobs', jobId)
      if (!this.mine(job)) return undefined
      const { code, message } = problem
      await tx.put('jobs', { ...job, state: 'waiting', attempts: job.attempts + 1, error: { code, message } })
      return job.attempts + 1
    })
    if (attempts === undefined || this.stopped) return
    clearTimeout(this.retry)
    this.retry = setTimeout(() => void this.tryAgain(), BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length) - 1])
  }

  private async tryAgain(): Promise<void> {
    try {
      await this.runAll()
    } catch (cause) {
      if (!this.stopped) this.settings.warn(asLocketError(cause, 'TRANSACTION_FAILED', 'Work in the background failed.'))
    }
  }
}
