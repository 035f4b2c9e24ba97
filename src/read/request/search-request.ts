import type { ReadSource } from '../read-source.js'
import { InputError } from '../../values/errors.js'
import type { Selection } from '../../index/selection.js'
import { parseMoment } from '../../values/moment.js'
import { flag, fraction, oneOf, wholeNumber } from '../../values/options.js'
import type { Reranker } from '../../rerank/reranker.js'
import { SCOPE_INPUT_FIELDS } from '../../values/scope.js'
import type { SearchOptions } from '../types.js'
import type { PastView } from './known-at.js'
import { readPast, readQuery, readSelection, readSignal } from './checks.js'

export const SEARCH_OPTIONS = [
  ...SCOPE_INPUT_FIELDS,
  'topK',
  'threshold',
  'kinds',
  'filters',
  'latestOnly',
  'asOf',
  'knownAt',
  'referenceDate',
  'fusion',
  'diversity',
  'secrets',
  'rerank',
  'explain',
  'vector',
  'signal',
] as const

const DEFAULT_DIVERSITY = 0.5

/** The options of a search, checked and with defaults. Their meaning is documented in `SearchOptions`. */
export interface SearchRequest {
  query: string
  topK: number
  threshold: number
  diversity: number
  fusion: 'fitted' | 'rrf'
  secrets: 'mask' | 'show'
  reranker: Reranker | undefined
  vector: Float32Array | undefined
  signal: AbortSignal | undefined
  selection: Selection
  /** The store's state at `knownAt`, where that is given. */
  past: PastView | undefined
  /** The moment that "yesterday" in the query is relative to, in ms since the epoch. */
  reference: number
}

/** @throws InputError `INVALID_INPUT`, `SCOPE_REQUIRED`, `HISTORY_TRIMMED` */
export async function readSearchRequest(
  source: ReadSource,
  call: string,
  query: string,
  options: SearchOptions,
): Promise<SearchRequest> {
  const { vector } = options
  if (vector !== undefined && !(vector instanceof Float32Array))
    throw new InputError('INVALID_INPUT', 'vector must be a Float32Array.', { value: vector })
  const past = await readPast(source.store, options.knownAt)
  const now = source.now()
  return {
    query: readQuery(call, query),
    topK: wholeNumber('topK', options.topK, 10, 1, 1000),
    threshold: fraction('threshold', options.threshold, 0),
    diversity: fraction('diversity', options.diversity, DEFAULT_DIVERSITY),
    fusion: oneOf('fusion', options.fusion, ['fitted', 'rrf'] as const, 'fitted'),
    secrets: oneOf('secrets', options.secrets, ['mask', 'show'] as const, 'mask'),
    reranker: flag('rerank', options.rerank, true) ? source.reranker : undefined,
    vector,
    signal: readSignal(options.signal),
    selection: { ...(await readSelection(call, options, source.scope, now)), past: past?.rows },
    past,
    reference: options.referenceDate === undefined ? now : parseMoment('referenceDate', options.referenceDate),
  }
}
