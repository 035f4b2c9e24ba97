import { canImport } from '../platform/can-import.js'
import type { ReadSource } from './read-source.js'
import { lazily } from '../platform/lazily.js'
import { checkOptions, flag } from '../values/options.js'
import type { SearchOptions, SearchReport, SearchResult } from './types.js'
import { readSearchRequest, SEARCH_OPTIONS, type SearchRequest } from './request/search-request.js'
import { hydrate, type Hydrated, type Ranked } from './show/hydrate.js'
import { askLanes, type LaneRequest, type Refinements } from './lanes/lanes.js'
import type { Arranged } from './arrange/arrange.js'
import { rank, type RankRequest } from './rank/rank.js'
import type { RankedCandidate } from './rank/ranked.js'
import { RECORD_TABLES, recordReader } from './show/record-reader.js'
import { checkAborted } from './request/checks.js'

/** Documents that each lane may nominate: what answers is nearly always among the first hundred of one of them. */
const BY_MEANING = 200
const BY_WORDS = 100

export async function search(source: ReadSource, query: string, options: SearchOptions = {}): Promise<SearchResult> {
  const { found, report } = await find(source, query, options)
  return { results: found.map(({ hit }) => hit), report }
}

/** The read path: who may be seen, what the lanes nominate and what each candidate has for it, the order, the texts. */
export async function find(
  source: ReadSource,
  query: string,
  options: SearchOptions,
  modelWaitMs?: number,
): Promise<{ found: Hydrated[]; report: SearchReport; request: SearchRequest }> {
  checkOptions('search()', options, SEARCH_OPTIONS)
  const explained = flag('explain', options.explain, false)
  const asked = { ...(await readSearchRequest(source, 'search()', query, options)), modelWaitMs }
  const { ranked, report } = await rankFor(source, asked)
  const found = ranked.length > 0 ? await shown(source, asked, ranked, report, explained) : []
  checkAborted(asked.signal)
  source.recalled.add(
    found.map(({ hit }) => hit.memory),
    source.catalog.capacity,
    asked.selection.scope,
  )
  return { found, report, request: asked }
}

/** Everything that may answer, best first. `also`: a document that is looked at whether or not a lane nominates it. */
export async function rankFor(
  source: ReadSource,
  asked: SearchRequest & Pick<LaneRequest, 'modelWaitMs'>,
  also?: number,
): Promise<{ ranked: RankedCandidate[]; report: SearchReport }> {
  checkAborted(asked.signal)
  const refinements = await loadRefinements()
  await source.indexes.catchUp()
  const allowed = source.catalog.select(asked.selection)
  const report: SearchReport = {
    dense: 'off',
    keywords: 'off',
    searched: allowed.count(),
    unknownShare: 0,
    problems: [],
  }
  if (report.searched === 0) return { ranked: [], report }
  // The list is the same however much of it is asked for, up to what meaning nominates.
  const most = Math.max(BY_MEANING, asked.topK)
  const nominated = { meaning: most, words: most > BY_MEANING || !source.indexes.vectorLane ? most : BY_WORDS }
  const request = { ...asked, allowed, nominated, refinements, also }
  // At most one more search, for what a question counts from.
  const locate = async (event: string): Promise<RankedCandidate[]> => {
    const found: RankRequest = {
      ...request,
      query: event,
      vector: undefined,
      selection: { ...asked.selection, closedToo: true },
      fusion: 'fitted',
      also: undefined,
    }
    return rank(source, found, await askLanes(source, found, { ...report, problems: [] }))
  }
  return { ranked: await rank(source, request, await askLanes(source, { ...request, locate }, report)), report }
}

const loadRefinements = (): Promise<Refinements> | undefined =>
  canImport() ? lazily(() => import('./refinements.js')) : undefined

/**
 * The list as it is shown, with its texts: placed and read in one transaction. A service worker cannot load what
 * places: there it stays in the order of its value.
 */
async function shown(
  { store, catalog }: ReadSource,
  asked: SearchRequest,
  ranked: readonly RankedCandidate[],
  report: SearchReport,
  explained: boolean,
): Promise<Hydrated[]> {
  const { topK, threshold, diversity, reranker, past, secrets } = asked
  const records = recordReader(catalog, past)
  const placing = await loadRefinements()
  if (!placing && reranker) {
    report.reranker = 'failed'
    report.problems.push({ code: 'JOURNAL_ONLY', message: 'A service worker cannot load what reranks.' })
  }
  const judged = placing
    ? await placing.judge(store, asked, ranked, records, report)
    : ranked.filter(({ score }) => score >= threshold)
  const explanations = explained ? await lazily(() => import('./show/explain.js')) : undefined
  const found = await store.read(RECORD_TABLES, async (tx) => {
    const first = judged.slice(0, topK)
    // As a rule these are the ones that are shown.
    await records.read(
      tx,
      first.map(({ row }) => row),
    )
    const placed = placing
      ? await placing.arrange(tx, judged, topK, diversity, records)
      : first.map((candidate): Arranged => ({ candidate, cost: 0 }))
    const list = placed.map((one): Ranked => ({
      row: one.candidate.row,
      score: one.candidate.score,
      newer: one.candidate.among.signals.newer[one.candidate.place] ?? 0,
      ...(explanations && { explanation: explanations.explain(one, placed) }),
    }))
    return hydrate(tx, catalog, records, list, secrets === 'show')
  })
  explanations?.summarise(found.map(({ hit }) => hit))
  return found
}
