import { type Block, BLOCK_ROWS, blockBytes, blockViews, type Kernel, type Steps } from './kernel.js'

/** The kernel where there is no WebAssembly: slower, with the same results. */
export class JsKernel implements Kernel {
  readonly kind = 'js'
  readonly stride: number
  readonly coarse: Int16Array
  readonly fine: Int16Array
  readonly slots = new Uint32Array(BLOCK_ROWS)
  readonly scores = new Float64Array(BLOCK_ROWS)
  readonly #maxBytes: number
  #blocks: Block[] = []
  #steps: Steps = { coarseStep: 0, fineStep: 0, slack: 0 }

  constructor(stride: number, maxBytes: number) {
    this.stride = stride
    this.coarse = new Int16Array(stride)
    this.fine = new Int16Array(stride)
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#blocks.length * blockBytes(this.stride)
  }

  reserve(rows: number): void {
    const size = blockBytes(this.stride)
    const blocks = Math.ceil(rows / BLOCK_ROWS)
    if (blocks * size > this.#maxBytes)
      throw new RangeError(`${blocks * size} bytes are more than the limit of ${this.#maxBytes}.`)
    const added = Array.from({ length: Math.max(0, blocks - this.#blocks.length) }, () =>
      blockViews(new ArrayBuffer(size), 0, this.stride),
    )
    this.#blocks.push(...added)
  }

  block(index: number): Block {
    return this.#blocks[index] as Block
  }

  ask(steps: Steps): void {
    this.#steps = steps
  }

  scan(from: number, to: number, threshold: number): number {
    for (let slot = from; slot < to; slot++) this.slots[slot - from] = slot
    return this.pick(to - from, threshold)
  }

  pick(count: number, threshold: number): number {
    const { slots, stride, coarse } = this
    const { coarseStep, slack } = this.#steps
    let kept = 0
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number
      const { high, scales, errors } = this.block(Math.floor(slot / BLOCK_ROWS))
      const row = slot % BLOCK_ROWS
      const upper =
        (scales[row] as number) * (dot(high, row * stride, coarse) * coarseStep + slack) + (errors[row] as number)
      if (upper < threshold) continue
      slots[kept++] = slot
    }
    return kept
  }

  rerank(count: number): void {
    const { slots, scores, stride, coarse, fine } = this
    const { coarseStep, fineStep } = this.#steps
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number
      const { high, low, scales } = this.block(Math.floor(slot / BLOCK_ROWS))
      const row = slot % BLOCK_ROWS
      const at = row * stride
      const first = dot(high, at, coarse) + dot(low, at, coarse) / 254
      const second = dot(high, at, fine) + dot(low, at, fine) / 254
      scores[i] = (scales[row] as number) * (first * coarseStep + second * fineStep)
    }
  }
}

/**
 * 32-bit throughout: `MAX_LEVELS` keeps it from overflowing. Four sums, so that the additions need not wait for each
 * other.
 */
function dot(rows: Int8Array, at: number, query: Int16Array): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let i = 0; i < query.length; i += 4, at += 4) {
    a = (a + Math.imul(rows[at] as number, query[i] as number)) | 0
    b = (b + Math.imul(rows[at + 1] as number, query[i + 1] as number)) | 0
    c = (c + Math.imul(rows[at + 2] as number, query[i + 2] as number)) | 0
    d = (d + Math.imul(rows[at + 3] as number, query[i + 3] as number)) | 0
  }
  return (a + b + c + d) | 0
}
