export { exactIndex, type ExactIndex, type ExactIndexOptions } from './exact-index.js'
