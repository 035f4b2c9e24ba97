export { languageModelReranker, type LanguageModelRerankerOptions } from './language-model.js'
export { transformersReranker, type TransformersRerankerOptions } from './transformers.js'
export type { RerankCandidate, Reranker } from './reranker.js'
