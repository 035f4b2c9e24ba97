import { EmbedderError } from '../values/errors.js'

/** Settles as the work does, or rejects with `ABORTED` as soon as the signal aborts. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined, onAbort?: () => void): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = () => {
      onAbort?.()
      reject(abortedError(signal.reason))
    }
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
  })
}

export function abortedError(reason: unknown): EmbedderError {
  return new EmbedderError('ABORTED', 'The call was aborted.', { cause: reason })
}
