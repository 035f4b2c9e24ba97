import { describe, expect, test } from 'vitest'
import { day, extract, said } from './support.js'

const at = (year: number, month: number, date: number): number => new Date(year, month - 1, date, 9).getTime()

describe('a weekday or month within a name is no date', () => {
  test.each([
    ['My dog is called Friday.', "User's dog is called Friday"],
    ['My cat is named April.', "User's cat is named April"],
    ['My daughter is called June.', "User's daughter is called June"],
    ['I like Sunday roasts.', 'User likes Sunday roasts'],
    ['I love Black Friday sales.', 'User loves Black Friday sales'],
    ["I'm a fan of Saturday Night Live.", 'User is a fan of Saturday Night Live'],
    ['I work at Tomorrow Inc.', 'User works at Tomorrow Inc'],
    ['我喜欢看今日头条。', '用户喜欢看今日头条'],
    ['我是5月4号生的', '用户是5月4号生的'],
  ])('%s', async (text, expected) => {
    const facts = await extract(text)
    expect(facts.map((fact) => fact.text)).toEqual([expected])
    expect(facts[0]?.validFrom).toBeUndefined()
  })

  test('while what happens on a day keeps its day', async () => {
    const [fact] = await extract('I adopted a dog called Friday last Sunday.')
    expect(fact?.text).toContain('29 November 2026')
    expect((await extract('I moved to Bern in May.'))[0]).toMatchObject({ text: 'User moved to Bern in May 2026' })
  })
})

describe('months that end early', () => {
  test.each([
    ["I'm moving to Bern next month.", at(2026, 1, 31), '2026-2-1'],
    ['I moved to Bern last month.', at(2026, 3, 31), '2026-2-1'],
    ['I start my new job on the 30th.', at(2026, 2, 10), '2026-3-30'],
    ['My exam is on the 31st.', at(2026, 3, 2), '2026-3-31'],
    ['My exam is on the 31st.', at(2026, 4, 2), '2026-5-31'],
    ['我下个月搬到杭州。', at(2026, 1, 31), '2026-2-1'],
    ['我考试在31号。', at(2026, 4, 2), '2026-5-31'],
    ['我考试在30号。', at(2026, 2, 10), '2026-3-30'],
  ])('%s', async (text, when, expected) => {
    const [fact] = await extract([said(text, { at: when })])
    expect(day(fact?.validFrom)).toBe(expected)
  })
})

describe('a short answer', () => {
  const answer = async (question: string, reply: string): Promise<string[]> =>
    (await extract([said(question, { id: 'q', role: 'assistant' }), said(reply, { id: 'a' })])).map((fact) => fact.text)

  test.each([
    ["What's your name?", 'Later'],
    ["What's your name?", 'Good question'],
    ['Where are you from?', 'Good question'],
    ['Where do you live?', 'Depends'],
    ['Where do you work?', 'Nowhere right now'],
  ])('that answers nothing is no fact: %s %s', async (question, reply) => {
    expect(await answer(question, reply)).toEqual([])
  })

  test.each([
    ['Where do you work?', 'Unemployed', 'User is unemployed'],
    ['Where do you work?', 'Siemens', 'User works at Siemens'],
    ['Where do you live?', 'Nice', 'User lives in Nice'],
  ])('%s %s', async (question, reply, expected) => {
    expect(await answer(question, reply)).toEqual([expected])
  })
})

describe('a plain negation takes back what was said before', () => {
  test.each([
    ["I'm not allergic to nuts.", 'allergy', 'nuts'],
    ["I don't live in Berlin.", 'home', 'berlin'],
    ["I'm not married.", 'marital', 'married'],
    ["I don't have a dog.", 'pet', 'dog'],
    ['我对花生不过敏。', 'allergy', '花生'],
    ['我不是老师。', 'occupation', '老师'],
    ['我没有猫。', 'pet', '猫'],
  ])('%s', async (text, attribute, value) => {
    expect(await extract(text)).toMatchObject([{ mode: 'retract', slot: { attribute, value } }])
  })

  test.each(["I'm not sure.", "I don't have time for a dog.", "I'm not in Berlin today.", '我没空。', '我不住这儿。'])(
    'but not this: %s',
    async (text) => {
      expect(await extract(text)).toEqual([])
    },
  )
})

describe('nonsense replaces no home and no name', () => {
  test.each([
    'I moved to the couch.',
    'I moved to a new room.',
    'In Skyrim I live in Whiterun.',
    'In my novel I live in Rome.',
    '我叫小明帮我买菜',
  ])('%s', async (text) => {
    const attributes = (await extract(text)).map(({ slot }) => slot.attribute)
    expect(attributes.filter((attribute) => /^(?:home|name)$/.test(attribute))).toEqual([])
  })

  test.each([
    ['I moved to Bath.', 'home', 'bath'],
    ['I live in Corner Brook.', 'home', 'corner brook'],
    ['我叫小明', 'name', '小明'],
  ])('while this is one: %s', async (text, attribute, value) => {
    expect(await extract(text)).toMatchObject([{ slot: { attribute, value } }])
  })
})
