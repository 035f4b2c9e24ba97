import type { JobKind } from '../store/records.js'
import type { Store } from '../store/store.js'
import type { Presence } from './presence.js'
import { isResponsive, untilUnresponsive } from '../platform/probe.js'

export interface TakeoverSettings {
  store: Store
  /** This instance. */
  owner: string
  presence: Presence
  /** The kinds of work that this instance can do. */
  kinds: () => readonly JobKind[]
  /** Called after jobs of another instance became this one's. */
  adopted: () => Promise<void>
  /** Runs a task that nobody awaits. */
  inBackground: (task: () => Promise<unknown>) => void
}

/**
 * Takes over the jobs of instances that are gone or hang. If one that hung wakes up, its commit fails, because the job
 * has another owner by then.
 */
export class Takeover {
  /** Instances whose jobs were seen: taken over if gone, otherwise watched until they have no jobs left. */
  private readonly followed = new Map<string, AbortController>()
  private stopped = false

  constructor(private readonly settings: TakeoverSettings) {}

  /** Takes over the jobs of instances that are gone, and watches the others until they are gone, hang or are done. */
  async follow(): Promise<void> {
    const { presence, inBackground } = this.settings
    for (const other of await this.others()) {
      if (this.stopped || this.followed.has(other)) continue
      const watch = new AbortController()
      this.followed.set(other, watch)
      if (!(await presence.sees(other))) {
        await this.adopt(other)
        continue
      }
      // Not while holding the lock of the gone instance, or a third instance would wait for the jobs to finish.
      presence.whenGone(other, async () => inBackground(() => this.adopt(other)), watch.signal)
      inBackground(() => this.watch(other, watch))
    }
  }

  stop(): void {
    this.stopped = true
    for (const watch of this.followed.values()) watch.abort()
  }

  private async watch(other: string, watch: AbortController): Promise<void> {
    let isLeft = false
    await untilUnresponsive(async () => {
      isLeft = (await this.others()).includes(other)
      return isLeft && (await this.answers(other))
    }, watch.signal)
    if (watch.signal.aborted) return
    // It still holds its lock, so it may leave jobs again.
    this.followed.delete(other)
    if (isLeft) await this.adopt(other)
    watch.abort()
  }

  /** Whether an instance that holds its lock is responsive: false if its thread hung or was frozen for ten seconds. */
  private async answers(other: string): Promise<boolean> {
    const lock = this.settings.presence.lockOf(other)
    return lock !== undefined && isResponsive(lock.locks, lock.name)
  }

  private async adopt(other: string): Promise<void> {
    if (this.stopped) return
    const { store, owner, kinds, adopted } = this.settings
    await adoptJobs(store, other, owner, kinds())
    await adopted()
  }

  /** Other instances with jobs of kinds that this one can run. */
  private async others(): Promise<string[]> {
    const { store, owner, kinds } = this.settings
    const wanted = kinds()
    const jobs = await store.read(['jobs'], (tx) => tx.list('jobs'))
    return [
      ...new Set(
        jobs
          .filter((job) => job.owner !== owner && job.state !== 'failed' && wanted.includes(job.kind))
          .map((job) => job.owner),
      ),
    ]
  }
}

/** Makes `to` the owner of the jobs of `from` that are of these kinds; other kinds stay. */
function adoptJobs(store: Store, from: string, to: string, kinds: readonly JobKind[]): Promise<void> {
  return store.write(['jobs'], async (tx) => {
    for (const job of await tx.list('jobs'))
      if (job.owner === from && kinds.includes(job.kind)) await tx.put('jobs', { ...job, owner: to })
  })
}
