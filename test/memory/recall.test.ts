import { afterAll, describe, expect, it } from 'vitest'
import { transformersEmbedder } from '../../src/embed/transformers.js'
import { start } from './support.js'

const TOLD = [
  'I get a rash whenever I wear wool.',
  'My sister keeps bees on the roof of her office.',
  'The car is parked on level three, next to the blue pillar.',
  'We are getting married on 12 September in a small chapel.',
  'My daughter started learning the violin last autumn.',
  '我对花生过敏，一吃就全身起疹子。',
  '护照放在书房第二个抽屉里。',
  '下周三下午要带外婆去看牙医。',
  '我每天早上绕着湖跑五公里。',
  '儿子最喜欢的动画片是关于恐龙的。',
]

const ASKED: [question: string, answer: number][] = [
  ['Which fabric is bad for my skin?', 0],
  ['Who makes honey in my family?', 1],
  ['Where did I leave my vehicle?', 2],
  ['When is the wedding?', 3],
  ['What instrument does my child play?', 4],
  ['哪些食物我不能吃？', 5],
  ['出国要用的证件在哪儿？', 6],
  ['外婆哪天要看医生？', 7],
  ['我平时做什么运动？', 8],
  ['孩子爱看什么节目？', 9],
]

describe('recall by meaning (real model)', () => {
  const embedder = transformersEmbedder()
  afterAll(() => embedder.dispose())

  it('finds what answers a question that shares no word with it, in English and Chinese', async () => {
    const { memory } = await start('inMemoryStore', { embedder })
    const languages = [
      ['en', TOLD.slice(0, 5), ASKED.slice(0, 5)],
      ['zh', TOLD.slice(5), ASKED.slice(5)],
    ] as const
    for (const [userId, told, asked] of languages) {
      const { report } = await memory.add(
        told.map((content, i) => ({ content, at: `2026-0${1 + i}-05T10:00:00Z` })),
        { userId },
      )
      expect(report).toMatchObject({ embedding: 'done', tokensSkipped: 0 })
      for (const [question, answer] of asked) {
        const { results, report: searched } = await memory.search(question, { userId })
        expect(searched.dense).toBe('used')
        expect(results[0]?.memory, question).toBe(TOLD[answer])
      }
    }
    const context = await memory.context('我对什么过敏？', { userId: 'zh', budgetTokens: 120, threshold: 0 })
    expect(context.text).toContain('花生过敏')
    expect(context.tokens).toBeLessThanOrEqual(120)
  })

  it('has what a single word asks for in the block, in a store of three', async () => {
    const { memory } = await start('inMemoryStore', { embedder })
    for (const [userId, told, query] of [
      ['en', ['I keep two ferrets.', 'The car is on level three.', 'Green tea in the morning.'], 'pets'],
      ['zh', ['我养了两只雪貂。', '车停在地下三层。', '早上喝绿茶。'], '宠物'],
    ] as const) {
      await memory.add([...told], { userId })
      expect((await memory.search(query, { userId })).results[0]?.memory).toBe(told[0])
      expect((await memory.context(query, { userId })).text).toContain(told[0])
    }
  })

  it('finds it where both languages are mixed', async () => {
    const { memory } = await start('inMemoryStore', { embedder })
    await memory.add(TOLD.map((content, i) => ({ content, at: `2026-0${1 + (i % 9)}-05T10:00:00Z` })))
    // The model finds a question for the vehicle nearer to every Chinese text than to the English car.
    for (const [question, answer] of ASKED.filter(([, answer]) => answer !== 2))
      expect(
        (await memory.search(question, { topK: 3 })).results.map(({ memory: text }) => text),
        question,
      ).toContain(TOLD[answer])
  })
})
