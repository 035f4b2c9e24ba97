import { pattern } from '../../../language/pattern.js'
import type { PatternRule } from '../../text/example.js'

/** A question of the assistant, and the statement that a short answer to it makes. */
interface AnsweredQuestion extends PatternRule {
  statement: (answer: string) => string
}

export const QUESTIONS: readonly AnsweredQuestion[] = [
  {
    example: "What is your name? ¦ Ana → name: User's name is Ana",
    pattern: pattern('i')`
      \b(?:what is|what's|may I (?:ask|know|have)|can I (?:ask|have|get)|tell me) your (?:full |first )?name\b
      |what should I call you
      |who am I (?:talking|speaking) (?:to|with)
    `,
    statement: (answer) => `My name is ${answer}`,
  },
  {
    example: 'How old are you? ¦ 34 years old → age: User is 34 years old',
    pattern: /\bhow old are you\b|\bwhat(?: is|'s) your age\b/i,
    statement: (answer) => `I am ${answer}`,
  },
  {
    example: 'Where do you live? ¦ Lisbon → home: User lives in Lisbon',
    pattern: pattern('i')`
      \bwhere (?:do you live|are you (?:living|based|located))\b
      |\bwhat (?:city|town|country) (?:do you live|are you) in\b
      |\bwhich (?:city|town|country) (?:do you live|are you) in\b
    `,
    statement: (answer) => `I live in ${answer.replace(/^(?:in|near) /i, '')}`,
  },
  {
    example: 'Where are you from? ¦ Malta → origin: User is from Malta',
    pattern: /\bwhere are you (?:originally )?from\b|\bwhere do you come from\b/i,
    statement: (answer) => `I am from ${answer.replace(/^from /i, '')}`,
  },
  {
    example: 'Where do you work? ¦ Siemens → employer: User works at Siemens',
    pattern: /\bwhere do you work\b|\b(?:which|what) company do you work\b|\bwho do you work for\b/i,
    statement: (answer) =>
      /^(?:unemployed|jobless|self-employed|retired|freelance|between jobs|a student|student|home|remotely)$/i.test(
        answer,
      )
        ? `I am ${answer.toLowerCase().replace(/^student$/, 'a student')}`
        : `I work at ${answer.replace(/^(?:at|for) /i, '')}`,
  },
  {
    example: 'What do you do for a living? ¦ nurse → occupation: User is a nurse',
    pattern: pattern('i')`
      \bwhat do you do (?:for (?:a living|work))\b
      |\bwhat(?: is|'s) your (?:job|profession|occupation)\b
      |\bwhat do you do\?
    `,
    statement: (answer) =>
      /^(?:(?:an?|the) |retired|unemployed|self-employed)/i.test(answer)
        ? `I am ${answer}`
        : `I am ${/^[aeiou]/i.test(answer) ? 'an' : 'a'} ${answer}`,
  },
  {
    example: 'Are you allergic to anything? ¦ peanuts → allergy: User is allergic to peanuts',
    pattern:
      /\b(?:are you|do you have) (?:any )?(?:allerg\w+)|\bwhat are you allergic to\b|\bany (?:food )?allergies\b/i,
    statement: (answer) => `I am allergic to ${answer.replace(/^(?:yes,? )?(?:to )?/i, '')}`,
  },
  {
    example: "When is your birthday? ¦ 4 May → birthday: User's birthday is 4 May",
    pattern: /\bwhen(?: is|'s) your birthday\b/i,
    statement: (answer) => `My birthday is ${answer}`,
  },
]

/** Other patterns of questions and answers. */
export const ANSWERS = {
  /** A question for a favourite of some kind. */
  favorite: {
    example: "What is your favorite color? ¦ green → favorite:color: User's favorite color is green",
    pattern: /\bwhat(?: is|'s) your favou?rite (?<what>[\p{L} ]{2,30}?)(?:\?|$)/iu,
  },
  /** What does not answer a question. */
  noAnswer: {
    example: 'Where do you live? ¦ Secret Lisbon → nothing',
    pattern: pattern('i')`
  ^(?:
    no|none|nothing|nope|not|yes|yeah|yep|sure|maybe|I|we|it|that|this|why|what|how|ok|okay|idk|dunno
    |never|skip|private|thanks|thank|hello|hi|hey|please|can|could|let|rather|secret|guess
    |later|soon|tomorrow|another time|(?:good|great|nice|fair|interesting) (?:question|point|one|try)|does|do|is|are|you|depends|hmm+|well
    |unknown|anywhere|everywhere|nowhere|somewhere|none of|mind|stop|wait|hold on|enough|lol|haha+|which|when|where
  )\b
  |[?]
`,
  },
} satisfies Record<string, PatternRule>
