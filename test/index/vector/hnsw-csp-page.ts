import { hnswIndex } from '../../../src/index/vector/hnsw/index.js'

// A worker from a file has that file's policy; one from a blob has its page's, as in an extension every file has the extension's.
// The query is how Vite knows a worker's file.
const address = new URL('../../../src/index/vector/hnsw/hnsw.worker.ts?worker_file&type=module', import.meta.url).href
const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(address)}`], { type: 'text/javascript' }))

const index = hnswIndex({ efSearch: 4, makeWorker: () => new Worker(blob, { type: 'module' }) })
await index.open(3)
await index.add(
  Uint32Array.from({ length: 100 }, (_, no) => no),
  Float32Array.from({ length: 300 }, (_, i) => Math.sin(i + 1)),
)
await index.idle()
const before = (await index.search(Float32Array.of(0, 0, 1), 3)).map(({ no }) => no)
await index.add(Uint32Array.of(500), Float32Array.of(0, 0, 5))
await index.remove([before[0] as number])
await index.idle()
const after = (await index.search(Float32Array.of(0, 0, 1), 3)).map(({ no }) => no)
parent.postMessage(
  { state: index.state, reason: index.reason?.message ?? '', code: index.reason?.code, before, after },
  '*',
)
