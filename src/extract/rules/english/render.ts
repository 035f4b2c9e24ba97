import { pattern } from '../../../language/pattern.js'

// "where I grew up" inside a fact about the speaker: plural pronouns agree with every verb form left behind but these.
const OWN: [RegExp, string][] = [
  [/\b(?:I|we) (?:am|was)\b/g, 'they are'],
  [/\bI\b/g, 'they'],
  [/\bwe\b/gi, 'they'],
  [/\b(?:my|our)\b/gi, 'their'],
  [/\b(?:me|us)\b/g, 'them'],
  [/\b(?:myself|ourselves)\b/gi, 'themselves'],
  [/\b(?:mine|ours)\b/gi, 'theirs'],
]
const ASSISTANT: [RegExp, string][] = [
  [/\byour\b/gi, "the assistant's"],
  [/\byou\b/gi, 'the assistant'],
]

/** "User" → "User's". */
export const possessive = (label: string): string =>
  /s$/.test(label) && !/^[A-Z]\w*$/.test(label) ? `${label}'` : `${label}'s`

/** The rest of a sentence whose subject is the speaker, in the third person. */
export function ofSpeaker(text: string): string {
  return apply(text, [...OWN, ...ASSISTANT])
}

/** The rest of a sentence whose subject is somebody else. */
export function aboutSpeaker(text: string, label: string): string {
  return apply(text, [[/\b(?:my|our)\b/gi, possessive(label)], [/\b(?:me|us|I|myself)\b/g, label], ...ASSISTANT])
}

function apply(text: string, replacements: readonly [RegExp, string][]): string {
  return replacements.reduce((result, [pattern, replacement]) => result.replace(pattern, () => replacement), text)
}

const FILLERS = pattern('i')`
  (?:
    [\s,;:.!…–—-]+
    |\s*\b(?:
      too|as well|at all|also|lol|lmao|haha+|hehe+|btw|by the way|tbh|though|fyi|you know|right now
      |at the moment|these days|nowadays|please|pls|thanks|thank you|thx|actually|honestly|now
      |currently|so yeah|obviously|anyway|xd|to be honest|i guess|if it (?:helps|matters)
      |just so you know|already|again|yay|sorry|of course|really|for the record|by now|as you know
    )
  )$
`

/** Without trailing fillers and marks. */
export function trimEnd(text: string): string {
  let result = text.trim()
  for (let turns = 0; turns < 6; turns++) {
    const shorter = result.replace(FILLERS, '')
    if (shorter === result || shorter === '') break
    result = shorter
  }
  return result
}

// After a comma, these go on with what was said; anything else is an aside.
const GOES_ON = pattern('u')`
  ^(?:
    and|or|in|at|on|with|for|from|near|since|an?|the|my|our|their|his|her|two|three|four|five|\d+|called
    |named|not|of|to|by|as|\p{Lu}|plus|both|mostly|mainly|especially|including|but not|half|usually
    |specifically|working|living|studying|majoring
  )\b
`

/** The sentence without an aside after a comma ("cilantro, tastes like soap"). Lists and places stay. */
export function withoutAsides(text: string): string {
  const parts = text.split(', ')
  if (parts.length < 2) return text
  const isList =
    /^(?:\S+ ){0,2}\S+$/.test(parts[1] as string) &&
    (/^(?:and|or) \S+(?: \S+){0,3}$/.test(parts.at(-1) as string) ||
      /^\S+(?: \S+){0,2} (?:and|or|&) (?:\S+ ){0,3}\S+$/.test(parts.at(-1) as string)) &&
    !/^(?:send|help|pray|please|save|wish|boxes)\b/i.test(parts[1] as string)
  if (isList) return text
  const end = parts.findIndex((part, index) => index > 0 && !GOES_ON.test(part))
  return end < 0 ? text : parts.slice(0, end).join(', ')
}

const TAIL = pattern('is')`
  (?:
    ,
    | (?:and|but) (?:I|we|my|he|she|it|they|that|then|so)\b
    |;| - | – |—|\(|\.\s
    | (?:
      so|because|since|which|who|whose|although|though|but|while|when|where|whenever|unless|until|if
      |even|right now|these days|at the moment|currently|nowadays|now|as well|too|than|with|for|by
      |after|before|during|at the|as an?|every|each
      |on (?:mon|tues|wednes|thurs|fri|satur|sun|the|my|weekends|\d)
      |in (?:the|my|\d|january|february|march|april|may|june|july|august|september|october|november|december)
      |last|next|this|to|together|a lot|very much|so much|more than|the most|most of all|over|instead
    )\b
  ).*$
`

/** The head of a value: "Lisbon with my girlfriend" → "Lisbon". */
export function headOf(value: string): string {
  const head = value.replace(TAIL, '').trim()
  return trimEnd(head === '' ? value : head).replace(/^(?:the|a|an|my|our|some|any|all|lots of|all kinds of) /i, '')
}

const WHEN = pattern('i')`
  [ ](?:
    tomorrow|today|tonight|yesterday
    |(?:early |late )?(?:next|last|this)
    |(?:by |on |until |since )?(?:mon|tues|wednes|thurs|fri|satur|sun)day
    |(?:on|in|since|until|by)[ ]
      (?:\d|the \d|january|february|march|april|may|june|july|august|september|october|november|december)
    |at \d
    |in (?:a|two|three|four|five|six) (?:days?|weeks?|months?|years?)
    |(?:a|one|two|three|four|five|six|\d+|few|several) (?:days?|weeks?|months?|years?) ago
    |(?:january|february|march|april|may|june|july|august|september|october|november|december) \d
  )\b.*$
`

/** A value that names what happens without its day. */
export const withoutDate = (value: string): string => value.replace(WHEN, '').trim() || value

// What "and" joins to one thing.
const FIXED_PAIR = pattern('i')`
  \b(?:
    between|both|mac and cheese|fish and chips|rock and roll|black and white|peanut butter and jelly
    |salt and pepper|and friends|and family
  )\b
`

/** "hiking, cooking and jazz" → three; anything longer than short noun phrases stays whole. */
export function listOf(value: string): string[] {
  const items = value
    .split(/\s*,\s*(?:and |or |& )?|\s+(?:and|or|&)\s+/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
  if (items.length < 2 || items.length > 8) return [value]
  if (
    items.some(
      (item) =>
        item.split(' ').length > 3 ||
        /^(?:then|so|that|it|not|I|we|also|my|their|is|are|especially|but|because|all|the|for|with|to|in|at)\b/i.test(
          item,
        ),
    )
  )
    return [value]
  if (FIXED_PAIR.test(value)) return [value]
  return items
}
