export { hnswIndex, type HnswIndex, type HnswIndexOptions } from './hnsw-index.js'
