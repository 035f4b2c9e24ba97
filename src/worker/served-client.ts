import { expose, finalizer } from 'comlink'
import { LocketError } from '../values/errors.js'
import type { Presence } from '../work/presence.js'
import { errorFromWire, errorToWire } from '../platform/worker-errors.js'
import { isSameOrigin, originRefused } from './admission.js'
import { guardRequests } from './message-guard.js'
import { kindNotPlain, isRecord } from './plain-data.js'
import { HOST_METHODS, isLockName, PROTOCOL, type CallProgress, type Greeting, type Host } from './protocol.js'
import type { Service, Session } from './service.js'

/** Why a call is aborted whose client is gone. */
export const CLIENT_GONE = new DOMException('The client is gone.', 'AbortError')

/** What the clients of one endpoint share. */
export interface ServerContext {
  service: Service
  greeting: Greeting
  presence: Presence
  /** Name of the lock that this end holds as long as it serves. */
  lock: string
  /** Settled when the lock is held, or cannot be. */
  held: Promise<void>
  /** Origins that are let in besides this one. */
  origins: readonly string[]
  /** Whether clients may do only some things: then errors tell them nothing of this end's code. */
  restricted: boolean
  left(client: ServedClient): void
}

/** The longest path and the most arguments of a method of ours. */
const LONGEST_PATH = 2
const MOST_ARGUMENTS = 3

/**
 * The serving end of one client: runs its calls, sends it events, and lets go of everything when it is gone, with or
 * without a goodbye.
 */
export class ServedClient {
  private readonly running = new Map<number, AbortController>()
  private session: Session | undefined
  private state: 'new' | 'greeted' | 'admitted' | 'attached' | 'gone' = 'new'

  /** @param origin of the client as the browser told it, or '' */
  constructor(
    private readonly port: MessagePort,
    private readonly server: ServerContext,
    private readonly origin: string,
  ) {
    const host: Host & { [finalizer]: () => void } = {
      hello: (protocol, clientLock) => this.hello(protocol, clientLock),
      attach: () => this.attach(),
      call: (id, path, args, signalAt) => this.call(id, path, args, signalAt),
      abort: (id) => this.running.get(id)?.abort(),
      // Called by Comlink when the client says goodbye.
      [finalizer]: () => this.leave(),
    }
    expose(host, guardRequests(port, HOST_METHODS))
    // Not in all browsers, but sooner than the lock where there is one.
    port.addEventListener('close', () => this.leave())
  }

  leave(): void {
    if (this.state === 'gone') return
    this.state = 'gone'
    this.session?.close()
    for (const controller of this.running.values()) controller.abort(CLIENT_GONE)
    this.port.close()
    this.server.left(this)
  }

  private async hello(protocol: unknown, clientLock: unknown): Promise<string> {
    if (this.state !== 'new') throw refused('hello() is called once.')
    this.state = 'greeted'
    if (protocol !== PROTOCOL)
      throw new LocketError(
        'VERSION_MISMATCH',
        `This client speaks version ${versionText(protocol)} of the protocol, the other realm version ${PROTOCOL}.`,
        { value: typeof protocol === 'number' ? protocol : undefined, hint: OUTDATED },
      )
    if (!isLockName(clientLock)) throw refused('The name of the lock is none.')
    const { presence, greeting, lock, held } = this.server
    await held
    const isOwnOrigin = await isSameOrigin(presence, greeting, clientLock)
    if (!isOwnOrigin && !this.isListed()) throw originRefused(this.origin === globalThis.origin ? '' : this.origin)
    if (this.gone) return ''
    this.state = 'admitted'
    // To a client of another origin the name would be of no use, but for passing itself off as this end to others.
    if (!isOwnOrigin) return ''
    // Without Web Locks there is only the `close` event of the port.
    if (presence.lockOf(clientLock)) presence.whenGone(clientLock, async () => this.leave())
    return lock
  }

  /** Whether the application lets this origin in; on a port that tells none, its word must do. */
  private isListed(): boolean {
    const { origins } = this.server
    return this.origin === '' ? origins.length > 0 : origins.includes(this.origin)
  }

  private get gone(): boolean {
    return this.state === 'gone'
  }

  private async attach(): Promise<unknown> {
    if (this.state !== 'admitted') throw refused('attach() is called once, after hello().')
    this.state = 'attached'
    const session = await this.withSafeErrors(() => this.server.service.open((notice) => this.port.postMessage(notice)))
    if (this.gone) session.close()
    else this.session = session
    return session.welcome
  }

  private async call(id: unknown, path: unknown, args: unknown, signalAt: unknown): Promise<unknown> {
    if (!this.session) throw refused('call() comes after attach().')
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || this.running.has(id))
      throw refused('The number of the call is none, or another call under way has it.')
    if (!Array.isArray(path) || path.length > LONGEST_PATH || !path.every((name) => typeof name === 'string'))
      throw refused('The path of the method is none.')
    if (!Array.isArray(args) || args.length > MOST_ARGUMENTS) throw refused('The arguments are no list of such.')
    if (signalAt !== undefined && !(Number.isInteger(signalAt) && isRecord(args[signalAt as number])))
      throw refused('No argument has that signal.')
    const name = path.join('.')
    const method = this.session.method(path)
    if (!method)
      throw new LocketError('VERSION_MISMATCH', `The other realm does not know ${name}().`, {
        value: name,
        hint: OUTDATED,
      })
    const kind = kindNotPlain(args)
    if (kind !== undefined) throw refused(`${name}() was given a ${kind}, which is not plain data.`)
    const controller = new AbortController()
    this.running.set(id, controller)
    try {
      return await this.withSafeErrors(() =>
        method({
          args,
          signalAt: signalAt as number | undefined,
          signal: controller.signal,
          progress: (value) => this.port.postMessage({ locket: 'progress', id, value } satisfies CallProgress),
        }),
      )
    } finally {
      this.running.delete(id)
    }
  }

  /**
   * What goes wrong for a client that may not see everything is told without stack and cause, which show code and data
   * of this end.
   */
  private async withSafeErrors<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (cause) {
      if (!this.server.restricted) throw cause
      if (!(cause instanceof LocketError)) throw withoutStack(new Error('The call failed in the other realm.'))
      throw withoutStack(errorFromWire({ ...errorToWire(cause), cause: undefined }))
    }
  }
}

function withoutStack<T extends Error>(error: T): T {
  error.stack = `${error.name}: ${error.message}`
  return error
}

function refused(message: string): LocketError {
  return new LocketError('NOT_ALLOWED', message, { hint: 'Use connect() or connectModel() of the same version.' })
}

const versionText = (protocol: unknown): string => (typeof protocol === 'number' ? String(protocol) : 'unknown')

const OUTDATED =
  'A shared worker lives until its last page is closed: ' +
  'close or reload all of them, so that both ends run the same version.'
