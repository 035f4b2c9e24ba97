import { expose, transfer } from 'comlink'
import type * as Library from 'hnswlib-wasm'
import { IndexError } from '../../../values/errors.js'
import { installErrorTransfer } from '../../../platform/worker-errors.js'

installErrorTransfer()

export interface GraphOptions {
  dimensions: number
  m: number
  efConstruction: number
  /** Where the library is, for pages whose import map says so: import maps do not reach workers. */
  library: string | undefined
}

const FIRST_CAPACITY = 1024
const GROWTH = 1.5
/** Any: the same rows in the same order make the same graph. */
const SEED = 100

/** The library's memory is the one graph's, so a worker makes one and ends with it. */
let graph: Library.HierarchicalNSW
let memory: { HEAPU8: Uint8Array }
let dimensions = 0
let capacity = FIRST_CAPACITY
/**
 * Rows held; also the next label. A label is never given twice, and nothing is ever marked as deleted: the library
 * duplicates such labels.
 */
let rows = 0

const remote = {
  async open(options: GraphOptions): Promise<void> {
    const { loadHnswlib } = await importLibrary(options.library)
    // The library opens a database of its own when it starts. In this worker it waits for it for ever, which hinders
    // nothing else.
    Object.defineProperty(self, 'indexedDB', { value: { open: () => ({}) } })
    const library = await loadHnswlib().catch(refused)
    memory = library as unknown as typeof memory
    dimensions = options.dimensions
    // No file name: the graph is not to be saved.
    graph = new library.HierarchicalNSW('ip', dimensions, '')
    graph.initIndex(capacity, options.m, options.efConstruction, SEED)
  },

  /** Appends rows under the next labels. Returns the bytes of memory held. */
  add(added: Float32Array): number {
    const end = rows + added.length / dimensions
    try {
      if (end > capacity) graph.resizeIndex((capacity = Math.ceil(Math.max(end, capacity * GROWTH))))
      for (let at = 0; rows < end; at += dimensions) graph.addPoint(added.subarray(at, at + dimensions), rows++, false)
    } catch (cause) {
      // WebAssembly's exceptions are neither errors nor clonable.
      throw new IndexError('INDEX_FAILED', `The graph did not take row ${rows} of ${end}.`, {
        cause: String(cause),
        hint: 'There may be no memory left.',
      })
    }
    return memory.HEAPU8.byteLength
  },

  /** Labels of the nearest rows, best first, about `count`. */
  search(query: Float32Array, count: number): Uint32Array {
    graph.setEfSearch(count)
    const found = Uint32Array.from(graph.searchKnn(query, count, undefined).neighbors)
    return transfer(found, [found.buffer])
  },

  /** The rows of these labels. */
  read(labels: Uint32Array): Float32Array {
    const read = new Float32Array(labels.length * dimensions)
    labels.forEach((label, i) => read.set(graph.getPoint(label), i * dimensions))
    return transfer(read, [read.buffer])
  },
}

/** What `graph.ts` calls over comlink. */
export type HnswRemote = typeof remote

expose(remote)

async function importLibrary(address: string | undefined): Promise<typeof Library> {
  try {
    return await import('hnswlib-wasm').catch((cause: unknown) => {
      if (address === undefined) throw cause
      return import(/* @vite-ignore */ address) as Promise<typeof Library>
    })
  } catch (cause) {
    throw new IndexError('INDEX_FAILED', 'The library hnswlib-wasm is not there.', {
      cause: String(cause),
      hint: 'Run npm i hnswlib-wasm; a page without a bundler names it in its import map.',
    })
  }
}

function refused(cause: unknown): never {
  const said = String(cause)
  throw new IndexError('INDEX_FAILED', 'The library hnswlib-wasm did not start.', {
    cause: said,
    hint: /memory/i.test(said)
      ? 'There is no memory left for it: the exact scan answers until the index is opened again.'
      : "It makes code from strings: the worker's content security policy must allow 'unsafe-eval', which an extension's cannot.",
  })
}
