import type { MemoryListener } from '../engine/events.js'
import { confinedMemory } from './confined-memory.js'
import { methodAt, type MemoryApi } from './methods.js'
import { checkAllowed, type Permissions } from './permissions.js'
import { toNotice, type MemoryEvent } from './protocol.js'
import { CLIENT_GONE } from './served-client.js'
import type { Service, Session } from './service.js'
import { asTransferable } from './streams.js'

/**
 * What a client hears of without `subscribe`: its own progress bar and its state need it, and it tells of nobody's
 * rows.
 */
const ALWAYS_TOLD: readonly MemoryEvent['type'][] = ['progress', 'recording', 'closed']

export function memoryService(opened: Promise<MemoryApi>, permissions: Permissions): Service {
  return {
    async open(notify): Promise<Session> {
      const whole = await opened
      const { allow, scope } = permissions
      const memory = scope ? confinedMemory(whole, scope) : whole
      const listener: MemoryListener = (event) => {
        if (!allow || allow.has('subscribe') || ALWAYS_TOLD.includes(event.type)) notify(toNotice(event))
      }
      return {
        close: memory.subscribe(listener),
        method(path) {
          const method = methodAt(memory, path)
          return (
            method &&
            (async ({ args, signalAt, signal, progress }) => {
              checkAllowed(permissions, path.join('.'), args)
              // A read is aborted when its client is gone; a write goes on: it was wanted.
              if (signalAt !== undefined)
                args[signalAt] = {
                  ...(args[signalAt] as object),
                  signal: path[0] === 'add' ? unlessGone(signal) : signal,
                }
              if (path[0] === 'import') args[1] = { ...(args[1] as object), onProgress: progress }
              return asTransferable(await method(...args))
            })
          )
        },
      }
    },
  }
}

/** Aborted when the client aborts, not when it is gone. */
function unlessGone(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  signal.addEventListener('abort', () => {
    if (signal.reason !== CLIENT_GONE) controller.abort(signal.reason)
  })
  return controller.signal
}
