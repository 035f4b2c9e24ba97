import { webLocks } from './web-locks.js'

// A worker that is terminated, or that the browser ends, tells nobody, and calls to it would wait for ever. While it
// lives it holds a Web Lock; whoever is granted that lock knows that it is gone. Where there are no Web Locks only the
// worker's `error` event tells.

/** In the worker, once. Resolves when the line is held; false where it cannot be. */
export function holdLifetimeLock(name: string): Promise<boolean> {
  const locks = webLocks()
  if (!locks) return Promise.resolve(false)
  return new Promise((resolve) => {
    locks
      .request(name, () => {
        resolve(true)
        return new Promise(() => {})
      })
      .catch(() => resolve(false))
  })
}

/** On the other side, after the line is held: calls back when it is cut, unless `signal` is aborted before. */
export function whenReleased(name: string, signal: AbortSignal, cut: () => void): void {
  webLocks()
    ?.request(name, { signal }, cut)
    .catch(() => undefined)
}
