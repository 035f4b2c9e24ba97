import { pattern } from '../../../language/pattern.js'
import * as chrono from 'chrono-node/en'
import { isNamed, type Draft } from '../draft.js'

/** A text whose relative dates have become absolute, with the day that they name. */
export interface Dated {
  text: string
  /** The first day named, in ms since the epoch, at noon unless an hour was said. */
  at?: number
  /** A day is known, not just a month or a year. */
  exact: boolean
  /** The text as it was, and the words in it that were read as dates. */
  undated: string
  expressions: readonly string[]
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
// What recurs is no date, what lasts is no point in time, and a bare hour or "now" fixes no day.
const RECURRING = pattern('i')`
  \b(?:every|each|on|most)\s+(?:other\s+|single\s+)?(?:
    (?:mon|tues|wednes|thurs|fri|satur|sun)days?
    |(?:day|week|month|year|morning|evening|night|afternoon|weekend)s?
  )\b
  |\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b
  |\b(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:nights|mornings|evenings|afternoons)\b
  |\b(?:days|nights|hours|times|shifts|minutes) (?:a|per|each|every) (?:day|week|month|year)\b
  |\b(?:daily|weekly|monthly|yearly|twice a|once a|times a)\b
`
const ON_A_DAY = /\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?! (?:nights|mornings|evenings|afternoons))/i
const HOLIDAYS: [RegExp, number, number][] = [
  [
    pattern('i')`
      \b(?:on |at |for |over |around |by |before |after |this |next |last )?christmas(?: day)?
      (?! (?:eve|party|dinner|market|tree|movies?|songs?|music|cookies))\b
    `,
    11,
    25,
  ],
  [/\b(?:on |at |this |next )?christmas eve\b/i, 11, 24],
  [/\b(?:on |at |this |next )?new year'?s eve\b/i, 11, 31],
  [/\b(?:on |at |this |next )?new year'?s day\b/i, 0, 1],
  [/\b(?:on |at |for |this |next )?halloween\b/i, 9, 31],
  [/\b(?:on |for |this |next )?valentine'?s(?: day)?\b/i, 1, 14],
]
const SEASONS: Record<string, number> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 }
const SEASON = /\b(?:(in|during) the )?(next|this|last|this coming|coming) (spring|summer|autumn|fall|winter)\b/i
const ORDINAL_DAY = /\bon the (\d{1,2})(?:st|nd|rd|th)\b(?! (?:floor|of|row|page|day))/i
const IN_YEAR = /\b(?:in|since|from|back in|around|early|late) ((?:19|20)\d{2})\b(?![-/])/i
const LASTS =
  /\b(?:for|over|during|within|about|almost|nearly|after|under|the (?:past|last)|(?:for|over|in|during|within) the) $/i
// Chrono's readings of words that are seldom dates.
const NO_DATE = pattern('i')`
  ^(?:
    now|sun|sat|mon|wed|mar|sec|second|seconds|min|day|today's|morning|afternoon|evening|night|noon
    |midnight
    |the (?:day|week|month|year|morning|evening|night|second)
    |(?:this|the) (?:second|minute|moment)
    |(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d+|few|some|several|many)[ ]
      (?:second|minute|hour|day|week|month|year|decade)s?
  )$
`
const THIS_DAY = /^(?:this (?:morning|afternoon|evening)|tonight|today)$/i
const LAST = /\b(?:last|past|ago|yesterday|earlier|previous)\b/i

// A quick test, since the date parser is slow.
const MAY_NAME_DATE = pattern('i')`
  \d|day|week|month|year|morrow|night|morning|weekend|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov
  |dec|ago|noon|evening
  |\b(?:mon|tues?|weds?|thurs?|fri)\b
`

const IN_A_WHILE = pattern('i')`
  ^in (?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+|a few|several|many)[ ]
  (?:days?|weeks?|months?|years?)$
`

const PREPOSITION_BEFORE = pattern('i')`
  \b(?:
    (?:on|in|at|by|until|till|since|from|before|after|around) the
    |on|in|at|by|until|till|since|from|before|after|around|starting|through|of|is|was|are|for
    |over|during|to|the|this|early|late|mid|due
  )[ -]$
`

/**
 * Replaces dates relative to `at` ("next Friday", "last year") by absolute ones, so that the text stays true later.
 * `past`: the text speaks of the past, so that "on Friday" is the one before.
 */
export function resolveDates(text: string, at: number, past: boolean): Dated {
  const reference = new Date(at)
  const expressions: string[] = []
  if (Number.isNaN(reference.getTime())) return { text, exact: false, undated: text, expressions }
  const recurring = RECURRING.test(text) && !ON_A_DAY.test(text)
  let result = ''
  let done = 0
  let day: number | undefined
  let exact = false
  if (!recurring && MAY_NAME_DATE.test(text)) {
    for (const found of chrono.casual.parse(text, reference, { forwardDate: !past && !LAST.test(text) })) {
      const start = found.start
      const known =
        start.isCertain('day') ||
        start.isCertain('weekday') ||
        start.isCertain('month') ||
        start.isCertain('year') ||
        THIS_DAY.test(found.text)
      let before = text.slice(done, found.index)
      // "last September" is the month with a word that chrono leaves behind.
      const which = /\b(?:last|next|this|this coming|this past|early|late) $/i.exec(before)?.[0]
      if (
        found.index < done ||
        !known ||
        NO_DATE.test(found.text) ||
        LASTS.test(before) ||
        (/^(?:for|during|within|after|before|over|about|in about) /i.test(found.text) &&
          /\b(?:years?|months?|weeks?|days?|hours?)(?: of \w+)?$/.test(found.text)) ||
        (/^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/i.test(
          found.text,
        ) &&
          /\b(?!(?:In|On|By|Since|Until|Last|Next|This|Early|Late|Mid)\b)[A-Z][a-z]+ $/.test(before)) ||
        (/^may$/i.test(found.text) && !/\b(?:in|of|by|until|next|last|this|since) $/i.test(before))
      )
        continue
      if (
        /\b(?:birthday|bday|born|anniversary)\b/i.test(text) &&
        start.isCertain('month') &&
        /[a-z]{3}.*\d|\d.*[a-z]{3}|\d[-/]\d/i.test(found.text)
      )
        continue
      // Of what is over, or has not been so for long, "in six years" is how long.
      if (past && /\b(?:has|have) not\b|\bnever\b/.test(before) && IN_A_WHILE.test(found.text)) continue
      if (
        /\b(?:than|nearly|almost|about|over|less than|more than) $/.test(before) &&
        /\b(?:years?|months?)$/.test(found.text)
      )
        continue
      const date = start.date()
      // "This morning", said in the afternoon, is today's.
      if (THIS_DAY.test(found.text))
        date.setFullYear(reference.getFullYear(), reference.getMonth(), reference.getDate())
      if (which && /last|next|this/i.test(which)) before = before.slice(0, -which.length)
      if (which && /last|past/i.test(which) && date.getTime() > at) date.setFullYear(date.getFullYear() - 1)
      if (past && date.getTime() > at + 36 * 3_600_000 && !start.isCertain('year') && !start.isCertain('weekday'))
        date.setFullYear(date.getFullYear() - 1)
      if (past && start.isCertain('weekday') && date.getTime() > at) date.setDate(date.getDate() - 7)
      // "On Monday", said on a Monday, is the next one.
      if (
        !past &&
        start.isCertain('weekday') &&
        !start.isCertain('day') &&
        date.toDateString() === reference.toDateString()
      )
        date.setDate(date.getDate() + 7)
      const hasDay = start.isCertain('day') || start.isCertain('weekday') || THIS_DAY.test(found.text)
      const isRelativeYears = /\byears?\b/i.test(found.text) && !start.isCertain('month')
      const isRelativeMonths = /\bmonths?\b/i.test(found.text) && !start.isCertain('day')
      const precision = hasDay
        ? /\b(?:next|last|this|coming) week$/i.test(found.text)
          ? 'week'
          : 'day'
        : isRelativeYears
          ? 'year'
          : start.isCertain('month') || isRelativeMonths
            ? 'month'
            : 'year'
      if (precision !== 'day') date.setHours(12, 0, 0, 0)
      if (precision === 'month') {
        // From 31 January a month on is no 31 February, which the parser takes for 3 March.
        const step = /\bnext month$/i.test(found.text)
          ? 1
          : /\b(?:last|past|previous) month$/i.test(found.text)
            ? -1
            : 0
        if (step !== 0) date.setFullYear(reference.getFullYear(), reference.getMonth() + step, 1)
        date.setDate(1)
      }
      if (precision === 'year') date.setMonth(0, 1)
      if (day === undefined) {
        day = date.getTime()
        exact = precision === 'day'
      }
      const words = wordsFor(date, precision, start.isCertain('hour') && !/\bnight\b/i.test(found.text))
      const preposition = PREPOSITION_BEFORE.exec(before)?.[0]
      const given = /^(?:on|in|at|by|until|since|from) /i.exec(found.text)?.[0]
      const own =
        given && !/^(?:on|in|at) /i.test(given) ? given : preposition ? '' : precision === 'day' ? 'on ' : 'in '
      const cut =
        preposition && /^(?:on|in|at|the|this|on the|in the|at the) $/i.test(preposition)
          ? before.slice(0, -preposition.length) + (precision === 'day' ? 'on ' : 'in ')
          : before
      const weekFor = precision === 'week' && own === '' ? 'the ' : ''
      result += cut + own + weekFor + (precision === 'week' && own !== '' ? 'the ' : '') + words
      done = found.index + found.text.length
      expressions.push(found.text)
    }
  }
  result += text.slice(done)
  if (day === undefined) {
    const other = otherDates(result, reference, past)
    if (other) return { ...other, undated: text }
  }
  return { text: result, exact, undated: text, expressions, ...(day !== undefined && { at: day }) }
}

function wordsFor(date: Date, precision: 'day' | 'week' | 'month' | 'year', hour: boolean): string {
  const year = String(date.getFullYear())
  const month = `${MONTHS[date.getMonth()] as string} ${year}`
  if (precision === 'year') return year
  if (precision === 'month') return month
  if (precision === 'week') return `week of ${date.getDate()} ${month}`
  const time = hour
    ? ` at ${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
    : ''
  return `${date.getDate()} ${month}${time}`
}

function otherDates(text: string, reference: Date, past: boolean): Omit<Dated, 'undated'> | undefined {
  const noon = (year: number, month: number, day: number): Date => new Date(year, month, day, 12)
  const toward = (month: number, day: number, back: boolean): Date => {
    const date = noon(reference.getFullYear(), month, day)
    const isBefore = date.getTime() < reference.getTime() - 12 * 3_600_000
    if (!back && isBefore) date.setFullYear(date.getFullYear() + 1)
    if (back && !isBefore) date.setFullYear(date.getFullYear() - 1)
    return date
  }
  for (const [pattern, month, day] of HOLIDAYS) {
    const match = pattern.exec(text)
    if (!match) continue
    const date = toward(month, day, past || /^last /i.test(match[0]))
    return {
      text: text.replace(match[0], `${match[0]} ${date.getFullYear()}`),
      at: date.getTime(),
      exact: true,
      expressions: [match[0]],
    }
  }
  const season = SEASON.exec(text)
  if (season) {
    const [phrase, , which, name] = season as unknown as [string, string | undefined, string, string]
    const date = toward(SEASONS[name.toLowerCase()] as number, 1, /last/i.test(which))
    if (/this/i.test(which)) date.setFullYear(reference.getFullYear())
    return {
      text: text.replace(phrase, `in the ${name.toLowerCase()} of ${date.getFullYear()}`),
      at: date.getTime(),
      exact: false,
      expressions: [phrase],
    }
  }
  const ordinal = ORDINAL_DAY.exec(text)
  if (ordinal) {
    const day = Number(ordinal[1])
    if (day < 1 || day > 31) return undefined
    // The nearest month that has such a day: on 10 February "the 30th" is in March.
    const dayIn = (shift: number): Date => noon(reference.getFullYear(), reference.getMonth() + shift, day)
    const fits = (date: Date): boolean =>
      date.getDate() === day &&
      (past ? date.getTime() <= reference.getTime() : date.getTime() >= reference.getTime() - 12 * 3_600_000)
    const date = [0, 1, 2].map((shift) => dayIn(past ? -shift : shift)).find(fits)
    if (!date) return undefined
    const named = `on ${wordsFor(date, 'day', false)}`
    return { text: text.replace(ordinal[0], named), at: date.getTime(), exact: true, expressions: [ordinal[0]] }
  }
  const year = IN_YEAR.exec(text)
  if (year) return { text, at: noon(Number(year[1]), 0, 1).getTime(), exact: false, expressions: [] }
  return undefined
}

/** A fact whose value is a name, with the weekday or month in that name left as it is. */
export function withName(draft: Draft, sentence: Dated): Draft {
  const { validFrom, validTo: _, ...rest } = draft
  const value = draft.value.toLowerCase()
  const isPart = sentence.expressions.some((words) =>
    value.includes(words.replace(/^(?:on|in|at|by|until|since|from|this|next|last) /i, '').toLowerCase()),
  )
  if (!isPart || !isNamed(draft.attribute) || draft.text !== sentence.text) return draft
  return { ...rest, text: sentence.undated, ...(validFrom !== sentence.at && validFrom !== undefined && { validFrom }) }
}
