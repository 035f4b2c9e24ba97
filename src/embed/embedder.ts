/** `query` for what is asked, `passage` for what is stored: some models want a different prefix for each. */
export type EmbeddingPurpose = 'query' | 'passage'

export interface Embedding {
  /** One unit vector per window of the text; a text that fits the model has one. Never empty. */
  vectors: Float32Array[]
  /** Tokens of the whole text. */
  tokens: number
  /**
   * Tokens past the last window that was embedded: found by keywords only. 0 unless the text exceeds the window limit.
   */
  tokensSkipped: number
  /** Share of tokens (0 to 1) that the vocabulary cannot express. */
  unknownShare: number
}

export interface LoadProgress {
  /** What is being loaded, for example a file's name. */
  item: string
  /** Bytes so far and in all; `total` is undefined when the server does not say. */
  loaded: number
  total: number | undefined
}

export interface Distribution {
  mean: number
  deviation: number
}

/**
 * By script, for models that find two texts of one script alike whatever they say: query and passage both Latin, both
 * Chinese, Japanese or Korean, or one of each.
 */
export interface Background {
  latin: Distribution
  cjk: Distribution
  mixed: Distribution
  /**
   * The mean vector of passages of all kinds, by script. With it, a query is compared to what it is as similar to
   * anyway instead of to the mean above: some queries resemble everything, and a query in one language resembles
   * nothing in the other.
   */
  centers?: { latin: Float32Array; cjk: Float32Array } | undefined
}

/** Turns text into unit vectors whose dot product is their similarity. */
export interface Embedder {
  /**
   * Names everything that changes a vector: model, weights, pooling, prefixes. Vectors of different fingerprints never
   * mix.
   */
  readonly fingerprint: string
  readonly dimensions: number
  /**
   * The similarity between a query and passages that have nothing to do with it: what makes scores comparable across
   * stores.
   */
  readonly background: Background
  /** Where the model runs (`webgpu`, `wasm`), why there, and on how many threads; undefined until it is loaded. */
  readonly runtime?: { device: string; reason: string; threads?: number } | undefined
  /** Idempotent; called by Locket when first needed. Rejects with an `EmbedderError`, and may be tried again. */
  load(options?: { onProgress?: (progress: LoadProgress) => void; signal?: AbortSignal }): Promise<void>
  /** Rejects when what `load` needs is missing or stale, without loading it. Called once when a memory opens. */
  check?(signal: AbortSignal): Promise<void>
  /** One result per text, in order. A text that is empty after trimming still gets a vector. */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, options?: { signal?: AbortSignal }): Promise<Embedding[]>
  /** Tokens of each text, without embedding it. */
  countTokens(texts: readonly string[]): Promise<number[]>
  dispose(): Promise<void>
}
