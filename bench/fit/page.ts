import { transformersEmbedder } from 'locket-memory/transformers'
import type { EmbeddingPurpose } from 'locket-memory'

interface Request {
  texts: string[]
  purpose: EmbeddingPurpose
}

const embedder = transformersEmbedder()

/** The first vector of each text, as plain numbers: JSON is all that crosses. */
Object.assign(window, {
  run: async ({ texts, purpose }: Request): Promise<number[][]> =>
    (await embedder.embed(texts, purpose)).map(({ vectors: [first] }) => Array.from(first ?? [])),
})
