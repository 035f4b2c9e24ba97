import { canImport } from '../platform/can-import.js'
import { asLocketError } from '../values/errors.js'
import { lazily } from '../platform/lazily.js'
import type { UpkeepSettings } from './upkeep-steps.js'

/** How long writes must have rested before upkeep begins, so that it never competes with a conversation. */
const REST_MS = 2_000
/** Pauses before upkeep that failed is tried again, by the number of times. */
const RETRY_MS = [30_000, 120_000, 600_000]

/** What keeps the store fast and small, done when nobody waits. Skipping it loses nothing. */
export class Upkeep {
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> = Promise.resolve()
  private failures = 0
  private readonly ending = new AbortController()

  constructor(private readonly settings: UpkeepSettings) {}

  /** Something was written: upkeep is due once writing rests. */
  due(): void {
    this.dueIn(REST_MS)
  }

  /** Does all that is due now. Never rejects. */
  run(): Promise<void> {
    clearTimeout(this.timer)
    this.running = this.running.then(async () => {
      if (this.ending.signal.aborted) return
      const failed = (await this.steps()) && !this.ending.signal.aborted
      this.failures = failed ? this.failures + 1 : 0
      if (failed) this.dueIn(RETRY_MS[Math.min(this.failures, RETRY_MS.length) - 1] as number)
    })
    return this.running
  }

  async stop(): Promise<void> {
    this.ending.abort()
    clearTimeout(this.timer)
    await this.running
  }

  private dueIn(ms: number): void {
    clearTimeout(this.timer)
    if (!this.ending.signal.aborted) this.timer = setTimeout(() => void this.run(), ms)
  }

  /** Whether something failed. A service worker has nothing to do it with: whoever opens the memory next does it. */
  private async steps(): Promise<boolean> {
    if (!canImport()) return false
    try {
      const { upkeepSteps } = await lazily(() => import('./upkeep-steps.js'))
      return await upkeepSteps(this.settings, this.ending.signal)
    } catch (cause) {
      this.settings.warn(
        asLocketError(cause, 'CODE_UNAVAILABLE', 'Background upkeep could not be loaded; it is tried again.'),
      )
      return true
    }
  }
}
