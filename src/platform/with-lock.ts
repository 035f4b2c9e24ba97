import { isRefusal, webLocks } from './web-locks.js'

/** Runs `step` under the exclusive Web Lock `name` of this origin; at once where there are no Web Locks. */
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
