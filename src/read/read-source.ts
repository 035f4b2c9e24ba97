import type { ManagedEmbedder } from '../embed/managed-embedder.js'
import type { Catalog } from '../index/catalog.js'
import type { Indexes } from '../index/indexes.js'
import type { Reranker } from '../rerank/reranker.js'
import type { Store } from '../store/store.js'
import type { Scope } from '../values/scope.js'

/** What the read path uses of an open memory. It reads all of it and changes nothing but `recalled`. */
export interface ReadSource {
  readonly store: Store
  /** Brought up to the last commit before each read. */
  readonly indexes: Indexes
  /** Of `indexes`: which rows there are, and what filters and scopes ask about. */
  readonly catalog: Catalog
  readonly embedder: ManagedEmbedder | undefined
  readonly reranker: Reranker | undefined
  /** Ids that every call has unless it gives its own. */
  readonly scope: Scope
  /** The clock, in ms since the epoch. */
  readonly now: () => number
  /** Told of every text that a search returns, so that extraction can tell an echo from news. */
  readonly recalled: { add(texts: Iterable<string>, nextNo: number, scope: Scope): void }
}
