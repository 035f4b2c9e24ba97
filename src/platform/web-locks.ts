/**
 * Undefined where there are no Web Locks, or where they always refuse: in opaque origins, such as those of sandboxed
 * frames.
 */
export function webLocks(): LockManager | undefined {
  return globalThis.origin === 'null' ? undefined : globalThis.navigator?.locks
}

/** Whether Web Locks refused for good: pages whose storage is blocked have such ones. */
export const isRefusal = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'SecurityError'

/** Runs the step while nobody else of the origin runs one of that name; at once where there are no Web Locks. */
export async function withLock<T>(name: string, step: () => Promise<T>): Promise<T> {
  const locks = webLocks()
  if (!locks) return step()
  let hasBegun = false
  try {
    return await (locks.request(name, () => {
      hasBegun = true
      return step()
    }) as Promise<T>)
  } catch (cause) {
    if (!hasBegun && isRefusal(cause)) return step()
    throw cause
  }
}
