import type { ReadSource } from '../read-source.js'
import { fits, passes, type Selection } from '../../index/selection.js'
import type { CatalogRow } from '../../index/catalog-row.js'
import { checkOptions } from '../../values/options.js'
import type { SearchOptions, WhyReason, WhyResult } from '../types.js'
import { readSearchRequest, SEARCH_OPTIONS, type SearchRequest } from '../request/search-request.js'
import { describeLead, describeShares, explain } from './explain.js'
import { selectAndRerank, arrange, type Arranged } from '../arrange/arrange.js'
import { RECORD_TABLES, recordReader } from './record-reader.js'
import { rankFor } from '../search.js'

const SENTENCES: Record<WhyReason, string> = {
  shown: 'It is among the results.',
  outranked: 'Others rank above it.',
  'below-threshold': 'Its score is below the threshold.',
  'not-nominated': 'Neither its meaning nor its words, nor those of a neighbouring text, match the query.',
  repeated: 'A memory that repeats it word for word is shown instead.',
  'not-in-scope': 'There is no memory or message with this id in this scope.',
  'not-known-then': 'The store did not hold it at that time.',
  deleted: 'It was deleted.',
  hidden: 'It is hidden, because a memory that it is evidence of was deleted.',
  pending: 'It waits for approval.',
  merged: 'It was merged into another memory.',
  superseded: 'It was superseded by a newer memory.',
  'not-yet': 'It was not valid yet at that time.',
  'no-longer': 'It was no longer valid at that time.',
  expired: 'It has expired.',
  kind: 'It is not of the requested kinds.',
  filter: 'It does not match the filters.',
}

/**
 * Explains why a stored text is or is not among the results of a query. For an id outside the scope the answer is the
 * same as for one that never existed.
 * @throws InputError `INVALID_INPUT`, `UNKNOWN_OPTION`, `SCOPE_REQUIRED`, `HISTORY_TRIMMED`; LocketError `ABORTED`
 */
export async function why(
  source: ReadSource,
  query: string,
  id: string,
  options: Omit<SearchOptions, 'explain' | 'secrets'> = {},
): Promise<WhyResult> {
  checkOptions(
    'why()',
    options,
    SEARCH_OPTIONS.filter((name) => name !== 'explain' && name !== 'secrets'),
  )
  const request = await readSearchRequest(source, 'why()', query, options)
  await source.indexes.catchUp()
  const { catalog } = source
  const inScope = catalog.scopeTest(request.selection.scope)
  const rows = [...catalog.values()].filter((row) => row.id === id && inScope(row))
  const known = rows.map((row) => (request.past ? request.past.rows.get(row.no) : row))
  const row = known.find((one) => one && passes(one, request.selection)) ?? known.find((one) => one !== undefined)
  if (!row) return answer(id, rows.length > 0 ? 'not-known-then' : 'not-in-scope')
  if (!passes(row, request.selection))
    return answer(id, excludedBy(row, request.selection), successorOf(source, row, request.selection))
  const no = row.verbatimNo ?? row.no
  const shownRow = catalog.shownBy(request.selection)(no)
  if (shownRow && shownRow.no !== row.no) return answer(id, 'repeated', { by: shownRow.id })
  return rankOf(source, request, no, id)
}

/** Ranks the text against all candidates and compares it with the last result. */
async function rankOf(source: ReadSource, request: SearchRequest, no: number, id: string): Promise<WhyResult> {
  const { ranked, report } = await rankFor(source, request, no)
  const { store, catalog } = source
  const records = recordReader(catalog, request.past)
  const reranked = await selectAndRerank(store, { ...request, threshold: 0 }, ranked, records, report)
  const all = await store.read(RECORD_TABLES, (tx) =>
    arrange(tx, reranked, reranked.length, request.diversity, records),
  )
  const at = all.findIndex(({ candidate }) => candidate.no === no)
  // Erased in the meantime.
  if (at < 0) return answer(id, 'not-in-scope')
  const own = all[at] as Arranged
  const { candidate } = own
  const shown = all
    .filter((one) => one.candidate.score >= request.threshold && !one.candidate.unnominated)
    .slice(0, request.topK)
  const explained = (one: Arranged) => ({
    rank: all.indexOf(one) + 1,
    score: one.candidate.score,
    explanation: explain(one, all),
  })
  const embedded = source.indexes.vectorLane?.has(no) ?? false
  const reason = shown.includes(own)
    ? 'shown'
    : candidate.unnominated
      ? 'not-nominated'
      : candidate.score < request.threshold
        ? 'below-threshold'
        : 'outranked'
  const last = shown.at(-1)
  const { rank, score, explanation } = explained(own)
  const sentences = [
    SENTENCES[reason],
    ...(reason === 'outranked' ? [`It is number ${rank} of ${all.length}, and ${shown.length} are shown.`] : []),
    describeShares(explanation),
    ...(reason === 'outranked' && last
      ? [`The last one shown is ${lowerFirst(describeLead(explained(last).explanation, explanation, 'it'))}`]
      : []),
    ...(reason === 'below-threshold' ? [`The score is ${score.toFixed(2)}, the threshold ${request.threshold}.`] : []),
    ...(embedded || !source.indexes.vectorLane ? [] : ['It has no vector yet: only its words count.']),
  ]
  return {
    id,
    reason,
    summary: sentences.join(' '),
    rank,
    score,
    explanation,
    ...(last && last !== own ? { last: { id: last.candidate.row.id, ...explained(last) } } : {}),
    embedded,
    report,
  }
}

/** Why the selection excludes a row of its scope. */
function excludedBy(row: CatalogRow, selection: Selection): WhyReason {
  const { now, asOf, kinds } = selection
  const { status, validFrom, validTo, expiresAt } = row
  if (status === 'deleted' || status === 'hidden' || status === 'pending' || status === 'merged') return status
  if (asOf !== undefined && validFrom > asOf) return 'not-yet'
  if (asOf !== undefined && validTo !== undefined && validTo <= asOf) return 'no-longer'
  if (expiresAt !== undefined && expiresAt <= (asOf ?? now)) return 'expired'
  if (kinds && !kinds.includes(row.kind)) return 'kind'
  if (!fits(row, selection)) return 'filter'
  return 'superseded'
}

/** The memory that superseded it, if that is in the scope too. */
function successorOf({ catalog }: ReadSource, { supersededBy }: CatalogRow, { scope }: Selection): { by?: string } {
  const inScope = catalog.scopeTest(scope)
  const exists =
    supersededBy !== undefined && [...catalog.values()].some((row) => row.id === supersededBy && inScope(row))
  return exists ? { by: supersededBy } : {}
}

function answer(id: string, reason: WhyReason, more: { by?: string } = {}): WhyResult {
  return { id, reason, summary: `${SENTENCES[reason]}${more.by === undefined ? '' : ` See ${more.by}.`}`, ...more }
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
