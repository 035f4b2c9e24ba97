import { canImport } from '../platform/can-import.js'
import type { ReadSource } from './read-source.js'
import { lazily } from '../platform/lazily.js'
import { checkOptions, flag } from '../values/options.js'
import type { SearchOptions, SearchReport, SearchResult } from './types.js'
import { readSearchRequest, SEARCH_OPTIONS, type SearchRequest } from './request/search-request.js'
import { hydrate, type Hydrated, type Ranked } from './show/hydrate.js'
import { queryLanes, type LaneRequest, type Refinements } from './lanes/lanes.js'
import type { Arranged } from './arrange/arrange.js'
import { rank, type RankRequest } from './rank/rank.js'
import type { RankedCandidate } from './rank/ranked.js'
import { RECORD_TABLES, recordReader } from './show/record-reader.js'
import { checkAborted } from './request/checks.js'

/** Candidates taken from each lane: the answer is nearly always among the first hundred hits of one of them. */
const BY_MEANING = 200
const BY_WORDS = 100

/**
 * Searches messages and facts by meaning, words, time and names.
 *
 * A lane that fails is left out and reported (`report.problems`).
 * @throws InputError `INVALID_INPUT`, `UNKNOWN_OPTION`, `SCOPE_REQUIRED`, `HISTORY_TRIMMED`; LocketError `ABORTED`.
 */
export async function search(source: ReadSource, query: string, options: SearchOptions = {}): Promise<SearchResult> {
  const { found, report } = await find(source, query, options)
  return { results: found.map(({ hit }) => hit), report }
}

/**
 * The read path: check the request, select the visible rows, find candidates, rank and arrange them, read their texts.
 */
export async function find(
  source: ReadSource,
  query: string,
  options: SearchOptions,
  modelWaitMs?: number,
): Promise<{ found: Hydrated[]; report: SearchReport; request: SearchRequest }> {
  checkOptions('search()', options, SEARCH_OPTIONS)
  const explained = flag('explain', options.explain, false)
  const request = { ...(await readSearchRequest(source, 'search()', query, options)), modelWaitMs }
  const { ranked, report } = await rankFor(source, request)
  const found = ranked.length > 0 ? await present(source, request, ranked, report, explained) : []
  checkAborted(request.signal)
  source.recalled.add(
    found.map(({ hit }) => hit.memory),
    source.catalog.capacity,
    request.selection.scope,
  )
  return { found, report, request }
}

/** All candidates, best first. `include`: number of a document that is ranked even if no lane finds it, for `why()`. */
export async function rankFor(
  source: ReadSource,
  searchRequest: SearchRequest & Pick<LaneRequest, 'modelWaitMs'>,
  include?: number,
): Promise<{ ranked: RankedCandidate[]; report: SearchReport }> {
  checkAborted(searchRequest.signal)
  const refinements = await loadRefinements()
  await source.indexes.catchUp()
  const allowed = source.catalog.select(searchRequest.selection)
  const report: SearchReport = {
    dense: 'off',
    keywords: 'off',
    searched: allowed.count(),
    unknownShare: 0,
    problems: [],
  }
  if (report.searched === 0) return { ranked: [], report }
  // Independent of `topK` up to 200, so that a shorter list is a prefix of a longer one.
  const most = Math.max(BY_MEANING, searchRequest.topK)
  const limits = { meaning: most, words: most > BY_MEANING || !source.indexes.vectorLane ? most : BY_WORDS }
  const request = { ...searchRequest, allowed, limits, refinements, include }
  // A nested search for the event in a query such as "before I moved". It runs at most once per search.
  const locate = async (event: string): Promise<RankedCandidate[]> => {
    const eventRequest: RankRequest = {
      ...request,
      query: event,
      vector: undefined,
      selection: { ...searchRequest.selection, closedToo: true },
      fusion: 'fitted',
      include: undefined,
    }
    return rank(source, eventRequest, await queryLanes(source, eventRequest, { ...report, problems: [] }))
  }
  return { ranked: await rank(source, request, await queryLanes(source, { ...request, locate }, report)), report }
}

const loadRefinements = (): Promise<Refinements> | undefined =>
  canImport() ? lazily(() => import('./refinements.js')) : undefined

/**
 * The results: reranked, arranged and read with their texts in one transaction. In a service worker, which cannot load
 * the code for the first two, they stay in the order of their ranking values.
 */
async function present(
  { store, catalog }: ReadSource,
  request: SearchRequest,
  ranked: readonly RankedCandidate[],
  report: SearchReport,
  explained: boolean,
): Promise<Hydrated[]> {
  const { topK, threshold, diversity, reranker, past, secrets } = request
  const records = recordReader(catalog, past)
  const refinements = await loadRefinements()
  if (!refinements && reranker) {
    report.reranker = 'failed'
    report.problems.push({ code: 'JOURNAL_ONLY', message: 'A service worker cannot load the code that reranks.' })
  }
  const selected = refinements
    ? await refinements.selectAndRerank(store, request, ranked, records, report)
    : ranked.filter(({ score }) => score >= threshold)
  const explanations = explained ? await lazily(() => import('./show/explain.js')) : undefined
  const found = await store.read(RECORD_TABLES, async (tx) => {
    const first = selected.slice(0, topK)
    // Read at once: these are nearly always the ones that end up in the results.
    await records.read(
      tx,
      first.map(({ row }) => row),
    )
    const arranged = refinements
      ? await refinements.arrange(tx, selected, topK, diversity, records)
      : first.map((candidate): Arranged => ({ candidate, cost: 0 }))
    const list = arranged.map((one): Ranked => ({
      row: one.candidate.row,
      score: one.candidate.score,
      newer: one.candidate.candidates.signals.newer[one.candidate.position] ?? 0,
      ...(explanations && { explanation: explanations.explain(one, arranged) }),
    }))
    return hydrate(tx, catalog, records, list, secrets === 'show')
  })
  explanations?.addSummaries(found.map(({ hit }) => hit))
  return found
}
