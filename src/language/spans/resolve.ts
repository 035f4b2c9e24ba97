import { around, moved, spanBetween, startOf, wholeUnit, type Span, type Unit } from './calendar.js'
import { numberIn, SEASONS } from './words.js'

/** What relative words about time are resolved against. */
export interface Question {
  /** The start of the day of the question, in the local time zone. */
  today: Date
  /** Whether its tense points to the past or the future; undefined if neither is clear. */
  tense: 'past' | 'future' | undefined
}

/** A season of a year; the winter of 2026 begins in December 2026. */
export function season(name: string, year: number): Span {
  const first = SEASONS[name] as number
  return spanBetween(new Date(year, first, 1), new Date(year, first + (name === '暑' ? 2 : 3), 1))
}

/** The last season that is over, this year's, or the next to begin, as `which` ("last", "this", "next") says. */
export function seasonNear(which: string | undefined, name: string, { today, tense }: Question): Span[] {
  const all = [-2, -1, 0, 1].map((shift) => season(name, today.getFullYear() + shift))
  const now = today.getTime()
  if (which === 'last' || which === 'previous') return all.filter(({ to }) => to <= now).slice(-1)
  if (which === 'next' || which === 'coming') return all.filter(({ from }) => from > now).slice(0, 1)
  if (which !== undefined) return all.slice(2, 3)
  if (tense === 'past') return all.filter(({ from }) => from <= now).slice(-1)
  return tense === 'future' ? all.filter(({ to }) => to > now).slice(0, 1) : []
}

/** The weekend of this week (`step` 0) or of one before or after it. */
export function weekend(today: Date, step: number): Span {
  const start = moved(startOf('week', today), 'day', 5 + 7 * step)
  return spanBetween(start, moved(start, 'day', 2))
}

/** The days that a weekday (`index` 0 is Monday) may mean, as `which` ("last", "this", "next") and the tense say. */
export function weekdays(index: number, which: string | undefined, { today, tense }: Question): Span[] {
  const own = (today.getDay() + 6) % 7
  const before = moved(today, 'day', -((own - index + 7) % 7 || 7))
  const after = moved(today, 'day', (index - own + 7) % 7 || 7)
  const days = (...found: Date[]): Span[] => found.map((day) => wholeUnit('day', day))
  if (which === 'last' || which === 'past' || which === 'previous') return days(before)
  // "next Friday" may mean this week's or next week's: both.
  if (which === 'next') return after < startOf('week', today, 1) ? days(after, moved(after, 'day', 7)) : days(after)
  if (which === 'this' || which === 'coming') return days(moved(startOf('week', today), 'day', index), after)
  const onToday = own === index ? [today] : []
  if (tense === 'past') return days(...(onToday.length > 0 ? onToday : [before]))
  return tense === 'future' ? days(...(onToday.length > 0 ? onToday : [after])) : days(before, ...onToday, after)
}

/** A number of units ago (`sign` -1) or from now (1). "A few" covers everything from 2 to 6 units. */
export function unitsAway(written: string | undefined, unit: Unit, sign: number, today: Date): Span[] {
  const exact = numberIn(written)
  if (written === '半') return [around(moved(today, 'month', 6 * sign), 'month')]
  if (exact !== undefined) return [around(moved(today, unit, sign * exact), unit)]
  const [near, far] = [around(moved(today, unit, 2 * sign), unit), around(moved(today, unit, 6 * sign), unit)]
  return [spanBetween(Math.min(near.from, far.from), Math.max(near.to, far.to))]
}

/** The last (`sign` -1) or the next (1) units, today included: "the past three weeks". "A few" counts as 4. */
export function lately(written: string | undefined, unit: Unit, sign: number, today: Date): Span[] {
  const end = moved(today, unit, sign * (numberIn(written ?? 'one') ?? 4))
  return sign < 0 ? [spanBetween(end, moved(today, 'day', 1))] : [spanBetween(today, moved(end, 'day', 1))]
}

/** The index of a Chinese weekday, from 0 for 一 (Monday). */
export const chineseWeekday = (name: string): number => '一二三四五六日'.indexOf(name === '天' ? '日' : name)

/** One day of a month, its first (初), second (中旬) or last (底, 末) ten days, or all of it. */
export function monthPart(first: Date, part: string | undefined, day: number | undefined): Span[] {
  const days = (from: number, to: number): Span[] => [spanBetween(moved(first, 'day', from), moved(first, 'day', to))]
  if (day !== undefined) return days(day - 1, day)
  if (part === undefined) return [wholeUnit('month', first)]
  return part === '初'
    ? days(0, 10)
    : part.startsWith('中')
      ? days(10, 20)
      : [spanBetween(moved(first, 'day', 20), startOf('month', first, 1))]
}
