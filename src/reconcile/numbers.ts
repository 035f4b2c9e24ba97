import { fold } from '../language/fold.js'

const ENGLISH: Record<string, number> = {
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
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  twice: 2,
}
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  /\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b(?:\.? ?(\d{1,2})(?:st|nd|rd|th)?\b)?/g
const WEEKDAY = /\b(mon|tues?|wednes|wed|thurs?|fri|satur|sat|sun)(?:day)?s?\b|(?:周|星期|礼拜)([一二三四五六日天末])/g
const DAYS: Record<string, string> = {
  mon: '1',
  tue: '2',
  tues: '2',
  wednes: '3',
  wed: '3',
  thur: '4',
  thurs: '4',
  fri: '5',
  satur: '6',
  sat: '6',
  sun: '7',
  一: '1',
  二: '2',
  三: '3',
  四: '4',
  五: '5',
  六: '6',
  日: '7',
  天: '7',
  末: 'end',
}
const HAN_DIGITS: Record<string, number> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}
const HAN_UNITS: Record<string, number> = { 十: 10, 百: 100, 千: 1000, 万: 10_000 }
// Only before a measure word: 四川 and 三明治 contain no number.
const HAN_NUMBER =
  /[零〇一二两三四五六七八九十百千万]+(?=多?(?:个|只|条|名|位|岁|年|月|日|号|点|次|天|周|星期|小时|分钟|公里|公斤|斤|米|辆|台|本|杯|家|口|头|匹|倍|元|块|层|楼|字|句|段))/g

/**
 * The numbers, months (`m3`) and weekdays (`w3`) in a text, sorted; "a" and 一只 are not counted. Texts that state the
 * same fact have the same ones.
 */
export function numbersOf(text: string): string[] {
  let rest = fold(text).replace(/(?<=\d),(?=\d{3})/g, '')
  const found: string[] = []
  const take = (pattern: RegExp, read: (match: string[]) => string | undefined): void => {
    rest = rest.replace(pattern, (...match: string[]) => {
      const token = read(match)
      if (token === undefined) return match[0] as string
      found.push(token)
      return ' '
    })
  }
  // Before MONTH, which skips a bare "May": it may be a verb.
  take(
    /\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? (jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/g,
    ([, day, month]) => {
      found.push(day as string)
      return monthOf(month as string)
    },
  )
  take(MONTH, ([match, month, day]) => {
    if (/^(?:may|mar|sun)$/.test(match as string)) return undefined
    if (day !== undefined) found.push(day)
    return monthOf(month as string)
  })
  take(WEEKDAY, ([match, english, chinese]) =>
    /^(?:sun|sat|wed|mon)$/.test(match as string) ? undefined : `w${DAYS[english ?? chinese ?? '']}`,
  )
  rest = withDigits(rest)
  take(/(\d{1,2})月份?/g, ([, month]) => `m${Number(month)}`)
  take(/(\d+(?:[.:/]\d+)*)/g, ([, digits]) =>
    /^0*1$/.test(digits as string) && /[只个名位条辆台]/.test(text) ? '' : (digits as string).replace(/^0+(?=\d)/, ''),
  )
  take(new RegExp(`\\b(?:${Object.keys(ENGLISH).join('|')})\\b`, 'g'), ([word]) => String(ENGLISH[word as string]))
  return found.filter((token) => token !== '').sort()
}

/** Chinese numerals before a measure word as digits: 三十岁 → 30岁. */
export const withDigits = (text: string): string => text.replace(HAN_NUMBER, (digits) => String(hanNumber(digits)))

const monthOf = (name: string): string => `m${MONTHS.indexOf(name.slice(0, 3)) + 1}`

function hanNumber(text: string): number {
  let total = 0
  let digit = 0
  for (const character of text) {
    const unit = HAN_UNITS[character]
    if (unit === undefined)
      digit = /[十百千万]/.test(text)
        ? (HAN_DIGITS[character] as number)
        : digit * 10 + (HAN_DIGITS[character] as number)
    else {
      total = unit === 10_000 ? (total + digit || 1) * unit : total + (digit || 1) * unit
      digit = 0
    }
  }
  return total + digit
}

/** Whether every number of `part` occurs in `whole` at least as often. */
export function numbersWithin(part: string, whole: string): boolean {
  const rest = numbersOf(whole)
  return numbersOf(part).every((token) => {
    const at = rest.indexOf(token)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  })
}

export const sameNumbers = (a: string, b: string): boolean => numbersOf(a).join(' ') === numbersOf(b).join(' ')
