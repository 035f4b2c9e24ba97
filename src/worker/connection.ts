import { releaseProxy, wrap, type Remote } from 'comlink'
import { InputError, LocketError } from '../values/errors.js'
import { randomId } from '../platform/identity.js'
import { Presence } from '../work/presence.js'
import { installErrorTransfer } from '../platform/worker-errors.js'
import type { Connectable } from './endpoint.js'
import { isTold, PROTOCOL, type Greeting, type Host } from './protocol.js'

export interface ConnectionSettings {
  /** Says what is to be connected to. */
  greeting: Greeting
  /** How long the other end may take to say that it is there, in ms. */
  timeout: number
  /** Called with what the other end says that belongs to no call. */
  noticed: (data: unknown) => void
  /** Called once when the other end is gone, after the calls under way were rejected. */
  lost: (reason: LocketError) => void
}

/** The client's end of one connection, from the greeting until either end is gone. It does not come back; another takes its place. */
export class Connection {
  // One proxy for the connection's whole life: comlink disconnects when the last one is collected.
  private readonly host: Remote<Host>
  private readonly presence = new Presence('worker')
  private readonly pending = new Map<Promise<unknown>, (reason: LocketError) => void>()
  private readonly listeners = new Map<number, (value: unknown) => void>()
  /** What the other end said of what it serves. */
  welcome: unknown
  private ended: LocketError | undefined
  private calls = 0

  private constructor(
    private readonly endpoint: Connectable,
    private readonly settings: ConnectionSettings,
  ) {
    installErrorTransfer()
    const { port1, port2 } = new MessageChannel()
    this.host = wrap<Host>(port1)
    port1.addEventListener('message', ({ data }: MessageEvent) => {
      if (isTold(data)) this.listeners.get(data.id)?.(data.value)
      else this.settings.noticed(data)
    })
    // Not in all browsers; elsewhere, and for a worker that was terminated, the server's lock tells.
    port1.addEventListener('close', () => this.lose())
    ;('port' in endpoint ? endpoint.port : endpoint).postMessage(settings.greeting, [port2])
  }

  /** Rejects with `DISCONNECTED` when nobody answers, with `VERSION_MISMATCH`, or with why that which is served is not there. */
  static async open(endpoint: Connectable, settings: ConnectionSettings): Promise<Connection> {
    const connection = new Connection(endpoint, settings)
    try {
      await connection.meet()
    } catch (cause) {
      connection.end(disconnected('The connection was not made.'))
      throw cause
    }
    return connection
  }

  /** Posts the call before it returns, so that calls keep their order. `listener` is told what the call says before its answer. */
  async call(
    path: readonly string[],
    given: readonly unknown[],
    listener?: (value: unknown) => void,
  ): Promise<unknown> {
    if (this.ended) throw this.ended
    const id = ++this.calls
    if (listener) this.listeners.set(id, listener)
    const { args, signal, signalAt } = withoutSignal(given)
    if (signal?.aborted)
      throw new LocketError('ABORTED', `${path.join('.')}() was aborted before it began.`, { cause: signal.reason })
    const answer = this.guard(this.host.call(id, path, args, signalAt))
    const abort = (): void => {
      if (!this.ended) void this.host.abort(id)
    }
    signal?.addEventListener('abort', abort)
    try {
      return await answer
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'DataCloneError')
        throw new InputError(
          'INVALID_INPUT',
          `What ${path.join('.')}() was given cannot cross to the other realm: ${cause.message}.`,
          { hint: 'Pass plain data: no functions, proxies or elements.', cause },
        )
      // The reason itself, which never crossed.
      if (signal?.aborted && cause instanceof LocketError && cause.code === 'ABORTED') cause.cause = signal.reason
      throw cause
    } finally {
      signal?.removeEventListener('abort', abort)
      this.listeners.delete(id)
    }
  }

  /** Waits for the calls under way, then lets go. */
  async close(reason: LocketError): Promise<void> {
    await Promise.allSettled(this.pending.keys())
    this.end(reason)
  }

  private async meet(): Promise<void> {
    const lock = randomId()
    // Where Web Locks refuse (opaque origins), the server is left with the `close` event of its port.
    await this.presence.hold(lock).catch(() => undefined)
    const serverLock = await this.answer(this.host.hello(PROTOCOL, lock))
    if (await this.presence.sees(serverLock)) this.presence.whenGone(serverLock, async () => this.lose())
    this.welcome = await this.guard(this.host.attach())
  }

  /** The first answer, which alone may never come: there may be nobody at the other end. */
  private async answer<T>(first: Promise<T>): Promise<T> {
    const { endpoint } = this
    const { timeout } = this.settings
    const failed = (event: Event): void =>
      this.lose(`The worker failed: ${(event as ErrorEvent).message || 'its script could not be loaded'}.`)
    const timer = setTimeout(
      () =>
        this.lose(
          `Nobody answered within ${timeout} ms.`,
          'Does the other end call serve() or serveModel() with this port, before it awaits anything?',
        ),
      timeout,
    )
    endpoint.addEventListener('error', failed)
    try {
      return await this.guard(first)
    } finally {
      clearTimeout(timer)
      endpoint.removeEventListener('error', failed)
    }
  }

  /** Settles as the promise does, or rejects when the connection ends first. */
  private guard<T>(promise: Promise<T>): Promise<T> {
    let reject: (reason: LocketError) => void
    const guarded = new Promise<T>((resolve, refuse) => {
      reject = refuse
      promise.then(resolve, refuse).finally(() => this.pending.delete(guarded))
    })
    this.pending.set(guarded, reject!)
    return guarded
  }

  private lose(
    message = 'The other realm is gone: its worker was terminated, crashed, or its page was closed.',
    hint?: string,
  ): void {
    if (this.ended) return
    const reason = disconnected(message, hint)
    this.end(reason)
    this.settings.lost(reason)
  }

  /** Lets go at once: the calls under way reject with the reason. */
  end(reason: LocketError): void {
    if (this.ended) return
    this.ended = reason
    for (const reject of this.pending.values()) reject(reason)
    this.pending.clear()
    // The other end lets go, where it is still there.
    this.host[releaseProxy]()
    this.presence.leave()
  }
}

/** The arguments as they can cross, with the `signal` of the one that has one taken out. */
function withoutSignal(given: readonly unknown[]): {
  args: unknown[]
  signal: AbortSignal | undefined
  signalAt: number | undefined
} {
  const at = given.findIndex(
    (arg) => typeof arg === 'object' && arg !== null && (arg as { signal?: unknown }).signal instanceof AbortSignal,
  )
  if (at < 0) return { args: [...given], signal: undefined, signalAt: undefined }
  const { signal, ...rest } = given[at] as { signal: AbortSignal }
  return { args: given.map((arg, i) => (i === at ? rest : arg)), signal, signalAt: at }
}

function disconnected(
  message: string,
  hint = 'Connect again; with the option reconnect the next call does so by itself.',
): LocketError {
  return new LocketError('DISCONNECTED', message, { hint })
}
