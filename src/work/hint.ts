/** Tells the other tabs of the origin that there is something new. Only a hint: whoever misses it sees the change rows at the next read. */
export class ChangeHint {
  private channel: BroadcastChannel | undefined

  constructor(name: string, heard: () => void) {
    if (typeof BroadcastChannel === 'undefined') return
    this.channel = new BroadcastChannel(`locket:${name}`)
    this.channel.onmessage = heard
  }

  send(): void {
    this.channel?.postMessage('changed')
  }

  close(): void {
    this.channel?.close()
    // A commit that ends after the close has nobody to tell; a closed channel would throw.
    this.channel = undefined
  }
}
