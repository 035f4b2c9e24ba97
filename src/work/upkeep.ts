import { asLocketError, type LocketError } from '../errors.js'
import type { KeywordLane } from '../index/keyword-lane.js'
import { commit } from '../store/changes.js'
import { mergeSegments, SEGMENT_TABLES } from '../store/segments.js'
import type { Store } from '../store/store.js'

/** How long writes must have rested before upkeep begins, so that it never competes with a conversation. */
const REST_MS = 2_000

/** What keeps the store fast and small, done when nobody waits: merging segments, refreshing the keyword snapshot. Skipping it loses nothing. */
export class Upkeep {
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> = Promise.resolve()
  private stopped = false

  constructor(
    private readonly name: string,
    private readonly store: Store,
    private readonly keywords: KeywordLane | undefined,
    private readonly warn: (problem: LocketError) => void,
  ) {}

  /** Something was written: upkeep is due once writing rests. */
  due(): void {
    clearTimeout(this.timer)
    if (!this.stopped) this.timer = setTimeout(() => void this.run(), REST_MS)
  }

  /** Does all that is due now. Never rejects. */
  run(): Promise<void> {
    clearTimeout(this.timer)
    this.running = this.running.then(async () => {
      if (this.stopped) return
      try {
        // First, while the index has seen every change: a merge makes new ones.
        await this.keywords?.save()
        await this.alone(() => this.merge())
      } catch (cause) {
        this.warn(asLocketError(cause, 'TRANSACTION_FAILED', 'Background upkeep failed; it is tried again.'))
      }
    })
    return this.running
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    await this.running
  }

  private async merge(): Promise<void> {
    while (!this.stopped) {
      const { result } = await commit(this.store, SEGMENT_TABLES, (work) => mergeSegments(work))
      if (!result) return
    }
  }

  /** One tab at a time; the others have nothing to do then. */
  private async alone(step: () => Promise<void>): Promise<void> {
    const locks = globalThis.navigator?.locks
    if (!locks) return step()
    await locks.request(`locket:${this.name}:upkeep`, { ifAvailable: true }, (lock) => (lock ? step() : undefined))
  }
}
