import type { MessageInput } from '../../../src/write/types.js'
import type { Knowledge } from '../../llm/support/knowing-model.js'

/** A conversation, what a good model tells of it, and what a bad one makes up. */
export interface Talk {
  language: 'en' | 'zh'
  messages: (MessageInput & { id: string; content: string })[]
  /** With the numbers of their messages; by the same places in `texts`. */
  facts: Record<string, unknown>[]
  texts: string[]
  /** Repeats in words of a memory what was recalled. */
  echo: { memory: string; message: string; quote: string }
  /** Says the first fact again. */
  again: string
  /** Facts that the messages do not say, under what is wrong with them. */
  wrong: Record<'employer' | 'number' | 'negation' | 'speaker' | 'quote', Record<string, unknown>>
  /** The first fact in another language. */
  translated: string
  /** What a model says that does not take part. */
  declines: string
}

/** A Monday. */
const AT = new Date(2026, 4, 11, 12).getTime()

const said = (...lines: [role: string, content: string][]): Talk['messages'] =>
  lines.map(([role, content], i) => ({ role, content, id: `m${i + 1}`, at: AT + i * 60_000 }))
const user = { by: 'User', about: 'User', when: '' }

const ENGLISH: Talk = {
  language: 'en',
  messages: said(
    ['user', 'I live in Lisbon.'],
    ['assistant', 'Nice! Do you have pets?'],
    ['user', 'I have two cats.'],
    ['user', 'I am allergic to peanuts.'],
  ),
  facts: [
    { from: [1], quote: 'I live in Lisbon', text: 'User lives in Lisbon', ...user, attribute: 'home', value: 'Lisbon' },
    { from: [3], quote: 'I have two cats', text: 'User has two cats', ...user, attribute: 'pet', value: 'two cats' },
    {
      from: [4],
      quote: 'I am allergic to peanuts',
      text: 'User is allergic to peanuts',
      ...user,
      attribute: 'allergy',
      value: 'peanuts',
    },
  ],
  texts: ['User lives in Lisbon', 'User has two cats', 'User is allergic to peanuts'],
  echo: {
    memory: 'User plays the cello',
    message: 'User plays the cello, it says there.',
    quote: 'User plays the cello',
  },
  again: 'As I said, I live in Lisbon.',
  wrong: {
    employer: {
      from: [1],
      quote: 'I live in Lisbon',
      text: 'User works at Acme in Lisbon',
      ...user,
      attribute: 'employer',
      value: 'Acme',
    },
    number: {
      from: [3],
      quote: 'I have two cats',
      text: 'User has three cats',
      ...user,
      attribute: 'pet',
      value: 'three cats',
    },
    negation: {
      from: [4],
      quote: 'I am allergic to peanuts',
      text: 'User is not allergic to peanuts',
      ...user,
      attribute: 'allergy',
      value: 'peanuts',
    },
    speaker: {
      from: [3],
      quote: 'I have two cats',
      text: "User's sister has two cats",
      ...user,
      about: "User's sister",
      attribute: 'pet',
      value: 'two cats',
    },
    quote: {
      from: [1],
      quote: 'I live in Rome',
      text: 'User lives in Rome',
      ...user,
      attribute: 'home',
      value: 'Rome',
    },
  },
  translated: '用户住在里斯本',
  declines: "I'm sorry, but I can't help with that.",
}

const CHINESE: Talk = {
  language: 'zh',
  messages: said(
    ['user', '我住在上海。'],
    ['assistant', '好的，你有宠物吗？'],
    ['user', '我有两只猫。'],
    ['user', '我对花生过敏。'],
  ),
  facts: [
    { from: [1], quote: '我住在上海', text: '用户住在上海', ...user, attribute: 'home', value: '上海' },
    { from: [3], quote: '我有两只猫', text: '用户有两只猫', ...user, attribute: 'pet', value: '两只猫' },
    { from: [4], quote: '我对花生过敏', text: '用户对花生过敏', ...user, attribute: 'allergy', value: '花生' },
  ],
  texts: ['用户住在上海', '用户有两只猫', '用户对花生过敏'],
  echo: { memory: '用户会拉大提琴', message: '用户会拉大提琴，上面这样写着。', quote: '用户会拉大提琴' },
  again: '我说过，我住在上海。',
  wrong: {
    employer: {
      from: [1],
      quote: '我住在上海',
      text: '用户在上海的腾讯工作',
      ...user,
      attribute: 'employer',
      value: '腾讯',
    },
    number: { from: [3], quote: '我有两只猫', text: '用户有三只猫', ...user, attribute: 'pet', value: '三只猫' },
    negation: {
      from: [4],
      quote: '我对花生过敏',
      text: '用户对花生不过敏',
      ...user,
      attribute: 'allergy',
      value: '花生',
    },
    speaker: {
      from: [3],
      quote: '我有两只猫',
      text: '用户的姐姐有两只猫',
      ...user,
      about: '用户的姐姐',
      attribute: 'pet',
      value: '两只猫',
    },
    quote: { from: [1], quote: '我住在北京', text: '用户住在北京', ...user, attribute: 'home', value: '北京' },
  },
  translated: 'User lives in Shanghai',
  declines: '抱歉，我无法协助处理这个请求。',
}

export const TALKS = [ENGLISH, CHINESE] as const

/** All that a good model knows of a conversation. */
export function knowledge({ messages, facts }: Talk): Knowledge[] {
  return facts.map(({ from, ...fact }) => ({ said: messages[(from as number[])[0]! - 1]!.content, fact }))
}
