import { pattern } from '../pattern.js'
import { moved, spanBetween, startOf, wholeUnit, type Span, type Unit } from './calendar.js'
import {
  chineseWeekday,
  lately,
  monthPart,
  season,
  seasonNear,
  unitsAway,
  weekdays,
  weekend,
  type Question,
} from './resolve.js'
import { MONTHS, numberIn, RELATIVE_DAYS, STEPS, UNITS, WEEKDAYS } from './words.js'

export type Groups = Record<string, string | undefined>

/** A pattern, and a function from the groups of its match to the spans that it names (none: no match). */
export type SpanRule = [pattern: RegExp, read: (groups: Groups, question: Question) => Span[]]

/** Source of the named group `n`: a number in English. */
export const ENGLISH_NUMBER = pattern('u')`
  (?<n>
    \d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:a )?couple(?: of)?
    |(?:a )?few|several
  )
`
const CHINESE_NUMBER = pattern('u')`
  (?<n>\d{1,3}|[一二两兩三四五六七八九]?十[一二三四五六七八九]?|[一二两兩三四五六七八九半几幾])
`
const CHINESE_UNIT = '[个個]?(?<unit>天|日|周|週|星期|礼拜|禮拜|月|年)'

/**
 * Specific patterns come before general ones, since text that one has matched is not read again. All repetitions are
 * bounded, so that no text can make a pattern slow.
 */
export const rules = (): SpanRule[] => [
  [
    pattern('gu')`
      \b(?<day>
        (?:the )?day (?:before yesterday|after tomorrow)
        |yesterday|last night|today|tonight|tomorrow
        |this (?:morning|afternoon|evening)
      )\b
    `,
    ({ day = '' }, { today }) => [wholeUnit('day', today, RELATIVE_DAYS[day])],
  ],
  [
    pattern('gu')`\b${ENGLISH_NUMBER} (?<unit>day|night|week|month|year)s? (?:ago|earlier|back)\b`,
    ({ n, unit = '' }, { today }) => unitsAway(n, UNITS[unit] as Unit, -1, today),
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
      \b(?<which>last|past|next|coming) ${ENGLISH_NUMBER} (?<unit>day|night|week|month|year)s\b
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
    ({ which = '', unit = '' }, { today }) => [wholeUnit(unit as Unit, today, STEPS[which])],
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
    ({ which, name = '' }, question) => seasonNear(which === 'past' ? 'last' : which, name, question),
  ],
  [
    pattern('gu')`\b(?:in|during|over|for) the (?<name>spring|summer|autumn|fall|winter)\b`,
    ({ name = '' }, question) => seasonNear(undefined, name, question),
  ],
  [
    pattern('gu')`
      \b(?<which>last|past|previous|this|next|coming) (?<name>${MONTHS.join('|')})\b(?!,? (?:of )?\d)
    `,
    ({ which = '', name = '' }, { today }) => {
      const first = new Date(today.getFullYear(), MONTHS.indexOf(name), 1)
      const step = STEPS[which] as number
      const shift = step < 0 ? (first < startOf('month', today) ? 0 : -12) : step > 0 ? (first > today ? 0 : 12) : 0
      return [wholeUnit('month', first, shift)]
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
    pattern('gu')`\bin ${ENGLISH_NUMBER} (?<unit>day|week|month|year)s?\b(?! of)`,
    ({ n, unit = '' }, { today, tense }) => (tense === 'past' ? [] : unitsAway(n, UNITS[unit] as Unit, 1, today)),
  ],
  [
    pattern('gu')`\b${ENGLISH_NUMBER} (?<name>${WEEKDAYS.join('|')})s ago\b`,
    ({ n, name = '' }, question) =>
      weekdays(WEEKDAYS.indexOf(name), 'last', question).map(({ from }) =>
        wholeUnit('day', moved(new Date(from), 'day', -7 * ((numberIn(n) ?? 2) - 1))),
      ),
  ],
  [
    pattern('gu')`\bon the (?<n>\d{1,2})(?:st|nd|rd|th)\b(?! of)`,
    ({ n }, { today, tense }) => {
      const day = new Date(today.getFullYear(), today.getMonth(), Number(n))
      return [
        wholeUnit(
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
    ({ day, word = '' }, { today }) => [wholeUnit('day', today, RELATIVE_DAYS[(day ?? word).replace('前日', '前天')])],
  ],
  [
    pattern('gu')`
      (?<which>上上|上|这|這|本|下下|下)[个個]?(?:周|週|星期|礼拜|禮拜)(?<name>[一二三四五六日天末])?
    `,
    ({ which = '', name }, { today }) => {
      const step = STEPS[which] as number
      if (name === undefined) return [wholeUnit('week', today, step)]
      return name === '末'
        ? [weekend(today, step)]
        : [wholeUnit('day', moved(startOf('week', today, step), 'day', chineseWeekday(name)))]
    },
  ],
  [
    pattern('gu')`(?<![每个個])(?:周|週|星期|礼拜|禮拜)(?<name>[一二三四五六日天])`,
    ({ name = '' }, question) => weekdays(chineseWeekday(name), undefined, question),
  ],
  [
    pattern('gu')`
      (?<which>上上|上|这|這|本|下下|下)[个個]?月
      (?:
        (?<part>初|底|末|中旬?)
        |(?<n>\d{1,2}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])[号號日]
      )?
    `,
    ({ which = '', part, n }, { today }) => monthPart(startOf('month', today, STEPS[which]), part, numberIn(n)),
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
      if (month !== undefined) return monthPart(new Date(year, (numberIn(month) ?? 1) - 1, 1), undefined, numberIn(n))
      if (name ?? holidays) return [season((name ?? holidays) as string, year)]
      if (part !== undefined)
        return [
          part === '初'
            ? spanBetween(new Date(year, 0, 1), new Date(year, 2, 1))
            : spanBetween(new Date(year, 10, 1), new Date(year + 1, 0, 1)),
        ]
      return [wholeUnit('year', new Date(year, 0, 1))]
    },
  ],
  [
    pattern('gu')`(?:最近|过去|過去|近|这|這)的?${CHINESE_NUMBER}${CHINESE_UNIT}`,
    ({ n, unit = '' }, { today }) =>
      lately(n === '半' ? '6' : n, n === '半' ? 'month' : (UNITS[unit] as Unit), -1, today),
  ],
  [
    pattern('gu')`(?<![第\d])${CHINESE_NUMBER}${CHINESE_UNIT}(?:以|之)?(?<side>[前后後])`,
    ({ n, unit = '', side }, { today }) => unitsAway(n, UNITS[unit] as Unit, side === '前' ? -1 : 1, today),
  ],
]
