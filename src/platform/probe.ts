import { probeLockOf } from './probe-lock.js'

/**
 * Pauses, in ms, between checks whether a probe was answered: ten seconds in total. Timers rather than a clock, so that
 * a computer that slept in between is not taken for a tab that hangs.
 */
const CHECKS_MS = [50, 200, 750, ...new Array<number>(9).fill(1_000)]

/** Probes the holder of a lock: false if it has not answered within ten seconds. */
export async function isResponsive(locks: LockManager, name: string): Promise<boolean> {
  await locks.request(probeLockOf(name), { steal: true }, () => undefined)
  for (const ms of CHECKS_MS) {
    await pause(ms)
    if (await locks.request(probeLockOf(name), { ifAvailable: true }, (lock) => lock === null)) return true
  }
  return false
}

/** Pauses, in ms, before the first probe and between probes. */
const FIRST_PROBE_MS = 2_000
const PROBE_MS = 30_000

/** Probes at intervals; resolves when a probe was not answered, or when `signal` aborts. */
export async function untilUnresponsive(answers: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (let ms = FIRST_PROBE_MS; ; ms = PROBE_MS) {
    await pause(ms, signal)
    if (signal.aborted || !(await answers())) return
  }
}

/** Resolves after `ms`, or as soon as `signal` aborts. */
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
