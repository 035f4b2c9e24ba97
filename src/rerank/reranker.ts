/** A result that search has found, as a reranker sees it. */
export interface RerankCandidate {
  id: string
  /** What was said or is known; `Name: text` where the speaker has a name. */
  text: string
  /** When it was said, as ISO text. */
  at: string
}

/**
 * Judges results that search has found by reading question and text together: slower than search, and on the few best
 * only.
 */
export interface Reranker {
  /** What a person would call it, for example `transformers: my-cross-encoder`. */
  readonly name: string
  /**
   * How well each candidate answers the query: one score a candidate in their order, 0 to 1, higher is better. They
   * come best first. A rejection, or scores that are none, leave the order as it is and are reported
   * (`report.problems`).
   * @throws LanguageModelError `MODEL_MISSING`, `MODEL_UNAVAILABLE`, `MODEL_FAILED`, `CONTEXT_EXCEEDED`; LocketError
   *   `ABORTED` by `signal`.
   */
  rerank(query: string, candidates: readonly RerankCandidate[], options?: { signal?: AbortSignal }): Promise<number[]>
  dispose(): Promise<void>
}
