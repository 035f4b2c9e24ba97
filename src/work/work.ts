import { asLocketError, type LocketError } from '../values/errors.js'
import { scopeKey } from '../values/scope.js'
import type { JobKind, JobRecord } from '../store/records.js'
import type { Store } from '../store/store.js'

/**
 * Pauses before a job that had to wait is tried again, by the number of attempts. Counted by timers, because clocks
 * jump.
 */
const BACK_OFF_MS = [5_000, 30_000, 120_000, 600_000]
/** What says nothing about the job itself: those behind it would meet the same. */
const OUT_OF_REACH: ReadonlySet<string> = new Set(['MODEL_UNAVAILABLE', 'MODEL_MISSING'])

export interface WorkSettings {
  store: Store
  /** The instance whose jobs these are. */
  owner: string
  /** Called with what made a job wait in the background. */
  warn: (problem: LocketError) => void
  /** Called after each step with how many documents of the job are left. */
  onProgress?: (pending: number) => void
}

/** `waiting`: it is tried again later. `cancelled`: it is not, unless asked to. */
export interface WorkOutcome {
  state: 'done' | 'waiting' | 'cancelled'
  problems: LocketError[]
}

/**
 * Works off the jobs of one instance, one after another. A job outlives the tab; what it does is committed once.
 * A job whose model is out of reach holds up those of the same scope, so that what was said first is dealt with first.
 */
export abstract class Work<Outcome extends WorkOutcome> {
  protected stopped = false
  protected readonly abort = new AbortController()
  private tail: Promise<unknown> = Promise.resolve()
  private again: { timer: ReturnType<typeof setTimeout>; ms: number } | undefined
  /** Times in a row that the store failed. */
  private failures = 0
  private readonly running = new Map<string, AbortController>()

  constructor(
    private readonly kinds: readonly JobKind[],
    protected readonly settings: WorkSettings,
    /** Times that a job which fails by itself is tried before it is given up. */
    private readonly attempts = Infinity,
  ) {}

  /** Does what the job asks, as far as it can. Rejects only when the store fails: then it is tried again. */
  protected abstract process(jobId: string, signal: AbortSignal): Promise<Outcome>
  /** The outcome of a job that was not begun. */
  protected abstract notBegun(outcome: WorkOutcome): Outcome

  /**
   * Runs a job behind those before it; `signal` cancels it, also while it waits for its turn. Resolves also when the
   * store fails.
   */
  run(jobId: string, signal?: AbortSignal): Promise<Outcome> {
    let begun = false
    let givenUp = false
    const turn = this.enqueueSafely(async () => {
      const { jobs, job } = await this.settings.store.read(['jobs'], async (tx) => ({
        jobs: await tx.list('jobs'),
        job: await tx.get('jobs', jobId),
      }))
      // One that failed by itself is tried again in its own time.
      const before = job
        ? this.waiting(jobs).filter(
            (other) =>
              other.n < job.n && isSameScope(other, job) && (!other.error || OUT_OF_REACH.has(other.error.code)),
          )
        : []
      for (const { id } of before) {
        const { state, problems } = await this.attempt(id)
        if (isHeld({ state, problems })) return this.notBegun({ state, problems })
      }
      begun = true
      // It may be wanted again by now.
      return this.attempt(jobId, givenUp ? undefined : signal)
    })
    if (!signal) return turn
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        if (begun) return
        givenUp = true
        this.cancel(jobId).then(() => resolve(this.notBegun({ state: 'cancelled', problems: [] })), reject)
      }
      signal.addEventListener('abort', abort, { once: true })
      turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
      if (signal.aborted) abort()
    })
  }

  /** Runs every job of this instance that waits, in the order in which they were made. */
  runAll(): Promise<Outcome[]> {
    return this.enqueue(async () => {
      const outcomes: Outcome[] = []
      const held: JobRecord[] = []
      for (const job of this.waiting(await this.settings.store.read(['jobs'], (tx) => tx.list('jobs')))) {
        if (held.some((other) => isSameScope(other, job))) continue
        const outcome = await this.attempt(job.id)
        outcomes.push(outcome)
        if (isHeld(outcome)) held.push(job)
      }
      return outcomes
    })
  }

  /** Whether this is the work that does the job. */
  does(job: Pick<JobRecord, 'kind'>): boolean {
    return this.kinds.includes(job.kind)
  }

  /** Gives a job up until it is asked for again: what is under way for it comes to nothing. */
  async cancel(jobId: string): Promise<void> {
    await giveUp(this.settings.store, jobId)
    this.running.get(jobId)?.abort()
  }

  /** Resolves when nothing is being worked on. */
  async idle(): Promise<void> {
    let seen: unknown
    while (seen !== this.tail) await (seen = this.tail)
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.again?.timer)
    this.abort.abort()
    await this.tail
  }

  /** The job, unless it is done, given up, or someone else's by now. */
  protected mine(job: JobRecord | undefined): job is JobRecord {
    return job?.owner === this.settings.owner && job.state !== 'failed'
  }

  /** Leaves the job for later, with the reason. */
  protected async postpone(jobId: string, problem: LocketError): Promise<void> {
    const attempts = await this.settings.store.write(['jobs'], async (tx) => {
      const job = await tx.get('jobs', jobId)
      if (!this.mine(job)) return undefined
      const { code, message } = problem
      const attempts = job.attempts + 1
      const givenUp = attempts >= this.attempts && !OUT_OF_REACH.has(code)
      await tx.put('jobs', { ...job, state: givenUp ? 'failed' : 'waiting', attempts, error: { code, message } })
      return givenUp ? undefined : attempts
    })
    if (attempts !== undefined) this.tryLater(attempts)
  }

  private tryLater(attempts: number): void {
    if (this.stopped) return
    const ms = BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length) - 1] as number
    // One job that failed often does not keep those waiting that failed once.
    if (this.again && this.again.ms <= ms) return
    clearTimeout(this.again?.timer)
    this.again = { timer: setTimeout(() => void this.tryAgain(), ms), ms }
  }

  /**
   * A store that fails says nothing about a job, and may not take a note of it either: the work is tried again all the
   * same.
   */
  private interrupted(cause: unknown): Outcome {
    this.tryLater(++this.failures)
    const problem = asLocketError(cause, 'TRANSACTION_FAILED', 'The work could not be done; it is tried again.')
    // Not every caller looks at the outcome, and the job has no note of it.
    if (!this.stopped) this.settings.warn(problem)
    return this.notBegun({ state: 'waiting', problems: [problem] })
  }

  private enqueueSafely(task: () => Promise<Outcome>): Promise<Outcome> {
    return this.enqueue(() => task().catch((cause: unknown) => this.interrupted(cause)))
  }

  private enqueue<T>(task: () => Promise<T>): Promise<T> {
    const next = this.tail.then(task)
    this.tail = next.catch(() => undefined)
    return next
  }

  private async attempt(jobId: string, signal?: AbortSignal): Promise<Outcome> {
    const cancelled = new AbortController()
    this.running.set(jobId, cancelled)
    try {
      const all = AbortSignal.any([this.abort.signal, cancelled.signal, ...(signal ? [signal] : [])])
      const outcome = await this.process(jobId, all).then(
        (done) => {
          this.failures = 0
          return done
        },
        (cause: unknown) => this.interrupted(cause),
      )
      if (signal?.aborted && outcome.state !== 'done' && !this.stopped) {
        await this.cancel(jobId)
        return { ...outcome, state: 'cancelled' }
      }
      return cancelled.signal.aborted ? { ...outcome, state: 'cancelled' } : outcome
    } finally {
      this.running.delete(jobId)
    }
  }

  private waiting(jobs: readonly JobRecord[]): JobRecord[] {
    return jobs.filter((job) => this.does(job) && this.mine(job)).sort((a, b) => a.n - b.n)
  }

  private async tryAgain(): Promise<void> {
    this.again = undefined
    try {
      await this.runAll()
    } catch (cause) {
      this.tryLater(++this.failures)
      if (!this.stopped)
        this.settings.warn(asLocketError(cause, 'TRANSACTION_FAILED', 'Work in the background failed.'))
    }
  }
}

export const isSameScope = (a: JobRecord, b: JobRecord): boolean =>
  a.scope !== undefined && b.scope !== undefined && scopeKey(a.scope) === scopeKey(b.scope)
/** Whether what comes after it in its scope would fare the same. */
export const isHeld = ({ state, problems }: WorkOutcome): boolean =>
  state === 'waiting' && problems.some(({ code }) => OUT_OF_REACH.has(code))

/** Marks a job as given up, whoever does it. */
export const giveUp = (store: Store, jobId: string): Promise<void> =>
  store.write(['jobs'], async (tx) => {
    const job = await tx.get('jobs', jobId)
    if (job) await tx.put('jobs', { ...job, state: 'failed', error: { code: 'ABORTED', message: 'It was cancelled.' } })
  })
