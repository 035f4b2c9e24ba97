/** From `from` (inclusive) to `to` (exclusive), in ms since the epoch, in the local time zone. */
export interface Span {
  from: number
  to: number
}

export type Unit = 'day' | 'week' | 'month' | 'year'

/** The start of the day, week (from Monday), month or year of `date`, shifted by `shift` of them. */
export const startOf = (unit: Unit, date: Date, shift = 0): Date => {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (unit === 'day') return new Date(year, month, day + shift)
  if (unit === 'week') return new Date(year, month, day - ((date.getDay() + 6) % 7) + 7 * shift)
  return unit === 'month' ? new Date(year, month + shift, 1) : new Date(year + shift, 0, 1)
}
export const spanBetween = (from: Date | number, to: Date | number): Span => ({ from: Number(from), to: Number(to) })
/** The whole day, week, month or year of `date`, shifted by `shift` of them. */
export const wholeUnit = (unit: Unit, date: Date, shift = 0): Span =>
  spanBetween(startOf(unit, date, shift), startOf(unit, date, shift + 1))

/**
 * `date` shifted by a number of units, which may be negative. A month or year without such a day gives its last one: a
 * month after 31 January is 28 or 29 February.
 */
export function moved(date: Date, unit: Unit, count: number): Date {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (unit === 'day') return new Date(year, month, day + count)
  if (unit === 'week') return new Date(year, month, day + 7 * count)
  const months = month + (unit === 'month' ? count : 12 * count)
  const lastDay = new Date(year, months + 1, 0).getDate()
  return new Date(year, months, Math.min(day, lastDay))
}

/**
 * The span that "two weeks ago" or "three months ago" covers, since people seldom mean it exactly: 3 days either side
 * for weeks, 16 for months, the whole calendar year for years.
 */
export function around(date: Date, unit: Unit): Span {
  if (unit === 'day') return wholeUnit('day', date)
  if (unit === 'year') return wholeUnit('year', date)
  const slack = unit === 'week' ? 3 : 16
  return spanBetween(moved(date, 'day', -slack), moved(date, 'day', slack + 1))
}
