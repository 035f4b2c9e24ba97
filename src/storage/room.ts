import { canImport } from '../platform/can-import.js'
import { LocketError, StoreError } from '../values/errors.js'
import { lazily } from '../platform/lazily.js'
import type { StorageEstimate, Store } from '../store/store.js'

/**
 * Shares of what the browser grants: from the first on the application is warned, from the second on what can wait
 * does.
 */
export const LOW = 0.9
export const FULL = 0.98
/** How long the browser's answer is good for: asking before every write would cost more than the write. */
const KEPT_MS = 2_000

/** `unknown`: the browser does not say. */
export type Room = 'ample' | 'low' | 'full' | 'unknown'

export function roomOf({ usage, quota }: StorageEstimate): Room {
  if (usage === undefined || quota === undefined || quota <= 0) return 'unknown'
  const share = usage / quota
  return share >= FULL ? 'full' : share >= LOW ? 'low' : 'ample'
}

/**
 * Looks how much room is left before much is written, so that what can wait makes way for what cannot: what was said.
 */
export class StorageWatch {
  private asked: { at: number; answer: Promise<StorageEstimate> } | undefined
  private warned = false
  /** The browser refused a write, and took none since that was tried with `probe`. */
  private isRefusing = false

  constructor(
    private readonly store: Store,
    private readonly warn: (problem: LocketError) => void,
  ) {}

  /** Warns once when room gets low, and again once there was more. */
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

  /**
   * Before something is written that follows from what is stored, and can be done later. @throws StoreError
   * `QUOTA_EXCEEDED`
   */
  async requireForDerived(what: string): Promise<void> {
    if ((await this.look()) === 'full')
      throw full(`${what} until there is room: ${percent(await this.estimate())} % of the storage is used.`)
    await this.probe()
  }

  /**
   * Before something is written that takes so many bytes at least. @throws StoreError `QUOTA_EXCEEDED` when they are
   * not there
   */
  async require(bytes: number, what: string): Promise<void> {
    await this.look()
    await this.probe(bytes)
    const { usage, quota } = await this.estimate()
    if (usage !== undefined && quota !== undefined && usage + bytes > quota)
      throw full(
        `${what} needs ${bytes} bytes or more, and ${Math.max(0, quota - usage)} are left; nothing of it was stored.`,
      )
  }

  /** The browser refused a write for want of room. */
  refused(): void {
    this.isRefusing = true
  }

  /**
   * After a refusal, tries whether so many bytes fit before they are written: Chromium has written most of a large
   * transaction before it refuses it, and tells pages a quota that is always far away, so that what is refused again
   * and again would fill the disk further.
   * @throws StoreError `QUOTA_EXCEEDED`
   */
  async probe(bytes = 0): Promise<void> {
    if (!this.isRefusing || !canImport()) return
    await (await lazily(() => import('./reserve.js'))).probeRoom(this.store, bytes)
    this.isRefusing = false
  }

  private estimate(): Promise<StorageEstimate> {
    const now = performance.now()
    if (!this.asked || now - this.asked.at > KEPT_MS) {
      // A browser that fails to answer keeps nobody from writing.
      const answer = this.store.estimate().catch(() => ({ usage: undefined, quota: undefined, persisted: undefined }))
      this.asked = { at: now, answer }
    }
    return this.asked.answer
  }
}

function full(message: string): StoreError {
  return new StoreError('QUOTA_EXCEEDED', message, {
    hint: 'Free disk space, or purge old memories; persist() may grant more.',
  })
}

const percent = ({ usage = 0, quota = 1 }: StorageEstimate): number => Math.round((usage / quota) * 100)
