import { datesIn } from '../dates.js'
import { fold } from '../fold.js'
import { startOf, wholeUnit, type Span } from './calendar.js'
import type { Question } from './resolve.js'
import { rules, type Groups, type SpanRule } from './rules.js'
import { FUTURE, PAST } from './words.js'

export interface SpansNamed {
  spans: Span[]
  /** The folded text without the expressions that named the spans. */
  remaining: string
}

let compiled: SpanRule[] | undefined

/**
 * The days, weeks, months, seasons and years that a question names relative to `reference` (ms since the epoch):
 * "yesterday", "last Friday", "two months ago", 上周五 (last Friday), 去年冬天 (last winter). Absolute dates are left to
 * `datesInQuery`. Where the tense does not decide between a past and a future day, both are returned.
 */
export function spansNamed(text: string, reference: number): SpansNamed {
  compiled ??= rules()
  const today = startOf('day', new Date(reference))
  let remaining = fold(text)
  const question: Question = {
    today,
    tense: PAST.test(remaining)
      ? FUTURE.test(remaining) && !/\b(?:did|was|were|had|ago|last)\b|[了过過]/.test(remaining)
        ? 'future'
        : 'past'
      : FUTURE.test(remaining)
        ? 'future'
        : undefined,
  }
  const spans: Span[] = []
  for (const [expression, read] of compiled)
    remaining = remaining.replace(expression, (match, ...captures) => {
      const found = read(captures.at(-1) as Groups, question).filter(({ from, to }) => from < to)
      spans.push(...found)
      return found.length > 0 ? ' ' : match
    })
  return { spans, remaining }
}

/** The span of an event that is a date: "11 August 2023", "last Friday"; undefined if the text is not only a date. */
export function dateSpan(text: string, reference: number): Span | undefined {
  const named = spansNamed(text, reference)
  if (named.spans.length > 0) return /[\p{L}]{4}|\p{Script=Han}{2}/u.test(named.remaining) ? undefined : named.spans[0]
  const term = datesIn(text).find((one) => /^@\d{4}/.test(one))
  if (term === undefined) return undefined
  const [year = 0, month, day] = term.slice(1).split('-').map(Number)
  return wholeUnit(
    day === undefined ? (month === undefined ? 'year' : 'month') : 'day',
    new Date(year, (month ?? 1) - 1, day ?? 1),
  )
}
