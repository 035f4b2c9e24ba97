import { type Block, BLOCK_ROWS, blockBytes, blockViews, type Kernel, type Steps } from './kernel.js'
import { KERNEL_BASE64 } from './kernel-bytes.js'

interface Exports {
  layout(stride: number, coarse: number, fine: number, slots: number, scores: number, blocks: number): void
  ask(coarseStep: number, fineStep: number, slack: number): void
  scan: Kernel['scan']
  pick: Kernel['pick']
  rerank: Kernel['rerank']
}

const PAGE = 65_536

/**
 * Undefined where WebAssembly or its SIMD is missing or forbidden. Throws a RangeError when `maxBytes` or the machine
 * has no room.
 */
export async function openWasmKernel(stride: number, maxBytes: number): Promise<Kernel | undefined> {
  if (typeof WebAssembly === 'undefined') return undefined
  const maximum = Math.min(PAGE, Math.floor(maxBytes / PAGE))
  const memory = new WebAssembly.Memory({ initial: Math.ceil(header(stride) / PAGE), maximum })
  try {
    // WebKit's content security policy lets it be compiled, and refuses to instantiate it.
    const module = await WebAssembly.compile(Uint8Array.from(atob(KERNEL_BASE64), (char) => char.charCodeAt(0)))
    const instance = await WebAssembly.instantiate(module, { env: { memory } })
    return new WasmKernel(stride, memory, instance.exports as unknown as Exports)
  } catch (error) {
    // A policy is reported as either, depending on the engine.
    if (error instanceof WebAssembly.CompileError || error instanceof EvalError) return undefined
    throw error
  }
}

/** Bytes before the first block. */
function header(stride: number): number {
  return (
    2 * stride * Int16Array.BYTES_PER_ELEMENT +
    BLOCK_ROWS * (Uint32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT)
  )
}

class WasmKernel implements Kernel {
  readonly kind = 'wasm'
  readonly stride: number
  readonly scan: Kernel['scan']
  readonly pick: Kernel['pick']
  readonly rerank: Kernel['rerank']
  readonly #memory: WebAssembly.Memory
  readonly #ask: Exports['ask']
  #views: Pick<Kernel, 'coarse' | 'fine' | 'slots' | 'scores'> & { blocks: Block[] }

  constructor(stride: number, memory: WebAssembly.Memory, exports: Exports) {
    this.stride = stride
    this.scan = exports.scan
    this.pick = exports.pick
    this.rerank = exports.rerank
    this.#memory = memory
    this.#ask = exports.ask
    this.#views = this.#view(0)
    const { coarse, fine, slots, scores } = this.#views
    exports.layout(stride, coarse.byteOffset, fine.byteOffset, slots.byteOffset, scores.byteOffset, header(stride))
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength
  }

  get coarse(): Int16Array {
    return this.#views.coarse
  }

  get fine(): Int16Array {
    return this.#views.fine
  }

  get slots(): Uint32Array {
    return this.#views.slots
  }

  get scores(): Float64Array {
    return this.#views.scores
  }

  reserve(rows: number): void {
    const blocks = Math.ceil(rows / BLOCK_ROWS)
    if (blocks <= this.#views.blocks.length) return
    const missing = header(this.stride) + blocks * blockBytes(this.stride) - this.bytes
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE))
    this.#views = this.#view(blocks)
  }

  block(index: number): Block {
    return this.#views.blocks[index] as Block
  }

  ask({ coarseStep, fineStep, slack }: Steps): void {
    this.#ask(coarseStep, fineStep, slack)
  }

  /** Growing detaches every earlier view. */
  #view(blocks: number) {
    const { buffer } = this.#memory
    const { stride } = this
    const size = blockBytes(stride)
    return {
      coarse: new Int16Array(buffer, 0, stride),
      fine: new Int16Array(buffer, 2 * stride, stride),
      slots: new Uint32Array(buffer, 4 * stride, BLOCK_ROWS),
      scores: new Float64Array(buffer, 4 * stride + 4 * BLOCK_ROWS, BLOCK_ROWS),
      blocks: Array.from({ length: blocks }, (_, index) => blockViews(buffer, header(stride) + index * size, stride)),
    }
  }
}
