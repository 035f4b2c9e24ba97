import type { Bitmask } from '../../values/bitmask.js'
import type { ReadSource } from '../read-source.js'
import type { CatalogRow } from '../../index/catalog-row.js'
import type { KeywordAnswer } from '../../index/keyword/keyword-index.js'
import { datesInQuery } from '../../language/dates.js'
import { around, boundIn, dateSpan, moved, spansNamed, type Bound, type Span } from '../../language/spans/index.js'

/** Searches for an event in the query; returns documents about it, best first. */
export type Locate = (event: string) => Promise<readonly { no: number; score: number }[]>

/** The documents from the time that a query refers to. */
export interface QueryTime {
  /** `Signals.date` by document number, above 0 to 1. */
  dated: ReadonlyMap<number, number>
  /** Documents that become candidates for their date: those with 1 in `dated`, none where they are more than 200. */
  nominated: readonly number[]
  /** Whether the query asks about the past, so that outdated texts may answer it. */
  past: boolean
}

/** `Signals.date` of a text that was only said at the time, or lies anywhere before or after the event. */
const HALF = 0.5
/** Where more documents match the time, none becomes a candidate for that alone. */
const MOST_NOMINATED = 200
/** Score (0 to 1) from which the best hit for an event counts as that event. */
const LEAST_SCORE = 0.1

interface Request {
  query: string
  allowed: Bitmask
  /** The moment that "yesterday" is relative to, in ms since the epoch. */
  reference: number
}

/**
 * Scores documents by the time that a query refers to: what they tell happened then, or they were said then. Explicit
 * dates ("4 May") come from the keyword index; where they have no year, the nearest year counts in full. `locate` finds
 * the event in "before I moved".
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
  const add = (no: number, score: number): void => void dated.set(no, Math.max(dated.get(no) ?? 0, score))

  if (closed.length + (limits ? 1 : 0) > 0)
    for (const row of source.catalog.values()) {
      if (!allowed.has(row.no)) continue
      for (const span of closed) {
        const score = scoreIn(span, row, source)
        if (score > 0) add(row.no, score)
      }
      if (limits?.side && isBeyond(row, limits, source)) add(row.no, HALF)
    }
  for (const no of await mentioning(source, closed, allowed)) if (!dated.has(no)) add(no, 1)
  // "Last May" is one particular May; the keyword index's matches of any May count only where nothing is from that one.
  const resolved = dated.size > 0 && spans.length > 0 && datesInQuery(remaining).length === 0
  if (!resolved) for (const [no, score] of byDate(source, query, keywords, reference)) add(no, score)
  const nominated = [...dated].filter(([, score]) => score === 1).map(([no]) => no)
  return {
    dated,
    nominated: nominated.length > MOST_NOMINATED ? [] : nominated,
    past: limits?.side === 'before' || (spans.length > 0 && spans.every(({ to }) => to <= reference)),
  }
}

/** 1 for a text whose event is in the span, or that was said then and is about no other time; ½ if only said then. */
function scoreIn(span: Span, row: CatalogRow, source: ReadSource): number {
  const facts = eventTimes(row, source)
  if (facts.some((at) => isIn(span, at))) return 1
  return isIn(span, row.at) ? (facts.length > 0 ? HALF : 1) : 0
}

const isIn = ({ from, to }: Span, at: number): boolean => at >= from && at < to

/** When the events in a text happened (`validFrom` of its facts). Empty where that is the time when it was said. */
function eventTimes(row: CatalogRow, { catalog }: ReadSource): number[] {
  if (row.table === 'memories') return row.validFrom === row.at ? [] : [row.validFrom]
  const facts = catalog.linked(row.no).flatMap((no) => catalog.get(no) ?? [])
  const elsewhen = facts.filter(({ validFrom }) => validFrom !== row.at)
  return elsewhen.length < facts.length ? [] : elsewhen.map(({ validFrom }) => validFrom)
}

/** The time before or after an event, or at a distance from it. Times in ms since the epoch. */
interface Limits {
  /** The span "two weeks after the wedding". */
  distance?: Span
  side?: Bound['side']
  /** Start and end of the event. */
  at: number
  end: number
  /** The event's document, whose number orders texts of the same time. */
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
    const at = eventTimes(row, source)[0] ?? row.at
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

/** Whether a text is the event itself, or lies on the given side of it. */
function isBeyond(row: CatalogRow, { side, at, end, no }: Limits, source: ReadSource): boolean {
  if (no !== undefined && (row.no === no || source.catalog.linked(no).includes(row.no))) return true
  const own = eventTimes(row, source)[0] ?? row.at
  if (side === 'before') return own < at || (own === at && no !== undefined && row.no < no)
  return own > end || (own === end && (no === undefined || row.no > no))
}

/** Documents that the keyword index finds for the spans: said on these days, or mentioning them in their text. */
async function mentioning(
  { indexes }: ReadSource,
  spans: readonly Span[],
  allowed: Bitmask,
): Promise<readonly number[]> {
  const words = spans.flatMap(dateWords)
  if (words.length === 0 || indexes.keywords.state !== 'used' || !indexes.keywordLane) return []
  const { onTheDay, inThePeriod } = await indexes.keywordLane.index.search(words.join(', '), MOST_NOMINATED, allowed)
  return [...onTheDay, ...inThePeriod]
}

/** A span of up to a week as its days, or a calendar month, in ISO notation for the keyword index. */
function dateWords({ from, to }: Span): string[] {
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

/** The keyword index's matches by date with their scores. For dates without a year, ½ for all years but the nearest. */
function byDate(
  { catalog }: ReadSource,
  query: string,
  { onTheDay, inThePeriod }: KeywordAnswer,
  reference: number,
): [number, number][] {
  const nos = [...onTheDay, ...inThePeriod]
  const withoutYear = datesInQuery(query).filter((term) => !/^@\d{4}/.test(term))
  if (withoutYear.length === 0 || nos.length === 0) return nos.map((no) => [no, 1])
  const year = (at: number): number => new Date(at).getFullYear()
  const isOf = (at: number): boolean =>
    withoutYear.some((term) =>
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
