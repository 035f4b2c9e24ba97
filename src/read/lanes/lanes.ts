import type { Bitmask } from '../../values/bitmask.js'
import { checkVector } from '../../embed/check.js'
import type { ReadSource } from '../read-source.js'
import { asLocketError, EmbedderError } from '../../values/errors.js'
import type { ManagedEmbedder } from '../../embed/managed-embedder.js'
import type { Selection } from '../../index/catalog.js'
import type { NamedInText } from '../../index/entities/entity-index.js'
import type { KeywordAnswer } from '../../index/keyword/keyword-index.js'
import type { VectorHit } from '../../index/vector/vector-index.js'
import { lazily } from '../../platform/lazily.js'
import type { SearchReport } from '../types.js'
import type { Contrast } from './contrast.js'
import type * as refinements from '../refinements.js'
import { checkAborted } from '../request/checks.js'
import type { Locate, QueryTime } from './times.js'

/** Keyword scores fetched beyond the nominated, for the neighbours of the dense hits. */
const KEYWORD_SCORES = 2_000
/**
 * How long after the keywords began to load a search still waits for them; later it answers by meaning alone, where it
 * can, and says so.
 */
const PATIENCE_MS = 250

export interface Lanes {
  /** Undefined where there are no vectors to compare with. */
  queryVector: Float32Array | undefined
  /** Undefined where there is too little to compare. */
  contrast: Contrast | undefined
  /** The best by meaning: by the query itself, or by both together. */
  dense: VectorHit[]
  keywords: KeywordAnswer
  /** What the query names, of what the texts of its scope speak of. */
  named: readonly NamedInText[]
  /** Undefined where the query says nothing of when. */
  time: QueryTime | undefined
}

const NOTHING: KeywordAnswer = { hits: [], rarity: [], ceiling: 0, onTheDay: [], inThePeriod: [] }

export type Refinements = typeof refinements

/** How many documents each lane may nominate. */
export type Nominated = Record<'meaning' | 'words', number>

/** What is asked of the lanes, and of the ranking after them. */
export interface LaneRequest {
  query: string
  vector?: Float32Array | undefined
  selection: Selection
  /** The documents that it allows. */
  allowed: Bitmask
  nominated: Nominated
  /** What "yesterday" is counted from. */
  reference: number
  signal?: AbortSignal | undefined
  /** How long a model that is still loading is waited for, in ms. Default: as long as it takes. */
  modelWaitMs?: number | undefined
  /** Finds an event that the query counts from: "before I moved". */
  locate?: Locate
  refinements: Refinements | undefined
}

type VectorAnswer = Pick<Lanes, 'queryVector' | 'dense' | 'contrast'>

/** Asks all lanes at once. A lane that cannot answer is left out and named in the report; the others answer alone. */
export async function askLanes(source: ReadSource, request: LaneRequest, report: SearchReport): Promise<Lanes> {
  const asked = askVectors(source, request, report)
  const [vectors, keywords] = await Promise.all([asked, askKeywords(source, request, report, asked)])
  const dated =
    keywords.onTheDay.length + keywords.inThePeriod.length > 0 || request.refinements?.mayNameTime(request.query)
  const time =
    dated && request.refinements
      ? await (await lazily(() => import('./times.js'))).readQueryTime(source, request, keywords, request.locate)
      : undefined
  return { ...vectors, keywords, named: askEntities(source, request), time }
}

/**
 * Whoever waits for nothing: what texts speak of is noted behind the writes, and what is not yet is found by its words.
 */
function askEntities({ indexes }: ReadSource, { query, selection }: LaneRequest): readonly NamedInText[] {
  return indexes.entityLane && indexes.entities.state === 'used'
    ? indexes.entityLane.index.entitiesIn(query, selection.scope)
    : []
}

async function askVectors(
  source: ReadSource,
  { query, allowed, vector, nominated, signal, modelWaitMs, refinements }: LaneRequest,
  report: SearchReport,
): Promise<VectorAnswer> {
  const { embedder, indexes, catalog } = source
  const none: VectorAnswer = { queryVector: undefined, dense: [], contrast: undefined }
  report.dense = 'off'
  if (!embedder || !indexes.vectorLane) return none
  // The caller's vector is the caller's mistake; the model's is not.
  if (vector) checkVector(vector, embedder.dimensions)
  try {
    const [queryVector] = await Promise.all([
      vector ?? embedQuery(embedder, query, signal, modelWaitMs, report),
      indexes.vectors.ready,
    ])
    if (indexes.vectors.problem) throw indexes.vectors.problem
    const { index, sample } = indexes.vectorLane
    // After the keywords' call, which is on its way to their worker before the scan keeps this thread busy.
    await Promise.resolve()
    const contrast = refinements?.contrastAmong(query, queryVector, sample, catalog, allowed, embedder.plug.background)
    const dense = await index.search(contrast?.meaning ?? queryVector, nominated.meaning, allowed)
    report.dense = 'used'
    return { queryVector, dense, contrast }
  } catch (cause) {
    setAside(cause, 'dense', signal, report)
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

/** Rejects with `MODEL_UNAVAILABLE` after so many ms; the model goes on loading for the calls that follow. */
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

async function askKeywords(
  { indexes }: ReadSource,
  { query, allowed, signal }: LaneRequest,
  report: SearchReport,
  dense: Promise<Pick<Lanes, 'queryVector'>>,
): Promise<KeywordAnswer> {
  const { keywords, keywordLane } = indexes
  try {
    if (keywords.state === 'building') await Promise.race([keywords.ready, patience(keywords.since, dense)])
    // Also where nothing else can answer.
    if (keywords.state !== 'building' || !(await dense).queryVector) await keywords.ready
    if (keywords.problem) throw keywords.problem
    report.keywords = keywords.state
    return keywordLane && keywords.state === 'used'
      ? await keywordLane.index.search(query, KEYWORD_SCORES, allowed)
      : NOTHING
  } catch (cause) {
    return setAside(cause, 'keywords', signal, report) ?? NOTHING
  }
}

/** Resolves when the vectors have answered and it is late. */
async function patience(since: number, dense: Promise<unknown>): Promise<void> {
  const left = since + PATIENCE_MS - performance.now()
  await Promise.all([dense, new Promise((resolve) => setTimeout(resolve, left))])
}

/** An abort ends the search; any other failure only the lane. */
function setAside(
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
