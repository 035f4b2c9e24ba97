import { InputError, StoreError } from './errors.js'
import { isTime } from './limits.js'

/**
 * A point in time as callers write it: a Date, ms since the epoch, or an ISO 8601 text. A date without a time is that
 * day's start in local time.
 */
export type Moment = Date | number | string

const DAY_ONLY = /^(\d{4})-(\d{2})-(\d{2})$/
const ISO = /^[+-]?\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/

/** `moment` in ms since the epoch, or `INVALID_DATE`. */
export function parseMoment(name: string, moment: unknown): number {
  const ms = toMilliseconds(moment)
  if (Number.isNaN(ms))
    throw new InputError('INVALID_DATE', `${name} is not a date.`, {
      value: moment,
      hint: 'Pass a Date, milliseconds since the epoch, or an ISO 8601 text such as "2026-05-04T10:00:00Z".',
    })
  return ms
}

/** `moment` in ms since the epoch, or NaN. */
export function toMilliseconds(moment: unknown): number {
  if (moment instanceof Date) return moment.getTime()
  // Through Date, so that what no Date can hold is refused and fractions are dropped.
  if (typeof moment === 'number') return new Date(moment).getTime()
  if (typeof moment !== 'string') return Number.NaN
  const day = DAY_ONLY.exec(moment)
  if (day) {
    const [year, month, date] = [Number(day[1]), Number(day[2]) - 1, Number(day[3])]
    const local = new Date(year, month, date)
    // JavaScript turns 31 February into 3 March, and years below 100 into the 1900s.
    return local.getFullYear() === year && local.getMonth() === month && local.getDate() === date
      ? local.getTime()
      : Number.NaN
  }
  return ISO.test(moment) ? Date.parse(moment) : Number.NaN
}

/**
 * ISO 8601 in UTC: how every time leaves Locket.
 * @throws StoreError `STORE_CORRUPT` for what no `Date` can hold, which no call stores: the row was changed from
 *   outside.
 */
export function isoTime(ms: number): string {
  if (!isTime(ms))
    throw new StoreError('STORE_CORRUPT', 'A row has a time that is no date: call repair().', { value: ms })
  return new Date(ms).toISOString()
}
