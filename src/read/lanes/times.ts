import type { Bitmask } from '../../values/bitmask.js'
import type { ReadSource } from '../read-source.js'
import type { CatalogRow } from '../../index/catalog.js'
import type { KeywordAnswer } from '../../index/keyword/keyword-index.js'
import { datesInQuery } from '../../language/dates.js'
import { around, boundIn, dateSpan, moved, spansNamed, type Bound, type Span } from '../../language/spans/index.js'

/** Finds the texts that tell of an event, the best first. */
export type Locate = (event: string) => Promise<readonly { no: number; score: number }[]>

/** What the query says of when. */
export interface QueryTime {
  /** By document number, from 0 to 1: how much it is of then. */
  dated: ReadonlyMap<number, number>
  /** Documents of then, where they are few. */
  nominated: readonly number[]
  /** How things were is asked. */
  past: boolean
}

/** Of what was only said then, and of what comes before or after an event, however long. */
const HALF = 0.5
/** More documents of one time are no candidates for it alone. */
const MOST_NOMINATED = 200
/** An event is one that the store knows of when its best text for it has this score. */
const LEAST_SCORE = 0.1

interface Request {
  query: string
  allowed: Bitmask
  /** What "yesterday" is counted from, in ms since the epoch. */
  reference: number
}

/**
 * Which documents are of the time that a query names: it happened then, or was said then. Dates that stand for
 * themselves the keyword index has found already; of those without a year, the nearest one's count most. `locate` finds
 * the event of "before I moved".
 */
export async function readQueryTime(
  source: ReadSource,
  { query, allowed, reference }: Request,
  keywords: KeywordAnswer,
  locate: Locate | undefined,
): Promise<QueryTime> {
  const bound = boundIn(query)
  const { spans, remaining } = spansNamed(bound ? bound.remaining : query, reference)
  const limits = bound && (await limitsOf(source, bound, reference, locate))
  const closed = [...spans, ...(limits?.distance ? [limits.distance] : [])]
  const dated = new Map<number, number>()
  const take = (no: number, worth: number): void => void dated.set(no, Math.max(dated.get(no) ?? 0, worth))

  if (closed.length + (limits ? 1 : 0) > 0)
    for (const row of source.catalog.values()) {
      if (!allowed.has(row.no)) continue
      for (const span of closed) {
        const worth = worthIn(span, row, source)
        if (worth > 0) take(row.no, worth)
      }
      if (limits?.side && isBeyond(row, limits, source)) take(row.no, HALF)
    }
  for (const no of await namingThem(source, closed, allowed)) if (!dated.has(no)) take(no, 1)
  // "Last May" is one May; where nothing is of that one, any other is better than nothing.
  const resolved = dated.size > 0 && spans.length > 0 && datesInQuery(remaining).length === 0
  if (!resolved) for (const [no, worth] of byDate(source, query, keywords, reference)) take(no, worth)
  const nominated = [...dated].filter(([, worth]) => worth === 1).map(([no]) => no)
  return {
    dated,
    nominated: nominated.length > MOST_NOMINATED ? [] : nominated,
    past: limits?.side === 'before' || (spans.length > 0 && spans.every(({ to }) => to <= reference)),
  }
}

/** 1 where it happened then, or was said then and tells of no other time. */
function worthIn(span: Span, row: CatalogRow, source: ReadSource): number {
  const facts = happenings(row, source)
  if (facts.some((at) => isIn(span, at))) return 1
  return isIn(span, row.at) ? (facts.length > 0 ? HALF : 1) : 0
}

const isIn = ({ from, to }: Span, at: number): boolean => at >= from && at < to

/** When what it tells of happened, as far as that is another time than when it was said. */
function happenings(row: CatalogRow, { catalog }: ReadSource): number[] {
  if (row.table === 'memories') return row.validFrom === row.at ? [] : [row.validFrom]
  const facts = catalog.linked(row.no).flatMap((no) => catalog.get(no) ?? [])
  const other = facts.filter(({ validFrom }) => validFrom !== row.at)
  return other.length < facts.length ? [] : other.map(({ validFrom }) => validFrom)
}

interface Limits {
  distance?: Span
  side?: Bound['side']
  /** When the event was; texts of the same time follow it in the order of writing. */
  at: number
  end: number
  no?: number
}

async function limitsOf(
  source: ReadSource,
  bound: Bound,
  reference: number,
  locate: Locate | undefined,
): Promise<Limits | undefined> {
  const { side, event, distance } = bound
  let limits: Limits | undefined
  const date = dateSpan(event, reference)
  if (date) limits = { side, at: date.from, end: date.to }
  else {
    const best = (await locate?.(event))?.[0]
    const row = best && best.score >= LEAST_SCORE ? source.catalog.get(best.no) : undefined
    if (!row) return undefined
    const at = happenings(row, source)[0] ?? row.at
    limits = { side, at, end: at, no: row.no }
  }
  if (!distance) return limits
  const { unit, count, about } = distance
  const day = new Date(side === 'before' ? limits.at : limits.end)
  const far = moved(day, unit, side === 'before' ? -count : count)
  return {
    ...limits,
    distance: about
      ? around(far, unit)
      : { from: Math.min(+far, +day), to: Math.max(+far, +day) + (side === 'before' ? 0 : 1) },
    ...(date ? {} : { side }),
  }
}

function isBeyond(row: CatalogRow, { side, at, end, no }: Limits, source: ReadSource): boolean {
  if (no !== undefined && (row.no === no || source.catalog.linked(no).includes(row.no))) return true
  const own = happenings(row, source)[0] ?? row.at
  if (side === 'before') return own < at || (own === at && no !== undefined && row.no < no)
  return own > end || (own === end && (no === undefined || row.no > no))
}

/** What was said then, or names the days in its text whenever it was said. */
async function namingThem(
  { indexes }: ReadSource,
  spans: readonly Span[],
  allowed: Bitmask,
): Promise<readonly number[]> {
  const words = spans.flatMap(inWords)
  if (words.length === 0 || indexes.keywords.state !== 'used' || !indexes.keywordLane) return []
  const { onTheDay, inThePeriod } = await indexes.keywordLane.index.search(words.join(', '), MOST_NOMINATED, allowed)
  return [...onTheDay, ...inThePeriod]
}

/** The days of a week or less, or the month, as `datesIn` reads them. */
function inWords({ from, to }: Span): string[] {
  const [first, end] = [new Date(from), new Date(to)]
  const iso = (date: Date): string => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
  if (to - from <= 7.1 * 86_400_000) {
    const days: string[] = []
    for (let day = first; day < end; day = moved(day, 'day', 1))
      days.push(`${iso(day)}-${String(day.getDate()).padStart(2, '0')}`)
    return days
  }
  return first.getDate() === 1 && +moved(first, 'month', 1) === to ? [iso(first)] : []
}

/** What the keyword index found by dates; where they leave the year open, that of the nearest counts whole. */
function byDate(
  { catalog }: ReadSource,
  query: string,
  { onTheDay, inThePeriod }: KeywordAnswer,
  reference: number,
): [number, number][] {
  const nos = [...onTheDay, ...inThePeriod]
  const open = datesInQuery(query).filter((term) => !/^@\d{4}/.test(term))
  if (open.length === 0 || nos.length === 0) return nos.map((no) => [no, 1])
  const year = (at: number): number => new Date(at).getFullYear()
  const isOf = (at: number): boolean =>
    open.some((term) =>
      [
        `@${two(new Date(at).getMonth() + 1)}`,
        `@${two(new Date(at).getMonth() + 1)}-${two(new Date(at).getDate())}`,
      ].includes(term),
    )
  const said = nos.flatMap((no) => catalog.get(no) ?? []).filter(({ at }) => isOf(at))
  const years = new Set(said.map(({ at }) => year(at)))
  if (years.size < 2) return nos.map((no) => [no, 1])
  const nearest = said.reduce((a, b) => (Math.abs(b.at - reference) < Math.abs(a.at - reference) ? b : a))
  const others = new Set(said.filter(({ at }) => year(at) !== year(nearest.at)).map(({ no }) => no))
  return nos.map((no) => [no, others.has(no) ? HALF : 1])
}

const two = (n: number): string => String(n).padStart(2, '0')
