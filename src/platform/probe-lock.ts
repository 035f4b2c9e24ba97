/**
 * Beside a lock lies a bell, a second lock, which the holder of the first holds too. Who rings it steals it, which a
 * thread that lives notices and takes it back; a thread that hangs or is frozen still shows both locks as held, and
 * does not. Until `signal` is aborted, this answers whoever rings.
 */
export function answerProbes(locks: LockManager, name: string, signal: AbortSignal): void {
  if (signal.aborted) return
  const stolen = locks.request(
    probeLockOf(name),
    { signal },
    () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  )
  stolen.catch((cause: unknown) => {
    // Of a frame that was taken out of its page, whatever is asked fails at once: that is no ring.
    if ((cause as DOMException).name === 'AbortError') answerProbes(locks, name, signal)
  })
}

/** The name of the bell beside a lock. */
export const probeLockOf = (name: string): string => `${name}:bell`
