import { asLocketError, LocketError } from '../errors.js'
import type { Embedder, Embedding, EmbeddingPurpose, LoadProgress } from './embedder.js'
import { checkEmbeddings } from './check.js'

export type EmbedderState = 'idle' | 'loading' | 'ready' | 'failed'

/** An embedder as Locket uses it: loaded when first needed, its state known, what it returns checked. */
export class ManagedEmbedder {
  state: EmbedderState = 'idle'
  problem: LocketError | undefined

  constructor(
    readonly plug: Embedder,
    private readonly onProgress: ((progress: LoadProgress) => void) | undefined,
  ) {}

  get fingerprint(): string {
    return this.plug.fingerprint
  }

  get dimensions(): number {
    return this.plug.dimensions
  }

  /** Rejects with what the embedder threw, or with `INVALID_VECTOR`, `DIMENSION_MISMATCH` or `MODEL_FAILED` when its answer is not what was asked for. */
  async embed(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Embedding[]> {
    await unlessAborted(this.ready(), signal)
    const embedded = await this.plug.embed(texts, purpose, signal ? { signal } : {})
    checkEmbeddings(embedded, texts.length, this.plug.dimensions)
    return embedded
  }

  async countTokens(texts: readonly string[]): Promise<number[]> {
    await this.ready()
    return this.plug.countTokens(texts)
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
    this.state = 'loading'
    try {
      await this.plug.load(this.onProgress ? { onProgress: this.onProgress } : {})
      this.state = 'ready'
      this.problem = undefined
    } catch (cause) {
      this.state = 'failed'
      this.problem = asLocketError(cause, 'MODEL_FAILED', 'The embedder could not be loaded.')
      throw cause
    }
  }
}

/** Whoever gave up need not wait for a load that never ends; it goes on for the others. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(new LocketError('ABORTED', 'Waiting for the embedder was aborted.', { cause: signal.reason }))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
