import type { ReadSource } from '../read-source.js'
import { fits, passes, type CatalogRow, type Selection } from '../../index/catalog.js'
import { checkOptions } from '../../values/options.js'
import type { SearchOptions, WhyReason, WhyResult } from '../types.js'
import { readSearchRequest, SEARCH_OPTIONS, type SearchRequest } from '../request/search-request.js'
import { ahead, explain, inWords } from './explain.js'
import { judge, arrange, type Arranged } from '../arrange/arrange.js'
import { RECORD_TABLES, recordReader } from './record-reader.js'
import { rankFor } from '../search.js'

const WORDS: Record<WhyReason, string> = {
  shown: 'It is among the results.',
  outranked: 'Others rank above it.',
  'below-threshold': 'Its score is below the threshold.',
  'not-nominated': 'Neither its meaning nor its words, nor what is next to it, brought it among those that are ranked.',
  repeated: 'The memory that repeats it word for word stands for it.',
  'not-in-scope': 'There is no memory or message with this id in this scope.',
  'not-known-then': 'The store did not hold it at that time.',
  deleted: 'It was deleted.',
  hidden: 'It is hidden: it was deleted with a memory that it was the evidence of.',
  pending: 'It waits for approval.',
  merged: 'It was merged into another memory.',
  superseded: 'Something newer took its place.',
  'not-yet': 'It did not hold yet at that time.',
  'no-longer': 'It did not hold any more at that time.',
  expired: 'Its time is up.',
  kind: 'It is of another kind than was asked for.',
  filter: 'It does not match the filters.',
}

/**
 * Why a stored text did not come back for a query, or did. Says nothing of rows outside the scope: such an id is as
 * unknown as one that never was.
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
  const asked = await readSearchRequest(source, 'why()', query, options)
  await source.indexes.catchUp()
  const { catalog } = source
  const seen = catalog.scopeTest(asked.selection.scope)
  const rows = [...catalog.values()].filter((row) => row.id === id && seen(row))
  const now = rows.map((row) => (asked.past ? asked.past.rows.get(row.no) : row))
  const row = now.find((one) => one && passes(one, asked.selection)) ?? now.find((one) => one !== undefined)
  if (!row) return answer(id, rows.length > 0 ? 'not-known-then' : 'not-in-scope')
  if (!passes(row, asked.selection))
    return answer(id, excludedBy(row, asked.selection), successorOf(source, row, asked.selection))
  const no = row.verbatimNo ?? row.no
  const shownRow = catalog.shownBy(asked.selection)(no)
  if (shownRow && shownRow.no !== row.no) return answer(id, 'repeated', { by: shownRow.id })
  return rankOf(source, asked, no, id)
}

async function rankOf(source: ReadSource, asked: SearchRequest, no: number, id: string): Promise<WhyResult> {
  const { ranked, report } = await rankFor(source, asked, no)
  const { store, catalog } = source
  const records = recordReader(catalog, asked.past)
  const judged = await judge(store, { ...asked, threshold: 0 }, ranked, records, report)
  const all = await store.read(RECORD_TABLES, (tx) => arrange(tx, judged, judged.length, asked.diversity, records))
  const at = all.findIndex(({ candidate }) => candidate.no === no)
  // Erased since it was looked up.
  if (at < 0) return answer(id, 'not-in-scope')
  const it = all[at] as Arranged
  const { candidate } = it
  const shown = all
    .filter((one) => one.candidate.score >= asked.threshold && !one.candidate.unnominated)
    .slice(0, asked.topK)
  const explained = (one: Arranged) => ({
    rank: all.indexOf(one) + 1,
    score: one.candidate.score,
    explanation: explain(one, all),
  })
  const embedded = source.indexes.vectorLane?.has(no) ?? false
  const reason = shown.includes(it)
    ? 'shown'
    : candidate.unnominated
      ? 'not-nominated'
      : candidate.score < asked.threshold
        ? 'below-threshold'
        : 'outranked'
  const last = shown.at(-1)
  const own = explained(it)
  const told = [
    `${WORDS[reason]} ${reason === 'outranked' ? `It is number ${own.rank} of ${all.length}, and ${shown.length} are shown. ` : ''}${inWords(own.explanation)}`,
    ...(reason === 'outranked' && last
      ? [`The last one shown is ${lowerFirst(ahead(explained(last).explanation, own.explanation, 'it'))}`]
      : []),
    ...(reason === 'below-threshold'
      ? [`The score is ${own.score.toFixed(2)}, the threshold ${asked.threshold}.`]
      : []),
    ...(embedded || !source.indexes.vectorLane ? [] : ['It has no vector yet: only its words count.']),
  ]
  return {
    id,
    reason,
    summary: told.join(' '),
    ...own,
    ...(last && last !== it ? { last: { id: last.candidate.row.id, ...explained(last) } } : {}),
    embedded,
    report,
  }
}

/** What keeps a row out that is in the scope. */
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

/** What took its place, where that is in the scope too. */
function successorOf({ catalog }: ReadSource, { supersededBy }: CatalogRow, { scope }: Selection): { by?: string } {
  const seen = catalog.scopeTest(scope)
  const there = supersededBy !== undefined && [...catalog.values()].some((row) => row.id === supersededBy && seen(row))
  return there ? { by: supersededBy } : {}
}

function answer(id: string, reason: WhyReason, more: { by?: string } = {}): WhyResult {
  return { id, reason, summary: `${WORDS[reason]}${more.by === undefined ? '' : ` See ${more.by}.`}`, ...more }
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
