import { webLocks } from './web-locks.js'

// A worker that is terminated sends no event, and calls to it would never settle. So it holds a Web Lock for as long as
// it lives: when another context is granted the lock, the worker is gone. Without Web Locks only the worker's `error`
// event reports a crash.

/** Called once in the worker. Resolves with true when the lock is held, with false where locks are not available. */
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

/** On the caller's side, once the worker holds the lock: calls back when the worker is gone, unless `signal` aborts first. */
export function whenReleased(name: string, signal: AbortSignal, released: () => void): void {
  webLocks()
    ?.request(name, { signal }, released)
    .catch(() => undefined)
}
