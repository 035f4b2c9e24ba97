import type { PatternRule } from '../../text/example.js'

/** A question of the assistant, and the statement that a short answer to it makes. */
interface AnsweredQuestion extends PatternRule {
  statement: (answer: string) => string
}

// 在哪 (where) alone asks for the home, so that question comes last.
export const QUESTIONS: readonly AnsweredQuestion[] = [
  {
    example: '怎么称呼？ ¦ 小丽 → name: 用户叫小丽',
    pattern: /(?:怎么称呼|你?(?:叫什么|的名字|贵姓)|如何称呼)/u,
    statement: (answer) => `我叫${answer}`,
  },
  {
    example: '你多大？ ¦ 三十 → age: 用户今年三十岁',
    pattern: /(?:你|您)?(?:今年)?(?:多大|几岁|年龄|贵庚)/u,
    statement: (answer) => `我今年${answer.replace(/岁$/u, '')}岁`,
  },
  {
    example: '你老家在哪？ ¦ 湖南 → origin: 用户来自湖南',
    pattern: /(?:哪里人|老家(?:在|是)?哪|来自哪)/u,
    statement: (answer) => `我来自${answer.replace(/人$/u, '')}`,
  },
  {
    example: '你做什么工作？ ¦ 护士 → occupation: 用户是护士',
    pattern: /(?:做什么(?:工作|的|职业)|什么工作|职业是什么)/u,
    statement: (answer) => `我是${answer.replace(/^(?:是|做)/u, '')}`,
  },
  {
    example: '你在哪上班？ ¦ 华为 → employer: 用户在华为上班',
    pattern: /(?:在哪(?:里|儿|家公司)?(?:工作|上班))/u,
    statement: (answer) => `我在${answer.replace(/^在/u, '')}上班`,
  },
  {
    example: '你对什么过敏？ ¦ 花生 → allergy: 用户对花生过敏',
    pattern: /(?:对什么过敏|有(?:什么|没有)(?:食物)?过敏|过敏(?:源|原)?(?:吗|是什么))/u,
    statement: (answer) => `我对${answer.replace(/过敏$/u, '')}过敏`,
  },
  {
    example: '你生日是几号？ ¦ 5月4日 → birthday: 用户的生日是5月4日',
    pattern: /生日(?:是)?(?:什么时候|哪天|几号|几月)/u,
    statement: (answer) => `我的生日是${answer}`,
  },
  {
    example: '你在哪个城市？ ¦ 上海 → home: 用户住在上海',
    pattern: /(?:住在?哪|在哪(?:里|儿|个城市)?(?:住|生活)?|所在(?:的)?城市|哪个城市)/u,
    statement: (answer) => `我住在${answer.replace(/^(?:住)?在/u, '')}`,
  },
]
