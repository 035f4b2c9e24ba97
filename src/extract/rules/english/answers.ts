import { ANSWERS, QUESTIONS } from './answer-table.js'

/** The statement that an answer of a few words to a question makes, as the speaker would have said it in full. */
export function answered(question: string, answer: string): string | undefined {
  const words = answer.replace(/[.!\s]+$/, '')
  if (words.split(/\s+/).length > 6 || ANSWERS.noAnswer.pattern.test(words) || words === '') return undefined
  const lastQuestion = question.split(/(?<=[.!])\s/).at(-1) ?? ''
  if (!lastQuestion.includes('?')) return undefined
  const favorite = ANSWERS.favorite.pattern.exec(lastQuestion)
  if (favorite) return `My favorite ${favorite.groups?.['what'] as string} is ${words}`
  return QUESTIONS.find(({ pattern }) => pattern.test(lastQuestion))?.statement(words)
}
