/**
 * A set of document numbers as bits: how a scope and its filters reach the indexes.
 * Number `n` is bit `n & 31` of word `n >>> 5`; numbers past the last word are absent.
 */
export class Bitmask {
  readonly words: Uint32Array

  constructor(capacityOrWords: number | Uint32Array) {
    this.words = typeof capacityOrWords === 'number' ? new Uint32Array((capacityOrWords + 31) >>> 5) : capacityOrWords
  }

  add(no: number): void {
    const word = no >>> 5
    if (word < this.words.length) this.words[word] = (this.words[word] as number) | (1 << (no & 31))
  }

  has(no: number): boolean {
    return (((this.words[no >>> 5] ?? 0) >>> (no & 31)) & 1) === 1
  }

  count(): number {
    let total = 0
    for (let word of this.words) {
      word -= (word >>> 1) & 0x55555555
      word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
      total += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
    }
    return total
  }
}
