import type { LoadProgress } from '../embed/embedder.js'
import type { LocketError } from '../values/errors.js'
import type { Scope } from '../values/scope.js'
import type { ExtractionReport } from '../write/types.js'

export interface ChangeEvent {
  type: 'change'
  /** Documents whose rows changed, by this instance or another tab's. */
  messages: string[]
  memories: string[]
  /** The scopes that they belong to. */
  scopes: Scope[]
}

/**
 * `progress`: model files are loading. `extracted`: facts were drawn, or could not be. `recording`: paused or resumed.
 * `warning`: what `onWarning` is called for, too.
 */
export type MemoryListener = (
  event:
    | ChangeEvent
    | { type: 'reset' }
    | { type: 'work'; pending: number }
    | { type: 'progress'; progress: LoadProgress }
    | { type: 'extracted'; report: ExtractionReport }
    | { type: 'recording'; on: boolean }
    | { type: 'warning'; error: LocketError }
    | { type: 'closed'; error: LocketError },
) => void
