import { pattern } from './pattern.js'
import { datesIn } from './dates.js'
import { fold } from './fold.js'

/** From `from` (inclusive) to `to` (exclusive), in ms since the epoch, in the local time zone. */
export interface Span {
  from: number
  to: number
}

export interface SpansNamed {
  spans: Span[]
  /** The folded text without the expressions that named the spans. */
  rest: string
}

/**
 * A question's limit in time, given by an event or a date: "before I moved", "two weeks before 11 August 2023",
 * 搬家之前 (before moving).
 */
export interface Bound {
  side: 'before' | 'after'
  /** The event or the date, in the question's words. */
  event: string
  /** The folded question without the limit. */
  rest: string
  /** "the week before" is at most this far from the event; `about`: "two weeks before" is roughly this far. */
  distance?: { unit: Unit; count: number; about: boolean }
}

type Unit = 'day' | 'week' | 'month' | 'year'
type Tense = 'past' | 'future' | undefined
type Groups = Record<string, string | undefined>

/** A pattern and the spans that its match names. */
type SpanRule = [pattern: RegExp, read: (groups: Groups, question: Question) => Span[]]

interface Question {
  /** The start of the day of the question. */
  today: Date
  /** Whether its tense points to the past or the future; undefined if neither is clear. */
  tense: Tense
}

const FUTURE = pattern()`
  \b(?:will|going to|gonna|plan(?:s|ning|ned)?|upcoming|next|coming|tomorrow)\b
  |明[天年]|[下将將]|打算|准备|準備|计划|計劃|安排|要去
`
const PAST = pattern()`
  \b(?:did|was|were|had|went|happened|last|past|ago|said|told|[a-z]{3,}ed)\b|[了过過]|曾|当时|當時|之前|以前
`

const UNITS: Record<string, Unit> = {
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
const COUNTS = [
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
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const MONTHS = [
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
const SEASONS: Record<string, number> = {
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
const RELATIVE_DAYS: Record<string, number> = {
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
const STEPS: Record<string, number> = {
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

const startOf = (unit: Unit, date: Date, shift = 0): Date => {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (unit === 'day') return new Date(year, month, day + shift)
  if (unit === 'week') return new Date(year, month, day - ((date.getDay() + 6) % 7) + 7 * shift)
  return unit === 'month' ? new Date(year, month + shift, 1) : new Date(year + shift, 0, 1)
}
const between = (from: Date | number, to: Date | number): Span => ({ from: Number(from), to: Number(to) })
const whole = (unit: Unit, date: Date, shift = 0): Span =>
  between(startOf(unit, date, shift), startOf(unit, date, shift + 1))
/** `date` shifted by a number of units, which may be negative. */
export function moved(date: Date, unit: Unit, count: number): Date {
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  return unit === 'day'
    ? new Date(year, month, day + count)
    : unit === 'week'
      ? new Date(year, month, day + 7 * count)
      : unit === 'month'
        ? new Date(year, month + count, day)
        : new Date(year + count, month, day)
}

/**
 * The span that "two weeks ago" or "three months ago" covers, since people seldom mean it exactly: 3 days either side
 * for weeks, 16 for months, the whole calendar year for years.
 */
export function around(date: Date, unit: Unit): Span {
  if (unit === 'day') return whole('day', date)
  if (unit === 'year') return whole('year', date)
  const slack = unit === 'week' ? 3 : 16
  return between(moved(date, 'day', -slack), moved(date, 'day', slack + 1))
}

/** 3, twelve, 十二, 两; undefined for "a few" and 几. */
function count(written: string | undefined): number | undefined {
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

function season(name: string, year: number): Span {
  const first = SEASONS[name] as number
  return between(new Date(year, first, 1), new Date(year, first + (name === '暑' ? 2 : 3), 1))
}

/** The last season that is over, this year's, or the next to begin, as `which` ("last", "this", "next") says. */
function seasonBy(which: string | undefined, name: string, { today, tense }: Question): Span[] {
  const all = [-2, -1, 0, 1].map((shift) => season(name, today.getFullYear() + shift))
  const now = today.getTime()
  if (which === 'last' || which === 'previous') return all.filter(({ to }) => to <= now).slice(-1)
  if (which === 'next' || which === 'coming') return all.filter(({ from }) => from > now).slice(0, 1)
  if (which !== undefined) return all.slice(2, 3)
  if (tense === 'past') return all.filter(({ from }) => from <= now).slice(-1)
  return tense === 'future' ? all.filter(({ to }) => to > now).slice(0, 1) : []
}

function weekend(today: Date, step: number): Span {
  const start = moved(startOf('week', today), 'day', 5 + 7 * step)
  return between(start, moved(start, 'day', 2))
}

function weekdays(index: number, which: string | undefined, { today, tense }: Question): Span[] {
  const own = (today.getDay() + 6) % 7
  const before = moved(today, 'day', -((own - index + 7) % 7 || 7))
  const after = moved(today, 'day', (index - own + 7) % 7 || 7)
  const days = (...found: Date[]): Span[] => found.map((day) => whole('day', day))
  if (which === 'last' || which === 'past' || which === 'previous') return days(before)
  // "next Friday" may mean this week's or next week's: both.
  if (which === 'next') return after < startOf('week', today, 1) ? days(after, moved(after, 'day', 7)) : days(after)
  if (which === 'this' || which === 'coming') return days(moved(startOf('week', today), 'day', index), after)
  const onToday = own === index ? [today] : []
  if (tense === 'past') return days(...(onToday.length > 0 ? onToday : [before]))
  return tense === 'future' ? days(...(onToday.length > 0 ? onToday : [after])) : days(before, ...onToday, after)
}

/** A number of units ago (`sign` -1) or from now (1). For "a few", all from 2 to 6. */
function away(written: string | undefined, unit: Unit, sign: number, today: Date): Span[] {
  const exact = count(written)
  if (written === '半') return [around(moved(today, 'month', 6 * sign), 'month')]
  if (exact !== undefined) return [around(moved(today, unit, sign * exact), unit)]
  const [near, far] = [around(moved(today, unit, 2 * sign), unit), around(moved(today, unit, 6 * sign), unit)]
  return [between(Math.min(near.from, far.from), Math.max(near.to, far.to))]
}

/** The last (`sign` -1) or the next (1) so many units, up to or from today. */
function lately(written: string | undefined, unit: Unit, sign: number, today: Date): Span[] {
  const end = moved(today, unit, sign * (count(written ?? 'one') ?? 4))
  return sign < 0 ? [between(end, moved(today, 'day', 1))] : [between(today, moved(end, 'day', 1))]
}

const N = pattern('u')`
  (?<n>
    \d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:a )?couple(?: of)?
    |(?:a )?few|several
  )
`
const HAN_N = pattern('u')`
  (?<n>\d{1,3}|[一二两兩三四五六七八九]?十[一二三四五六七八九]?|[一二两兩三四五六七八九半几幾])
`
const HAN_UNIT = '[个個]?(?<unit>天|日|周|週|星期|礼拜|禮拜|月|年)'

// All repetitions are bounded. More specific patterns come first; what one has matched is not read again.
const rules = (): SpanRule[] => [
  [
    pattern('gu')`
      \b(?<day>
        (?:the )?day (?:before yesterday|after tomorrow)
        |yesterday|last night|today|tonight|tomorrow
        |this (?:morning|afternoon|evening)
      )\b
    `,
    ({ day = '' }, { today }) => [whole('day', today, RELATIVE_DAYS[day])],
  ],
  [
    pattern('gu')`\b${N} (?<unit>day|night|week|month|year)s? (?:ago|earlier|back)\b`,
    ({ n, unit = '' }, { today }) => away(n, UNITS[unit] as Unit, -1, today),
  ],
  [
    pattern('gu')`
      \b(?<which>last|past|previous|this past|this|next|this coming|coming) weekend\b(?! (?:before|after))
    `,
    ({ which = '' }, { today }) => [
      weekend(
        today,
        /next/.test(which)
          ? 1
          : /coming/.test(which) || which === 'this'
            ? 0
            : (today.getDay() + 6) % 7 >= 5 && which !== 'last'
              ? 0
              : -1,
      ),
    ],
  ],
  [
    pattern('gu')`
      \b(?<which>last|past|next|coming) ${N} (?<unit>day|night|week|month|year)s\b
    `,
    ({ which = '', n, unit = '' }, { today }) => lately(n, UNITS[unit] as Unit, STEPS[which] as number, today),
  ],
  [
    pattern('gu')`\bpast (?<unit>week|month|year)\b`,
    ({ unit = '' }, { today }) => lately(undefined, unit as Unit, -1, today),
  ],
  [
    pattern('gu')`
      \b(?<which>last|previous|this|next|coming) (?<unit>week|month|year)\b(?! (?:before|after)\b)
    `,
    ({ which = '', unit = '' }, { today }) => [whole(unit as Unit, today, STEPS[which])],
  ],
  [
    pattern('gu')`
      \b(?<name>spring|summer|autumn|fall|winter),? (?:of )?(?<year>(?:19|20)\d{2})\b
    `,
    ({ name = '', year }) => [season(name, Number(year))],
  ],
  [
    pattern('gu')`
      \b(?:this )?(?<which>last|past|previous|this|next|coming) (?<name>spring|summer|autumn|fall|winter)\b
    `,
    ({ which, name = '' }, question) => seasonBy(which === 'past' ? 'last' : which, name, question),
  ],
  [
    pattern('gu')`\b(?:in|during|over|for) the (?<name>spring|summer|autumn|fall|winter)\b`,
    ({ name = '' }, question) => seasonBy(undefined, name, question),
  ],
  [
    pattern('gu')`
      \b(?<which>last|past|previous|this|next|coming) (?<name>${MONTHS.join('|')})\b(?!,? (?:of )?\d)
    `,
    ({ which = '', name = '' }, { today }) => {
      const first = new Date(today.getFullYear(), MONTHS.indexOf(name), 1)
      const step = STEPS[which] as number
      const shift = step < 0 ? (first < startOf('month', today) ? 0 : -12) : step > 0 ? (first > today ? 0 : 12) : 0
      return [whole('month', first, shift)]
    },
  ],
  [
    pattern('gu')`
      \b(?:this )?(?:(?<which>last|past|previous|this|next|coming) |on )?(?<name>${WEEKDAYS.join('|')})\b
      (?!s|,? (?:the )?\d|,? (?:${MONTHS.join('|')}))
    `,
    ({ which, name = '' }, question) => weekdays(WEEKDAYS.indexOf(name), which, question),
  ],
  [
    pattern('gu')`\bin ${N} (?<unit>day|week|month|year)s?\b(?! of)`,
    ({ n, unit = '' }, { today, tense }) => (tense === 'past' ? [] : away(n, UNITS[unit] as Unit, 1, today)),
  ],
  [
    pattern('gu')`\b${N} (?<name>${WEEKDAYS.join('|')})s ago\b`,
    ({ n, name = '' }, question) =>
      weekdays(WEEKDAYS.indexOf(name), 'last', question).map(({ from }) =>
        whole('day', moved(new Date(from), 'day', -7 * ((count(n) ?? 2) - 1))),
      ),
  ],
  [
    pattern('gu')`\bon the (?<n>\d{1,2})(?:st|nd|rd|th)\b(?! of)`,
    ({ n }, { today, tense }) => {
      const day = new Date(today.getFullYear(), today.getMonth(), Number(n))
      return [
        whole(
          'day',
          tense === 'past' && day > today
            ? moved(day, 'month', -1)
            : tense === 'future' && day < today
              ? moved(day, 'month', 1)
              : day,
        ),
      ]
    },
  ],
  [
    pattern('gu')`
      (?<day>大前天|前[天日]|大[后後]天|[后後]天)|(?<word>[昨今明])[天日晚夜早儿兒]
    `,
    ({ day, word = '' }, { today }) => [whole('day', today, RELATIVE_DAYS[(day ?? word).replace('前日', '前天')])],
  ],
  [
    pattern('gu')`
      (?<which>上上|上|这|這|本|下下|下)[个個]?(?:周|週|星期|礼拜|禮拜)(?<name>[一二三四五六日天末])?
    `,
    ({ which = '', name }, { today }) => {
      const step = STEPS[which] as number
      if (name === undefined) return [whole('week', today, step)]
      return name === '末'
        ? [weekend(today, step)]
        : [whole('day', moved(startOf('week', today, step), 'day', hanWeekday(name)))]
    },
  ],
  [
    pattern('gu')`(?<![每个個])(?:周|週|星期|礼拜|禮拜)(?<name>[一二三四五六日天])`,
    ({ name = '' }, question) => weekdays(hanWeekday(name), undefined, question),
  ],
  [
    pattern('gu')`
      (?<which>上上|上|这|這|本|下下|下)[个個]?月
      (?:
        (?<part>初|底|末|中旬?)
        |(?<n>\d{1,2}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])[号號日]
      )?
    `,
    ({ which = '', part, n }, { today }) => monthPart(startOf('month', today, STEPS[which]), part, count(n)),
  ],
  [
    pattern('gu')`
      (?<which>[前去今明后後])年的?
      (?:
        (?<month>\d{1,2}|十[一二]?|[一二三四五六七八九])月份?
         (?:(?<n>\d{1,2}|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[日号號])?
        |(?<season>[春夏秋冬])[天季]?
        |(?<holidays>[暑寒])假|年?(?<part>初|底|末)
      )?
    `,
    ({ which = '', month, n, season: name, holidays, part }, { today }) => {
      const year = today.getFullYear() + (STEPS[which] as number)
      if (month !== undefined) return monthPart(new Date(year, (count(month) ?? 1) - 1, 1), undefined, count(n))
      if (name ?? holidays) return [season((name ?? holidays) as string, year)]
      if (part !== undefined)
        return [
          part === '初'
            ? between(new Date(year, 0, 1), new Date(year, 2, 1))
            : between(new Date(year, 10, 1), new Date(year + 1, 0, 1)),
        ]
      return [whole('year', new Date(year, 0, 1))]
    },
  ],
  [
    pattern('gu')`(?:最近|过去|過去|近|这|這)的?${HAN_N}${HAN_UNIT}`,
    ({ n, unit = '' }, { today }) =>
      lately(n === '半' ? '6' : n, n === '半' ? 'month' : (UNITS[unit] as Unit), -1, today),
  ],
  [
    pattern('gu')`(?<![第\d])${HAN_N}${HAN_UNIT}(?:以|之)?(?<side>[前后後])`,
    ({ n, unit = '', side }, { today }) => away(n, UNITS[unit] as Unit, side === '前' ? -1 : 1, today),
  ],
]

const hanWeekday = (name: string): number => '一二三四五六日'.indexOf(name === '天' ? '日' : name)

function monthPart(first: Date, part: string | undefined, day: number | undefined): Span[] {
  const days = (from: number, to: number): Span[] => [between(moved(first, 'day', from), moved(first, 'day', to))]
  if (day !== undefined) return days(day - 1, day)
  if (part === undefined) return [whole('month', first)]
  return part === '初'
    ? days(0, 10)
    : part.startsWith('中')
      ? days(10, 20)
      : [between(moved(first, 'day', 20), startOf('month', first, 1))]
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
  let rest = fold(text)
  const question: Question = {
    today,
    tense: PAST.test(rest)
      ? FUTURE.test(rest) && !/\b(?:did|was|were|had|ago|last)\b|[了过過]/.test(rest)
        ? 'future'
        : 'past'
      : FUTURE.test(rest)
        ? 'future'
        : undefined,
  }
  const spans: Span[] = []
  for (const [expression, read] of compiled)
    rest = rest.replace(expression, (match, ...captures) => {
      const found = read(captures.at(-1) as Groups, question).filter(({ from, to }) => from < to)
      spans.push(...found)
      return found.length > 0 ? ' ' : match
    })
  return { spans, rest }
}

const SIDES: Record<string, Bound['side']> = {
  before: 'before',
  'prior to': 'before',
  until: 'before',
  till: 'before',
  after: 'after',
  since: 'after',
  following: 'after',
}
const EVENT = '(?<event>(?:[^?.!,;。？！，；]|,(?= (?:19|20)\\d{2})){3,120})'
const ENGLISH_BOUND = pattern('u')`
  \b(?:(?:the (?<one>day|week|weekend|month|year)|${N} (?<unit>day|week|month|year)s?) )?
  (?:right |just |shortly |soon )?(?<side>before|prior to|until|till|after|since|following) ${EVENT}
`
// Not 前面 (in front), 后来 (afterwards) and the like, where 前 and 后 are part of another word.
const HAN_BOUND = pattern('u')`
  (?<event>[^?.!,;。？！，；]{2,40}?)
  (?:(?:以|之)(?<side>[前后後])|(?<![最然今以背落先午事之目从眼面提生当跟])(?<bare>[前后後]))
  (?![面来來天年日悔果台臺])
`
const NO_EVENT = pattern()`
  ^(?:
    that|this|it|then|all|now|long|work|school|dinner|lunch|breakfast|bed|bedtime|sleep|meals?|noon|midnight
  )$
`

/** The event or date before or after which a question asks; undefined if there is none. */
export function boundIn(text: string): Bound | undefined {
  const folded = fold(text)
  const english = ENGLISH_BOUND.exec(folded)
  if (english) {
    const { one, n, unit, side = '', event = '' } = english.groups as Groups
    const words = event.trim().replace(/^(?:the|my|our|a|an) (?=\S+$)/, '')
    if (NO_EVENT.test(words)) return undefined
    const distance =
      one !== undefined
        ? { unit: one === 'weekend' ? ('week' as const) : (one as Unit), count: 1, about: false }
        : unit === undefined
          ? undefined
          : { unit: unit as Unit, count: count(n) ?? 3, about: true }
    return {
      side: SIDES[side] as Bound['side'],
      event: event.trim(),
      rest: folded.replace(english[0], ' '),
      ...(distance && { distance }),
    }
  }
  const han = HAN_BOUND.exec(folded)
  if (!han) return undefined
  const { event = '', side, bare } = han.groups as Groups
  const words = event.replace(/^.*?(?:自从|自從|从|從|在|自)(?=.{2})/u, '')
  // 前 or 后 without 以 or 之 is often part of another word.
  if (words.length < 2 || (bare !== undefined && words.length > 10) || /^(?:很久|不久|多久|好久|在此|此)$/u.test(words))
    return undefined
  return { side: (side ?? bare) === '前' ? 'before' : 'after', event: words, rest: folded.replace(han[0], ' ') }
}

/** The span of an event that is a date: "11 August 2023", "last Friday"; undefined if the text is not only a date. */
export function dateSpan(text: string, reference: number): Span | undefined {
  const named = spansNamed(text, reference)
  if (named.spans.length > 0) return /[\p{L}]{4}|\p{Script=Han}{2}/u.test(named.rest) ? undefined : named.spans[0]
  const term = datesIn(text).find((one) => /^@\d{4}/.test(one))
  if (term === undefined) return undefined
  const [year = 0, month, day] = term.slice(1).split('-').map(Number)
  return whole(
    day === undefined ? (month === undefined ? 'year' : 'month') : 'day',
    new Date(year, (month ?? 1) - 1, day ?? 1),
  )
}
