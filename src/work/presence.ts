import { answerProbes } from '../platform/probe-lock.js'
import { isRefusal, webLocks } from '../platform/web-locks.js'

/**
 * Tells which instances are alive, without a clock: each holds a Web Lock with its name for as long as it lives. When
 * another instance is granted that lock, its owner was closed, crashed or was killed. An instance that hangs still holds
 * its lock: `platform/probe.ts` detects that.
 */
export class Presence {
  private release: (() => void) | undefined
  private readonly ending = new AbortController()

  constructor(
    private readonly name: string,
    private locks: LockManager | undefined = webLocks(),
  ) {}

  /** Resolves when the instance's own lock is held, or where there are no Web Locks. */
  hold(owner: string): Promise<void> {
    const { locks } = this
    if (!locks) return Promise.resolve()
    const name = this.lockName(owner)
    return new Promise((resolve, reject) => {
      const held = new Promise<void>((release) => (this.release = release))
      locks
        .request(name, () => {
          answerProbes(locks, name, this.ending.signal)
          resolve()
          return held
        })
        .catch((cause: unknown) => {
          if (!isRefusal(cause)) return reject(cause)
          this.locks = undefined
          resolve()
        })
    })
  }

  /**
   * Whether another instance's lock is held. False proves nothing: it may be gone, or alive in another storage partition
   * with locks of its own, or there may be no Web Locks.
   */
  async sees(owner: string): Promise<boolean> {
    if (!this.locks) return false
    try {
      return await this.locks.request(this.lockName(owner), { ifAvailable: true }, (lock) => lock === null)
    } catch (cause) {
      if (isRefusal(cause)) return false
      throw cause
    }
  }

  /** The lock of an instance; undefined where there are no Web Locks. */
  lockOf(owner: string): { locks: LockManager; name: string } | undefined {
    return this.locks && { locks: this.locks, name: this.lockName(owner) }
  }

  /** Calls back once the instance is gone; immediately if it already is, or where there are no Web Locks. */
  whenGone(owner: string, gone: () => Promise<void>, signal: AbortSignal = this.ending.signal): void {
    if (!this.locks) {
      void gone()
      return
    }
    const waiting = AbortSignal.any([signal, this.ending.signal])
    this.locks.request(this.lockName(owner), { signal: waiting }, gone).catch((cause: unknown) => {
      if (!waiting.aborted) throw cause
    })
  }

  leave(): void {
    this.ending.abort()
    this.release?.()
  }

  private lockName(owner: string): string {
    return `locket:${this.name}:owner:${owner}`
  }
}
