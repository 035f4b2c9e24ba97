import type { Embedder } from 'locket-memory'

/** Passes everything through and keeps the vectors of each text, one for each window, so that the rankings beside Locket's use the very same ones. */
export function recordingEmbedder(plug: Embedder) {
  const vectors = { query: new Map<string, Float32Array[]>(), passage: new Map<string, Float32Array[]>() }
  const embedder: Embedder = {
    ...plug,
    embed: async (texts, purpose, options) => {
      const embedded = await plug.embed(texts, purpose, options)
      embedded.forEach(({ vectors: windows }, i) => vectors[purpose].set(texts[i] as string, windows))
      return embedded
    },
  }
  return { embedder, vectors }
}
