import type { VectorHit } from '../vector-index.js'

/**
 * The `k` best documents of a stream of scored rows, each document once, at its best row.
 * A heap, worst on top, over a map of the best scores. A document that improves leaves a stale entry behind, dropped
 * when it reaches the top.
 */
export class TopDocuments {
  readonly #k: number
  readonly #best = new Map<number, number>()
  readonly #heap: VectorHit[] = []

  constructor(k: number) {
    this.#k = k
  }

  /** What a row must at least score to matter. */
  get threshold(): number {
    return this.#best.size < this.#k ? -Infinity : (this.#heap[0] as VectorHit).score
  }

  offer(no: number, score: number): void {
    if (score < this.threshold) return
    const best = this.#best.get(no)
    if (best !== undefined && best >= score) return
    const hit = { no, score }
    if (best === undefined && this.#best.size === this.#k && worse(hit, this.#heap[0] as VectorHit)) return
    this.#best.set(no, score)
    this.#push(hit)
    if (this.#best.size > this.#k) this.#best.delete(this.#pop().no)
    // The top must be live: it is the threshold.
    while (this.#isStale(this.#heap[0] as VectorHit)) this.#pop()
  }

  /** Best first, ties by lower number. */
  hits(): VectorHit[] {
    return this.#heap.filter((hit) => !this.#isStale(hit)).sort((a, b) => (worse(a, b) ? 1 : -1))
  }

  #isStale(hit: VectorHit): boolean {
    return this.#best.get(hit.no) !== hit.score
  }

  #push(hit: VectorHit): void {
    const heap = this.#heap
    let at = heap.length
    while (at > 0) {
      const up = (at - 1) >> 1
      if (!worse(hit, heap[up] as VectorHit)) break
      heap[at] = heap[up] as VectorHit
      at = up
    }
    heap[at] = hit
  }

  #pop(): VectorHit {
    const heap = this.#heap
    const top = heap[0] as VectorHit
    const last = heap.pop() as VectorHit
    let at = 0
    for (let down = 1; down < heap.length; down = 2 * at + 1) {
      if (down + 1 < heap.length && worse(heap[down + 1] as VectorHit, heap[down] as VectorHit)) down++
      if (!worse(heap[down] as VectorHit, last)) break
      heap[at] = heap[down] as VectorHit
      at = down
    }
    if (heap.length > 0) heap[at] = last
    return top
  }
}

function worse(a: VectorHit, b: VectorHit): boolean {
  return a.score < b.score || (a.score === b.score && a.no > b.no)
}
