import { isFull } from '../store/failures.js'
import { LocketError } from '../values/errors.js'
import type { MemoryListener } from './events.js'

type Event = Parameters<MemoryListener>[0]

/** Warnings that `health()` shows. */
const MOST_WARNINGS = 20

/** What an open memory tells the application: events, warnings, and why it was closed. */
export class Notices {
  /** The newest warnings, oldest first. */
  readonly warnings: LocketError[] = []
  /** Why nothing can be done any more; undefined while the memory is open. */
  closed: LocketError | undefined
  private readonly listeners = new Set<MemoryListener>()

  /**
   * @param onWarning as given to `open`
   * @param onFull called for each warning that the disk or the quota is full
   */
  constructor(
    private readonly onWarning: (problem: LocketError) => void,
    private readonly onFull: () => void,
  ) {}

  subscribe(listener: MemoryListener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  emit(event: Event): void {
    for (const listener of this.listeners) {
      try {
        listener(event)
      } catch (cause) {
        // Not by `warn`, which would call the same subscriber again.
        this.onWarning(new LocketError('INVALID_INPUT', 'A subscriber threw.', { cause }))
      }
    }
  }

  warn(problem: LocketError): void {
    if (isFull(problem)) this.onFull()
    this.onWarning(problem)
    if (this.warnings.push(problem) > MOST_WARNINGS) this.warnings.shift()
    this.emit({ type: 'warning', error: problem })
  }

  /** Runs a task that nobody waits for: what goes wrong becomes a warning, unless closing caused it. */
  inBackground(task: () => Promise<unknown>): void {
    task().catch((cause: unknown) => {
      if (this.closed) return
      const problem = cause instanceof LocketError ? cause : undefined
      this.warn(problem ?? new LocketError('INDEX_FAILED', 'Work in the background failed.', { cause }))
    })
  }

  /** Closes the memory from within: every call from here on rejects with the problem. */
  fail(problem: LocketError): void {
    if (this.closed) return
    this.closed = problem
    this.emit({ type: 'closed', error: problem })
  }

  /** Forgets all listeners, once the memory is closed. */
  clear(): void {
    this.listeners.clear()
  }
}
