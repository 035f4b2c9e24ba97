import { canImport } from '../platform/can-import.js'
import { asLocketError } from '../values/errors.js'
import { lazily } from '../platform/lazily.js'
import type { UpkeepSettings } from './upkeep-steps.js'

/** Time without writes, in ms, after which upkeep starts, so that it does not compete with a conversation. */
const REST_MS = 2_000
/** Pauses, in ms, before the first, second and further retries of upkeep that failed. */
const RETRY_MS = [30_000, 120_000, 600_000]

/** Keeps the store fast and small while it is idle: merges, snapshots, trimming. Skipping it loses no data. */
export class Upkeep {
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> = Promise.resolve()
  private failures = 0
  private readonly ending = new AbortController()

  constructor(private readonly settings: UpkeepSettings) {}

  /** Called after each write: upkeep runs once writes have paused. */
  due(): void {
    this.dueIn(REST_MS)
  }

  /** Runs upkeep now. Never rejects. */
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

  /** Resolves with whether a step failed. A service worker leaves upkeep to the next page that opens the memory. */
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
