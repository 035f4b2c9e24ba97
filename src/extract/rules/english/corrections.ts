import { pattern } from '../../../language/pattern.js'
import { replacedIn } from '../corrections.js'
import type { Draft } from '../draft.js'

const OPENING = pattern('i')`
  ^(?:
    (?:
      no|nope|nah|sorry|oops|wait|whoops|correction|my bad|my mistake|typo|scratch that|actually
      |hang on|hold on|ah|oh|i misspoke
      |that is (?:wrong|not right|incorrect)
      |i was wrong
    )\b[\s,.:;!—–-]*
  )+
`
const MEANT = pattern('i')`
  ^(?:
    I (?:meant|mean)(?: to (?:say|write|type))?
    |(?:it|that) (?:is|should be|should have been|was supposed to be)
    |make (?:that|it)|should (?:be|have been)|it is actually
  )[:,]? (?<value>[^,]{1,60}?)(?:,? (?:and )?(?:not|instead of|rather than) (?<previous>[^,]{1,60}))?$
`
/** In "a dog named Rex" a name corrects the name. */
const NAME_OF = /\b(?:named|called) (?<name>[^,]+)$/i
const NOT = /^(?<value>[\p{L}\d'-]+(?: [\p{L}\d'-]+){0,2}),? not (?<previous>[\p{L}\d'-]+(?: [\p{L}\d'-]+){0,2})$/iu

const TAKES_BACK = pattern('i')`
  \b(?:not|meant|correction|misspoke|wrong|typo|mistake|instead of|actually)\b
  |^(?:sorry|correction|oops|whoops|my bad)\b
`

/** Whether a sentence takes back how something was said, not how the world is. */
export function isCorrective(sentence: string): boolean {
  return OPENING.test(sentence) && TAKES_BACK.test(sentence)
}

const MEANT_STATEMENT =
  /^I meant(?: to (?:say|write|type))?(?: that)?[:,]? (?=(?:I|my|we|our|he|his|she|her|they|their)\b)/i

/** "Sorry, I meant my sister lives in Parma" states what "correction: my sister lives in Parma" does. */
export function statementMeant(sentence: string): string {
  const bare = sentence.replace(OPENING, '')
  return MEANT_STATEMENT.test(bare) ? `correction: ${bare.replace(MEANT_STATEMENT, '')}` : sentence
}

/** "No, I meant Lisbon", "sorry, it's 35 not 36": applies to the fact told before. */
export function readCorrection(sentence: string, before: Draft | undefined): Draft | undefined {
  const bare = sentence.replace(OPENING, '').replace(/[.!]+$/, '')
  const opened = bare.length !== sentence.replace(/[.!]+$/, '').length
  const match = (opened || /^I meant\b/i.test(bare) ? (MEANT.exec(bare) ?? NOT.exec(bare)) : null) ?? undefined
  if (!match || !before) return undefined
  const { value, previous } = match.groups as { value: string; previous?: string }
  if (
    /^(?:it|that|this|the|a|an|to|you|what|how|not|ok|okay|fine|good|I|my|we|our|he|his|she|her|they|their)\b/i.test(
      value,
    )
  )
    return undefined
  const wrong = previous ?? NAME_OF.exec(before.value)?.groups?.['name'] ?? before.value
  const at = before.text.toLowerCase().lastIndexOf(wrong.toLowerCase())
  if (at < 0) return undefined
  return {
    ...before,
    text: before.text.slice(0, at) + value + before.text.slice(at + wrong.length),
    ...replacedIn(before.value, wrong, value),
    mode: 'correct',
  }
}

const FORGET = pattern('i')`
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
`
const OWN_NOUN = pattern('i')`
  ^(?:my |our )(?<noun>(?:[\w'-]+ ){0,3}?[\w'-]+)
  (?: (?:from (?:your )?memory|please|now|completely|any more|that I (?:gave|told) you|I (?:gave|told) you|and .*))?$
`
const ERRAND = pattern('i')`
  \b(?:
    file|files|code|line|function|row|column|branch|comment|image|paragraph|word|sentence|section|text
    |import|database|table|account|subscription|essay|cart|app|password manager|last message
    |password reset|answer|draft|keys?|wallet|umbrella|lunch|homework|glasses
  )\b
`
const ATTRIBUTES: [RegExp, string][] = [
  [/address/, 'address'],
  [/\bname\b/, 'name'],
  [/\bage\b/, 'age'],
  [/birthday|birth date|date of birth/, 'birthday'],
  [/phone|number/, 'phone'],
  [/e-?mail/, 'email'],
  [/job|occupation|profession|work/, 'occupation'],
  [/employer|company/, 'employer'],
  [/allerg/, 'allergy'],
  [/diet/, 'diet'],
  [/location|city|home|where i live/, 'home'],
]

/** "Forget my address", "don't remember that I live in Lyon". `inner` is set when a statement is to be forgotten. */
export function readForget(
  sentence: string,
  label: string,
  key: string,
): { draft?: Draft; inner?: string } | undefined {
  const match = FORGET.exec(sentence.replace(/[.!]+$/, ''))
  const what = match?.groups?.['what']?.trim()
  if (
    what === undefined ||
    /^(?:it|about it|that|this|to|the (?:milk|keys)|everything|all)$/i.test(what) ||
    /^to \w+/.test(what)
  )
    return undefined
  const statement = /^(?:that )?(?<inner>(?:I|my|we) .+)$/i.exec(what)
  const noun = OWN_NOUN.exec(what)?.groups?.['noun']
  if (noun && !ERRAND.test(noun) && !/ (?:is|are|was|lives?|has|works?) /.test(` ${what} `)) {
    const attribute =
      ATTRIBUTES.find(([pattern]) => pattern.test(noun.toLowerCase()))?.[1] ?? `detail:${noun.toLowerCase()}`
    return {
      draft: {
        text: `${label} wants their ${noun} to be forgotten`,
        attribute,
        value: '',
        subject: key,
        mode: 'retract',
      },
    }
  }
  const inner = statement?.groups?.['inner']
  if (inner && !ERRAND.test(inner)) return { inner }
  return undefined
}
