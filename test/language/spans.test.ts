import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asksName } from '../../src/language/asks-name.js'
import { boundIn, dateSpan, spansNamed } from '../../src/language/spans/index.js'
import { speakersNamed } from '../../src/read/rank/speakers.js'

/** A Wednesday. */
const REFERENCE = new Date(2026, 4, 20, 15).getTime()

const day = (ms: number): string => {
  const date = new Date(ms)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}
const spans = (text: string): string =>
  spansNamed(text, REFERENCE)
    .spans.map(({ from, to }) => `${day(from)} to ${day(to)}`)
    .join(', ')

describe('spansNamed', () => {
  it.each([
    ['What did I do yesterday?', '2026-5-19 to 2026-5-20'],
    ['what did we eat last night', '2026-5-19 to 2026-5-20'],
    ['What happened last Friday?', '2026-5-15 to 2026-5-16'],
    ['Where was I on Monday?', '2026-5-18 to 2026-5-19'],
    ['Which film will we see on Monday?', '2026-5-25 to 2026-5-26'],
    ['What do I have next Friday?', '2026-5-22 to 2026-5-23, 2026-5-29 to 2026-5-30'],
    ['two Fridays ago', '2026-5-8 to 2026-5-9'],
    ['What did I buy last week?', '2026-5-11 to 2026-5-18'],
    ['What did we do last weekend?', '2026-5-16 to 2026-5-18'],
    ['what did I say two months ago', '2026-3-4 to 2026-4-6'],
    ['what did I tell you a few days ago', '2026-5-14 to 2026-5-19'],
    ['What happened in the last three weeks?', '2026-4-29 to 2026-5-21'],
    ['What did I do last summer?', '2025-6-1 to 2025-9-1'],
    ['What did I plan for the summer?', '2025-6-1 to 2025-9-1'],
    ['the winter of 2024', '2024-12-1 to 2025-3-1'],
    ['last May', '2025-5-1 to 2025-6-1'],
    ['on the 15th I went somewhere', '2026-5-15 to 2026-5-16'],
    ['昨天我做了什么', '2026-5-19 to 2026-5-20'],
    ['上周五我们聊了什么', '2026-5-15 to 2026-5-16'],
    ['周三我去了哪', '2026-5-20 to 2026-5-21'],
    ['下周三有什么安排', '2026-5-27 to 2026-5-28'],
    ['去年冬天我去了哪里', '2025-12-1 to 2026-3-1'],
    ['去年5月4日', '2025-5-4 to 2025-5-5'],
    ['上个月底', '2026-4-21 to 2026-5-1'],
    ['三天前我说了什么', '2026-5-17 to 2026-5-18'],
    ['最近两周我吃了什么', '2026-5-6 to 2026-5-21'],
    ['前年', '2024-1-1 to 2025-1-1'],
  ])('%s', (text, expected) => {
    expect(spans(text)).toBe(expected)
  })

  it('names nothing where nothing is relative to a day', () => {
    for (const text of [
      'What do I like?',
      'May I come in?',
      'fall protection',
      'What happened on 4 May 2026?',
      'How many days a week do I run?',
      '5月4日我说了什么',
      '前面有什么',
      '天气怎么样',
      '',
    ])
      expect(spans(text), text).toBe('')
  })

  it('gives spans that begin before they end, whatever the text and the day', () => {
    const word = fc.constantFrom(
      'last',
      'next',
      'this',
      'in',
      'the',
      'few',
      '3',
      'days',
      'weeks',
      'month',
      'year',
      'ago',
      'Friday',
      'summer',
      'winter',
      'May',
      'on',
      '31st',
      '上',
      '下',
      '周',
      '五',
      '月',
      '去年',
      '冬天',
      '前',
      '后',
      '三',
      '十',
      '31',
      '号',
      '半',
      '几',
      '天',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 8 }),
        fc.date({ noInvalidDate: true, min: new Date(1990, 0, 1), max: new Date(2090, 0, 1) }),
        (words, date) => {
          for (const { from, to } of spansNamed(words.join(' ') + words.join(''), date.getTime()).spans)
            expect(from).toBeLessThan(to)
        },
      ),
    )
  })
})

describe('boundIn', () => {
  it.each([
    ['Where did I live before I moved to Lisbon?', 'before', 'i moved to lisbon', undefined],
    ['Before I moved, where did I live?', 'before', 'i moved', undefined],
    [
      'What did John do the week before August 3, 2023?',
      'before',
      'august 3, 2023',
      { unit: 'week', count: 1, about: false },
    ],
    ['the puppy she got two weeks after the wedding', 'after', 'the wedding', { unit: 'week', count: 2, about: true }],
    ['我搬家之前住在哪里？', 'before', '我搬家', undefined],
    ['在搬到上海以前我在哪工作？', 'before', '搬到上海', undefined],
    ['结婚后我们去了哪里？', 'after', '结婚', undefined],
  ])('%s', (text, side, event, distance) => {
    expect(boundIn(text)).toMatchObject({ side, event, ...(distance && { distance }) })
  })

  it('is not misled by words that only sound like it', () => {
    for (const text of [
      'Where was I before?',
      'What do I do after work?',
      '以前我喜欢什么',
      '后来怎么样',
      '最后我们去了哪',
      '今后怎么办',
      'What is my name?',
    ])
      expect(boundIn(text), text).toBeUndefined()
  })

  it('counts from a date where it names one', () => {
    expect(day(dateSpan('august 3, 2023', REFERENCE)?.from as number)).toBe('2023-8-3')
    expect(day(dateSpan('last summer', REFERENCE)?.from as number)).toBe('2025-6-1')
    expect(day(dateSpan('去年', REFERENCE)?.from as number)).toBe('2025-1-1')
    expect(dateSpan('i moved house last year to lisbon', REFERENCE)).toBeUndefined()
    expect(dateSpan('the wedding', REFERENCE)).toBeUndefined()
  })
})

describe('speakersNamed', () => {
  const named = (query: string, ...names: string[]): string[] => [...speakersNamed(query, names)]

  it('takes a name that is also a word for one only where it can be nothing else', () => {
    for (const query of [
      'Will it rain?',
      'will it rain tomorrow',
      'What will Ana do?',
      'where will we meet',
      'WILL IT RAIN',
    ])
      expect(named(query, 'Will', 'Will Smith'), query).toEqual([])
    for (const query of [
      'What does Will like?',
      'what did will say',
      "will's birthday",
      'Will said what?',
      'will',
      'Is it Will who came?',
      'what is will doing',
    ])
      expect(named(query, 'Will'), query).toEqual(['Will'])
    for (const [query, name] of [
      ['may I ask something', 'May'],
      ['What did I do in may?', 'May'],
      ['Mark my words', 'Mark'],
      ['please mark the date', 'Mark'],
      ['is there any hope', 'Hope'],
      ['which art do I like', 'Art'],
      ['who paid the bill', 'Bill'],
      ['what gave me joy', 'Joy'],
      ['which rose did I plant', 'Rose'],
      ['do I have faith', 'Faith'],
    ] as const)
      expect(named(query, name), query).toEqual([])
    for (const [query, name] of [
      ['What did Mark plant?', 'Mark'],
      ['does rose like tulips', 'Rose'],
      ["what is grace's job", 'Grace'],
      ['Hope said she would come', 'Hope'],
      ['Where did I meet May?', 'May'],
    ] as const)
      expect(named(query, name), query).toEqual([name])
  })

  it('takes other names in any case, and Chinese ones within a sentence', () => {
    expect(named('what does caroline like', 'Caroline', 'Melanie')).toEqual(['Caroline'])
    expect(named('张曼婷买了什么', '张曼婷', '李雪')).toEqual(['张曼婷'])
    expect(named('Which banana boat?', 'Ana')).toEqual([])
  })
})

describe('asksName', () => {
  it('knows a question whose answer is a name', () => {
    for (const text of [
      'Who is my boss?',
      'where do I live',
      "What's the name of my dog?",
      'What book did I read?',
      'Which city?',
      '我的老板叫什么',
      '谁来了',
      '我看了什么电影',
    ])
      expect(asksName(text), text).toBe(true)
    for (const text of ['How do I feel?', 'What did I say?', 'When did I move?', '我做了什么', '怎么样'])
      expect(asksName(text), text).toBe(false)
  })
})
