import type { Embedder, Embedding } from '../embed/embedder.js'
import { terms } from '../language/terms.js'

export interface HashEmbedderOptions {
  /** Default 64. */
  dimensions?: number
  /** Distinguishes two embedders whose vectors must not mix. Default `hash`. */
  name?: string
}

/**
 * A deterministic stand-in for a model, for tests of mechanics: texts that share words are similar, others are not.
 * It knows nothing of meaning. Each word is a pseudo-random direction; a text is the sum of its words' directions.
 */
export function hashEmbedder({ dimensions = 64, name = 'hash' }: HashEmbedderOptions = {}): Embedder {
  const unrelated = { mean: 0, deviation: 1 / Math.sqrt(dimensions) }
  return {
    fingerprint: `${name}:${dimensions}`,
    dimensions,
    background: { latin: unrelated, cjk: unrelated, mixed: unrelated },
    load: () => Promise.resolve(),
    embed: (texts) => Promise.resolve(texts.map((text) => embedding(text, dimensions))),
    countTokens: (texts) => Promise.resolve(texts.map((text) => Math.max(1, terms(text).length))),
    dispose: () => Promise.resolve(),
  }
}

function embedding(text: string, dimensions: number): Embedding {
  const words = terms(text)
  const vector = new Float32Array(dimensions)
  for (const word of words.length > 0 ? words : ['']) {
    let state = seed(word)
    for (let i = 0; i < dimensions; i++) {
      state = next(state)
      vector[i] = (vector[i] as number) + state / 0x80000000 - 1
    }
  }
  const norm = Math.hypot(...vector)
  return {
    vectors: [vector.map((value) => value / norm)],
    tokens: Math.max(1, words.length),
    tokensSkipped: 0,
    unknownShare: 0,
  }
}

/** FNV-1a, 32 bits. */
function seed(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash >>> 0 || 1
}

/** Xorshift, 32 bits (Marsaglia 2003). */
function next(state: number): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return state >>> 0
}
