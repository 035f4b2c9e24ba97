import { answerProbes } from './probe-lock.js'
import { isResponsive, untilUnresponsive } from './probe.js'
import { isRefusal, webLocks } from './web-locks.js'

/**
 * Runs the step while no other instance runs one of that name, where Web Locks can tell. One that hangs in its step is
 * passed over, so what the step commits must bear that another has done it meanwhile. Rejects as the step does, or when
 * the signal is aborted before it begins.
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
  // What became of the step itself is waited for below.
  passOver().catch(() => undefined)
  try {
    await locks.request(name, { signal: waiting }, run)
  } catch (cause) {
    // Its turn came by passing over another, or it was passed over itself.
    if (running) return running
    if (isRefusal(cause)) return step()
    throw cause
  } finally {
    over.abort()
  }
}
