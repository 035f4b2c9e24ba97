import type { LoadProgress } from '../embed/embedder.js'
import { asLocketError, InputError, type LocketError } from '../values/errors.js'
import { checkOptions, wholeNumber } from '../values/options.js'
import type { MemoryListener } from '../engine/events.js'
import type { Connectable } from './endpoint.js'
import { Connection, type ConnectionSettings } from './connection.js'
import { fromNotice, GREETING, type MemoryEvent } from './protocol.js'

export interface ConnectOptions {
  /**
   * Makes a fresh endpoint when the other end is gone: the next call connects through it. Without it that call rejects.
   */
  reconnect?: () => Connectable | Promise<Connectable>
  /** Called while model files are loading at the other end. */
  onProgress?: (progress: LoadProgress) => void
  /**
   * How long the other end may take to answer the first time, in ms; opening the memory does not count. Default 30,000.
   */
  timeout?: number
}

const TIMEOUT_MS = 30_000

/** What outlives a connection: the subscribers, whether recording is paused, and how to connect again. */
export class Client {
  private live: Connection | undefined
  /** The connection being made after the last one was lost. */
  private next: Promise<Connection> | undefined
  private lost: LocketError | undefined
  private closed: LocketError | undefined
  private paused = false
  /** Aborted when the connection is lost. */
  private lifetime = new AbortController()
  private readonly listeners = new Set<MemoryListener>()
  private readonly settings: ConnectionSettings

  private constructor(private readonly options: ConnectOptions) {
    this.settings = {
      greeting: GREETING,
      timeout: wholeNumber('timeout', options.timeout, TIMEOUT_MS, 1, 2 ** 31 - 1),
      onNotice: (data) => {
        const event = fromNotice(data)
        if (!event) return
        if (event.type === 'progress') options.onProgress?.(event.progress)
        // Whichever client paused it, a new connection is paused too: see `replace`.
        if (event.type === 'recording') this.paused = !event.on
        this.emit(event)
      },
      lost: (reason) => this.lose(reason),
    }
  }

  static async open(endpoint: Connectable, options: ConnectOptions): Promise<Client> {
    checkOptions('connect()', options, ['reconnect', 'onProgress', 'timeout'])
    const client = new Client(options)
    client.live = await Connection.open(endpoint, client.settings)
    return client
  }

  /** @param listener gets the call's progress */
  call(path: readonly string[], args: readonly unknown[], listener?: (value: unknown) => void): Promise<unknown> {
    if (this.closed) return Promise.reject(this.closed)
    return this.live
      ? this.live.call(path, args, listener)
      : this.connectAgain().then((connection) => connection.call(path, args, listener))
  }

  /** The stream, failing when the other end is gone instead of waiting for ever. */
  untilLost<T>(stream: ReadableStream<T>): ReadableStream<T> {
    return stream.pipeThrough(new TransformStream<T, T>(), { signal: this.lifetime.signal })
  }

  /** For a method that returns nothing: subscribers are told when it failed. */
  send(path: readonly string[], args: readonly unknown[]): void {
    const [name] = path
    if (name === 'pause' || name === 'resume') this.paused = name === 'pause'
    this.call(path, args).catch((cause: unknown) => {
      if (!this.closed && cause !== this.lost)
        this.emit({ type: 'closed', error: asLocketError(cause, 'DISCONNECTED', `${name}() failed.`) })
    })
  }

  readonly subscribe = (listener: MemoryListener): (() => void) => {
    if (this.closed) throw this.closed
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly close = async (): Promise<void> => {
    this.closed ??= new InputError('CLOSED', 'This connection is closed.', { hint: 'Connect again with connect().' })
    this.listeners.clear()
    await this.live?.close(this.closed)
  }

  private lose(reason: LocketError): void {
    if (!this.live) return
    this.live = undefined
    this.lost = reason
    this.lifetime.abort(reason)
    this.lifetime = new AbortController()
    this.emit({ type: 'closed', error: reason })
  }

  private connectAgain(): Promise<Connection> {
    const { reconnect } = this.options
    if (!reconnect) return Promise.reject(this.lost)
    this.next ??= this.replace(reconnect).finally(() => (this.next = undefined))
    return this.next
  }

  private async replace(reconnect: () => Connectable | Promise<Connectable>): Promise<Connection> {
    const connection = await Connection.open(await reconnect(), this.settings)
    if (this.closed) {
      await connection.close(this.closed)
      throw this.closed
    }
    this.live = connection
    // A user who stopped recording must not be recorded because a worker crashed.
    // If it fails, so does the call that this connection was made for.
    if (this.paused) connection.call(['pause'], []).catch(() => undefined)
    this.emit({ type: 'reset' })
    return connection
  }

  private emit(event: MemoryEvent): void {
    for (const listener of this.listeners) {
      try {
        listener(event)
      } catch (cause) {
        reportError(cause)
      }
    }
  }
}
