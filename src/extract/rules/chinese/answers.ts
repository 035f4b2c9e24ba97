const QUESTIONS: [RegExp, (answer: string) => string][] = [
  [/(?:怎么称呼|你?(?:叫什么|的名字|贵姓)|如何称呼)/u, (answer) => `我叫${answer}`],
  [/(?:你|您)?(?:今年)?(?:多大|几岁|年龄|贵庚)/u, (answer) => `我今年${answer.replace(/岁$/u, '')}岁`],
  [
    /(?:住在?哪|在哪(?:里|儿|个城市)?(?:住|生活)?|所在(?:的)?城市|哪个城市)/u,
    (answer) => `我住在${answer.replace(/^(?:住)?在/u, '')}`,
  ],
  [/(?:哪里人|老家(?:在|是)?哪|来自哪)/u, (answer) => `我来自${answer.replace(/人$/u, '')}`],
  [/(?:做什么(?:工作|的|职业)|什么工作|职业是什么)/u, (answer) => `我是${answer.replace(/^(?:是|做)/u, '')}`],
  [/(?:在哪(?:里|儿|家公司)?(?:工作|上班))/u, (answer) => `我在${answer.replace(/^在/u, '')}上班`],
  [
    /(?:对什么过敏|有(?:什么|没有)(?:食物)?过敏|过敏(?:源|原)?(?:吗|是什么))/u,
    (answer) => `我对${answer.replace(/过敏$/u, '')}过敏`,
  ],
  [/生日(?:是)?(?:什么时候|哪天|几号|几月)/u, (answer) => `我的生日是${answer}`],
]

/** The statement that an answer of a few characters to a question makes. */
export function answered(question: string, answer: string): string | undefined {
  const bare = answer.replace(/[。！!~\s吧呀啊哦]+$/u, '')
  const asked = question.split(/[。！!]/u).at(-1) ?? ''
  if (
    !/[?？]|吗|呢/u.test(asked) ||
    Array.from(bare).length > 12 ||
    bare === '' ||
    /[?？，,我你]|^(?:没|无|不|是的?$|对$|好|嗯|有$|随便|保密|谢|什么|怎么|算了)/u.test(bare)
  )
    return undefined
  return QUESTIONS.find(([pattern]) => pattern.test(asked))?.[1](bare)
}
