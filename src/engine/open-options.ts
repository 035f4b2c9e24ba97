import type { Embedder, LoadProgress } from '../embed/embedder.js'
import type { EncryptionOptions } from '../encryption/types.js'
import type { ExtractionOptions } from '../extract/extraction-options.js'
import type { Extractor } from '../extract/extractor.js'
import type { KeywordIndex } from '../index/keyword/keyword-index.js'
import type { VectorIndex } from '../index/vector/vector-index.js'
import type { LanguageModel } from '../llm/language-model.js'
import type { Reranker } from '../rerank/reranker.js'
import type { HistoryRetention } from '../storage/types.js'
import type { Store } from '../store/store.js'
import type { LocketError } from '../values/errors.js'
import type { ScopeInput } from '../values/scope.js'
import type { ExtractionReport } from '../write/types.js'

export interface OpenOptions {
  /** Names the database: two opens of one name share their memories. */
  name: string
  /** Ids that every call has unless it gives its own. */
  scope?: ScopeInput
  /** Where the application serves the model files. Default `/models/`. */
  models?: string
  /** Default: `transformersEmbedder({ models })`, loaded when first needed. `false`: keywords only. */
  embedder?: Embedder | false
  /** Default: `exactIndex()` of `locket-memory/exact`. */
  vectorIndex?: VectorIndex
  /** Default: MiniSearch in a worker. */
  keywordIndex?: KeywordIndex
  /**
   * Draws facts from what is said. Default: `rulesExtractor()`, loaded when first needed. `false`: none are drawn;
   * messages are kept and found all the same.
   */
  extractor?: Extractor | false
  /** Draws facts with a language model, instead of `extractor`; without either: by rules. */
  llm?: LanguageModel
  /** How the language model draws them. */
  extraction?: ExtractionOptions
  /** What facts are filed under. Default: `DEFAULT_CATEGORIES`. */
  categories?: readonly string[]
  /** Judges the best results of every search; slower. Default: none. */
  reranker?: Reranker
  /**
   * `mask`: passwords, keys, card numbers and the like in what is added are kept with their message, and nowhere else:
   * no fact, no prompt, no index, no result shows them, see docs/safety.md. `keep`: they are not looked for. Default
   * `mask`.
   */
  secrets?: 'mask' | 'keep'
  /** Default: IndexedDB. */
  store?: Store
  /**
   * Keeps everything encrypted in the store, under this key. A store that is not encrypted yet is when it is opened.
   * See docs/encryption.md.
   */
  encryption?: EncryptionOptions
  /**
   * `true`: after the first `add` that stored something the browser is asked to keep what this site stores, where it
   * decides that without asking the user. `false`: the application calls `persist()` itself. Default `true`.
   */
  persist?: boolean
  /**
   * How vectors lie on the disk, from now on and for every tab: `int8` takes a quarter and finds a little less.
   * Default: as the store has it, at first `float32`.
   */
  vectorStorage?: 'float32' | 'int8'
  /**
   * How long it is kept what happened to messages and memories, for `history`, `undo` and `knownAt`. Default: until it
   * is purged.
   */
  historyRetention?: HistoryRetention
  /** Called while model files are loading. */
  onProgress?: (progress: LoadProgress) => void
  /** Called when facts were drawn, or could not be, in the background or not. */
  onReport?: (report: ExtractionReport) => void
  /** Called for what went wrong in the background. Default: `console.warn`. */
  onWarning?: (error: LocketError) => void
  /** The clock, in ms since the epoch. Default `Date.now`. */
  now?: () => number
  /** Makes ids. Default: random UUIDs. */
  newId?: () => string
}
