import { asLocketError, EmbedderError, LocketError } from '../values/errors.js'
import type { Embedder, Embedding, EmbeddingPurpose, LoadProgress } from './embedder.js'
import { checkEmbeddings } from './check.js'

export type EmbedderState = 'idle' | 'loading' | 'ready' | 'failed'

/** Milliseconds without a sign of life after which a load, or the embedding of texts, counts as hung. */
export type StallTimeouts = Readonly<Record<'load' | EmbeddingPurpose, number>>

/** Far beyond what a slow device takes: it tells a hang from work. */
const PATIENCE: StallTimeouts = { load: 180_000, query: 60_000, passage: 600_000 }

/**
 * An embedder as Locket uses it: loaded when first needed, its state known, what it returns checked, and never waited
 * for without end.
 */
export class ManagedEmbedder {
  state: EmbedderState = 'idle'
  problem: LocketError | undefined
  /** As they were at first: rows under one fingerprint are of one model. */
  readonly fingerprint: string
  readonly dimensions: number
  /** When the load under way last told of itself, by `performance.now()`. */
  private heard = 0

  constructor(
    readonly plug: Embedder,
    private readonly onProgress: ((progress: LoadProgress) => void) | undefined,
    private readonly patience: StallTimeouts = PATIENCE,
  ) {
    this.fingerprint = plug.fingerprint
    this.dimensions = plug.dimensions
  }

  /**
   * Rejects with what the embedder threw; with `INVALID_VECTOR`, `DIMENSION_MISMATCH` or `MODEL_FAILED` when its answer
   * is not what was asked for; with `MODEL_STALE` when it has become another; with `MODEL_UNAVAILABLE` when it does not
   * answer; with `ABORTED`.
   */
  async embed(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Embedding[]> {
    await unlessAborted(this.ready(), signal)
    this.requireSame()
    const asked = performance.now()
    const answer = unlessHung(
      this.plug.embed(texts, purpose, signal ? { signal } : {}),
      this.patience[purpose],
      () => asked,
    )
    // An embedder need not heed the signal.
    const embedded = await unlessAborted(answer, signal)
    this.requireSame()
    checkEmbeddings(embedded, texts.length, this.dimensions)
    return embedded
  }

  async countTokens(texts: readonly string[]): Promise<number[]> {
    await this.ready()
    const asked = performance.now()
    return unlessHung(this.plug.countTokens(texts), this.patience.query, () => asked)
  }

  /** Resolves when the model is loaded; rejects with what the embedder threw, or `MODEL_UNAVAILABLE` when it hangs. */
  load(): Promise<void> {
    return this.ready()
  }

  /** Tells early what would keep the embedder from loading. */
  async check(signal: AbortSignal): Promise<void> {
    try {
      await this.plug.check?.(signal)
    } catch (cause) {
      this.problem = asLocketError(cause, 'MODEL_FAILED', 'The embedder cannot be loaded.')
      throw this.problem
    }
  }

  private async ready(): Promise<void> {
    if (this.state === 'ready') return
    if (this.state !== 'loading') this.heard = performance.now()
    this.state = 'loading'
    try {
      const load = this.plug.load({
        onProgress: (progress) => {
          this.heard = performance.now()
          this.onProgress?.(progress)
        },
      })
      await unlessHung(load, this.patience.load, () => this.heard)
      this.state = 'ready'
      this.problem = undefined
    } catch (cause) {
      this.state = 'failed'
      this.problem = asLocketError(cause, 'MODEL_FAILED', 'The embedder could not be loaded.')
      throw cause
    }
  }

  private requireSame(): void {
    const { fingerprint, dimensions } = this.plug
    if (fingerprint === this.fingerprint && dimensions === this.dimensions) return
    throw new EmbedderError(
      'MODEL_STALE',
      `The embedder was ${this.fingerprint} when the memory was opened, and is ${fingerprint} now.`,
      {
        value: fingerprint,
        hint: 'Close the memory and open it again: what the other one embedded is then embedded anew.',
      },
    )
  }
}

/**
 * Settles as the work does, or rejects when nothing was heard of it for so long. What hangs may go on; nobody waits for
 * it.
 */
function unlessHung<T>(work: Promise<T>, ms: number, heard: () => number): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>
    const wait = (): void => {
      const left = heard() + ms - performance.now()
      if (left > 0) timer = setTimeout(wait, left)
      else
        reject(
          new EmbedderError('MODEL_UNAVAILABLE', `The embedder has not answered for ${Math.round(ms / 1_000)} s.`, {
            hint: 'Texts stay stored and found by keywords; it is asked again later.',
          }),
        )
    }
    wait()
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Whoever gave up need not wait for work that never ends; it goes on for the others. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = () =>
      reject(new LocketError('ABORTED', 'Waiting for the embedder was aborted.', { cause: signal.reason }))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
