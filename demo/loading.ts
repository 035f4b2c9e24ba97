import type { LoadProgress } from 'locket-memory'

/** Bytes of each model file, as `connect`'s `onProgress` reports them. */
export class Loading extends EventTarget {
  readonly files = new Map<string, LoadProgress>()

  readonly report = (progress: LoadProgress): void => {
    this.files.set(progress.item, progress)
    this.dispatchEvent(new Event('change'))
  }

  /** The worker that was loading them is gone. */
  forget(): void {
    this.files.clear()
    this.dispatchEvent(new Event('change'))
  }

  /** Sums over the files; undefined when none is on its way. */
  get remaining(): { loaded: number; total: number } | undefined {
    const underway = [...this.files.values()].some(({ loaded, total }) => total === undefined || loaded < total)
    if (!underway) return undefined
    let sum = { loaded: 0, total: 0 }
    for (const { loaded, total } of this.files.values())
      sum = { loaded: sum.loaded + loaded, total: sum.total + Math.max(loaded, total ?? 0) }
    return sum
  }
}
