import { pattern } from '../../../language/pattern.js'
import nlp from 'compromise/two'

const NO_NAME = pattern('i')`
  ^(?:
    a|an|the|in|on|at|so|very|not|just|here|there|back|home|new|sorry|sure|fine|ok|okay|good|great|happy
    |sad|tired|hungry|ready|done|late|lost|stuck|free|busy|bored|sick|excited|curious|afraid|alone
    |asking|looking|trying|using|working|going|glad|able|confused|interested|worried|aware|nobody
    |somebody|someone|online|awake|up|down|out|off|all|both|only|also|still|now|currently|really|pretty
    |quite|too|about|from|with|into|over|under|god|team|batman|superman|spiderman|groot|legend|ironman
    |santa|human|it|me|him|her|them|us|you|your|my|his|their|that|this|what|who|where|why|how|when|if
    |because|and|or|but|married|single|vegan|male|female|gay|straight|christian|catholic|buddhist|muslim
    |jewish|hindu|french|german|english|spanish|chinese|monday|tuesday|wednesday|thursday|friday
    |saturday|sunday|team \w+
  )$
`

const CALENDAR = pattern('i')`
  ^(?:
    january|february|march|april|may|june|july|august|september|october|november|december|spring|summer
    |autumn|winter|easter|christmas|friday|sunny
  )$
`

/** Whether a capitalised word or two are the name of a place for certain. */
export const isPlace = (words: string): boolean =>
  /^\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?$/u.test(words) && nlp(words).has('^#Place+$')

/** Whether a single word is a first name for certain: for "it is …", which seldom introduces anybody. */
export const isFirstName = (word: string): boolean =>
  !CALENDAR.test(word) && isPersonName(word) && nlp(word).has('#FirstName')

// First names that in lower case are mostly other words.
const AMBIGUOUS_NAME = pattern('i')`
  ^(?:
    will|may|art|mark|grant|rich|frank|drew|chase|hope|joy|faith|grace|rose|dawn|summer|autumn
    |sunny|happy|may|guy|sky|pat|bill|jack|jolly|misty
  )$
`

/**
 * Whether a word after "I am" is somebody's name. With a capital letter it is, unless people capitalise it for other
 * reasons; in lower case the tagger's list of first names decides.
 */
export function isPersonName(words: string): boolean {
  const parts = words.split(' ')
  if (parts.length > 3 || parts.some((part) => NO_NAME.test(part) || !/^\p{L}[\p{L}'.-]*$/u.test(part))) return false
  if (parts.some((part) => part.length > 2 && part === part.toUpperCase())) return false
  const capitalised = parts.every((part) => /^\p{Lu}/u.test(part))
  const tagged = nlp(words)
  if (
    tagged.has('#Demonym') ||
    tagged.has('#Place') ||
    tagged.has('#Organization') ||
    tagged.has('#Verb') ||
    tagged.has('#Adverb')
  )
    return tagged.has('#Person')
  return capitalised
    ? !tagged.has('#Adjective') || tagged.has('#Person')
    : tagged.has('#FirstName') && !AMBIGUOUS_NAME.test(words)
}
