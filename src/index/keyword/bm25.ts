/**
 * k (k1) saturates repetition, d (delta) keeps a long text with the word above one without: MiniSearch's values. b
 * discounts long texts, and turns of a chat differ in length less for being padded than for saying more: .5 found more
 * than .7 in LoCoMo (R@10 .649, was .645) and MemoryBank (MRR .81, was .80).
 */
export const BM25 = { k: 1.2, b: 0.5, d: 0.5 }

/** BM25 multiplies the rarity of a word by less than this, however often it occurs. */
export const BM25_CEILING = BM25.k + 1 + BM25.d

/**
 * Inverse document frequency as in BM25 (Robertson and Spärck Jones): how much a word tells that `n` of `documents`
 * have.
 */
export function inverseFrequency(n: number, documents: number): number {
  return Math.log(1 + (Math.max(0, documents - n) + 0.5) / (n + 0.5))
}
