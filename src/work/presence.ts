/**
 * Tells living instances from dead ones without a clock: each holds a Web Lock named for it as long as it lives,
 * and whoever is granted another's lock knows that the other is gone, be it closed, crashed or killed.
 */
export class Presence {
  private release: (() => void) | undefined
  private readonly waiting = new AbortController()

  constructor(
    private readonly name: string,
    private readonly locks: LockManager | undefined = globalThis.navigator?.locks,
  ) {}

  /** Resolves when the instance's own lock is held. */
  hold(owner: string): Promise<void> {
    const { locks } = this
    if (!locks) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const held = new Promise<void>((release) => (this.release = release))
      locks
        .request(this.lockName(owner), () => {
          resolve()
          return held
        })
        .catch(reject)
    })
  }

  /**
   * Whether another's lock is seen to be held. False says nothing: that one may be gone, or live where locks are not shared
   * (another origin or storage partition), or there are no Web Locks.
   */
  async sees(owner: string): Promise<boolean> {
    if (!this.locks) return false
    try {
      return await this.locks.request(this.lockName(owner), { ifAvailable: true }, (lock) => lock === null)
    } catch {
      // Opaque origins have Web Locks that refuse.
      return false
    }
  }

  /** Calls back once when the instance is gone: at once when it is already, or where there are no Web Locks to tell. */
  whenGone(owner: string, gone: () => Promise<void>): void {
    if (!this.locks) {
      void gone()
      return
    }
    this.locks.request(this.lockName(owner), { signal: this.waiting.signal }, gone).catch((cause: unknown) => {
      if (!this.waiting.signal.aborted) throw cause
    })
  }

  leave(): void {
    this.waiting.abort()
    this.release?.()
  }

  private lockName(owner: string): string {
    return `locket:${this.name}:owner:${owner}`
  }
}
