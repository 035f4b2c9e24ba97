import type { LanguageModel } from '../../llm/language-model.js'

const WIDE = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]|[\uD800-\uDBFF][\uDC00-\uDFFF]/g
/**
 * Measured against the tokenizers of Qwen and Llama, both give more characters a token; estimates are to be too high.
 */
const PER_WIDE = 1.2
const CHARACTERS_PER_TOKEN = 3

/** Tokens of a text, about and rather too many, where the model does not tell. */
export function estimateTokens(text: string): number {
  const wide = text.match(WIDE)
  const wideLength = wide?.join('').length ?? 0
  return Math.ceil((wide?.length ?? 0) * PER_WIDE + (text.length - wideLength) / CHARACTERS_PER_TOKEN)
}

export const countTokens = async (llm: LanguageModel, text: string): Promise<number> =>
  llm.countTokens ? llm.countTokens(text) : estimateTokens(text)
