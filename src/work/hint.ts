/** How often a tab that cannot be told looks for itself. */
const LOOK_MS = 2_000

/** Tells the other tabs of the origin that there is something new. Only a hint: whoever misses it sees the change rows at the next read. */
export class ChangeHint {
  private channel: BroadcastChannel | undefined
  private looking: ReturnType<typeof setInterval> | undefined

  constructor(name: string, heard: () => void) {
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
    this.channel.onmessage = heard
  }

  send(): void {
    this.channel?.postMessage('changed')
  }

  close(): void {
    clearInterval(this.looking)
    this.channel?.close()
    // A commit that ends after the close has nobody to tell; a closed channel would throw.
    this.channel = undefined
  }
}
