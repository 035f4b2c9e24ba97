import { pattern } from '../pattern.js'
import type { Unit } from './calendar.js'

/** Words of a question that speak of the future, and those that speak of the past. */
export const FUTURE = pattern()`
  \b(?:will|going to|gonna|plan(?:s|ning|ned)?|upcoming|next|coming|tomorrow)\b
  |明[天年]|[下将將]|打算|准备|準備|计划|計劃|安排|要去
`
export const PAST = pattern()`
  \b(?:did|was|were|had|went|happened|last|past|ago|said|told|[a-z]{3,}ed)\b|[了过過]|曾|当时|當時|之前|以前
`

export const UNITS: Record<string, Unit> = {
  day: 'day',
  night: 'day',
  week: 'week',
  month: 'month',
  year: 'year',
  天: 'day',
  日: 'day',
  周: 'week',
  週: 'week',
  星期: 'week',
  礼拜: 'week',
  禮拜: 'week',
  月: 'month',
  年: 'year',
}
/** English numerals by the number they stand for. */
export const COUNTS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
/** The first month of each season, from 0; winter ends in the following year. */
export const SEASONS: Record<string, number> = {
  spring: 2,
  summer: 5,
  autumn: 8,
  fall: 8,
  winter: 11,
  春: 2,
  夏: 5,
  秋: 8,
  冬: 11,
  暑: 6,
  寒: 11,
}
/** Days from today, by the word for them. */
export const RELATIVE_DAYS: Record<string, number> = {
  'the day before yesterday': -2,
  'day before yesterday': -2,
  yesterday: -1,
  'last night': -1,
  today: 0,
  tonight: 0,
  'this morning': 0,
  'this afternoon': 0,
  'this evening': 0,
  tomorrow: 1,
  'the day after tomorrow': 2,
  'day after tomorrow': 2,
  大前天: -3,
  前天: -2,
  前日: -2,
  昨: -1,
  今: 0,
  明: 1,
  后天: 2,
  後天: 2,
  大后天: 3,
  大後天: 3,
}
/** How many units "last", "next", 上 (last) or 下 (next) are from the present one. */
export const STEPS: Record<string, number> = {
  last: -1,
  previous: -1,
  past: -1,
  this: 0,
  next: 1,
  coming: 1,
  上上: -2,
  上: -1,
  这: 0,
  這: 0,
  本: 0,
  下: 1,
  下下: 2,
  前: -2,
  去: -1,
  今: 0,
  明: 1,
  后: 2,
  後: 2,
}

/** 3, twelve, 十二, 两; undefined for "a few" and 几. */
export function numberIn(written: string | undefined): number | undefined {
  if (written === undefined) return undefined
  if (/^\d+$/.test(written)) return Number(written)
  if (/^(?:an?|半)$/.test(written)) return 1
  if (/^(?:(?:a )?couple(?: of)?)$/.test(written)) return 2
  const word = COUNTS.indexOf(written)
  if (word > 0) return word
  const digits = '零一二三四五六七八九'
  const digit = (character: string | undefined): number =>
    character === '两' || character === '兩' ? 2 : digits.indexOf(character ?? '零')
  const ten = written.indexOf('十')
  const number = ten < 0 ? digit(written) : (ten === 0 ? 1 : digit(written[0])) * 10 + digit(written[ten + 1])
  return number > 0 && written.length <= 3 ? number : undefined
}
