import type { Language } from './i18n/index.js'

/** Numbers, sizes and dates as the language writes them. */
export interface Format {
  number(value: number, digits?: number): string
  percent(share: number): string
  bytes(count: number): string
  /** Day and time. */
  moment(iso: string): string
  day(iso: string): string
  time(iso: string): string
  /** Day without time, short. */
  date(iso: string): string
  /** "3 weeks ago". */
  ago(iso: string): string
  /** "in 5 hours", "in 3 days". */
  remaining(iso: string): string
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

export function createFormat(language: Language): Format {
  const locale = language === 'zh' ? 'zh-CN' : 'en-GB'
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    number: (value, digits = 0) =>
      value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    percent: (share) => share.toLocaleString(locale, { style: 'percent' }),
    bytes(count) {
      const unit = count < 1e6 ? 'kilobyte' : count < 1e9 ? 'megabyte' : 'gigabyte'
      const value = count / { kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9 }[unit]
      return value.toLocaleString(locale, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 })
    },
    moment: (iso) => moment.format(new Date(iso)),
    day: (iso) => day.format(new Date(iso)),
    date: (iso) => date.format(new Date(iso)),
    time: (iso) => time.format(new Date(iso)),
    ago(iso) {
      const days = Math.round((startOfDay(new Date(iso)) - startOfDay(new Date())) / DAY_MS)
      if (Math.abs(days) < 14) return relative.format(days, 'day')
      if (Math.abs(days) < 60) return relative.format(Math.round(days / 7), 'week')
      return relative.format(Math.round(days / 30.4), 'month')
    },
    remaining(iso) {
      const left = Math.max(0, Date.parse(iso) - Date.now())
      if (left < HOUR_MS) return relative.format(Math.ceil(left / 60_000), 'minute')
      if (left < 2 * DAY_MS) return relative.format(Math.round(left / HOUR_MS), 'hour')
      return relative.format(Math.round(left / DAY_MS), 'day')
    },
  }
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
