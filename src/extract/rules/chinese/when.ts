import { pattern } from '../../../language/pattern.js'
import { numberOf } from '../../text/chinese/number.js'
import { simplify } from '../../../language/simplify.js'

/** A text whose relative dates have become absolute, with the first day that they name. */
export interface Dated {
  text: string
  /** In ms since the epoch, at noon unless an hour was said. */
  at?: number
}

const N = '(?:\\d{1,4}|[零〇一二两三四五六七八九十]{1,3}|半)'
const WEEKDAYS = '一二三四五六日天末'
const DAY_WORDS: Record<string, number> = {
  大前天: -3,
  前天: -2,
  昨天: -1,
  昨晚: -1,
  昨日: -1,
  昨儿: -1,
  今天: 0,
  今晚: 0,
  今早: 0,
  今日: 0,
  今儿: 0,
  明天: 1,
  明早: 1,
  明晚: 1,
  明日: 1,
  明儿: 1,
  后天: 2,
  大后天: 3,
}
const HOLIDAYS: Record<string, [number, number]> = {
  元旦: [1, 1],
  情人节: [2, 14],
  妇女节: [3, 8],
  五一: [5, 1],
  劳动节: [5, 1],
  儿童节: [6, 1],
  六一: [6, 1],
  国庆: [10, 1],
  国庆节: [10, 1],
  十一: [10, 1],
  万圣节: [10, 31],
  双十一: [11, 11],
  平安夜: [12, 24],
  圣诞: [12, 25],
  圣诞节: [12, 25],
  跨年夜: [12, 31],
}

const PATTERN = pattern('gu')`
  (?<fullYear>(?:19|20)\d{2})(?:年|[-/.])
   (?:(?<fullMonth>\d{1,2})(?:月份?|[-/.])?(?:(?<fullDay>\d{1,2})(?:日|号)?)?)?
  |(?<dayWord>大前天|大后天|前天|昨天|昨晚|昨日|昨儿|今天|今晚|今早|今日|今儿|明天|明早|明晚|明日|明儿|后天)
  |(?<weekShift>上上个?|下下个?|上个?|下个?|这个?|本)(?:周|星期|礼拜)(?<weekday>[${WEEKDAYS}])?
  |(?<!每个?|每逢|上|下|这|本)(?:周|星期|礼拜)(?<bareWeekday>[${WEEKDAYS}])(?!都|早|经常|总|一般|通常|会去)
  |(?<monthShift>上上个|下下个|上个?|下个?|这个|本)月
   (?:(?<monthPart>初|中旬?|底|末)|(?<monthDay>${N})(?:号|日))?
  |(?<yearWord>前年|去年|今年|明年|后年)
   (?:
     (?<yearMonth>${N})月份?(?:(?<yearDay>${N})(?:号|日))?
     |(?<yearPart>年?初|年?底|年?末|春天|夏天|秋天|冬天|暑假|寒假)
   )?
  |(?<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?![经亮天])
   (?:
     份|(?<day>\d{1,2}|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])(?:号|日)|(?<part>初|中旬|底|末)
   )?
  |(?<!\d)(?<onlyDay>\d{1,2}|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])号
   (?!楼|线|房|店|机|码|桌|门|院|公馆|选手|员工)
  |(?<ago>${N})(?<agoUnit>天|周|个星期|个礼拜|星期|个多?月|年)(?:之|以)?(?<direction>前|后)
  |(?<holiday>双十一|国庆节?|元旦|情人节|妇女节|五一|劳动节|儿童节|六一|万圣节|平安夜|圣诞节?|跨年夜)
   (?!快乐)
  |(?<yearEnd>年底|年末|年初)
`
const TIME = pattern('u')`
  ^(?<half>早上|上午|中午|下午|傍晚|晚上|凌晨|早|晚)?
  (?:(?<hour>\d{1,2}|[一二两三四五六七八九]|十[一二]?)(?:点(?<minute>半|\d{1,2}分?)?|:(?<colon>\d{2})))?
`
const RECURRING = pattern('u')`
  每|固定|雷打不动
  |(?:周|星期|礼拜)[一二三四五六日天][、和跟]?(?:周|星期|礼拜)[一二三四五六日天]
  |天天|经常|总是|平时|通常|一般都
`

/** Replaces what is relative to the day of `at` by what it means; `past`: the text speaks of the past. */
export function resolveDates(text: string, at: number, past: boolean): Dated {
  const reference = new Date(at)
  if (Number.isNaN(reference.getTime()) || RECURRING.test(simplify(text))) return { text }
  const plain = simplify(text)
  let result = ''
  let done = 0
  let first: number | undefined
  for (const match of plain.matchAll(PATTERN)) {
    if (match.index < done) continue
    // "十年" and 三年 are spans, 十一 within a number is none of these.
    if (match.groups?.['holiday'] === '十一') continue
    const found = resolve(match.groups as Record<string, string | undefined>, reference, past)
    if (!found) continue
    let end = match.index + match[0].length
    const date = found.date
    let time = ''
    if (found.precision === 'day') {
      const clock = TIME.exec(plain.slice(end, end + 12))
      const word = /[早晚]$/.exec(match[0])?.[0]
      const half = clock?.groups?.['half'] ?? word
      if (clock?.groups?.['hour']) {
        let hour = numberOf(clock.groups['hour'])
        if (half && /下午|傍晚|晚/.test(half) && hour < 12) hour += 12
        const minute =
          clock.groups['minute'] === '半'
            ? 30
            : Number.parseInt(clock.groups['minute'] ?? clock.groups['colon'] ?? '0', 10) || 0
        date.setHours(hour, minute)
        time = `${String(hour)}点${minute === 0 ? '' : minute === 30 ? '半' : `${String(minute)}分`}`
        end += clock[0].length
      } else if (clock?.groups?.['half']) {
        time = clock.groups['half']
        end += clock[0].length
      } else if (word) time = word === '早' ? '早上' : '晚上'
    }
    first ??= date.getTime()
    result += text.slice(done, match.index) + words(date, found.precision) + time
    done = end
  }
  return { text: result + text.slice(done), ...(first !== undefined && { at: first }) }
}

interface Resolved {
  date: Date
  precision: 'day' | 'week' | 'month' | 'year'
}

function words(date: Date, precision: Resolved['precision']): string {
  const year = `${String(date.getFullYear())}年`
  if (precision === 'year') return year
  const month = `${year}${String(date.getMonth() + 1)}月`
  return precision === 'month'
    ? month
    : precision === 'week'
      ? `${month}${String(date.getDate())}日那周`
      : `${month}${String(date.getDate())}日`
}

function resolve(groups: Record<string, string | undefined>, reference: Date, past: boolean): Resolved | undefined {
  const [year, month, today] = [reference.getFullYear(), reference.getMonth(), reference.getDate()]
  const day = (y: number, m: number, d: number): Resolved => ({ date: new Date(y, m, d, 12), precision: 'day' })
  const toward = (make: (y: number) => Resolved): Resolved => {
    const thisYear = make(year)
    const isBefore =
      thisYear.date.getTime() < new Date(year, month, thisYear.precision === 'month' ? 1 : today).getTime()
    if (past) return thisYear.date.getTime() > reference.getTime() + 43_200_000 ? make(year - 1) : thisYear
    return isBefore ? make(year + 1) : thisYear
  }
  const g = groups
  if (g['fullYear']) {
    const y = Number(g['fullYear'])
    if (g['fullMonth'] === undefined) return { date: new Date(y, 0, 1, 12), precision: 'year' }
    const m = Number(g['fullMonth']) - 1
    if (m < 0 || m > 11) return undefined
    return g['fullDay'] === undefined
      ? { date: new Date(y, m, 1, 12), precision: 'month' }
      : day(y, m, Number(g['fullDay']))
  }
  if (g['dayWord']) return day(year, month, today + (DAY_WORDS[g['dayWord']] as number))
  if (g['weekShift'] || g['bareWeekday']) {
    const shift = { 上上: -2, 上: -1, 这: 0, 本: 0, 下: 1, 下下: 2 }[(g['weekShift'] ?? '这').replace('个', '')] ?? 0
    const name = g['weekday'] ?? g['bareWeekday']
    const monday = today - ((reference.getDay() + 6) % 7) + shift * 7
    if (name === undefined) return { date: new Date(year, month, monday, 12), precision: 'week' }
    const index = name === '天' || name === '日' ? 6 : name === '末' ? 5 : WEEKDAYS.indexOf(name)
    const date = day(year, month, monday + index)
    if (g['bareWeekday'] && !past && date.date.getTime() < reference.getTime() - 43_200_000)
      date.date.setDate(date.date.getDate() + 7)
    if (g['bareWeekday'] && past && date.date.getTime() > reference.getTime() + 43_200_000)
      date.date.setDate(date.date.getDate() - 7)
    return date
  }
  if (g['monthShift']) {
    const shift = { 上上: -2, 上: -1, 这: 0, 本: 0, 下: 1, 下下: 2 }[g['monthShift'].replace('个', '')] ?? 0
    if (g['monthDay']) return day(year, month + shift, numberOf(g['monthDay']))
    return { date: new Date(year, month + shift, 1, 12), precision: 'month' }
  }
  if (g['yearWord']) {
    const y = year + ({ 前年: -2, 去年: -1, 今年: 0, 明年: 1, 后年: 2 }[g['yearWord']] as number)
    if (g['yearMonth'])
      return g['yearDay']
        ? day(y, numberOf(g['yearMonth']) - 1, numberOf(g['yearDay']))
        : { date: new Date(y, numberOf(g['yearMonth']) - 1, 1, 12), precision: 'month' }
    const part = g['yearPart']
    const m =
      part === undefined
        ? undefined
        : /初/.test(part)
          ? 0
          : /春/.test(part)
            ? 2
            : /夏/.test(part)
              ? 5
              : /暑/.test(part)
                ? 6
                : /秋/.test(part)
                  ? 8
                  : /寒/.test(part)
                    ? 0
                    : 11
    return m === undefined
      ? g['yearWord'] === '今年'
        ? undefined
        : { date: new Date(y, 0, 1, 12), precision: 'year' }
      : { date: new Date(y, m, 1, 12), precision: 'month' }
  }
  if (g['month']) {
    const m = numberOf(g['month']) - 1
    const d = g['day']
    return toward((y) =>
      d === undefined ? { date: new Date(y, m, 1, 12), precision: 'month' } : day(y, m, numberOf(d)),
    )
  }
  if (g['onlyDay']) {
    const d = numberOf(g['onlyDay'])
    if (d < 1 || d > 31) return undefined
    // The nearest month that has such a day.
    return [0, 1, 2]
      .filter((shift) => shift > 0 || (past ? d <= today : d >= today))
      .map((shift) => day(year, month + (past ? -shift : shift), d))
      .find(({ date }) => date.getDate() === d)
  }
  if (g['ago'] && g['agoUnit']) {
    const amount = numberOf(g['ago']) * (g['direction'] === '前' ? -1 : 1)
    if (g['agoUnit'] === '天') return day(year, month, today + amount)
    if (/周|星期|礼拜/.test(g['agoUnit'])) return day(year, month, today + amount * 7)
    if (g['agoUnit'] === '年')
      return amount % 1 !== 0
        ? { date: new Date(year, month + amount * 12, 1, 12), precision: 'month' }
        : { date: new Date(year + amount, 0, 1, 12), precision: 'year' }
    return { date: new Date(year, month + Math.round(amount), 1, 12), precision: 'month' }
  }
  if (g['holiday']) {
    const [m, d] = HOLIDAYS[g['holiday']] as [number, number]
    return toward((y) => day(y, m - 1, d))
  }
  if (g['yearEnd']) {
    if (g['yearEnd'] === '年初') return { date: new Date(past ? year : year + 1, 0, 1, 12), precision: 'month' }
    return { date: new Date(past && month < 11 ? year - 1 : year, 11, 1, 12), precision: 'month' }
  }
  return undefined
}

const CLOCK = pattern('gu')`
  (?:早上|上午|中午|下午|傍晚|晚上|凌晨)?(?:\d{1,2}|[一二两三四五六七八九]|十[一二]?)
   (?:点(?:半|钟|\d{1,2}分?)?|:\d{2})
  |^(?:早上|上午|中午|下午|傍晚|晚上|凌晨)
`

/** A simplified text without its dates and hours: what the rules match. */
export function withoutDates(plain: string): string {
  return plain.replace(PATTERN, '').replace(CLOCK, '')
}
