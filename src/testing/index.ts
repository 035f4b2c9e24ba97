export { hashEmbedder, type HashEmbedderOptions } from './hash-embedder.js'
export { manualClock, sequentialIds } from './deterministic.js'
