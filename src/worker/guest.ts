import { expose, finalizer } from 'comlink'
import { LocketError } from '../errors.js'
import type { Presence } from '../work/presence.js'
import { PROTOCOL, toNotice, type Host } from './protocol.js'
import { methodAt, type MemoryApi } from './surface.js'

/** What the clients of one `serve` share. */
export interface House {
  opened: Promise<MemoryApi>
  presence: Presence
  /** The name of the lock that this end holds as long as it serves. */
  lock: string
  held: Promise<void>
  left(guest: Guest): void
}

/** The serving end of one client: runs its calls, sends it events, and lets go of everything when it is gone, with or without a word. */
export class Guest {
  private readonly running = new Map<number, AbortController>()
  private memory: MemoryApi | undefined
  private unsubscribe: (() => void) | undefined
  private gone = false

  constructor(
    private readonly port: MessagePort,
    private readonly house: House,
  ) {
    const host: Host & { [finalizer]: () => void } = {
      hello: (protocol, clientLock) => this.hello(protocol, clientLock),
      attach: () => this.attach(),
      call: (id, path, args, signalAt) => this.call(id, path, args, signalAt),
      abort: (id) => this.running.get(id)?.abort(),
      // Called by comlink when the client releases its proxy.
      [finalizer]: () => this.leave(),
    }
    expose(host, port)
    // Not in all browsers, but the sooner where there is one.
    port.addEventListener('close', () => this.leave())
  }

  /** Writes under way go on: they were asked for. Reads that can be aborted are. */
  leave(): void {
    if (this.gone) return
    this.gone = true
    this.unsubscribe?.()
    for (const controller of this.running.values()) controller.abort()
    this.port.close()
    this.house.left(this)
  }

  private async hello(protocol: number, clientLock: string): Promise<string> {
    if (protocol !== PROTOCOL)
      throw new LocketError('VERSION_MISMATCH', `This client speaks version ${protocol} of the protocol, the memory's realm version ${PROTOCOL}.`, { value: protocol, hint: OUTDATED })
    const { presence, lock, held } = this.house
    await held
    if (await presence.sees(clientLock)) presence.whenGone(clientLock, async () => this.leave())
    return lock
  }

  private async attach(): Promise<void> {
    const memory = await this.house.opened
    if (this.gone) return
    this.unsubscribe = memory.subscribe((event) => this.port.postMessage(toNotice(event)))
    this.memory = memory
  }

  // Reaches the memory before it first awaits, so that calls keep their order.
  private async call(id: number, path: readonly string[], args: unknown[], signalAt: number | undefined): Promise<unknown> {
    const method = this.memory && methodAt(this.memory, path)
    if (!method) throw new LocketError('VERSION_MISMATCH', `The memory's realm does not know ${path.join('.')}().`, { value: path.join('.'), hint: OUTDATED })
    if (signalAt === undefined) return method(...args)
    const controller = new AbortController()
    this.running.set(id, controller)
    try {
      args[signalAt] = { ...(args[signalAt] as object), signal: controller.signal }
      return await method(...args)
    } finally {
      this.running.delete(id)
    }
  }
}

const OUTDATED = 'A shared worker lives until its last page is closed: close or reload all of them, so that both ends run the same version.'
