import type { SearchHit } from 'locket-memory'

/** What a language model replies, while it comes and after. Tells of a `change`. */
export class Reply extends EventTarget {
  text = ''
  state: 'coming' | 'done' | 'cut' | 'stopped' | 'failed' = 'coming'
  /** What it was given from the memory. */
  recalled: readonly SearchHit[] = []
  /** Why it failed, and what to do. */
  problem: string | undefined
  readonly #ending = new AbortController()

  get signal(): AbortSignal {
    return this.#ending.signal
  }

  stop(): void {
    this.#ending.abort()
  }

  given(recalled: readonly SearchHit[]): void {
    this.recalled = recalled
    this.#changed()
  }

  readonly append = (piece: string): void => {
    this.text += piece
    this.#changed()
  }

  end(state: Exclude<Reply['state'], 'coming'>, problem?: string): void {
    this.state = state
    this.problem = problem
    this.#changed()
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'))
  }
}
