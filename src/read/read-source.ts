import type { ManagedEmbedder } from '../embed/managed-embedder.js'
import type { Catalog } from '../index/catalog.js'
import type { Indexes } from '../index/indexes.js'
import type { Reranker } from '../rerank/reranker.js'
import type { Store } from '../store/store.js'
import type { Scope } from '../values/scope.js'

/** The members of an open memory that the read path uses. It changes none of them but `recalled`. */
export interface ReadSource {
  readonly store: Store
  /** Brought up to date with the last commit before each read. */
  readonly indexes: Indexes
  /** The catalog of `indexes`: every row with the fields that scopes and filters test. */
  readonly catalog: Catalog
  readonly embedder: ManagedEmbedder | undefined
  readonly reranker: Reranker | undefined
  /** Default scope ids of a call that gives none. */
  readonly scope: Scope
  /** The current time, in ms since the epoch. */
  readonly now: () => number
  /**
   * The texts that searches returned lately. Extraction skips a message that only repeats one of them. `nextNo`: the
   * document number that the next stored row will get.
   */
  readonly recalled: { add(texts: Iterable<string>, nextNo: number, scope: Scope): void }
}
