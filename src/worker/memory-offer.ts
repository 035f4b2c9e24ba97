import { crossing } from './backup.js'
import type { Attached, Offer } from './offer.js'
import { GONE } from './guest.js'
import { toNotice } from './protocol.js'
import { methodAt, type MemoryApi } from './surface.js'

export function memoryOffer(opened: Promise<MemoryApi>): Offer {
  return {
    async attach(notify): Promise<Attached> {
      const memory = await opened
      const leave = memory.subscribe((event) => notify(toNotice(event)))
      return {
        leave,
        method(path) {
          const method = methodAt(memory, path)
          // Writes of a client that is gone go on: they were asked for. Reads that can be aborted are.
          return (
            method &&
            (async ({ args, signalAt, signal, tell }) => {
              if (signalAt !== undefined)
                args[signalAt] = { ...(args[signalAt] as object), signal: path[0] === 'add' ? byWish(signal) : signal }
              if (path[0] === 'import') args[1] = { ...(args[1] as object), onProgress: tell }
              return crossing(await method(...args))
            })
          )
        },
      }
    },
  }
}

/** Aborted as the client wishes, not because it is gone. */
function byWish(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  signal.addEventListener('abort', () => {
    if (signal.reason !== GONE) controller.abort(signal.reason)
  })
  return controller.signal
}
