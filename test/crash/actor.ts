import type { Acknowledged, Answer, Dump, Task } from './protocol.js'
import type { Random } from './random.js'

/** `loss`: acknowledged, and not there. `half-written`: part of an operation is there. */
export type Kind = 'loss' | 'duplicate' | 'half-written' | 'index' | 'job' | 'number' | 'error'

export interface Violation {
  kind: Kind
  message: string
}

/** `unknown`: nobody heard what became of it, since the browser died or its store did. */
export type Outcome =
  | { state: 'acknowledged'; value: Acknowledged }
  | { state: 'refused'; code: string; message: string }
  | { state: 'unknown' }

/** What storing fails with when the process behind it dies under a living page: what was under way may be stored or not. */
const LOST = new Set(['STORE_LOST', 'STORE_UNAVAILABLE', 'STORE_CORRUPT', 'TRANSACTION_FAILED'])

export function outcomeOf(answer: Answer, isStoreKilled: boolean): Outcome {
  if (answer.ok) return { state: 'acknowledged', value: answer.value }
  return isStoreKilled && LOST.has(answer.code)
    ? { state: 'unknown' }
    : { state: 'refused', code: answer.code, message: answer.message }
}

/** A task to be done, and what follows for what is expected from how it ends. */
export interface Step {
  task: Task
  settle(outcome: Outcome): void | Promise<void>
}

/** Does things to a part of the store of which it knows what must be there. */
export interface Actor {
  /** The next thing to do; undefined when there is nothing to do now. Called again only after the step before was settled. */
  next(random: Random): Step | undefined
  /** Compares what is stored with what is expected, and takes the one for the other where the kill left a choice. */
  check(dump: Dump, when: 'opened' | 'idle'): Violation[]
}
