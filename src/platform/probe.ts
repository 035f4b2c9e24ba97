import { probeLockOf } from './probe-lock.js'

/**
 * Pauses, in ms, between looks at whether a ring was answered: ten seconds in all. Each is a timer of its own and no
 * clock is asked, so a computer that slept meanwhile is not taken for a tab that hangs.
 */
const LOOKS_MS = [50, 200, 750, ...new Array<number>(9).fill(1_000)]

/** Rings the bell of a lock that is held: false when its holder has not answered for ten seconds. */
export async function isResponsive(locks: LockManager, name: string): Promise<boolean> {
  await locks.request(probeLockOf(name), { steal: true }, () => undefined)
  for (const ms of LOOKS_MS) {
    await pause(ms)
    if (await locks.request(probeLockOf(name), { ifAvailable: true }, (lock) => lock === null)) return true
  }
  return false
}

/** Pauses, in ms, before it is seen whether the holder of a lock still answers. */
const FIRST_RING_MS = 2_000
const RING_MS = 30_000

/** Rings now and then: resolves when nobody answered, or when the signal is aborted. */
export async function untilUnresponsive(answers: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (let ms = FIRST_RING_MS; ; ms = RING_MS) {
    await pause(ms, signal)
    if (signal.aborted || !(await answers())) return
  }
}

/** Resolves after that time, or at once when the signal is aborted. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })
}
