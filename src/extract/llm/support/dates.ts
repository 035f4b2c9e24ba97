import { datesInQuery, datesIn } from '../../../language/dates.js'
import { fold } from '../../../language/fold.js'
import { simplify } from '../../../language/simplify.js'
import { numberOf } from '../../text/chinese/number.js'

export interface DayDate {
  year?: number
  month?: number
  day?: number
}

const DAY = 86_400_000
const ENGLISH_NUMBERS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  couple: 2,
  few: 4,
  several: 5,
  half: 0.5,
}
const WEEKDAYS = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur']
const HAN_WEEKDAYS = '日一二三四五六'

/**
 * Days from that of the message, first and last, that a relative expression may mean; generous where people disagree.
 */
const RELATIVE: readonly (readonly [RegExp, number, number])[] = [
  [/\bday before yesterday\b|(?<!大)前[天晚]/u, -2, -2],
  [/大前天/u, -3, -3],
  [/\b(?<!before )(?:yesterday|last night)\b|昨[天晚日夜儿]/u, -1, -1],
  [/\b(?:today|tonight|this (?:morning|afternoon|evening)|just now|now)\b|今[天晚早日儿]|刚才|刚刚|现在/u, 0, 0],
  [/\bday after tomorrow\b|(?<!大)后天/u, 2, 2],
  [/大后天/u, 3, 3],
  [/\b(?<!after )tomorrow\b|明[天晚早日儿]/u, 1, 1],
  [/\b(?:last|past) week\b|上个?(?:周|星期|礼拜)/u, -14, -1],
  [/\bnext week\b|下个?(?:周|星期|礼拜)/u, 1, 14],
  [/\bthis week\b|[这本]个?(?:周|星期|礼拜)/u, -6, 6],
  [/\bweekend\b|周末/u, -9, 9],
  [/\b(?:last|this|next|coming|past) (?:spring|summer|autumn|fall|winter)\b|[去今明]年[春夏秋冬]/u, -500, 500],
  [
    /\b(?:christmas|new year'?s|halloween|easter|thanksgiving|valentine'?s)\b|春节|国庆|元旦|圣诞|中秋|端午|清明|五一|情人节|跨年/u,
    -366,
    366,
  ],
  [/\brecently|lately|the other day\b|最近|前几天|前阵子/u, -60, 0],
]

/** The dates that a fact's text names, and the numbers of each as `numbersOf` tells them. */
export const datesOf = (text: string): DayDate[] => datesInQuery(text).map(dateOf)

function dateOf(term: string): DayDate {
  const [, year, month, day] = /^@(?:(\d{4}))?-?(?:(\d{2}))?(?:-(\d{2}))?$/.exec(term) ?? []
  return {
    ...(year && { year: Number(year) }),
    ...(month && { month: Number(month) }),
    ...(day && { day: Number(day) }),
  }
}

/** YYYY-MM-DD as a date that exists, else undefined. */
export function readDate(when: string): DayDate | undefined {
  const [, year, month, day] = (/^(\d{4})-(\d{1,2})-(\d{1,2})(?:$|T)/.exec(when) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined || year < 1900 || year > 2200) return undefined
  const date = new Date(year, month - 1, day)
  return date.getMonth() === month - 1 && date.getDate() === day ? { year, month, day } : undefined
}

/** At noon of the day, in the runtime's time zone: as far as can be from the days around it. */
export const noonOf = ({ year = 0, month = 1, day = 1 }: DayDate): number =>
  new Date(year, month - 1, day, 12).getTime()

/** What a date's numbers look like among those of a text. */
export function tokensOf(date: DayDate, text: string): string[] {
  const weekday = date.year && date.month && date.day ? new Date(noonOf(date)).getDay() : undefined
  // A month is a number of its own only where the date is written in digits.
  const month = /\d[-/.]\d/.test(text) ? date.month : undefined
  return [date.year, month, date.day]
    .flatMap((part) => (part === undefined ? [] : [String(part)]))
    .concat(date.month ? [`m${date.month}`] : [], weekday === undefined ? [] : [`w${weekday === 0 ? 7 : weekday}`])
}

/** Whether a text said at `at` means this date, in so many words or relative to its day. */
export function means(text: string, at: number, date: DayDate): boolean {
  const said = new Date(at)
  if (Number.isNaN(said.getTime())) return false
  return (
    isNamed(text, said.getFullYear(), date) ||
    spans(text, said).some(({ from, to, weekday }) => overlaps(date, from, to, weekday))
  )
}

function isNamed(text: string, year: number, date: DayDate): boolean {
  const named = datesIn(text).map(dateOf)
  const agree = (other: DayDate): boolean =>
    (date.year === undefined ||
      (other.year === undefined
        ? Math.abs(date.year - year) <= 1 && date.month !== undefined
        : other.year === date.year)) &&
    (date.month === undefined || other.month === date.month) &&
    (date.day === undefined || other.day === date.day)
  // The first day of a month or year that is all that was said stands for it.
  const isFirst = (other: DayDate): boolean =>
    date.day === 1 &&
    other.day === undefined &&
    (other.month === undefined ? date.month === 1 && other.year !== undefined : other.month === date.month) &&
    (other.year === undefined || other.year === date.year)
  const mostPrecise = datesInQuery(text).map(dateOf)
  return named.some(agree) || mostPrecise.some(isFirst)
}

interface DaySpan {
  from: Date
  to: Date
  weekday?: number
}

function spans(text: string, said: Date): DaySpan[] {
  const folded = fold(simplify(text))
  const [year, month, day] = [said.getFullYear(), said.getMonth(), said.getDate()]
  const days = (first: number, last: number, weekday?: number): DaySpan => ({
    from: new Date(year, month, day + first),
    to: new Date(year, month, day + last),
    ...(weekday !== undefined && { weekday }),
  })
  const found = RELATIVE.flatMap(([pattern, first, last]) => (pattern.test(folded) ? [days(first, last)] : []))
  for (const [pattern, shift] of [
    [/\blast month\b|上个?月/u, -1],
    [/\bthis month\b|[这本]个?月/u, 0],
    [/\bnext month\b|下个?月/u, 1],
  ] as const)
    if (pattern.test(folded))
      found.push({ from: new Date(year, month + shift, 1), to: new Date(year, month + shift + 1, 0) })
  for (const [pattern, shift] of [
    [/前年/u, -2],
    [/\blast year\b|去年/u, -1],
    [/\bthis year\b|今年/u, 0],
    [/\bnext year\b|明年/u, 1],
    [/后年/u, 2],
  ] as const)
    if (pattern.test(folded)) found.push({ from: new Date(year + shift, 0, 1), to: new Date(year + shift, 11, 31) })
  if (/年[底末]|\bend of (?:the )?year\b/u.test(folded))
    for (const shift of [-1, 0]) found.push({ from: new Date(year + shift, 10, 1), to: new Date(year + shift, 11, 31) })
  for (const match of folded.matchAll(
    /\b(sun|mon|tues|wednes|thurs|fri|satur)day\b|(?:周|星期|礼拜)([一二三四五六日天])/gu,
  )) {
    const weekday = match[1]
      ? WEEKDAYS.indexOf(match[1])
      : HAN_WEEKDAYS.indexOf((match[2] as string).replace('天', '日'))
    found.push(days(-14, 14, weekday))
  }
  for (const match of folded.matchAll(
    /\b(?:the )?(\d{1,2})(?:st|nd|rd|th)\b|(?<![月\d])(\d{1,2}|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[号日](?![楼线])/gu,
  )) {
    const number = match[1] ? Number(match[1]) : numberOf(match[2] as string)
    for (const shift of [-1, 0, 1])
      found.push({ from: new Date(year, month + shift, number), to: new Date(year, month + shift, number) })
  }
  return [...found, ...distances(folded, said)]
}

/** "three weeks ago", "in two months", 三天前. */
function distances(folded: string, said: Date): DaySpan[] {
  const number =
    '\\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:a )?couple(?: of)?|(?:a )?few|several|half a'
  const english = [
    ...folded.matchAll(
      new RegExp(
        `\\b(in |for the past |within )?(${number}) (day|week|month|year)s?\\b( ago| from now| later| before| back| earlier)?`,
        'g',
      ),
    ),
  ]
    .filter(([, before, , , after]) => before !== undefined || after !== undefined)
    .map(([, , amount, unit, after]) => ({
      amount: amountOf(amount as string),
      unit: unit as string,
      back: after !== undefined && /ago|before|back|earlier/.test(after),
    }))
  const units: Record<string, string> = { 天: 'day', 周: 'week', 星期: 'week', 礼拜: 'week', 月: 'month', 年: 'year' }
  const chinese = [
    ...folded.matchAll(
      /(\d{1,3}|[零一二两三四五六七八九十]{1,3}|半|几)个?(天|周|星期|礼拜|月|年)(?:多)?(?:之|以)?([前后])/gu,
    ),
  ].map(([, amount, unit, way]) => ({
    amount: amount === '几' ? 4 : numberOf(amount as string),
    unit: units[unit as string] as string,
    back: way === '前',
  }))
  const lengths: Record<string, number> = { day: 1, week: 7, month: 30.5, year: 365.25 }
  return [...english, ...chinese].map(({ amount, unit, back }) => {
    const length = lengths[unit] as number
    const centre = said.getTime() + amount * length * DAY * (back ? -1 : 1)
    const slack =
      (unit === 'day' ? (amount > 3 ? 1 : 0) : unit === 'week' ? 2 : length / 2 + amount * length * 0.1) * DAY
    const vague = unit === 'year' ? 200 * DAY : 0
    return { from: new Date(centre - slack - vague), to: new Date(centre + slack + vague) }
  })
}

const amountOf = (text: string): number =>
  /^\d+$/.test(text) ? Number(text) : (ENGLISH_NUMBERS[text.replace(/^a (?=\w)| of$| a$/g, '')] ?? 2)

/** Whether a date, as far as it goes, has a day within. */
function overlaps(date: DayDate, from: Date, to: Date, weekday?: number): boolean {
  const first = new Date(date.year ?? from.getFullYear(), (date.month ?? 1) - 1, date.day ?? 1)
  const last = date.day
    ? first
    : date.month
      ? new Date(first.getFullYear(), first.getMonth() + 1, 0)
      : new Date(first.getFullYear(), 11, 31)
  const day = (moment: Date): number => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
  if (day(last) < day(from) || day(first) > day(to)) return false
  return weekday === undefined || date.day === undefined || first.getDay() === weekday
}
