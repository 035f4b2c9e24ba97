import { errorFromWire, errorToWire, readWireError, type WireError } from '../platform/worker-errors.js'
import type { MemoryListener } from '../engine/events.js'
import { isPlainData, isRecord, own } from './plain-data.js'

// How a client and a server speak:
//
// 1. The client makes a MessageChannel and posts a greeting with one of its ports to the endpoint. Everything else goes
//    through that port.
// 2. It calls `hello` with the version of this protocol and the name of a Web Lock that it holds. The lock shows the
//    server that the client is of its origin (see admission.ts) and, by being released, when the client is gone. The
//    server answers with its own lock.
// 3. It calls `attach`, which resolves when the memory or the model is there. From then on events arrive.
// 4. It calls `call` for each method, and `abort` when the caller's signal aborts. Progress of a call arrives before
//    its result.
//
// The four are Comlink calls, behind message-guard.ts; events and progress are posted, so that a client that is gone
// blocks nobody.

/** Version of the messages, not of `Memory`: raised when an older client or server would misunderstand. */
export const PROTOCOL = 2

export const GREETING = { locket: 'connect' } as const
/** Asks for a language model: one endpoint may serve a memory and a model. */
export const MODEL_GREETING = { locket: 'connect-model' } as const
export type Greeting = typeof GREETING | typeof MODEL_GREETING

export function isGreeting(data: unknown, greeting: Greeting): boolean {
  return own(data, 'locket') === greeting.locket
}

/** UTF-16 units. Ours are UUIDs. */
const LONGEST_LOCK = 100

export function isLockName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_LOCK
}

/** What the server answers on a client's port. It checks every argument: a client may send anything. */
export interface Host {
  /**
   * The first call. Resolves with the name of the server's lock, or with '' where the client is of another origin and
   * could not see it. `protocol` stays the first argument in all versions.
   */
  hello(protocol: number, clientLock: string): Promise<string>
  /** Resolves with the session's `welcome`; rejects with the error of what could not be opened. */
  attach(): Promise<unknown>
  /**
   * @param id chosen by the client, for `abort` and for the progress of this call
   * @param path of the method: `['search']`, `['messages', 'list']`
   * @param signalAt index of the argument whose `signal` stayed with the client: `abort` stands in for it
   */
  call(id: number, path: readonly string[], args: unknown[], signalAt: number | undefined): Promise<unknown>
  abort(id: number): void
}

export const HOST_METHODS: readonly (keyof Host)[] = ['hello', 'attach', 'call', 'abort']

export type MemoryEvent = Parameters<MemoryListener>[0]

/** An event on its way to a client. */
export interface Notice {
  locket: 'event'
  event: Exclude<MemoryEvent, { error: unknown }> | { type: 'warning' | 'closed'; error: WireError }
}

export function toNotice(event: MemoryEvent): Notice {
  return { locket: 'event', event: 'error' in event ? { type: event.type, error: errorToWire(event.error) } : event }
}

/** Progress of a call, for example a piece of a reply. */
export interface CallProgress {
  locket: 'progress'
  /** Of the call. */
  id: number
  value: unknown
}

export function isCallProgress(data: unknown): data is CallProgress {
  return own(data, 'locket') === 'progress' && typeof own(data, 'id') === 'number' && isPlainData(own(data, 'value'))
}

/** The event that a message holds; undefined for a message that holds none, or one that is not as we send it. */
export function fromNotice(data: unknown): MemoryEvent | undefined {
  if (own(data, 'locket') !== 'event') return undefined
  const event = own(data, 'event')
  const type = own(event, 'type')
  if (type === 'warning' || type === 'closed') {
    const error = readWireError(own(event, 'error'))
    return error && { type, error: errorFromWire(error) }
  }
  return typeof type === 'string' && isOneOfOurs(type, event) && isPlainData(event) ? (event as MemoryEvent) : undefined
}

function isOneOfOurs(type: string, event: unknown): boolean {
  const isTexts = (list: unknown): boolean => Array.isArray(list) && list.every((text) => typeof text === 'string')
  const progress = own(event, 'progress')
  switch (type) {
    case 'reset':
      return true
    case 'change':
      return isTexts(own(event, 'messages')) && isTexts(own(event, 'memories'))
    case 'work':
      return typeof own(event, 'pending') === 'number'
    case 'recording':
      return typeof own(event, 'on') === 'boolean'
    case 'extracted':
      return isRecord(own(event, 'report'))
    case 'progress':
      return typeof own(progress, 'item') === 'string'
    default:
      return false
  }
}
