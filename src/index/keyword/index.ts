export { miniSearchIndex } from './minisearch-index.js'
export { workerKeywordIndex } from './worker-index.js'
