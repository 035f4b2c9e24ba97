import { canImport } from '../can-import.js'
import type { Engine } from '../engine.js'
import { lazily } from '../lazily.js'
import { checkOptions, flag } from '../options.js'
import type { SearchOptions, SearchReport, SearchResult } from '../types.js'
import { readAsked, SEARCH_OPTIONS, type Asked } from './asked.js'
import { hydrate, type Hydrated, type Ranked } from './hydrate.js'
import { askLanes } from './lanes.js'
import type { Placed } from './place.js'
import { rank, type RankedCandidate } from './rank.js'
import { checkAborted } from './request.js'

/** Documents that each lane may nominate: what answers is nearly always among the first hundreds of one of them. */
const NOMINATED = 200

export async function search(engine: Engine, query: string, options: SearchOptions = {}): Promise<SearchResult> {
  const { found, report } = await find(engine, query, options)
  return { results: found.map(({ hit }) => hit), report }
}

/** The read path: who may be seen, what the lanes nominate and what each candidate has for it, the order, the texts. */
export async function find(engine: Engine, query: string, options: SearchOptions): Promise<{ found: Hydrated[]; report: SearchReport }> {
  checkOptions('search()', options, SEARCH_OPTIONS)
  const explained = flag('explain', options.explain, false)
  const asked = await readAsked(engine, 'search()', query, options)
  const { ranked, report } = await rankFor(engine, asked)
  const placed = await placeFor(engine, asked, ranked, report)
  const shown = placed.map(({ candidate: { row, score }, record }): Ranked => ({ row, record, score }))
  const explanations = explained ? await lazily(() => import('./explain.js')) : undefined
  shown.forEach((one, i) => explanations && (one.explanation = explanations.explain(placed[i] as Placed, ranked, placed)))
  const found = await hydrate(engine.store, engine.catalog, shown, asked.secrets === 'show')
  explanations?.summarise(found.map(({ hit }) => hit))
  checkAborted(asked.signal)
  engine.recalled.add(
    found.map(({ hit }) => hit.memory),
    engine.catalog.capacity,
    asked.selection.scope,
  )
  return { found, report }
}

/** Everything that may answer, best first. `also`: a document that is looked at whether or not a lane nominates it. */
export async function rankFor(engine: Engine, { query, topK, fusion, vector, signal, selection, reference }: Asked, also?: number): Promise<{ ranked: RankedCandidate[]; report: SearchReport }> {
  checkAborted(signal)
  await engine.indexes.catchUp()
  const allowed = engine.catalog.select(selection)
  const report: SearchReport = { dense: 'off', keywords: 'off', searched: allowed.count(), unknownShare: 0, problems: [] }
  if (report.searched === 0) return { ranked: [], report }
  const nominated = Math.max(NOMINATED, topK)
  const request = { allowed, nominated, signal, scope: selection.scope, reference }
  // At most one more search, for what a question counts from.
  const locate = async (event: string): Promise<RankedCandidate[]> => {
    const found = await askLanes(engine, { ...request, query: event, vector: undefined }, { ...report, problems: [] })
    return rank(engine, event, found, nominated, allowed, { ...selection, closedToo: true })
  }
  const lanes = await askLanes(engine, { ...request, query, vector, locate }, report)
  return { ranked: await rank(engine, query, lanes, nominated, allowed, selection, fusion, also), report }
}

/** As they are shown. A service worker cannot load what that takes: there they stay in the order of their value. */
async function placeFor({ store }: Engine, asked: Asked, ranked: readonly RankedCandidate[], report: SearchReport): Promise<Placed[]> {
  if (canImport()) return (await lazily(() => import('./place.js'))).place(store, asked, ranked, asked.topK, report)
  if (asked.reranker) {
    report.reranker = 'failed'
    report.problems.push({ code: 'JOURNAL_ONLY', message: 'A service worker cannot load what reranks.' })
  }
  return ranked
    .filter(({ score }) => score >= asked.threshold)
    .slice(0, asked.topK)
    .map((candidate) => ({ candidate, cost: 0, record: asked.past?.records.get(candidate.row.no) }))
}
