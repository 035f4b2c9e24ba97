import type { ManagedEmbedder } from '../../embed/managed-embedder.js'

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
/** Without a tokenizer: about a token for each Chinese character, and for 3.5 others. Rather too many than too few. */
const NARROW_PER_TOKEN = 3.5

/** Tokens of each text by the embedder's tokenizer; an estimate where it is not loaded. */
export async function countTokens(embedder: ManagedEmbedder | undefined, texts: readonly string[]): Promise<number[]> {
  if (embedder?.state === 'ready') {
    try {
      return await embedder.countTokens(texts)
    } catch {
      // The embedder's state tells; a block of roughly the right size is better than none.
    }
  }
  return texts.map(estimateTokens)
}

function estimateTokens(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0
  return Math.ceil(wide + (text.length - wide) / NARROW_PER_TOKEN)
}

/** Characters of such a text that `tokens` tokens hold, roughly. */
export function charactersIn(tokens: number, text: string): number {
  const sample = text.slice(0, 2_000)
  return Math.floor((tokens * sample.length) / Math.max(1, estimateTokens(sample)))
}
