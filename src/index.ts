export { Memory } from './memory.js'
export {
  ConflictError,
  EmbedderError,
  IndexError,
  InputError,
  LanguageModelError,
  LocketError,
  StoreError,
  type ErrorCode,
} from './values/errors.js'
export { indexedDbStore } from './store/indexeddb-store.js'
export { Bitmask } from './values/bitmask.js'
export type { Scope, ScopeInput } from './values/scope.js'
export type { Moment } from './values/moment.js'
export type { FieldCondition, Filters, FilterValue } from './values/filter.js'
export type { Embedder, Embedding, EmbeddingPurpose, LoadProgress } from './embed/embedder.js'
export type {
  ChatMessage,
  Completion,
  CompletionRequest,
  JsonSchema,
  LanguageModel,
  LanguageModelCapabilities,
} from './llm/language-model.js'
export type { RerankCandidate, Reranker } from './rerank/reranker.js'
export type { VectorHit, VectorIndex } from './index/vector/vector-index.js'
export type { KeywordDocument, KeywordHit, KeywordIndex } from './index/keyword/keyword-index.js'
export type { CloseReason, Key, Range, Reader, StorageEstimate, Store, Writer } from './store/store.js'
export type { SecretKind } from './secrets/span.js'
export type { Trust } from './values/trust.js'
export type { EntityType, Evidence, HistoryEvent, MemoryKind, MemoryStatus } from './store/records.js'
export type { Json, Metadata } from './values/metadata.js'
export type * from './backup/types.js'
export type * from './encryption/types.js'
export type * from './engine/events.js'
export type * from './engine/open-options.js'
export type * from './index/lane-state.js'
export type * from './manage/types.js'
export type * from './read/types.js'
export type * from './storage/types.js'
export type * from './values/problem.js'
export type * from './verify/types.js'
export type * from './write/types.js'
export type { ExtractionOptions } from './extract/extraction-options.js'
