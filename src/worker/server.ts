import { InputError } from '../values/errors.js'
import { randomId } from '../platform/identity.js'
import { Presence } from '../work/presence.js'
import { installErrorTransfer } from '../platform/worker-errors.js'
import { presenceName } from './admission.js'
import { isPortMessage, type Endpoint, type PortMessage } from './endpoint.js'
import { isGreeting, type Greeting } from './protocol.js'
import { ServedClient, type ServerContext } from './served-client.js'
import type { Service } from './service.js'

export interface Served {
  /** Disconnects every client of this endpoint. What was served stays as it is. */
  stop(): void
}

/** Who may use what is served. */
export interface Admission {
  origins: readonly string[]
  restricted: boolean
}

/** Serves every client that sends the greeting to the endpoint and is of this origin or one of `origins`. */
export function startServer(
  service: Service,
  greeting: Greeting,
  given: Endpoint | PortMessage,
  admission: Admission,
): Served {
  installErrorTransfer()
  const endpoint = isPortMessage(given) ? portOf(given) : given
  const presence = new Presence(presenceName(greeting))
  const lock = randomId()
  // Where Web Locks refuse (opaque origins), clients are left with the `close` event of their port.
  const held = presence.hold(lock).catch(() => undefined)
  const clients = new Set<ServedClient>()
  const server: ServerContext = {
    service,
    greeting,
    presence,
    lock,
    held,
    ...admission,
    left: (client) => clients.delete(client),
  }

  const greeted = (event: Event): void => {
    const { data, ports, origin } = event as MessageEvent
    const [port] = ports
    if (isGreeting(data, greeting) && port)
      clients.add(new ServedClient(port, server, origin || (isPortMessage(given) ? given.origin : '')))
  }
  endpoint.addEventListener('message', greeted)
  endpoint.start?.()

  return {
    stop() {
      endpoint.removeEventListener('message', greeted)
      for (const client of clients) client.leave()
      presence.leave()
    },
  }
}

function portOf({ ports: [port] }: PortMessage): Endpoint {
  if (port) return port
  throw new InputError('INVALID_INPUT', 'The message to serve at brought no port.', {
    hint: 'Send one along: postMessage(data, { targetOrigin, transfer: [port] }).',
  })
}

/** The option `origins`, checked. */
export function readOrigins(origins: unknown): readonly string[] {
  if (origins === undefined) return []
  if (!Array.isArray(origins)) throw new InputError('INVALID_INPUT', 'origins must be a list.', { value: origins })
  for (const origin of origins)
    if (typeof origin !== 'string' || !(origin === 'null' || /^[a-z][a-z\d+.-]*:\/\/[^/?#*@\s]+$/.test(origin)))
      throw new InputError(
        'INVALID_INPUT',
        'origins must be origins, such as https://chat.example (scheme, host and port, no path).',
        {
          value: origin,
          hint: 'Scheme, host and port, without a path; there is no wildcard.',
        },
      )
  return origins as string[]
}
