/** How often, in ms, a tab without BroadcastChannel looks for changes. */
const LOOK_MS = 2_000

/** Notifies the other tabs of the origin of a commit. Only a hint: a tab that misses it sees the change at its next read. */
export class ChangeHint {
  private channel: BroadcastChannel | undefined
  private looking: ReturnType<typeof setInterval> | undefined
  private readonly ending = new AbortController()
  private isFrozen = false

  constructor(name: string, onHint: () => void) {
    this.on('freeze', () => (this.isFrozen = true))
    this.on('resume', () => {
      this.isFrozen = false
      onHint()
    })
    if (typeof BroadcastChannel === 'undefined') {
      this.looking = setInterval(onHint, LOOK_MS)
      return
    }
    try {
      this.channel = new BroadcastChannel(`locket:${name}`)
    } catch {
      // Some browsers refuse it in opaque origins, which share nothing with other tabs.
      return
    }
    // A frozen page still gets messages and could begin a transaction, but not end it, which would block other tabs.
    this.channel.onmessage = () => this.isFrozen || onHint()
  }

  send(): void {
    this.channel?.postMessage('changed')
  }

  close(): void {
    this.ending.abort()
    clearInterval(this.looking)
    this.channel?.close()
    // A commit may end after this, and posting to a closed channel throws.
    this.channel = undefined
  }

  private on(event: 'freeze' | 'resume', then: () => void): void {
    globalThis.document?.addEventListener(event, then, { signal: this.ending.signal })
  }
}
