import type { Endpoint } from './endpoint.js'
import { memoryOffer } from './memory-offer.js'
import { GREETING } from './protocol.js'
import { serveOffer, type Served } from './serve-offer.js'
import type { MemoryApi } from './surface.js'

/**
 * Lets those at the other end of `endpoint` use this memory through `connect`. Call it once for each endpoint: in a dedicated
 * worker with `self`, in a shared worker with the port of each `connect` event, anywhere with one port of a `MessageChannel`.
 *
 * @param memory open, or being opened: pass the promise rather than await it, since what arrives meanwhile at a worker that
 * does not listen yet is lost. When it rejects, so does every `connect`, with the same error.
 */
export function serve(memory: MemoryApi | Promise<MemoryApi>, endpoint: Endpoint): Served {
  const opened = Promise.resolve(memory)
  // Each client hears of it when it attaches; without clients nobody is the poorer.
  opened.catch(() => undefined)
  return serveOffer(memoryOffer(opened), GREETING, endpoint)
}
