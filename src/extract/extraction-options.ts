/** How a language model draws facts. */
export interface ExtractionOptions {
  /**
   * `additive` (default): one reply tells all facts of a batch; what they mean for what is known is decided by rules.
   * `classic`: the model also decides, for each fact with a near neighbour, whether it adds, updates, contradicts or
   * repeats.
   */
  mode?: 'additive' | 'classic'
  /**
   * `local`: short prompts for small models. `full`: longer ones. Default `auto`: `full` from a context of 16,384
   * tokens on.
   */
  tier?: 'auto' | 'local' | 'full'
  /** Added to the instructions, in your own words. */
  customInstructions?: string
  /** What is to be kept, and what never. */
  includes?: string
  excludes?: string
  /** `classic`: replaces the instructions of the prompt that decides. */
  updatePrompt?: string
  /** Tokens of one reply, 1 or more. Default: 1,024 (`local`) or 3,000 (`full`), at most a third of the context. */
  maxTokens?: number
}
