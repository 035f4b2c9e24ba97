import { canImport } from '../platform/can-import.js'
import type { Embedder, LoadProgress } from '../embed/embedder.js'
import { InputError, LocketError } from '../values/errors.js'
import { DEFAULT_CATEGORIES } from '../extract/categories.js'
import type { Extractor } from '../extract/extractor.js'
import { lazyExtractor } from '../extract/lazy-extractor.js'
import type { KeywordIndex } from '../index/keyword/keyword-index.js'
import type { VectorIndex } from '../index/vector/vector-index.js'
import { lazily } from '../platform/lazily.js'
import { indexedDbStore } from '../store/indexeddb-store.js'
import type { LanguageModel } from '../llm/language-model.js'
import { checkOptions, flag, oneOf } from '../values/options.js'
import type { Store } from '../store/store.js'
import { VECTOR_STORAGES } from '../store/vector-rows.js'
import type { OpenOptions } from './open-options.js'
import type { HistoryRetention } from '../storage/types.js'
import type { EmbeddingWork } from '../write/embedding.js'
import type { ExtractionWork } from '../write/extract/extraction.js'
import { readCategories } from '../write/fact-template.js'
import type { EntityLane, Linking } from '../entities/index.js'

/** The plugs of one open memory: the application's own, or the defaults. */
export interface Parts {
  store: Store
  embedder: Embedder | undefined
  /** Undefined: there is no embedder, or in a service worker, which cannot load the default. */
  vectorIndex: VectorIndex | undefined
  /** Undefined: only in a service worker, which cannot load the default. */
  keywordIndex: KeywordIndex | undefined
  /**
   * Undefined: no embedder, or in a service worker, whose texts get their vectors when the memory is opened elsewhere.
   */
  EmbeddingWork: typeof EmbeddingWork | undefined
  /** Undefined: no facts are drawn. The code that works with them is loaded only where they are. */
  extraction: { extractor: Extractor; Work: typeof ExtractionWork } | undefined
  /**
   * What notes whom and what texts speak of. Undefined: only in a service worker, whose texts are gone through by
   * whoever opens the memory next.
   */
  linking: { EntityLane: typeof EntityLane; Linking: typeof Linking } | undefined
  categories: readonly string[]
  retention: HistoryRetention | undefined
  warn: (problem: LocketError) => void
  /** Disposes of what was made here; what the application handed in stays its own, except the indexes. */
  dispose: () => Promise<void>
}

/** By what each plug is known. */
const METHODS = {
  embedder: ['load', 'embed', 'countTokens', 'dispose'],
  vectorIndex: ['open', 'add', 'remove', 'search', 'scores', 'dispose'],
  keywordIndex: ['add', 'remove', 'search', 'save', 'load', 'dispose'],
  extractor: ['extract'],
  llm: ['load', 'complete', 'dispose'],
  reranker: ['rerank', 'dispose'],
  store: ['open', 'read', 'write', 'close'],
} as const
const EXTRACTION_OPTIONS = [
  'mode',
  'tier',
  'customInstructions',
  'includes',
  'excludes',
  'updatePrompt',
  'maxTokens',
] as const
const FUNCTIONS = ['onProgress', 'onReport', 'onWarning', 'now', 'newId'] as const

/** What is no plug is refused here, before anything is opened, rather than at its first use. */
function checkPlugs(options: OpenOptions): void {
  for (const [name, methods] of Object.entries(METHODS) as [keyof typeof METHODS, readonly string[]][]) {
    const plug: unknown = options[name]
    if (plug === undefined || (plug === false && (name === 'embedder' || name === 'extractor'))) continue
    const missing = methods.find((method) => typeof (plug as Record<string, unknown> | null)?.[method] !== 'function')
    if (missing !== undefined)
      throw new InputError('INVALID_INPUT', `${name} has no method ${missing}().`, {
        value: plug,
        hint: 'Pass the object that its factory returned.',
      })
  }
  flag('persist', options.persist, true)
  oneOf('vectorStorage', options.vectorStorage, VECTOR_STORAGES, 'float32')
  oneOf('secrets', options.secrets, ['mask', 'keep'] as const, 'mask')
  for (const name of FUNCTIONS)
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw new InputError('INVALID_INPUT', `${name} must be a function.`, { value: options[name] })
}

export async function assemble(options: OpenOptions, onProgress: (progress: LoadProgress) => void): Promise<Parts> {
  checkPlugs(options)
  const warn = options.onWarning ?? warnOnce()
  const lazy = canImport()
  const vectorIndex =
    options.vectorIndex ?? (lazy && options.embedder !== false ? await defaultVectorIndex() : undefined)
  const keywordIndex = options.keywordIndex ?? (lazy ? await defaultKeywordIndex() : undefined)
  const made = options.embedder === undefined && lazy ? await defaultEmbedder(options) : undefined
  if (options.llm && options.extractor)
    throw new InputError('INVALID_INPUT', 'Pass either an llm or an extractor: both draw facts.', {
      value: options.extractor,
    })
  if (options.extraction && !options.llm)
    throw new InputError('INVALID_INPUT', 'extraction says how an llm draws facts; there is none.', {
      value: options.extraction,
      hint: 'Pass llm with it.',
    })
  const extraction = await extractionOf(
    options.llm
      ? await extractorWith(options.llm, options, onProgress)
      : (options.extractor ?? (lazy ? defaultExtractor() : false)),
  )
  const missing = [
    ...(keywordIndex ? [] : ['keyword index']),
    ...(options.embedder === undefined && !made ? ['embedder'] : []),
    ...(options.embedder && !vectorIndex ? ['vector index'] : []),
  ]
  if (missing.length > 0)
    warn(
      new LocketError(
        'JOURNAL_ONLY',
        `A service worker cannot load the default ${missing.join(' and ')}: messages are stored, and not searched here.`,
        {
          hint: 'Connect to a page that serves the memory (locket-memory/worker), or pass these parts to Memory.open().',
          value: missing,
        },
      ),
    )
  const embedder = options.embedder === false ? undefined : (options.embedder ?? made)
  return {
    store: await storeOf(options, lazy),
    embedder,
    EmbeddingWork: embedder && lazy ? (await lazily(() => import('../write/embedding.js'))).EmbeddingWork : undefined,
    vectorIndex,
    keywordIndex,
    extraction,
    linking: lazy ? await lazily(() => import('../entities/index.js')) : undefined,
    categories: readCategories(options.categories) ?? DEFAULT_CATEGORIES,
    retention:
      options.historyRetention === undefined || !lazy
        ? undefined
        : (await lazily(() => import('../storage/retention.js'))).readRetention(options.historyRetention),
    warn,
    dispose: async () => {
      await Promise.all([vectorIndex?.dispose(), keywordIndex?.dispose(), made?.dispose()])
    },
  }
}

async function storeOf({ name, store = indexedDbStore(name), encryption }: OpenOptions, lazy: boolean): Promise<Store> {
  if (encryption === undefined) return store
  if (!lazy)
    throw new InputError('INVALID_INPUT', 'A service worker cannot load what encrypts.', {
      hint: 'Pass store: encryptedStore(indexedDbStore(name), { key }) of locket-memory/encryption.',
    })
  const { encryptedStore } = await lazily(() => import('../encryption/index.js'))
  return encryptedStore(store, encryption)
}

// The defaults are loaded only where they are used: an application that passes its own never downloads them.

async function defaultVectorIndex(): Promise<VectorIndex> {
  const { exactIndex } = await lazily(() => import('../index/vector/exact/index.js'))
  return exactIndex()
}

async function defaultKeywordIndex(): Promise<KeywordIndex> {
  const { workerKeywordIndex } = await lazily(() => import('../index/keyword/worker-index.js'))
  return workerKeywordIndex()
}

async function defaultEmbedder({ models = '/models/' }: OpenOptions): Promise<Embedder> {
  if (typeof models !== 'string' || models === '')
    throw new InputError('INVALID_INPUT', 'models must be the address of the model files.', { value: models })
  const { transformersEmbedder } = await lazily(() => import('../embed/transformers.js'))
  return transformersEmbedder({ models })
}

/** Facts in English and Chinese by rules, without a model. */
function defaultExtractor(): Extractor {
  return lazyExtractor('rules', async () => (await lazily(() => import('../extract/rules.js'))).rulesExtractor())
}

async function extractorWith(
  llm: LanguageModel,
  { extraction = {} }: OpenOptions,
  onProgress: (progress: LoadProgress) => void,
): Promise<Extractor> {
  checkOptions('extraction', extraction, EXTRACTION_OPTIONS)
  const { modelExtractor } = await lazily(() => import('../extract/model-extractor.js'))
  return modelExtractor(llm, extraction, onProgress)
}

async function extractionOf(extractor: Extractor | false): Promise<Parts['extraction']> {
  if (!extractor) return undefined
  const { ExtractionWork } = await lazily(() => import('../write/extract/extraction.js'))
  return { extractor, Work: ExtractionWork }
}

/** Each kind of problem once: a model that is not served would otherwise fill the console. */
function warnOnce(): (problem: LocketError) => void {
  const told = new Set<string>()
  return (problem) => {
    if (told.has(problem.code)) return
    told.add(problem.code)
    // oxlint-disable-next-line no-console -- the one place where Locket speaks unasked; `onWarning` replaces it
    console.warn(`locket-memory: ${problem.code}: ${problem.message}`)
  }
}
