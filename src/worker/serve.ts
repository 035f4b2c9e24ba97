import type { Endpoint, PortMessage } from './endpoint.js'
import { memoryService } from './memory-service.js'
import type { MemoryApi } from './methods.js'
import { readPermissions, type ServeOptions } from './permissions.js'
import { GREETING } from './protocol.js'
import { startServer, type Served } from './server.js'

/**
 * Lets clients at the other end of `endpoint` use this memory through `connect`. Call it once for each endpoint: in a
 * dedicated worker with `self`, in a shared worker with the port of each `connect` event, anywhere with one port of a
 * `MessageChannel`, or with the `message` event that brought a port, so that the sender's origin is known.
 *
 * Without options, clients of this origin may do everything and all others are refused (`ORIGIN_REFUSED`). A client
 * that is not quite trusted is confined: it reads and writes one scope, and calls what is allowed (`NOT_ALLOWED`
 * otherwise).
 *
 * ```js
 * addEventListener('message', (event) => {
 *   if (event.data === 'memory')
 *     serve(memory, event, { origins: ['https://chat.example'], scope: { userId: 'ana' }, allow: ['search', 'add'] })
 * })
 * ```
 * @param memory open, or being opened. Pass the promise rather than await it: messages that reach a worker before it
 * listens are lost. When it rejects, every `connect` rejects with the same error.
 * @throws InputError `INVALID_INPUT`, `UNKNOWN_OPTION`, `SCOPE_REQUIRED`
 */
export function serve(
  memory: MemoryApi | Promise<MemoryApi>,
  endpoint: Endpoint | PortMessage,
  options: ServeOptions = {},
): Served {
  const permissions = readPermissions(options)
  const opened = Promise.resolve(memory)
  // Each client is told when it attaches. Without clients the failure is the application's to notice.
  opened.catch(() => undefined)
  const restricted = permissions.allow !== undefined
  return startServer(memoryService(opened, permissions), GREETING, endpoint, {
    origins: permissions.origins,
    restricted,
  })
}
