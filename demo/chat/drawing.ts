import type { ExtractionReport, Job } from 'locket-memory'
import type { MemoryApi } from 'locket-memory/worker'
import type { Effects } from './effects.js'

/**
 * The drawing of facts that goes on in the background: the jobs that are left, and for those that this page began, what became of which
 * message. Tells of a `change`.
 */
export class Drawing extends EventTarget {
  /** The oldest first. */
  jobs: Job[] = []
  readonly #messages = new Map<string, string>()
  /** A report may come before it is known which job is whose. */
  readonly #early = new Map<string, ExtractionReport>()
  #reading: Promise<void> | undefined
  #again = false

  constructor(
    private readonly memory: MemoryApi,
    private readonly effects: Effects,
  ) {
    super()
    memory.subscribe((event) => {
      if (event.type === 'extracted') this.#hear(event.report)
      if (event.type === 'extracted' || event.type === 'reset' || event.type === 'change') this.#catchUp()
    })
  }

  /** The job draws facts from this message. */
  expect(job: string, messageId: string): void {
    this.#messages.set(job, messageId)
    this.effects.tellOpen(messageId, 'reading')
    const early = this.#early.get(job)
    if (early) this.#hear(early)
    else this.#catchUp()
  }

  /** Never twice at once: what changes meanwhile is one more run. */
  refresh(): Promise<void> {
    this.#again = true
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined))
    return this.#reading
  }

  /** Those that wait of themselves are tried again at once; those that were cancelled stay so. */
  async retryWaiting(): Promise<void> {
    await this.refresh()
    for (const { id } of this.jobs.filter(({ state }) => state !== 'failed')) await this.retry(id)
  }

  async retry(job: string): Promise<void> {
    const messageId = this.#messages.get(job)
    if (messageId !== undefined) this.effects.tellOpen(messageId, 'reading')
    // It may be done by now.
    if (this.jobs.some(({ id }) => id === job)) await this.memory.retry(job)
    await this.refresh()
  }

  async cancel(job: string): Promise<void> {
    const messageId = this.#messages.get(job)
    await this.memory.cancel(job)
    if (messageId !== undefined) this.effects.tellOpen(messageId, undefined)
    await this.refresh()
  }

  /** What goes wrong, the next event mends. */
  #catchUp(): void {
    this.refresh().catch(() => undefined)
  }

  async #read(): Promise<void> {
    while (this.#again) {
      this.#again = false
      const jobs = await this.memory.jobs()
      this.jobs = jobs.filter(({ kind }) => kind !== 'embed')
    }
    this.dispatchEvent(new Event('change'))
  }

  #hear(report: ExtractionReport): void {
    const { job, state, results, rejected } = report
    const messageId = this.#messages.get(job)
    if (messageId === undefined) {
      this.#early.set(job, report)
      return
    }
    this.#early.delete(job)
    this.effects.tell(messageId, results)
    if (rejected.echo > 0 && results.length === 0) this.effects.tellEcho(messageId)
    this.effects.tellOpen(messageId, state === 'waiting' ? 'held' : undefined)
    if (state === 'done') this.#messages.delete(job)
  }
}
