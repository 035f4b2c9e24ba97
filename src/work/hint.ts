/** How often a tab that cannot be told looks for itself. */
const LOOK_MS = 2_000

/**
 * Tells the other tabs of the origin that there is something new. Only a hint: whoever misses it sees the change rows
 * at the next read.
 */
export class ChangeHint {
  private channel: BroadcastChannel | undefined
  private looking: ReturnType<typeof setInterval> | undefined
  private readonly ending = new AbortController()
  private isFrozen = false

  constructor(name: string, heard: () => void) {
    this.mind('freeze', () => (this.isFrozen = true))
    this.mind('resume', () => {
      this.isFrozen = false
      heard()
    })
    if (typeof BroadcastChannel === 'undefined') {
      this.looking = setInterval(heard, LOOK_MS)
      return
    }
    try {
      this.channel = new BroadcastChannel(`locket:${name}`)
    } catch {
      // Some browsers refuse it in opaque origins, which have no other tabs.
      return
    }
    // A frozen page hears, and can begin a transaction, but not end it: that would hold up every other tab.
    this.channel.onmessage = () => this.isFrozen || heard()
  }

  send(): void {
    this.channel?.postMessage('changed')
  }

  close(): void {
    this.ending.abort()
    clearInterval(this.looking)
    this.channel?.close()
    // A commit that ends after the close has nobody to tell; a closed channel would throw.
    this.channel = undefined
  }

  private mind(event: 'freeze' | 'resume', then: () => void): void {
    globalThis.document?.addEventListener(event, then, { signal: this.ending.signal })
  }
}
