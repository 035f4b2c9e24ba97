import { pattern } from '../../../language/pattern.js'
import type { PatternRule } from '../../text/example.js'

/** What people ask to be forgotten by its name, and the attribute that it stands for. The first that fits counts. */
export const FORGETTABLE: readonly (PatternRule & { attribute: string })[] = [
  {
    example: 'Forget my address → address: User wants their address to be forgotten',
    pattern: /address/,
    attribute: 'address',
  },
  {
    example: 'Forget my name → name: User wants their name to be forgotten',
    pattern: /\bname\b/,
    attribute: 'name',
  },
  {
    example: 'Forget my age → age: User wants their age to be forgotten',
    pattern: /\bage\b/,
    attribute: 'age',
  },
  {
    example: 'Forget my date of birth → birthday: User wants their date of birth to be forgotten',
    pattern: /birthday|birth date|date of birth/,
    attribute: 'birthday',
  },
  {
    example: 'Forget my phone number → phone: User wants their phone number to be forgotten',
    pattern: /phone|number/,
    attribute: 'phone',
  },
  {
    example: 'Forget my e-mail → email: User wants their e-mail to be forgotten',
    pattern: /e-?mail/,
    attribute: 'email',
  },
  {
    example: 'Forget my profession → occupation: User wants their profession to be forgotten',
    pattern: /job|occupation|profession|work/,
    attribute: 'occupation',
  },
  {
    example: 'Forget my employer → employer: User wants their employer to be forgotten',
    pattern: /employer|company/,
    attribute: 'employer',
  },
  {
    example: 'Forget my allergies → allergy: User wants their allergies to be forgotten',
    pattern: /allerg/,
    attribute: 'allergy',
  },
  {
    example: 'Forget my diet → diet: User wants their diet to be forgotten',
    pattern: /diet/,
    attribute: 'diet',
  },
  {
    example: 'Forget my city → home: User wants their city to be forgotten',
    pattern: /location|city|home|where i live/,
    attribute: 'home',
  },
]

/** Patterns of corrections and of requests to forget, with the groups that `corrections.ts` reads. */
export const CORRECTIONS = {
  /** Words that take something back. */
  opening: {
    example: 'I live in Lyon. Oops, Lisbon not Lyon → home: User lives in Lisbon',
    pattern: pattern('i')`
  ^(?:
    (?:
      no|nope|nah|sorry|oops|wait|whoops|correction|my bad|my mistake|typo|scratch that|actually
      |hang on|hold on|ah|oh|i misspoke
      |that is (?:wrong|not right|incorrect)
      |i was wrong
    )\b[\s,.:;!—–-]*
  )+
`,
  },
  /** What was meant, and what it was not. */
  meant: {
    example: 'I live in Lyon. I meant Lisbon → home: User lives in Lisbon',
    pattern: pattern('i')`
  ^(?:
    I (?:meant|mean)(?: to (?:say|write|type))?
    |(?:it|that) (?:is|should be|should have been|was supposed to be)
    |make (?:that|it)|should (?:be|have been)|it is actually
  )[:,]? (?<value>[^,]{1,60}?)(?:,? (?:and )?(?:not|instead of|rather than) (?<previous>[^,]{1,60}))?$
`,
  },
  /** The name in a value such as "a dog named Rex": a name alone corrects it. */
  nameOf: {
    example: 'I have a dog named Rex. No, I meant Max → pet: User has a dog named Max',
    pattern: /\b(?:named|called) (?<name>[^,]+)$/i,
  },
  /** The right value, then the wrong one. */
  notThat: {
    example: 'I live in Lyon. No, Lisbon not Lyon → home: User lives in Lisbon',
    pattern: /^(?<value>[\p{L}\d'-]+(?: [\p{L}\d'-]+){0,2}),? not (?<previous>[\p{L}\d'-]+(?: [\p{L}\d'-]+){0,2})$/iu,
  },
  /** Says that it was the wording which was wrong, not that something changed. */
  takesBack: {
    example: 'I live in Lyon. Sorry, I live in Lisbon → home: User lives in Lisbon [correct]',
    pattern: pattern('i')`
  \b(?:not|meant|correction|misspoke|wrong|typo|mistake|instead of|actually)\b
  |^(?:sorry|correction|oops|whoops|my bad)\b
`,
  },
  /** "I meant" before a whole statement. */
  meantStatement: {
    example: "Sorry, I meant my sister lives in Parma → home: User's sister lives in Parma",
    pattern: /^I meant(?: to (?:say|write|type))?(?: that)?[:,]? (?=(?:I|my|we|our|he|his|she|her|they|their)\b)/i,
  },
  /** A request to forget something. */
  forget: {
    example: 'Forget my hobbies → detail:hobbies: User wants their hobbies to be forgotten',
    pattern: pattern('i')`
  ^(?:(?:please|pls|can you|could you|just|ok|okay|so|and|I (?:want|need|would like) you to|go ahead and)[, ]*)*
  (?:forget|delete|erase|remove|wipe|do not (?:remember|store|save|keep|record)|stop remembering|clear|discard)(?:
    [ ](?:
      about|everything about|anything about
      |what (?:I|you) (?:said|told you|know|have) (?:about|on)
      |the fact
      |all (?:info(?:rmation)?|memories|you know) about
      |the (?:memory|note|fact|info) (?:about|on)
    )
  )? (?<what>.+)$
`,
  },
  /** Something of the speaker, by its name. */
  ownNoun: {
    example: 'Forget my nickname please → detail:nickname: User wants their nickname to be forgotten',
    pattern: pattern('i')`
  ^(?:my |our )(?<noun>(?:[\w'-]+ ){0,3}?[\w'-]+)
  (?: (?:from (?:your )?memory|please|now|completely|any more|that I (?:gave|told) you|I (?:gave|told) you|and .*))?$
`,
  },
  /** Something to be deleted elsewhere, or left behind. */
  errand: {
    example: 'Forget my umbrella → nothing',
    pattern: pattern('i')`
  \b(?:
    file|files|code|line|function|row|column|branch|comment|image|paragraph|word|sentence|section|text
    |import|database|table|account|subscription|essay|cart|app|password manager|last message
    |password reset|answer|draft|keys?|wallet|umbrella|lunch|homework|glasses
  )\b
`,
  },
} satisfies Record<string, PatternRule>
