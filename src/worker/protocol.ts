import { errorFromWire, errorToWire, type WireError } from '../platform/worker-errors.js'
import type { MemoryListener } from '../types.js'

/** Of what is on the wire, not of `Memory`: raised when an older client or server would misunderstand. */
export const PROTOCOL = 1

/** First, and all that is ever sent on the endpoint itself: it brings a port that the client alone uses. */
export const GREETING = { locket: 'connect' } as const
/** The same to who serves a model: one endpoint may serve both. */
export const MODEL_GREETING = { locket: 'connect-model' } as const
export type Greeting = typeof GREETING | typeof MODEL_GREETING

export function isGreeting(data: unknown, greeting: Greeting): boolean {
  return typeof data === 'object' && data !== null && (data as { locket?: unknown }).locket === greeting.locket
}

/** What the server exposes on a client's port. */
export interface Host {
  /** Before all else. Resolves with the name of the server's lock. `protocol` stays the first argument in all versions. */
  hello(protocol: number, clientLock: string): Promise<string>
  /** Resolves when what is served is there and notices flow, with what the client is to know of it; rejects with why it is not there. */
  attach(): Promise<unknown>
  /** @param signalAt the argument whose `signal` stayed with the client: `abort` speaks for it */
  call(id: number, path: readonly string[], args: unknown[], signalAt: number | undefined): Promise<unknown>
  abort(id: number): void
}

export type MemoryEvent = Parameters<MemoryListener>[0]

/** An event on its way to a client. It is posted, not called, so that a client that is gone keeps nothing waiting. */
export interface Notice {
  locket: 'event'
  event: Exclude<MemoryEvent, { error: unknown }> | { type: 'warning' | 'closed'; error: WireError }
}

export function toNotice(event: MemoryEvent): Notice {
  return { locket: 'event', event: 'error' in event ? { type: event.type, error: errorToWire(event.error) } : event }
}

/** What a call has to say before its answer, for example a piece of a reply. Posted too, and so there before the answer is. */
export interface Told {
  locket: 'told'
  /** Of the call. */
  id: number
  value: unknown
}

export function isTold(data: unknown): data is Told {
  return typeof data === 'object' && data !== null && (data as Partial<Told>).locket === 'told'
}

/** The event of a message; undefined when it is none. */
export function fromNotice(data: unknown): MemoryEvent | undefined {
  if (typeof data !== 'object' || data === null || (data as Partial<Notice>).locket !== 'event') return undefined
  const { event } = data as Notice
  return 'error' in event ? { type: event.type, error: errorFromWire(event.error) } : event
}
