import { pattern } from './pattern.js'
import { fold } from './fold.js'

/** The parts of a date that a text gives: a year, a month, a day of the month, any of which may be missing. */
interface PartialDate {
  year?: number
  month?: number
  day?: number
}

const two = (n: number): string => String(n).padStart(2, '0')

/**
 * Index terms for a date, the most precise first: `@2023-05-04`, `@05-04`, `@2023-05`, `@05`, `@2023`. They cannot
 * collide with words, whose terms contain no `@`.
 */
function termsOf({ year, month, day }: PartialDate): string[] {
  const found: string[] = []
  if (year && month && day) found.push(`@${year}-${two(month)}-${two(day)}`)
  if (month && day) found.push(`@${two(month)}-${two(day)}`)
  if (year && month) found.push(`@${year}-${two(month)}`)
  if (month) found.push(`@${two(month)}`)
  if (year) found.push(`@${year}`)
  return found
}

/** Whether a date term names a day rather than a whole month or year. */
export function isDayTerm(term: string): boolean {
  return term.length === 11 || (term.length === 6 && term[3] === '-')
}

/**
 * The terms of the day on which `at` (ms since the epoch) fell in the local time zone, which is the day the speakers
 * would have named. An index that was built in one time zone and is searched in another may be a day off until it is
 * rebuilt. Empty if `at` is not a valid time.
 */
export function dateTerms(at: number): string[] {
  const date = new Date(at)
  return Number.isNaN(date.getTime())
    ? []
    : termsOf({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() })
}

const MONTHS = pattern('u')`
  jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?
  |nov(?:ember)?|dec(?:ember)?
`
const MONTH_INITIALS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNamed = (name: string): number => MONTH_INITIALS.indexOf(name.slice(0, 3)) + 1

const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '(?<year>(?:19|20)\\d{2})'
const CHINESE_DIGITS = '〇零一二三四五六七八九'
const CHINESE_MONTH = '(?<month>\\d{1,2}|十[一二]|[一二三四五六七八九十]|正月?)'
const CHINESE_DAY = '(?<day>\\d{1,2}|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])'
const CHINESE_YEAR = `(?<year>\\d{4}|[${CHINESE_DIGITS}]{4})\\s?年`

// All repetitions are bounded, so that no text can make a pattern slow. More specific patterns come first; what one has
// matched is not read again.
const patterns = (): RegExp[] => [
  // 2023-05-04, 2023/5/4, 2023.5.4, also before a time: 2023-05-04T10:00
  pattern('gu')`(?<![\d.])${YEAR}([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})(?!\d)`,
  // 2023-05
  pattern('gu')`(?<![\d.-])${YEAR}-(?<month>0[1-9]|1[0-2])(?![\d-])`,
  // May 4, May 4th, 2023
  pattern('gu')`
    \b(?<name>${MONTHS})\.?\s{1,3}(?:the\s)?${DAY}\b(?![:.]\d|\s?[ap]\.?m\b|%)(?:,?\s{1,3}(?:of\s)?${YEAR}\b)?
  `,
  // 4 May, 4th of May, 2023
  pattern('gu')`
    \b(?<![:.])${DAY}\s{1,3}(?:of\s)?(?<name>${MONTHS})\b(?:\.?,?\s{1,3}(?:of\s)?${YEAR}\b)?
  `,
  // May 2023, May of 2023
  pattern('gu')`\b(?<name>${MONTHS})\.?,?\s{1,3}(?:of\s)?${YEAR}\b`,
  // in May: a preposition is needed, because most month names are also words or first names
  pattern('gu')`
    \b(?:in|last|next|this|of|since|until|till|by|during|early|late|mid|before|after|from|every)[\s-]{1,3}
    (?<name>${MONTHS})\b
  `,
  // months whose names mean nothing else
  pattern('gu')`\b(?<name>january|february|july|september|october|november|december)\b`,
  // 2023年5月4日, 五月四号, 5月, 2023年
  pattern('gu')`
    ${CHINESE_YEAR}(?:\s?的?\s?${CHINESE_MONTH}\s?月份?(?:\s?${CHINESE_DAY}\s?[日号號])?)?
  `,
  pattern('gu')`(?<![\d.])${CHINESE_MONTH}\s?月份?(?:\s?${CHINESE_DAY}\s?[日号號])?`,
  // in 2023
  pattern('gu')`
    \b(?:in|of|since|during|until|till|by|before|after|from|year|summer|winter|spring|autumn|fall)\s{1,3}
    ${YEAR}\b(?![-/.]\d)
  `,
]

// Compiled at first use.
let compiled: RegExp[] | undefined

/**
 * The terms of the dates that a text names in full or in part, in English or Chinese, so that a question about a day
 * finds both what was said on it (`dateTerms`) and what mentions it. Absolute dates only. "may" counts as a month
 * only next to a day, a year or a word like "in".
 */
export function datesIn(text: string): string[] {
  return [...new Set(partialDates(text).flatMap(termsOf))]
}

/** The most precise term for each date in a question: a question about a day does not ask for the rest of its month. */
export function datesInQuery(text: string): string[] {
  return [...new Set(partialDates(text).flatMap((date) => termsOf(date).slice(0, 1)))]
}

function partialDates(text: string): PartialDate[] {
  compiled ??= patterns()
  let remaining = fold(text)
  const found: PartialDate[] = []
  for (const format of compiled)
    remaining = remaining.replace(format, (match, ...captures) => {
      const date = read(captures.at(-1) as Record<string, string | undefined>)
      if (!date) return match
      found.push(date)
      return ' '
    })
  return [...found, ...numericDates(remaining)]
}

function read(groups: Record<string, string | undefined>): PartialDate | undefined {
  const year = groups['year'] === undefined ? undefined : number(groups['year'])
  const month =
    groups['name'] !== undefined
      ? monthNamed(groups['name'])
      : groups['month'] === undefined
        ? undefined
        : number(groups['month'])
  const day = groups['day'] === undefined ? undefined : number(groups['day'])
  if ((month !== undefined && !(month >= 1 && month <= 12)) || (day !== undefined && !(day >= 1 && day <= 31)))
    return undefined
  return { ...(year && { year }), ...(month && { month }), ...(day && { day }) }
}

const NUMERIC = /(?<![\d/.])(\d{1,2})([/.])(\d{1,2})\2((?:19|20)\d{2})(?![\d/])/gu

// 5/4/2023 is May 4 in some countries and 4 May in others: both, unless only one is a valid date.
function numericDates(text: string): PartialDate[] {
  return Array.from(text.matchAll(NUMERIC)).flatMap(([, first, , second, year]) =>
    [
      { month: Number(first), day: Number(second) },
      { month: Number(second), day: Number(first) },
    ]
      .filter(({ month, day }) => month >= 1 && month <= 12 && day >= 1 && day <= 31)
      .map((date) => ({ ...date, year: Number(year) })),
  )
}

/** 4, 〇四, 十二, 三十一, 二〇二三; 正 is the first month. */
function number(written: string): number {
  if (/^\d+$/.test(written)) return Number(written)
  if (written.startsWith('正')) return 1
  const ten = written.indexOf('十')
  const digit = (character: string | undefined): number =>
    character === undefined
      ? 0
      : character === '零'
        ? 0
        : CHINESE_DIGITS.indexOf(character) - (character === '〇' ? 0 : 1)
  if (ten < 0) return Array.from(written).reduce((total, character) => total * 10 + digit(character), 0)
  return (ten === 0 ? 1 : digit(written[0])) * 10 + digit(written[ten + 1])
}
