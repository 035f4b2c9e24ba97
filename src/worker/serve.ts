import { randomId } from '../identity.js'
import { Presence } from '../work/presence.js'
import { installErrorTransfer } from '../worker-errors.js'
import type { Endpoint } from './endpoint.js'
import { Guest, type House } from './guest.js'
import { isGreeting } from './protocol.js'
import type { MemoryApi } from './surface.js'

export interface Served {
  /** Lets go of every client of this endpoint, which then find themselves disconnected. The memory stays open. */
  stop(): void
}

/**
 * Lets those at the other end of `endpoint` use this memory through `connect`. Call it once for each endpoint: in a dedicated
 * worker with `self`, in a shared worker with the port of each `connect` event, anywhere with one port of a `MessageChannel`.
 *
 * @param memory open, or being opened: pass the promise rather than await it, since what arrives meanwhile at a worker that
 * does not listen yet is lost. When it rejects, so does every `connect`, with the same error.
 */
export function serve(memory: MemoryApi | Promise<MemoryApi>, endpoint: Endpoint): Served {
  installErrorTransfer()
  const presence = new Presence('worker')
  const lock = randomId()
  const opened = Promise.resolve(memory)
  // Each client hears of it when it attaches; without clients nobody is the poorer.
  opened.catch(() => undefined)
  // Where Web Locks refuse (opaque origins), clients are left with the `close` event of their port.
  const held = presence.hold(lock).catch(() => undefined)
  const guests = new Set<Guest>()
  const house: House = { opened, presence, lock, held, left: (guest) => guests.delete(guest) }

  const greeted = (event: Event): void => {
    const { data, ports } = event as MessageEvent
    const [port] = ports
    if (isGreeting(data) && port) guests.add(new Guest(port, house))
  }
  endpoint.addEventListener('message', greeted)
  endpoint.start?.()

  return {
    stop() {
      endpoint.removeEventListener('message', greeted)
      for (const guest of guests) guest.leave()
      presence.leave()
    },
  }
}
