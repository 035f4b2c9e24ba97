/** Undefined where there are no Web Locks, and in opaque origins (sandboxed frames), where every request fails. */
export function webLocks(): LockManager | undefined {
  return globalThis.origin === 'null' ? undefined : globalThis.navigator?.locks
}

/** Whether a request failed because the page's storage is blocked: every later one fails too. */
export const isRefusal = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'SecurityError'
