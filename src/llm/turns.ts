import { abortedError, throwIfAborted } from './request.js'

/**
 * Runs one piece of work after another, in the order they were asked for; what is aborted while it waits is never
 * begun.
 */
export class Turns {
  private last: Promise<unknown> = Promise.resolve()

  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const turn = this.last.then(() => {
      throwIfAborted(signal)
      return work()
    })
    this.last = turn.catch(() => {})
    return signal ? abortable(turn, signal) : turn
  }
}

/** Rejects with `ABORTED` as soon as the signal is aborted, whether or not the work sees it. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortedError(signal))
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
  })
}
