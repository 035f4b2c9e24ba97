import { pattern } from '../../../language/pattern.js'
import type { Discourse, Draft } from '../draft.js'
import { isNounPhrase } from './noun.js'
import { ofSpeaker, possessive, withoutAsides } from './render.js'
import { resolveDates } from './when.js'
import { EVENT_NOUN } from '../../text/english/vocabulary.js'

const BARE_EVENT = pattern('i')`
  ^(?<noun>
    (?:(?:the|my|our|an?) )?(?:[\w&'/-]+ ){0,2}?
      (?:${EVENT_NOUN}|dentist|doctor|physio|therapy|offsite|secret santa|release|orthodontist|vet)(?![a-z])
      (?: (?:at|with|in|to|for) [\w' -]{2,30}?)?
  )(?<verb>(?: is| are|'s| will be| got moved| is moved| moved| starts?|:|,)? ?(?:now |on |is )?(?:.*))$
`
// What is praised or complained of is over, or is no event.
const JUDGED = pattern('i')`
  ^(?:
    great|good|nice|fun|lovely|amazing|awesome|terrible|bad|horrible|long|rough|tough|weird|crazy|wild
    |intense|productive|boring|hell of an?|what an?|best|worst|another|no|any|solid|brutal|thank\w*|hate
    |love|happy|can't wait
  )\b
`
const BIRTHDAY = pattern('i')`
  ^(?:
    (?:it|today|tomorrow|this \w+day|\w+day|next \w+day) is my (?:\d+\w\w |big )?birthday
    |my (?:\d+\w\w )?birthday is
  )(?<when>.*)$
`
const NO_EVENT =
  /\b(?:was|were|went|last|yesterday|ago|cancel\w*|every|each|sucks?|if|for free|error|fails?|failed)\b|\?$/i

/** "Wedding is 5 September in Puglia", "dentist next Tuesday": an event of the speaker's world with its day. */
export function bareEvent(text: string, discourse: Discourse): Draft | undefined {
  const birthday = BIRTHDAY.test(text) ? birthdayOf(text, discourse) : undefined
  if (birthday) return birthday
  const match = JUDGED.test(text)
    ? null
    : BARE_EVENT.exec(text.replace(/(?<=\w)'s (?=on |at |in |tomorrow|next |this |\w+day\b|\d)/, ' is '))
  if (
    !match ||
    text.split(' ').length > 14 ||
    NO_EVENT.test(text) ||
    /^(?:my|our) (?:sister|brother|mom|dad|wife|husband)/i.test(text)
  )
    return undefined
  const { label, key } = discourse.speaker
  const dated = resolveDates(
    withoutAsides(ofSpeaker(match[0].replace(/^(?:the|my|our|an?) /i, ''))),
    discourse.message.at,
    false,
  )
  if (dated.at === undefined || !dated.exact || dated.at < discourse.message.at - 12 * 3_600_000) return undefined
  // "exam is tomorrow, organic chem"
  const about = text
    .split(', ')
    .slice(1)
    .find((aside) => isNounPhrase(aside) && !dated.text.includes(aside))
  const noun = (match.groups?.['noun'] as string).replace(/^(?:the|my|our|an?) /i, '')
  return {
    text:
      `${possessive(label)} ${dated.text.charAt(0).toLowerCase()}${dated.text.slice(1)}` + (about ? `, ${about}` : ''),
    attribute: 'plan',
    subject: key,
    value: noun,
    validFrom: dated.at,
  }
}

/** "It is my birthday on Friday": a day of the year. */
function birthdayOf(text: string, { speaker: { label, key }, message }: Discourse): Draft | undefined {
  const at =
    resolveDates(text, message.at, false).at ??
    (/^it is my (?:\d+\w\w )?birthday$/i.test(text) ? message.at : undefined)
  if (at === undefined || Number.isNaN(at)) return undefined
  const day = new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
  return { text: `${possessive(label)} birthday is ${day}`, attribute: 'birthday', subject: key, value: day }
}
