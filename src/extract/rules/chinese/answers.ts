import { QUESTIONS } from './answer-table.js'

/** The statement that an answer of a few characters to a question makes. */
export function answered(question: string, answer: string): string | undefined {
  const words = answer.replace(/[。！!~\s吧呀啊哦]+$/u, '')
  const lastQuestion = question.split(/[。！!]/u).at(-1) ?? ''
  if (
    !/[?？]|吗|呢/u.test(lastQuestion) ||
    Array.from(words).length > 12 ||
    words === '' ||
    /[?？，,我你]|^(?:没|无|不|是的?$|对$|好|嗯|有$|随便|保密|谢|什么|怎么|算了)/u.test(words)
  )
    return undefined
  return QUESTIONS.find(({ pattern }) => pattern.test(lastQuestion))?.statement(words)
}
