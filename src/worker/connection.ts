import { releaseProxy, wrap, type Remote } from 'comlink'
import { InputError, LocketError } from '../values/errors.js'
import { randomId } from '../platform/identity.js'
import { Presence } from '../work/presence.js'
import { installErrorTransfer } from '../platform/worker-errors.js'
import { answerOnChannel, presenceName } from './admission.js'
import type { Connectable } from './endpoint.js'
import { guardReplies } from './message-guard.js'
import { isCallProgress, isLockName, PROTOCOL, type Greeting, type Host } from './protocol.js'

export interface ConnectionSettings {
  /** Whether a memory or a model is wanted. */
  greeting: Greeting
  /** How long the other end may take to answer the first time, in ms. */
  timeout: number
  /** Called with every message that belongs to no call; unchecked. */
  onNotice: (data: unknown) => void
  /** Called once when the other end is gone, after the calls under way were rejected. */
  lost: (reason: LocketError) => void
}

/**
 * The client's end of one connection, from the greeting until either end is gone. A new one is made to connect again.
 */
export class Connection {
  // One proxy for the connection's whole life: Comlink disconnects when the last one is garbage-collected.
  private readonly host: Remote<Host>
  private readonly presence: Presence
  private readonly pending = new Map<Promise<unknown>, (reason: LocketError) => void>()
  private readonly listeners = new Map<number, (value: unknown) => void>()
  /** What the other end told of what it serves; unchecked. */
  welcome: unknown
  private ended: LocketError | undefined
  private calls = 0

  private constructor(
    private readonly endpoint: Connectable,
    private readonly settings: ConnectionSettings,
  ) {
    installErrorTransfer()
    this.presence = new Presence(presenceName(settings.greeting))
    const { port1, port2 } = new MessageChannel()
    this.host = wrap<Host>(guardReplies(port1))
    port1.addEventListener('message', ({ data }: MessageEvent) => {
      if (isCallProgress(data)) this.listeners.get(data.id)?.(data.value)
      else this.settings.onNotice(data)
    })
    // Not in all browsers; elsewhere, and for a worker that was terminated, the server's lock is released.
    port1.addEventListener('close', () => this.lose())
    ;('port' in endpoint ? endpoint.port : endpoint).postMessage(settings.greeting, [port2])
  }

  /**
   * @throws LocketError `DISCONNECTED` when nobody answers, `VERSION_MISMATCH`, `ORIGIN_REFUSED`, or what the memory
   * could not be opened for
   */
  static async open(endpoint: Connectable, settings: ConnectionSettings): Promise<Connection> {
    const connection = new Connection(endpoint, settings)
    try {
      await connection.greet()
    } catch (cause) {
      connection.end(disconnected('The connection was not made.'))
      throw cause
    }
    return connection
  }

  /**
   * Posts the call before it returns, so that calls keep their order. `listener` gets the call's progress; unchecked
   * plain data.
   */
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
    const result = this.untilEnd(this.host.call(id, path, args, signalAt))
    const abort = (): void => {
      if (!this.ended) void this.host.abort(id)
    }
    signal?.addEventListener('abort', abort)
    try {
      return await result
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'DataCloneError')
        throw new InputError(
          'INVALID_INPUT',
          `An argument of ${path.join('.')}() cannot be sent to the other realm: ${cause.message}.`,
          { hint: 'Pass plain data: no functions, proxies or elements.', cause },
        )
      // The caller's own reason, which was not sent.
      if (signal?.aborted && cause instanceof LocketError && cause.code === 'ABORTED') cause.cause = signal.reason
      throw cause
    } finally {
      signal?.removeEventListener('abort', abort)
      this.listeners.delete(id)
    }
  }

  /** Waits for the calls under way, then disconnects. */
  async close(reason: LocketError): Promise<void> {
    await Promise.allSettled(this.pending.keys())
    this.end(reason)
  }

  private async greet(): Promise<void> {
    const { presence, settings } = this
    const lock = randomId()
    // Where Web Locks refuse (opaque origins), the server is left with the `close` event of its port.
    await presence.hold(lock).catch(() => undefined)
    const stopAnswering = answerOnChannel(presence, settings.greeting, lock)
    try {
      const serverLock = await this.firstAnswer(this.host.hello(PROTOCOL, lock))
      // A server of another origin tells none, and none that is seen here.
      if (isLockName(serverLock) && serverLock !== '' && (await presence.sees(serverLock)))
        presence.whenGone(serverLock, async () => this.lose())
    } finally {
      stopAnswering()
    }
    this.welcome = await this.untilEnd(this.host.attach())
  }

  /** Only the first answer may never come: there may be nobody at the other end. */
  private async firstAnswer<T>(first: Promise<T>): Promise<T> {
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
      return await this.untilEnd(first)
    } finally {
      clearTimeout(timer)
      endpoint.removeEventListener('error', failed)
    }
  }

  /** Settles as the promise does, or rejects when the connection ends first. */
  private untilEnd<T>(promise: Promise<T>): Promise<T> {
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

  /** Disconnects at once: the calls under way reject with the reason. */
  end(reason: LocketError): void {
    if (this.ended) return
    this.ended = reason
    for (const reject of this.pending.values()) reject(reason)
    this.pending.clear()
    // Tells the other end, where it is still there.
    this.host[releaseProxy]()
    this.presence.leave()
  }
}

/** The arguments without the `signal` of the first that has one: a signal cannot be sent. */
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
