/**
 * Firefox asks the user, in every other browser it decides by itself. Not Firefox on iOS, which is WebKit and has
 * another name.
 */
const PROMPTS = /\bFirefox\//

/** Undefined in workers, which cannot ask, and on plain http. */
function manager(): StorageManager | undefined {
  const storage: Partial<StorageManager> | undefined = globalThis.navigator?.storage
  return typeof storage?.persist === 'function' ? (storage as StorageManager) : undefined
}

/** Asks the browser to keep what this site stores. False when it does not promise it, or cannot be asked here. */
export async function persist(): Promise<boolean> {
  try {
    return (await manager()?.persist()) ?? false
  } catch {
    // Opaque origins have nothing to keep, and refuse.
    return false
  }
}

/** The same, but only where the user is not interrupted by it. */
export async function persistQuietly(): Promise<void> {
  if (!manager()) return
  if (!PROMPTS.test(globalThis.navigator.userAgent) || (await isGranted())) await persist()
}

async function isGranted(): Promise<boolean> {
  try {
    return (await globalThis.navigator.permissions.query({ name: 'persistent-storage' })).state === 'granted'
  } catch {
    // A browser that does not know this permission would ask.
    return false
  }
}
