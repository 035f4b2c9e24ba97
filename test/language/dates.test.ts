import { describe, expect, it } from 'vitest'
import { dateTerms, datesIn, isDayTerm } from '../../src/language/dates.js'
import { asksWhen, isQuestion } from '../../src/language/questions.js'
import { hasTimeExpression } from '../../src/language/times.js'

const MAY_4 = '@05-04 @05'
const MAY_4_2023 = '@2023-05-04 @05-04 @2023-05 @05 @2023'

describe('datesIn', () => {
  it.each<[string, string]>([
    ['5月4日我们去了哪里？', MAY_4],
    ['五月四日', MAY_4],
    ['５月４号', MAY_4],
    ['5 月 4 日', MAY_4],
    ['2023年5月4日', MAY_4_2023],
    ['二〇二三年五月四号', MAY_4_2023],
    ['4 May, 2023', MAY_4_2023],
    ['4th of May 2023', MAY_4_2023],
    ['May 4th', MAY_4],
    ['May 4', MAY_4],
    ['MAY 4, 2023', MAY_4_2023],
    ['on May the 4th', MAY_4],
    ['2023-05-04', MAY_4_2023],
    ['2023-05-04T10:00:00Z', MAY_4_2023],
    ['2023/5/4', MAY_4_2023],
    ['5/4/2023', `${MAY_4_2023} @2023-04-05 @04-05 @2023-04 @04`],
    ['5/14/2023', '@2023-05-14 @05-14 @2023-05 @05 @2023'],
    ['14.5.2023', '@2023-05-14 @05-14 @2023-05 @05 @2023'],
    ['1:56 pm on 8 May, 2023', '@2023-05-08 @05-08 @2023-05 @05 @2023'],
    ['in May 2023', '@2023-05 @05 @2023'],
    ['2023-05', '@2023-05 @05 @2023'],
    ['2023年5月', '@2023-05 @05 @2023'],
    ['5月', '@05'],
    ['十二月三十一日', '@12-31 @12'],
    ['二月二十日', '@02-20 @02'],
    ['正月', '@01'],
    ['last May', '@05'],
    ['in may', '@05'],
    ['September was nice', '@09'],
    ['Dec. 25', '@12-25 @12'],
    ['in 2021', '@2021'],
    ['2021年', '@2021'],
    ['May 4, 2023 and 6 June', `${MAY_4_2023} @06-06 @06`],
    ['may I ask?', ''],
    ['It may be so', ''],
    ['march on', ''],
    ['三个月', ''],
    ['13月', ''],
    ['2023-13-45', ''],
    ['May 40', ''],
    ['2023 people', ''],
    ['room 504, 10.5 km', ''],
    ['', ''],
  ])('%s', (text, expected) => {
    expect(datesIn(text).join(' ')).toBe(expected)
  })

  it('gives the terms of the day on which something was said', () => {
    const said = dateTerms(new Date(2023, 4, 4, 23, 59).getTime())
    expect(said).toEqual(MAY_4_2023.split(' '))
    expect(said).toEqual(datesIn('2023年5月4日'))
    expect(said.filter(isDayTerm)).toEqual(['@2023-05-04', '@05-04'])
    expect(dateTerms(Number.NaN)).toEqual([])
  })

  it.each(['may ', '十', '1', '5月', 'in ', '2023-', '1/1/', '年', 'on 1 ', 'january'])(
    'comes to an end with a megabyte of %j',
    (unit) => {
      const text = unit.repeat(1_000_000 / unit.length)
      expect([datesIn(text).length < 50, hasTimeExpression(text), asksWhen(text), isQuestion(text)]).toContain(false)
    },
  )
})

describe('isQuestion', () => {
  it.each(['Where?', '去哪里？', 'Really?! 😀', 'ok? ❤️ ', '"Why?"', '真的？」'])('%s is one', (text) =>
    expect(isQuestion(text)).toBe(true),
  )
  it.each(['', 'No.', 'Why? Because.', '?'.repeat(3) + ' x', '🙂'])('%s is none', (text) =>
    expect(isQuestion(text)).toBe(false),
  )
})

describe('asksWhen', () => {
  it.each([
    'When did Ana move?',
    "When's the party",
    'On what day was it?',
    'what year',
    'How long ago did they meet?',
    '他什么时候搬家的？',
    '几号去的',
    '哪一天',
    '何时',
  ])('%s', (text) => expect(asksWhen(text)).toBe(true))
  it.each(['Where does Ana live?', 'What did she eat?', 'whenever', '他住在哪里？', ''])('not %s', (text) =>
    expect(asksWhen(text)).toBe(false),
  )
})

describe('hasTimeExpression', () => {
  it.each([
    'We met yesterday',
    'last week',
    'at 7 pm',
    'two years ago',
    'on Friday',
    'in May',
    'since 2019',
    '昨天',
    '上个月',
    '三天前',
    '下周',
    '去年',
    '3点半',
    '5月4日',
  ])('%s', (text) => expect(hasTimeExpression(text)).toBe(true))
  it.each(['I like tea', 'may I', 'the last cake', '我喜欢茶', '有一点的意思', ''])('not %s', (text) =>
    expect(hasTimeExpression(text)).toBe(false),
  )
})
