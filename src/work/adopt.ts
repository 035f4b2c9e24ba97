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
  /** Called when there is work that was another's. */
  adopted: () => Promise<void>
  /** Runs what nobody waits for. */
  inBackground: (errand: () => Promise<unknown>) => void
}

/**
 * Takes over the work of instances that are gone, and of those that hang. What a hanging one still does when it wakes
 * up comes to nothing: its commit finds that the job is another's.
 */
export class Takeover {
  /** The living and the dead whose work this instance has seen to; the former are watched until they have none left. */
  private readonly followed = new Map<string, AbortController>()
  private stopped = false

  constructor(private readonly settings: TakeoverSettings) {}

  /** Takes over the work of who is gone, and of the others once they are, or hang. */
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
      // Not under the lock of the one that is gone: a third instance need not wait for the work.
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
    // Alive, at least by its lock: it may leave work again.
    this.followed.delete(other)
    if (isLeft) await this.adopt(other)
    watch.abort()
  }

  /**
   * Whether an instance whose lock is held does anything any more: false when its thread has hung, or was frozen, for
   * ten seconds.
   */
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

  /** Other instances with work left that this one can do. */
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

/** Those that one cannot do are left to whoever can. */
function adoptJobs(store: Store, from: string, to: string, kinds: readonly JobKind[]): Promise<void> {
  return store.write(['jobs'], async (tx) => {
    for (const job of await tx.list('jobs'))
      if (job.owner === from && kinds.includes(job.kind)) await tx.put('jobs', { ...job, owner: to })
  })
}
