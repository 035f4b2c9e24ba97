import { expose, finalizer } from 'comlink'
import { LocketError } from '../values/errors.js'
import type { Presence } from '../work/presence.js'
import type { Attached, Offer } from './offer.js'
import { PROTOCOL, type Host, type Told } from './protocol.js'

/** Why a call ends whose client is gone. */
export const GONE = new DOMException('The client is gone.', 'AbortError')

/** What the clients of one endpoint share. */
export interface House {
  offer: Offer
  presence: Presence
  /** The name of the lock that this end holds as long as it serves. */
  lock: string
  held: Promise<void>
  left(guest: Guest): void
}

/** The serving end of one client: runs its calls, sends it notices, and lets go of everything when it is gone, with or without a word. */
export class Guest {
  private readonly running = new Map<number, AbortController>()
  private attached: Attached | undefined
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

  leave(): void {
    if (this.gone) return
    this.gone = true
    this.attached?.leave()
    for (const controller of this.running.values()) controller.abort(GONE)
    this.port.close()
    this.house.left(this)
  }

  private async hello(protocol: number, clientLock: string): Promise<string> {
    if (protocol !== PROTOCOL)
      throw new LocketError(
        'VERSION_MISMATCH',
        `This client speaks version ${protocol} of the protocol, the other realm version ${PROTOCOL}.`,
        { value: protocol, hint: OUTDATED },
      )
    const { presence, lock, held } = this.house
    await held
    if (await presence.sees(clientLock)) presence.whenGone(clientLock, async () => this.leave())
    return lock
  }

  private async attach(): Promise<unknown> {
    const attached = await this.house.offer.attach((notice) => this.port.postMessage(notice))
    if (this.gone) attached.leave()
    else this.attached = attached
    return attached.welcome
  }

  private async call(
    id: number,
    path: readonly string[],
    args: unknown[],
    signalAt: number | undefined,
  ): Promise<unknown> {
    const method = this.attached?.method(path)
    if (!method)
      throw new LocketError('VERSION_MISMATCH', `The other realm does not know ${path.join('.')}().`, {
        value: path.join('.'),
        hint: OUTDATED,
      })
    const controller = new AbortController()
    this.running.set(id, controller)
    try {
      return await method({
        args,
        signalAt,
        signal: controller.signal,
        tell: (value) => this.port.postMessage({ locket: 'told', id, value } satisfies Told),
      })
    } finally {
      this.running.delete(id)
    }
  }
}

const OUTDATED =
  'A shared worker lives until its last page is closed: close or reload all of them, so that both ends run the same version.'
