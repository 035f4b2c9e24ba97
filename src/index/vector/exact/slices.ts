/** Well under a frame. */
const SLICE_MS = 8

/** Cuts long work into slices: `if (slices.over) await slices.next()`. */
export class Slices {
  #end = performance.now() + SLICE_MS

  get over(): boolean {
    return performance.now() > this.#end
  }

  /** Lets the event loop run. A message, not a timer: timers of a hidden page wait a second. */
  async next(): Promise<void> {
    const { port1, port2 } = new MessageChannel()
    await new Promise((resolve) => {
      port1.onmessage = resolve
      port2.postMessage(undefined)
    })
    port1.close()
    this.#end = performance.now() + SLICE_MS
  }
}
