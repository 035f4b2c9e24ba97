import { answerProbes } from './probe-lock.js'
import { isResponsive, untilUnresponsive } from './probe.js'
import { isRefusal, webLocks } from './web-locks.js'

/**
 * Runs `step` under the exclusive Web Lock `name`; at once where there are no Web Locks. When the holder of the lock
 * hangs, its lock is stolen after about ten seconds, so `step` must be correct even if another instance did the same
 * work at the same time. Rejects with what `step` rejects with, or when `signal` aborts before it starts.
 */
export async function runExclusively(name: string, step: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const locks = webLocks()
  if (!locks) return step()
  let running: Promise<void> | undefined
  const over = new AbortController()
  const waiting = AbortSignal.any([signal, over.signal])
  const run = (): Promise<void> => {
    over.abort()
    const done = new AbortController()
    answerProbes(locks, name, done.signal)
    return (running = step().finally(() => done.abort()))
  }
  const passOver = async (): Promise<void> => {
    await untilUnresponsive(() => isResponsive(locks, name), waiting)
    if (!waiting.aborted) await locks.request(name, { steal: true }, run)
  }
  // The result of the step is awaited below.
  passOver().catch(() => undefined)
  try {
    await locks.request(name, { signal: waiting }, run)
  } catch (cause) {
    // The step runs under a stolen lock, or its own lock was stolen while it ran.
    if (running) return running
    if (isRefusal(cause)) return step()
    throw cause
  } finally {
    over.abort()
  }
}
