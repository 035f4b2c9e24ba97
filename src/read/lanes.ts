import type { Bitmask } from '../bitmask.js'
import { canImport } from '../can-import.js'
import { checkVector } from '../embed/check.js'
import type { Engine } from '../engine.js'
import { asLocketError } from '../errors.js'
import type { NamedInText } from '../index/entities/entity-index.js'
import type { KeywordAnswer } from '../index/keyword/keyword-index.js'
import type { VectorHit } from '../index/vector/vector-index.js'
import { lazily } from '../lazily.js'
import type { Scope } from '../scope.js'
import type { SearchReport } from '../types.js'
import { checkAborted } from './request.js'
import type { Locate, TimeAsked } from './times.js'

/** Keyword scores fetched beyond the nominated, for the neighbours of the dense hits. */
const KEYWORD_SCORES = 2_000
/** How long after the keywords began to load a search still waits for them; later it answers by meaning alone, where it can, and says so. */
const PATIENCE_MS = 250

export interface Lanes {
  /** Undefined where there are no vectors to compare with. */
  queryVector: Float32Array | undefined
  dense: VectorHit[]
  keywords: KeywordAnswer
  /** What the query names, of what the texts of its scope speak of. */
  named: readonly NamedInText[]
  /** Undefined where the query says nothing of when. */
  time: TimeAsked | undefined
}

const NOTHING: KeywordAnswer = { hits: [], rarity: [], ceiling: 0, onTheDay: [], inThePeriod: [] }

export interface LaneRequest {
  query: string
  allowed: Bitmask
  vector: Float32Array | undefined
  /** How many documents the vectors may nominate. */
  nominated: number
  signal: AbortSignal | undefined
  scope: Scope
  /** What "yesterday" is counted from. */
  reference: number
  /** Finds an event that the query counts from: "before I moved". */
  locate?: Locate
}

/** Whatever may be about a time; what it is, `timeAsked` reads. */
const MAY_NAME_TIME =
  /\d|\b(?:yesterday|to(?:day|night|morrow)|last|next|past|ago|earlier|coming|previous|before|after|since|until|till|prior|following|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|spring|summer|autumn|fall|winter|this (?:week|month|year|morning|afternoon|evening)|in (?:an?|one|two|three|four|five|six) )|[昨今明][天日晚夜早儿兒年]|[前去后後]年|[天日周週月年以之]?[前后後]|[上下这這本近去][个個]?(?:周|週|星期|礼拜|禮拜|月)|(?:周|週|星期|礼拜|禮拜)[一二三四五六日天末]|最近|[过過]去/iu

/** Asks all lanes at once. A lane that cannot answer is left out and named in the report; the others answer alone. */
export async function askLanes(engine: Engine, request: LaneRequest, report: SearchReport): Promise<Lanes> {
  const asked = askVectors(engine, request, report)
  const [dense, keywords] = await Promise.all([asked, askKeywords(engine, request, report, asked)])
  const dated = keywords.onTheDay.length + keywords.inThePeriod.length > 0 || MAY_NAME_TIME.test(request.query)
  const time = dated && canImport() ? await (await lazily(() => import('./times.js'))).timeAsked(engine, request, keywords, request.locate) : undefined
  return { ...dense, keywords, named: askEntities(engine, request), time }
}

/** Whoever waits for nothing: what texts speak of is noted behind the writes, and what is not yet is found by its words. */
function askEntities({ indexes }: Engine, { query, scope }: LaneRequest): readonly NamedInText[] {
  return indexes.entityLane && indexes.entities.state === 'used' ? indexes.entityLane.index.entitiesIn(query, scope) : []
}

async function askVectors(engine: Engine, { query, allowed, vector, nominated, signal }: LaneRequest, report: SearchReport): Promise<Pick<Lanes, 'queryVector' | 'dense'>> {
  const { embedder, indexes } = engine
  const none = { queryVector: undefined, dense: [] }
  report.dense = 'off'
  if (!embedder || !indexes.vectorLane) return none
  // The caller's vector is the caller's mistake; the model's is not.
  if (vector) checkVector(vector, embedder.dimensions)
  try {
    const [queryVector] = await Promise.all([vector ?? embedQuery(engine, query, signal, report), indexes.vectors.ready])
    if (indexes.vectors.problem) throw indexes.vectors.problem
    const dense = await indexes.vectorLane.index.search(queryVector, nominated, allowed)
    report.dense = 'used'
    return { queryVector, dense }
  } catch (cause) {
    return setAside(cause, 'dense', signal, report) ?? none
  }
}

async function embedQuery({ embedder }: Engine, query: string, signal: AbortSignal | undefined, report: SearchReport): Promise<Float32Array> {
  const [embedding] = (await embedder?.embed([query], 'query', signal)) ?? []
  report.unknownShare = embedding?.unknownShare ?? 0
  return embedding?.vectors[0] as Float32Array
}

async function askKeywords({ indexes }: Engine, { query, allowed, signal }: LaneRequest, report: SearchReport, dense: Promise<Pick<Lanes, 'queryVector'>>): Promise<KeywordAnswer> {
  const { keywords, keywordLane } = indexes
  try {
    if (keywords.state === 'building') await Promise.race([keywords.ready, patience(keywords.since, dense)])
    // Also where nothing else can answer.
    if (keywords.state !== 'building' || !(await dense).queryVector) await keywords.ready
    if (keywords.problem) throw keywords.problem
    report.keywords = keywords.state
    return keywordLane && keywords.state === 'used' ? await keywordLane.index.search(query, KEYWORD_SCORES, allowed) : NOTHING
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
function setAside(cause: unknown, lane: 'dense' | 'keywords', signal: AbortSignal | undefined, report: SearchReport): undefined {
  checkAborted(signal)
  const { code, message } = asLocketError(cause, 'INDEX_FAILED', `The ${lane} lane failed.`)
  report[lane] = 'failed'
  report.problems.push({ code, message })
  return undefined
}
