import type { Bitmask } from '../../values/bitmask.js'
import { checkVector } from '../../embed/check.js'
import type { ReadSource } from '../read-source.js'
import { asLocketError, EmbedderError } from '../../values/errors.js'
import type { ManagedEmbedder } from '../../embed/managed-embedder.js'
import type { Selection } from '../../index/selection.js'
import type { NamedInText } from '../../index/entities/types.js'
import type { KeywordAnswer } from '../../index/keyword/keyword-index.js'
import type { VectorHit } from '../../index/vector/vector-index.js'
import { lazily } from '../../platform/lazily.js'
import type { SearchReport } from '../types.js'
import type { Contrast } from './contrast.js'
import type * as refinements from '../refinements.js'
import { checkAborted } from '../request/checks.js'
import type { Locate, QueryTime } from './times.js'

/** Hits fetched from the keyword index. More than the candidates, since neighbours of dense hits need a score too. */
const KEYWORD_SCORES = 2_000
/**
 * How long a search waits for the keyword index, in ms from the start of its loading. After that it answers by vectors
 * alone, where there are any, and reports it.
 */
const KEYWORD_WAIT_MS = 250

/** What the retrievers found: vectors, keywords, entities and dates. */
export interface Lanes {
  /** Undefined where the vector lane is off or failed. */
  queryVector: Float32Array | undefined
  /** Undefined where the store has too few vectors for it. */
  contrast: Contrast | undefined
  /** Best hits of the vector index, by cosine, or by cosine and contrast together. */
  dense: VectorHit[]
  keywords: KeywordAnswer
  /** The entities in the query that texts of its scope mention. */
  named: readonly NamedInText[]
  /** Undefined where the query refers to no time. */
  time: QueryTime | undefined
}

const NO_HITS: KeywordAnswer = { hits: [], rarity: [], ceiling: 0, onTheDay: [], inThePeriod: [] }

export type Refinements = typeof refinements

/** Largest number of candidates taken from each lane. */
export type LaneLimits = Record<'meaning' | 'words', number>

export interface LaneRequest {
  query: string
  /** The query's vector, where the caller has it already. */
  vector?: Float32Array | undefined
  selection: Selection
  /** The documents that `selection` lets the search see. */
  allowed: Bitmask
  limits: LaneLimits
  /** The moment that "yesterday" in the query is relative to, in ms since the epoch. */
  reference: number
  signal?: AbortSignal | undefined
  /** How long to wait for a model that is still loading, in ms. Default: until it is loaded. */
  modelWaitMs?: number | undefined
  /** Finds the event in a query such as "before I moved". */
  locate?: Locate
  refinements: Refinements | undefined
}

type VectorAnswer = Pick<Lanes, 'queryVector' | 'dense' | 'contrast'>

/** Queries all lanes at once. A lane that fails is left out and named in the report; the others answer without it. */
export async function queryLanes(source: ReadSource, request: LaneRequest, report: SearchReport): Promise<Lanes> {
  const dense = searchVectors(source, request, report)
  const [vectors, keywords] = await Promise.all([dense, searchKeywords(source, request, report, dense)])
  const dated =
    keywords.onTheDay.length + keywords.inThePeriod.length > 0 || request.refinements?.mayNameTime(request.query)
  const time =
    dated && request.refinements
      ? await (await lazily(() => import('./times.js'))).readQueryTime(source, request, keywords, request.locate)
      : undefined
  return { ...vectors, keywords, named: findEntities(source, request), time }
}

/** Does not wait for the entity index, which follows the writes: entities not yet in it are still found as keywords. */
function findEntities({ indexes }: ReadSource, { query, selection }: LaneRequest): readonly NamedInText[] {
  return indexes.entityLane && indexes.entities.state === 'used'
    ? indexes.entityLane.index.entitiesIn(query, selection.scope)
    : []
}

async function searchVectors(
  source: ReadSource,
  { query, allowed, vector, limits, signal, modelWaitMs, refinements }: LaneRequest,
  report: SearchReport,
): Promise<VectorAnswer> {
  const { embedder, indexes, catalog } = source
  const none: VectorAnswer = { queryVector: undefined, dense: [], contrast: undefined }
  report.dense = 'off'
  if (!embedder || !indexes.vectorLane) return none
  // A wrong vector from the caller throws; a wrong one from the embedder only fails the lane, below.
  if (vector) checkVector(vector, embedder.dimensions)
  try {
    const [queryVector] = await Promise.all([
      vector ?? embedQuery(embedder, query, signal, modelWaitMs, report),
      indexes.vectors.ready,
    ])
    if (indexes.vectors.problem) throw indexes.vectors.problem
    const { index, sample } = indexes.vectorLane
    // Lets the keyword query be posted to its worker first: the vector scan blocks this thread.
    await Promise.resolve()
    const contrast = refinements?.contrastAmong(query, queryVector, sample, catalog, allowed, embedder.plug.background)
    const dense = await index.search(contrast?.meaning ?? queryVector, limits.meaning, allowed)
    report.dense = 'used'
    return { queryVector, dense, contrast }
  } catch (cause) {
    reportFailure(cause, 'dense', signal, report)
    if (embedder.state === 'loading') report.dense = 'building'
    return none
  }
}

async function embedQuery(
  embedder: ManagedEmbedder,
  query: string,
  signal: AbortSignal | undefined,
  waitMs: number | undefined,
  report: SearchReport,
): Promise<Float32Array> {
  const isReady = embedder.state === 'ready'
  const answer = embedder.embed([query], 'query', signal)
  const [embedding] = await (isReady || waitMs === undefined ? answer : unlessLoading(answer, waitMs))
  report.unknownShare = embedding?.unknownShare ?? 0
  return embedding?.vectors[0] as Float32Array
}

/** Rejects with `MODEL_UNAVAILABLE` after `ms` milliseconds; the model keeps loading for later calls. */
function unlessLoading<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void =>
      reject(
        new EmbedderError('MODEL_UNAVAILABLE', `The embedding model is not loaded after ${ms} ms.`, {
          hint: 'This answer is by words and facts alone. Load the model early with preload(), or set modelWaitMs.',
        }),
      )
    const timer = setTimeout(late, ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

async function searchKeywords(
  { indexes }: ReadSource,
  { query, allowed, signal }: LaneRequest,
  report: SearchReport,
  dense: Promise<Pick<Lanes, 'queryVector'>>,
): Promise<KeywordAnswer> {
  const { keywords, keywordLane } = indexes
  try {
    if (keywords.state === 'building') await Promise.race([keywords.ready, waitForKeywords(keywords.since, dense)])
    // Without vectors nothing else can answer, so wait until the index is loaded.
    if (keywords.state !== 'building' || !(await dense).queryVector) await keywords.ready
    if (keywords.problem) throw keywords.problem
    report.keywords = keywords.state
    return keywordLane && keywords.state === 'used'
      ? await keywordLane.index.search(query, KEYWORD_SCORES, allowed)
      : NO_HITS
  } catch (cause) {
    return reportFailure(cause, 'keywords', signal, report) ?? NO_HITS
  }
}

/** Resolves when the vectors have answered and the waiting time is over. */
async function waitForKeywords(since: number, dense: Promise<unknown>): Promise<void> {
  const remaining = since + KEYWORD_WAIT_MS - performance.now()
  await Promise.all([dense, new Promise((resolve) => setTimeout(resolve, remaining))])
}

/** Reports the failure of one lane. An abort is thrown instead, since it ends the whole search. */
function reportFailure(
  cause: unknown,
  lane: 'dense' | 'keywords',
  signal: AbortSignal | undefined,
  report: SearchReport,
): undefined {
  checkAborted(signal)
  const { code, message } = asLocketError(cause, 'INDEX_FAILED', `The ${lane} lane failed.`)
  report[lane] = 'failed'
  report.problems.push({ code, message })
  return undefined
}
