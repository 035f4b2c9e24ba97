import { errorFromWire, errorToWire, type WireError } from '../worker-errors.js'
import type { MemoryListener } from '../types.js'

/** Of what is on the wire, not of `Memory`: raised when an older client or server would misunderstand. */
export const PROTOCOL = 1

/** First, and all that is ever sent on the endpoint itself: it brings a port that the client alone uses. */
export const GREETING = { locket: 'connect' } as const

export function isGreeting(data: unknown): boolean {
  return typeof data === 'object' && data !== null && (data as { locket?: unknown }).locket === GREETING.locket
}

/** What the server exposes on a client's port. */
export interface Host {
  /** Before all else. Resolves with the name of the server's lock. `protocol` stays the first argument in all versions. */
  hello(protocol: number, clientLock: string): Promise<string>
  /** Resolves when the memory is open and events flow; rejects with why it could not be opened. */
  attach(): Promise<void>
  /** @param signalAt the argument whose `signal` stayed with the client: `abort` speaks for it */
  call(id: number, path: readonly string[], args: unknown[], signalAt: number | undefined): Promise<unknown>
  abort(id: number): void
}

export type MemoryEvent = Parameters<MemoryListener>[0]

/** An event on its way to a client. It is posted, not called, so that a client that is gone keeps nothing waiting. */
export interface Notice {
  locket: 'event'
  event: Exclude<MemoryEvent, { type: 'closed' }> | { type: 'closed'; error: WireError }
}

export function toNotice(event: MemoryEvent): Notice {
  return { locket: 'event', event: event.type === 'closed' ? { type: 'closed', error: errorToWire(event.error) } : event }
}

/** The event of a message; undefined when it is none. */
export function fromNotice(data: unknown): MemoryEvent | undefined {
  if (typeof data !== 'object' || data === null || (data as Partial<Notice>).locket !== 'event') return undefined
  const { event } = data as Notice
  return event.type === 'closed' ? { type: 'closed', error: errorFromWire(event.error) } : event
}
