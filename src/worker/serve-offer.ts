import { randomId } from '../platform/identity.js'
import { Presence } from '../work/presence.js'
import { installErrorTransfer } from '../platform/worker-errors.js'
import type { Endpoint } from './endpoint.js'
import { Guest, type House } from './guest.js'
import type { Offer } from './offer.js'
import { isGreeting, type Greeting } from './protocol.js'

export interface Served {
  /** Lets go of every client of this endpoint, which then find themselves disconnected. What was served stays as it is. */
  stop(): void
}

/** Lets in whoever sends the greeting to the endpoint. */
export function serveOffer(offer: Offer, greeting: Greeting, endpoint: Endpoint): Served {
  installErrorTransfer()
  const presence = new Presence('worker')
  const lock = randomId()
  // Where Web Locks refuse (opaque origins), clients are left with the `close` event of their port.
  const held = presence.hold(lock).catch(() => undefined)
  const guests = new Set<Guest>()
  const house: House = { offer, presence, lock, held, left: (guest) => guests.delete(guest) }

  const greeted = (event: Event): void => {
    const { data, ports } = event as MessageEvent
    const [port] = ports
    if (isGreeting(data, greeting) && port) guests.add(new Guest(port, house))
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
