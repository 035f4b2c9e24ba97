import { canImport } from '../platform/can-import.js'
import { LocketError, StoreError } from '../values/errors.js'
import { lazily } from '../platform/lazily.js'
import type { StorageEstimate, Store } from '../store/store.js'

/** Shares of the quota: from `LOW` on the application is warned, from `FULL` on work that can wait is not started. */
export const LOW = 0.9
export const FULL = 0.98
/** How long an estimate is reused, in ms: an estimate costs more than a write. */
const REUSED_MS = 2_000

/** `unknown`: the browser gives no estimate. */
export type Room = 'ample' | 'low' | 'full' | 'unknown'

export function roomOf({ usage, quota }: StorageEstimate): Room {
  if (usage === undefined || quota === undefined || quota <= 0) return 'unknown'
  const share = usage / quota
  return share >= FULL ? 'full' : share >= LOW ? 'low' : 'ample'
}

/** Checks the free space before larger writes, so that derived data never takes the space that messages need. */
export class StorageWatch {
  private last: { at: number; answer: Promise<StorageEstimate> } | undefined
  private warned = false
  /** The browser refused a write, and `probe` has not succeeded since. */
  private isRefusing = false

  constructor(
    private readonly store: Store,
    private readonly warn: (problem: LocketError) => void,
  ) {}

  /** Warns once when space gets low, and again after there was enough in between. */
  async look(): Promise<Room> {
    const estimate = await this.estimate()
    const room = roomOf(estimate)
    if (room === 'ample') this.warned = false
    if ((room === 'low' || room === 'full') && !this.warned) {
      this.warned = true
      this.warn(
        new LocketError(
          'STORAGE_LOW',
          `${percent(estimate)} % of the storage that the browser grants this site is used.`,
          {
            hint: 'Purge what is no longer needed, free disk space, or ask for more with persist(); from 98 % on vectors and upkeep wait.',
            value: estimate,
          },
        ),
      )
    }
    return room
  }

  /** Called before derived data is written, which can be done later. @throws StoreError `QUOTA_EXCEEDED` */
  async requireForDerived(what: string): Promise<void> {
    if ((await this.look()) === 'full')
      throw full(`${what} until there is room: ${percent(await this.estimate())} % of the storage is used.`)
    await this.probe()
  }

  /** Called before at least `bytes` bytes are written. @throws StoreError `QUOTA_EXCEEDED` if they are not free */
  async require(bytes: number, what: string): Promise<void> {
    await this.look()
    await this.probe(bytes)
    const { usage, quota } = await this.estimate()
    if (usage !== undefined && quota !== undefined && usage + bytes > quota)
      throw full(
        `${what} needs ${bytes} bytes or more, and ${Math.max(0, quota - usage)} are left; nothing of it was stored.`,
      )
  }

  /** Notes that the browser refused a write because the quota is used up. */
  refused(): void {
    this.isRefusing = true
  }

  /**
   * After a refusal, tests whether `bytes` bytes fit before they are written. Chromium writes most of a large
   * transaction before it refuses it, and reports a quota that is never reached, so repeated attempts would fill the
   * disk further.
   * @throws StoreError `QUOTA_EXCEEDED`
   */
  async probe(bytes = 0): Promise<void> {
    if (!this.isRefusing || !canImport()) return
    await (await lazily(() => import('./reserve.js'))).probeRoom(this.store, bytes)
    this.isRefusing = false
  }

  private estimate(): Promise<StorageEstimate> {
    const now = performance.now()
    if (!this.last || now - this.last.at > REUSED_MS) {
      // A browser that gives no estimate does not keep anybody from writing.
      const answer = this.store.estimate().catch(() => ({ usage: undefined, quota: undefined, persisted: undefined }))
      this.last = { at: now, answer }
    }
    return this.last.answer
  }
}

function full(message: string): StoreError {
  return new StoreError('QUOTA_EXCEEDED', message, {
    hint: 'Free disk space, or purge old memories; persist() may grant more.',
  })
}

const percent = ({ usage = 0, quota = 1 }: StorageEstimate): number => Math.round((usage / quota) * 100)
