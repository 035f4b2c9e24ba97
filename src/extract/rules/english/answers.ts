import { pattern } from '../../../language/pattern.js'

// What an assistant asked, and the statement that a short answer completes.
const QUESTIONS: [RegExp, (answer: string) => string][] = [
  [
    pattern('i')`
      \b(?:what is|what's|may I (?:ask|know|have)|can I (?:ask|have|get)|tell me) your (?:full |first )?name\b
      |what should I call you
      |who am I (?:talking|speaking) (?:to|with)
    `,
    (answer) => `My name is ${answer}`,
  ],
  [/\bhow old are you\b|\bwhat(?: is|'s) your age\b/i, (answer) => `I am ${answer}`],
  [
    pattern('i')`
      \bwhere (?:do you live|are you (?:living|based|located))\b
      |\bwhat (?:city|town|country) (?:do you live|are you) in\b
      |\bwhich (?:city|town|country) (?:do you live|are you) in\b
    `,
    (answer) => `I live in ${answer.replace(/^(?:in|near) /i, '')}`,
  ],
  [
    /\bwhere are you (?:originally )?from\b|\bwhere do you come from\b/i,
    (answer) => `I am from ${answer.replace(/^from /i, '')}`,
  ],
  [
    /\bwhere do you work\b|\b(?:which|what) company do you work\b|\bwho do you work for\b/i,
    (answer) => `I work at ${answer.replace(/^(?:at|for) /i, '')}`,
  ],
  [
    pattern('i')`
      \bwhat do you do (?:for (?:a living|work))\b
      |\bwhat(?: is|'s) your (?:job|profession|occupation)\b
      |\bwhat do you do\?
    `,
    (answer) =>
      /^(?:(?:an?|the) |retired|unemployed|self-employed)/i.test(answer)
        ? `I am ${answer}`
        : `I am ${/^[aeiou]/i.test(answer) ? 'an' : 'a'} ${answer}`,
  ],
  [
    /\b(?:are you|do you have) (?:any )?(?:allerg\w+)|\bwhat are you allergic to\b|\bany (?:food )?allergies\b/i,
    (answer) => `I am allergic to ${answer.replace(/^(?:yes,? )?(?:to )?/i, '')}`,
  ],
  [/\bwhen(?: is|'s) your birthday\b/i, (answer) => `My birthday is ${answer}`],
]
const NO_ANSWER = pattern('i')`
  ^(?:
    no|none|nothing|nope|not|yes|yeah|yep|sure|maybe|I|we|it|that|this|why|what|how|ok|okay|idk|dunno
    |never|skip|private|thanks|thank|hello|hi|hey|please|can|could|let|rather|secret|guess
  )\b
  |[?]
`

/** The statement that an answer of a few words to a question makes, as the speaker would have said it in full. */
export function answered(question: string, answer: string): string | undefined {
  const bare = answer.replace(/[.!\s]+$/, '')
  if (bare.split(/\s+/).length > 6 || NO_ANSWER.test(bare) || bare === '') return undefined
  const lastQuestion = question.split(/(?<=[.!])\s/).at(-1) ?? ''
  if (!lastQuestion.includes('?')) return undefined
  const favorite = /\bwhat(?: is|'s) your favou?rite (?<what>[\p{L} ]{2,30}?)(?:\?|$)/iu.exec(lastQuestion)
  if (favorite) return `My favorite ${favorite.groups?.['what'] as string} is ${bare}`
  return QUESTIONS.find(([pattern]) => pattern.test(lastQuestion))?.[1](bare)
}
