/**
 * Holds the probe lock of a lock that this thread holds, until `signal` aborts. Another context probes the thread by
 * stealing the probe lock: a responsive thread notices and requests it again, whereas one that hangs or is frozen does
 * not, although both locks are still shown as held.
 */
export function answerProbes(locks: LockManager, name: string, signal: AbortSignal): void {
  if (signal.aborted) return
  const stolen = locks.request(
    probeLockOf(name),
    { signal },
    () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  )
  stolen.catch((cause: unknown) => {
    // In a frame that was removed from its page every request fails at once: that is not a probe.
    if ((cause as DOMException).name === 'AbortError') answerProbes(locks, name, signal)
  })
}

/** The name of a lock's probe lock. It is shared with tabs that run other versions: do not change it. */
export const probeLockOf = (name: string): string => `${name}:bell`
