/**
 * Undefined where there are no Web Locks, or where they always refuse: in opaque origins, such as those of sandboxed
 * frames.
 */
export function webLocks(): LockManager | undefined {
  return globalThis.origin === 'null' ? undefined : globalThis.navigator?.locks
}

/** Whether Web Locks refused for good: pages whose storage is blocked have such ones. */
export const isRefusal = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'SecurityError'
