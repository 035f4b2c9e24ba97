import { nextTask } from '../../../platform/next-task.js'

/** Well under a frame. */
const SLICE_MS = 8

/** Cuts long work into slices: `if (slices.over) await slices.next()`. */
export class Slices {
  #end = performance.now() + SLICE_MS

  get over(): boolean {
    return performance.now() > this.#end
  }

  /** Lets the event loop run. */
  async next(): Promise<void> {
    await nextTask()
    this.#end = performance.now() + SLICE_MS
  }
}
